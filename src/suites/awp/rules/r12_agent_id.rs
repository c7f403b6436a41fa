//! An agent's id becomes a directory, a state key and a variable.
//!
//! The traps are the limits (2 and 48), hyphens, which workflow names may have, and a newline at the end.

use super::model::{config_path, is_agent_id as is_well_made};
use super::prelude::*;

const ID: &str = "R12";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when an agent's id is not 2 to 48 of a-z, 0-9 and _ in the right places",
    edges,
    arms: &[
        arm(3, "an id, or almost", |draw| {
            let id = id(draw);
            called(draw, &id)
        }),
        arm(2, "almost its id", |draw| {
            let mut project = plain(draw);
            let id = any_agent(draw, &project);
            put(&mut project, &agent(&id, "identity/id"), json!(almost(draw, &id)));
            project
        }),
        arm(1, "no text, or nothing", |draw| {
            let mut project = plain(draw);
            let place = agent(&any_agent(draw, &project), "identity/id");
            spoil_slot(draw, &mut project, &place);
            project
        }),
    ],
    ground: |project| vec![changed(project, name_plainly)],
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Agent ID Format: rejects malformed agent ids",
    level: Level::Must,
    source: "R12: Agent ID Format",
    statement: "`identity.id` is a string of 2 to 48 characters out of a-z, 0-9 and `_`; it begins with a letter and \
                ends with a letter or digit.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        forgiving("allows 49 characters", ID, |project| {
            all_are_made(project, |id| id.len() == 49 && is_well_made(&id[1..]))
        }),
        accusing("stops at 47 characters", ID, |project| any_is(project, |id| id.len() == 48)),
        forgiving("allows one character", ID, |project| {
            all_are_made(project, |id| id.len() == 1 && is_well_made(&id.repeat(2)))
        }),
        accusing("wants three characters", ID, |project| any_is(project, |id| id.len() == 2)),
        forgiving("allows hyphens, as workflow names do", ID, |project| {
            all_are_made(project, |id| is_well_made(&id.replace('-', "_")))
        }),
        forgiving("ignores case", ID, |project| all_are_made(project, |id| is_well_made(&id.to_lowercase()))),
        forgiving("forgives a newline at the end", ID, |project| {
            all_are_made(project, |id| id.strip_suffix('\n').is_some_and(is_well_made))
        }),
        forgiving("forgives an underscore at the end", ID, |project| {
            all_are_made(project, |id| id.strip_suffix('_').is_some_and(is_well_made))
        }),
        forgiving("lets an id begin with a digit", ID, |project| {
            all_are_made(project, |id| {
                id.starts_with(|c: char| c.is_ascii_digit()) && is_well_made(&format!("a{}", &id[1..]))
            })
        }),
        forgiving("lets an id begin with an underscore", ID, |project| {
            all_are_made(project, |id| id.strip_prefix('_').is_some_and(|rest| is_well_made(&format!("a{rest}"))))
        }),
        forgiving("turns numbers into ids", ID, |project| ids(project).any(Value::is_number)),
        forgiving("does without an id", ID, |project| {
            configs(project).any(|config| config["identity"].get("id").is_none())
        }),
        forgiving("falls back on the agent's name", ID, |project| {
            configs(project).any(|config| config["identity"]["name"].is_string())
        }),
        Mutant::answers("takes a list of one for its entry", |request, _| {
            misread_agents(request, ID, |config| {
                if let Some([only]) = config["identity"]["id"].as_array().map(Vec::as_slice) {
                    config["identity"]["id"] = only.clone();
                }
            })
        }),
        forgiving("takes letters of full width for plain ones", ID, |project| {
            all_are_made(project, |id| is_well_made(&id.replace('ａ', "a")))
        }),
        accusing("keeps the words of its language to itself", ID, |project| {
            any_is(project, |id| ["class", "self", "null", "constructor"].contains(&id))
        }),
        Mutant::answers("looks at the first agent only", |request, _| {
            let first = agents_of(request.params).into_iter().min();
            misread(request, ID, |project| {
                for id in agents_of(project) {
                    if Some(&id) != first.as_ref() && is_well_made(&id) && project["agents"].get(&id).is_some() {
                        put(project, &agent(&id, "identity/id"), json!(id));
                    }
                }
            })
        }),
        wavering("holds graph ids to the form in large projects only", ID, &asks::GRAPH_ID, is_small),
    ],
    corpus: include_str!("../../../../corpus/awp/R12.yaml"),
    questions: &[question(
        &asks::GRAPH_ID,
        "do the ids of nodes have to have the form of an `identity.id` too?",
        &[
            reading("identity-only", "a node may be called `my-agent` while the agent is `my_agent`"),
            reading("graph-too", "a node called `my-agent` is rejected"),
        ],
    )],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "use 2 to 48 lower-case letters, digits and `_`; begin with a letter, end with a letter or digit",
    needs: Needs::Agent,
    fault: Some(fault),
    reach: Reach::Nodes,
    ..LoadRule::of(&RULE)
};

fn ids(project: &Value) -> impl Iterator<Item = &Value> {
    configs(project).map(|config| &config["identity"]["id"])
}

/// Whether every id is well made, or such.
fn all_are_made(project: &Value, or_such: fn(&str) -> bool) -> bool {
    ids(project).all(|id| id.as_str().is_some_and(|id| is_well_made(id) || or_such(id)))
}

fn any_is(project: &Value, such: fn(&str) -> bool) -> bool {
    ids(project).any(|id| id.as_str().is_some_and(such))
}

const IDS: &[&str] = &[
    "ab",
    "a1",
    "a_b",
    "a__b",
    "research_analyst",
    "a",
    "",
    "r",
    "Research_Analyst",
    "research-analyst",
    "1a",
    "12",
    "_a",
    "a_",
    "aB",
    "A1",
    "a b",
    "a.b",
    "a1 ",
    " a1",
    "ａ1",
    "class",
    "self",
    "null",
    "constructor",
    "dé",
    "éa",
    "a٠",
    "a1\n",
    "\na1",
    "a1\t",
    "writer!",
    "agents/a1",
];

fn edges() -> Vec<Value> {
    let place = agent("a1", "identity/id");
    let mut names: Vec<String> = IDS.iter().map(|id| (*id).to_owned()).collect();
    for length in [2, 3, 46, 47, 48, 49, 50, 63, 64] {
        names.extend([
            "a".repeat(length),
            format!("{}9", "a".repeat(length - 1)),
            format!("{}_", "a".repeat(length - 1)),
        ]);
        names.push(format!("a{}z", "_".repeat(length - 2)));
    }
    // An id that is one character, blank or a path cannot be a node's; then only the agent calls itself so.
    let is_usable = |id: &str| id.len() > 1 && !id.contains(|c: char| c.is_whitespace() || c == '/');
    let mut cases: Vec<Value> =
        names.iter().map(|id| if is_usable(id) { agreeing(id) } else { with(least(), &place, json!(id)) }).collect();
    cases.extend(odd_values(&json!("a1")).map(|odd| with(least(), &place, odd)));
    cases.extend([without(least(), &place), without(least(), &agent("a1", "identity"))]);
    cases.push(with(without(least(), &place), &agent("a1", "identity/name"), json!("a1")));
    for id in ["a1", "a2", "a3"] {
        cases.push(with(chain(3), &agent(id, "identity/id"), json!("Writer")));
    }
    for node in ["my-agent", "my-second-agent"] {
        let project = with(agreeing(node), &agent(node, "identity/id"), json!(node.replace('-', "_")));
        cases.extend(and_crowded(project));
    }
    cases
}

fn id(draw: &mut Draw) -> String {
    let length = *draw.pick(&[2, 3, 8, 20, 46, 47, 48, 49, 50]);
    let odd = if draw.chance(1, 3) { "A-é" } else { "" };
    let letters: Vec<char> = "abcxyz0189_".chars().chain(odd.chars()).collect();
    let mut id: String = (0..length).map(|_| *draw.pick(&letters)).collect();
    if draw.chance(2, 3) {
        id = format!("a{}", id.chars().skip(1).collect::<String>());
        id.pop();
        id.push('9');
    }
    id
}

/// An id with something before or behind it, in capitals, or cut.
fn almost(draw: &mut Draw, id: &str) -> String {
    match draw.below(4) {
        0 => near::miss(draw, id),
        1 => format!("{id}{}", draw.pick(&["_", "-x", "\n", "é", "A"])),
        2 => format!("{}{id}", draw.pick(&["1", "_", "-", "é", "A"])),
        _ => id.chars().take(1).collect(),
    }
}

/// A plain project with one more agent, which is called `id` everywhere.
fn called(draw: &mut Draw, id: &str) -> Value {
    let mut project = plain(draw);
    add_agent(&mut project, id);
    debug_assert!(project["files"].as_array().is_some_and(|files| files.contains(&json!(config_path(id)))));
    project
}

/// Gives some agent an id that is none.
fn fault(draw: &mut Draw, project: &mut Value) {
    let place = agent(&any_agent(draw, project), "identity/id");
    put(project, &place, json!(draw.pick(&["A", "Writer", "research-analyst", "a_", "1a", "a b"])));
}
