//! A workflow's name becomes directories, labels and URLs.
//!
//! The traps are the limits (2 and 64), a separator at the end, and a `$` that forgives a newline.

use super::prelude::*;

const ID: &str = "R2";

const PLACE: &str = "workflow/workflow/name";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when its name is not 2 to 64 of a-z, 0-9, _ and - in the right places",
    edges,
    arms: &[
        arm(3, "a name, or almost", |draw| {
            let name = name(draw);
            plain_with(draw, PLACE, json!(name))
        }),
        arm(2, "almost a name", |draw| {
            let name = almost(draw);
            plain_with(draw, PLACE, json!(name))
        }),
        arm(1, "no text, or nothing", |draw| {
            let mut project = plain(draw);
            spoil_slot(draw, &mut project, PLACE);
            project
        }),
    ],
    ground: |project| vec![with(project.clone(), PLACE, json!("demo"))],
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Workflow Name Format: rejects malformed workflow names",
    level: Level::Must,
    source: "R2: Workflow Name Format",
    statement: "`workflow.name` is a string of 2 to 64 characters out of a-z, 0-9, `_` and `-`; it begins with a \
                letter and ends with a letter or digit.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        forgiving("allows 65 characters", ID, |project| text(project).len() == 65 && is_well_made(&text(project)[1..])),
        accusing("stops at 63 characters", ID, |project| text(project).len() == 64),
        forgiving("allows one character", ID, |project| {
            text(project).len() == 1 && is_well_made(&text(project).repeat(2))
        }),
        accusing("wants three characters", ID, |project| text(project).len() == 2),
        respelling("ignores case", ID, PLACE, str::to_lowercase),
        respelling("forgives a newline at the end", ID, PLACE, |name| {
            name.strip_suffix('\n').unwrap_or(name).to_owned()
        }),
        respelling("forgives a separator at the end", ID, PLACE, |name| {
            name.strip_suffix(['-', '_']).unwrap_or(name).to_owned()
        }),
        respelling("lets a name begin with a digit", ID, PLACE, |name| {
            match name.strip_prefix(|c: char| c.is_ascii_digit()) {
                Some(rest) => format!("a{rest}"),
                None => name.to_owned(),
            }
        }),
        forgiving("matches a part instead of the whole", ID, |project| {
            text(project).split([' ', '.', '/']).any(is_well_made)
        }),
        accusing("allows no underscore", ID, |project| text(project).contains('_')),
        respelling("takes any letter for a letter", ID, PLACE, |name| {
            name.chars().map(|c| if !c.is_ascii() && c.is_lowercase() { 'a' } else { c }).collect()
        }),
        respelling("ignores the case of letters that only look like ASCII", ID, PLACE, |name| {
            name.replace('\u{212a}', "k").replace('ſ', "s")
        }),
        respelling("takes A-z for a range of letters", ID, PLACE, |name| name.replace(['[', '^', '`'], "a")),
        accusing("keeps words to itself", ID, |project| {
            ["constructor", "default", "null", "workflow"].contains(&text(project))
        }),
        misreading("takes a list of one for its entry", ID, |project| {
            if let Some([only]) = project["workflow"]["workflow"]["name"].as_array().map(Vec::as_slice) {
                project["workflow"]["workflow"]["name"] = only.clone();
            }
        }),
        forgiving("does without a name", ID, |project| project["workflow"]["workflow"].get("name").is_none()),
    ],
    corpus: include_str!("../../../../corpus/awp/R2.yaml"),
    questions: &[],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "use 2 to 64 lower-case letters, digits, `_` and `-`; begin with a letter, end with a letter or digit",
    needs: Needs::Workflow,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

use super::model::is_workflow_name as is_well_made;

fn text(project: &Value) -> &str {
    project["workflow"]["workflow"]["name"].as_str().unwrap_or_default()
}

const NAMES: &[&str] = &[
    "ab",
    "a1",
    "a",
    "",
    "1a",
    "12",
    "_a",
    "-a",
    "a_",
    "a-",
    "a_b",
    "a-b",
    "a--b",
    "a_-b",
    "a.b",
    "a b",
    "a/b",
    "A1",
    "aB",
    "demO",
    "demo\n",
    "\ndemo",
    " demo",
    "demo ",
    "demo\t",
    "dé",
    "éa",
    "demó",
    "a٠",
    "demo!",
    "research-and-write",
    "my_workflow_v2",
    "Research-And-Write",
    "my-workflow-",
    "demo/",
    "démo",
    "a\u{301}b",
    "demo\u{200b}",
    "ｄemo",
    "de\u{212a}o",
    "ſa",
    "a[b",
    "a^b",
    "a`b",
    "constructor",
    "default",
    "null",
    "workflow",
];

fn edges() -> Vec<Value> {
    let mut names: Vec<String> = NAMES.iter().map(|name| (*name).to_owned()).collect();
    for length in [2, 3, 47, 48, 49, 62, 63, 64, 65, 66, 128] {
        names.extend([
            "a".repeat(length),
            format!("{}0", "a".repeat(length - 1)),
            format!("{}-", "a".repeat(length - 1)),
        ]);
        names.push(format!("a{}z", "-".repeat(length - 2)));
    }
    let mut cases: Vec<Value> = names.iter().map(|name| with(least(), PLACE, json!(name))).collect();
    cases.extend(odd_values(&json!("demo")).map(|odd| with(least(), PLACE, odd)));
    cases.extend([without(least(), PLACE), without(least(), "workflow/workflow")]);
    cases
}

fn name(draw: &mut Draw) -> String {
    let length = *draw.pick(&[1, 2, 3, 10, 30, 62, 63, 64, 65, 66]);
    let plain = "abcxyz0189_-";
    let odd = if draw.chance(1, 3) { "A .é\n٠/" } else { "" };
    let letters: Vec<char> = plain.chars().chain(odd.chars()).collect();
    let mut name: String = (0..length).map(|_| *draw.pick(&letters)).collect();
    if draw.chance(2, 3) {
        name.replace_range(..name.chars().next().map_or(0, char::len_utf8), "a");
        if length > 1 {
            name.pop();
            name.push('z');
        }
    }
    name
}

/// A name with something before or behind it, in capitals, or cut.
fn almost(draw: &mut Draw) -> String {
    let name = *draw.pick(&["research-and-write", "my_workflow_v2", "demo", "ab"]);
    match draw.below(3) {
        0 => near::miss(draw, name),
        1 => format!("{name}{}", draw.pick(&["-", "_", "!", ".", "é", "٠", "\n"])),
        _ => format!("{}{name}", draw.pick(&["1", "-", "_", "é", "A"])),
    }
}

/// Spoils the name of a workflow.
fn fault(draw: &mut Draw, project: &mut Value) {
    put(project, PLACE, json!(draw.pick(&["a", "Demo", "demo-", "1demo", "de mo", "demo\n", "démo"])));
}
