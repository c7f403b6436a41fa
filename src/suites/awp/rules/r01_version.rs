//! Everything else is read in the light of the version, so it has to be one.
//!
//! The traps are a YAML number (`1.0`), a `$` that forgives a newline, and digits that are not ASCII.

use super::prelude::*;

const ID: &str = "R1";

const PLACE: &str = "workflow/awp";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when `awp` is no version",
    edges,
    arms: &[
        arm(2, "a version", |draw| version(draw, false)),
        arm(4, "almost a version", |draw| version(draw, true)),
        arm(1, "no text, or nothing", |draw| {
            let mut project = plain(draw);
            spoil_slot(draw, &mut project, PLACE);
            project
        }),
    ],
    ground: |project| vec![with(project.clone(), PLACE, json!("1.0.0"))],
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Valid AWP Version: rejects an `awp` that is no Semantic Version",
    level: Level::Must,
    source: "R1: Valid AWP Version",
    statement: "`awp` is there, is a string, and follows the grammar of Semantic Versioning 2.0.0 to the letter.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        forgiving("takes two numbers for a version", ID, |project| text(project).split('.').count() == 2),
        respelling("forgives a leading v", ID, PLACE, |version| version.trim_start_matches('v').to_owned()),
        respelling("forgives a newline at the end", ID, PLACE, |version| version.trim_end_matches('\n').to_owned()),
        respelling("trims blanks", ID, PLACE, |version| version.trim_matches(' ').to_owned()),
        forgiving("forgives leading zeros", ID, |project| {
            text(project).split('.').take(3).any(|number| number.starts_with('0') && number.len() > 1)
        }),
        accusing("knows no pre-release", ID, |project| text(project).contains('-')),
        accusing("knows no build metadata", ID, |project| text(project).contains('+')),
        forgiving("turns a number into a version", ID, |project| project["workflow"]["awp"].is_number()),
        forgiving("does without a version", ID, |project| project["workflow"].get("awp").is_none()),
        forgiving("takes any digits for digits", ID, |project| {
            text(project).chars().any(|c| c.is_numeric() && !c.is_ascii())
        }),
        forgiving("takes any digits for digits behind the first", ID, |project| {
            let is_foreign = |c: char| c.is_numeric() && !c.is_ascii();
            text(project)
                .split('.')
                .any(|number| number.starts_with(|c: char| c.is_ascii_digit()) && number.contains(is_foreign))
        }),
        accusing("reads numbers into 64 bits", ID, |project| {
            text(project).split(['.', '-', '+']).take(3).any(|n| n.len() > 19)
        }),
        accusing("reads no more than 256 characters", ID, |project| text(project).len() > 256),
        misreading("takes a list of one for its entry", ID, |project| {
            if let Some([only]) = project["workflow"]["awp"].as_array().map(Vec::as_slice) {
                project["workflow"]["awp"] = only.clone();
            }
        }),
        wavering("supports version 2 in small projects only", ID, &asks::MAJOR, is_small),
        Mutant::answers("blames the name for the version", |_, answer| renames(&answer, ID, "R2")),
    ],
    corpus: include_str!("../../../../corpus/awp/R1.yaml"),
    questions: &[question(
        &asks::MAJOR,
        "is a version of another major than 1 accepted?",
        &[
            reading("any", "any version is accepted"),
            reading("major-one", "`2.0.0` is rejected, though it is a version"),
        ],
    )],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "write three numbers in quotes, for example `awp: \"1.0.0\"`",
    needs: Needs::Workflow,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

fn text(project: &Value) -> &str {
    project["workflow"]["awp"].as_str().unwrap_or_default()
}

const GOOD: &[&str] = &[
    "1.0.0",
    "1.0.1",
    "1.10.0",
    "1.2.3-alpha",
    "1.0.0-alpha.1",
    "1.0.0-0.3.7",
    "1.0.0-x-y-z.--",
    "1.0.0-0a",
    "1.0.0-0",
    "1.0.0+20130313144700",
    "1.0.0-beta+exp.sha.5114f85",
    "1.0.0+001",
    "1.0.0+a-b",
    "1.0.0--",
    "1.0.0-rc.1+build.1",
    "1.0.0-RC.1",
    "1.0.99999999999999999999",
];
const BAD: &[&str] = &[
    "",
    " ",
    "1",
    "1.0",
    "1.0.",
    ".1.0",
    "1.0.0.0",
    "v1.0.0",
    "V1.0.0",
    "=1.0.0",
    "^1.0.0",
    "1.0.x",
    "1.*",
    "01.0.0",
    "1.00.0",
    "1.0.00",
    "1.0.01",
    "1.0.0-",
    "1.0.0-01",
    "1.0.0-a.01",
    "1.0.0-a..b",
    "1.0.0-.a",
    "1.0.0-a.",
    "1.0.0+",
    "1.0.0+a..b",
    "1.0.0+a+b",
    "1.0.0-a_b",
    "1.0.0\n",
    "\n1.0.0",
    " 1.0.0",
    "1.0.0 ",
    "1. 0.0",
    "1.0.0\r\n",
    "1,0,0",
    "1-0-0",
    "1.0.0-é",
    "1.0.٠",
    "1.1٠.0",
    "１.0.0",
    "-1.0.0",
    "1.-1.0",
    "+1.0.0",
    "1.0.0-alpha+",
    "latest",
    "1.0.0/1",
    "0x1.0.0",
];

fn edges() -> Vec<Value> {
    let texts = GOOD.iter().chain(BAD).map(|version| json!(version));
    let mut cases: Vec<Value> =
        texts.chain(odd_values(&json!("1.0.0"))).map(|value| with(least(), PLACE, value)).collect();
    cases.extend([json!(1), json!(1.0), json!("1.0.0 ")].map(|value| with(least(), PLACE, value)));
    cases.push(without(least(), PLACE));
    for length in [65, 257, 1025] {
        cases.push(with(least(), PLACE, json!(format!("1.0.0-{}", "a".repeat(length - 6)))));
        cases.push(with(least(), PLACE, json!(format!("1.0.0+{}", "a.".repeat(length / 2)))));
    }
    for other in ["2.0.0", "0.9.0", "10.0.0"] {
        cases.extend(and_crowded(with(least(), PLACE, json!(other))));
    }
    cases
}

/// A version made of its parts, one of them spoiled if `spoiled`.
fn version(draw: &mut Draw, spoiled: bool) -> Value {
    let number = |draw: &mut Draw| match draw.below(10) {
        0 => "99999999999999999999".to_owned(),
        _ => draw.below(30).to_string(),
    };
    let mut version = format!("1.{}.{}", number(draw), number(draw));
    let part = |draw: &mut Draw| (*draw.pick(&["alpha", "0", "7", "x-y", "rc1", "0a", "-"])).to_owned();
    if draw.chance(1, 3) {
        version = format!("{version}-{}", draw.list(1..=3, part).join("."));
    }
    if draw.chance(1, 3) {
        version = format!("{version}+{}", draw.list(1..=3, part).join("."));
    }
    if spoiled {
        version = spoil(draw, &version);
    }
    plain_with(draw, PLACE, json!(version))
}

/// Something before or behind it, a number more, fewer or spelt otherwise, a character more or fewer.
fn spoil(draw: &mut Draw, version: &str) -> String {
    match draw.below(5) {
        0 => near::miss(draw, version),
        1 => format!("{}{version}", draw.pick(&["v", "V", "=", "^", "0", "1."])),
        2 => version.split_once('.').map_or_else(String::new, |(_, rest)| rest.to_owned()),
        3 => {
            let end = version.find(['-', '+']).unwrap_or(version.len());
            let mut numbers: Vec<&str> = version[..end].split('.').collect();
            let at = draw.below(numbers.len());
            numbers[at] = draw.pick::<&str>(&["01", "00", "٠", "1٠", "x", "*", "", "-1"]);
            format!("{}{}", numbers.join("."), &version[end..])
        }
        _ => {
            let (at, mut spoiled) = (draw.below(version.len()), version.to_owned());
            if draw.chance(1, 3) {
                spoiled.remove(at);
            } else {
                spoiled.insert_str(at, draw.pick::<&str>(&["0", ".", "-", "+", "v", " ", "\n", "_", "٠", "a", ".."]));
            }
            spoiled
        }
    }
}

/// Spoils the version of a project.
fn fault(draw: &mut Draw, project: &mut Value) {
    put(project, PLACE, json!(draw.pick(BAD)));
}
