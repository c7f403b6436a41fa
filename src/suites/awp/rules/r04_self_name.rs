//! What an agent calls itself should be what its configuration calls it.
//!
//! The rule recommends; other documents of the same project demand. So a
//! mismatch tells how a subject reads it, and a match must never be an error.

use super::prelude::*;

const ID: &str = "R4";

static RULE: Rule = Rule {
    id: ID,
    title: "Agent Identity Consistency: accepts agents named as their id",
    level: Level::Recommended,
    source: "R4: Agent Identity Consistency",
    statement: "In Python an agent's own name should be its `identity.id`; other runtimes may do as they like.",
    checks: &[Check {
        property: "a workflow is accepted when every name given is the agent's id",
        edges,
        arms: &[
            arm(1, "names that match", |draw| names(draw, false)),
            arm(1, "a name that does not", |draw| names(draw, true)),
        ],
        labels: &["valid", "open"],
        ground: |project| vec![without(project.clone(), "names")],
        exam: verdict,
        ..CHECK
    }],
    mutants: &[
        accusing("rejects every project with names", ID, |project| project.get("names").is_some()),
        accusing("wants names for all agents or none", ID, |project| {
            let named = project["names"].as_object().map_or(0, serde_json::Map::len);
            named > 0 && named < agents_of(project).len()
        }),
        accusing("holds the name to the class", ID, |project| {
            let mut named = configs(project)
                .filter(|config| project["names"].get(config["identity"]["id"].as_str().unwrap_or_default()).is_some());
            named.any(|config| config["runtime"]["class_name"] != "Agent")
        }),
        wavering("compares the first names only", ID, &asks::SELF_NAME, |project| {
            let first = agents_of(project).into_iter().min().unwrap_or_default();
            project["names"].get(&first).is_none_or(|name| *name == first.as_str())
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/R4.yaml"),
    questions: &[question(
        &asks::SELF_NAME,
        "is an agent that calls itself by another name an error?",
        &[reading("recommended", "the workflow is accepted"), reading("required", "the workflow is rejected")],
    )],
};

pub(super) static LOAD: LoadRule =
    LoadRule { help: "let the agent's `name` return its `identity.id`", needs: Needs::Agent, ..LoadRule::of(&RULE) };

fn edges() -> Vec<Value> {
    let mut cases = vec![
        least(),
        with(least(), "names", json!({"a1": "a1"})),
        with(chain(3), "names", json!({"a1": "a1", "a2": "a2", "a3": "a3"})),
        with(chain(3), "names", json!({"a2": "a2"})),
        with(least(), "names", json!({})),
        with(with(least(), "names", json!({"a1": "a1"})), &agent("a1", "runtime/class_name"), json!("ResearchAgent")),
    ];
    for other in ["a2", "A1", "a1 ", "", "agent"] {
        cases.push(with(least(), "names", json!({"a1": other})));
        cases.push(with(chain(2), "names", json!({"a1": "a1", "a2": other.replace("a2", "a1")})));
    }
    cases
}

fn names(draw: &mut Draw, spoiled: bool) -> Value {
    let mut project = plain(draw);
    let ids = agents_of(&project);
    for id in draw.subset(&ids) {
        put(&mut project, &format!("names/{id}"), json!(id));
    }
    if spoiled {
        let id = draw.pick(&ids).clone();
        let other = near::miss(draw, &id);
        put(&mut project, &format!("names/{id}"), json!(other));
    }
    project
}
