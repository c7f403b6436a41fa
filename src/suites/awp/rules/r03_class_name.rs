//! A convention of one language, and no more: a class may be called anything.
//!
//! The trap is to turn the recommendation into an error.

use super::prelude::*;

const ID: &str = "R3";

static RULE: Rule = Rule {
    id: ID,
    title: "Agent Class Name Convention: warns at most of another class name",
    level: Level::Recommended,
    source: "R3: Agent Class Name Convention",
    statement: "`runtime.class_name` is `Agent` by convention in Python; another name is worth a warning at most.",
    checks: &[Check {
        property: "a workflow is accepted whatever its agents' classes are called",
        edges,
        arms: &[arm(1, "classes of any name", |draw| {
            let mut project = plain(draw);
            for id in agents_of(&project) {
                let name = *draw.pick(NAMES);
                put(&mut project, &agent(&id, "runtime/class_name"), json!(name));
            }
            project
        })],
        classify: |case| {
            let custom = case["agents"].as_object().into_iter().flatten();
            let custom = custom.filter(|(_, config)| config["runtime"]["class_name"] != "Agent").count();
            vec![if custom > 0 { "another name" } else { "Agent" }]
        },
        labels: &["Agent", "another name"],
        ground: |project| {
            vec![changed(project, |project| {
                each_agent(project, |config| put(config, "runtime/class_name", json!("Agent")));
            })]
        },
        exam: verdict,
        ..CHECK
    }],
    mutants: &[
        accusing("insists on Agent", ID, |project| {
            configs(project).any(|config| config["runtime"]["class_name"] != "Agent")
        }),
        accusing("insists on a name that ends in Agent", ID, |project| {
            !configs(project)
                .all(|config| config["runtime"]["class_name"].as_str().is_some_and(|name| name.ends_with("Agent")))
        }),
        accusing("wants every agent to have a class of its own name", ID, |project| {
            let names: Vec<&Value> = configs(project).map(|config| &config["runtime"]["class_name"]).collect();
            names.iter().any(|name| *name != "Agent" && names.iter().filter(|other| *other == name).count() > 1)
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/R3.yaml"),
    questions: &[],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "call the class `Agent`, or leave it: other names are allowed",
    needs: Needs::Agent,
    ..LoadRule::of(&RULE)
};

const NAMES: &[&str] =
    &["Agent", "CustomResearchAgent", "agent", "AGENT", "Worker", "MyAgentV2", "research.Agent", "Агент", "A"];

fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = Vec::new();
    for name in NAMES {
        cases.push(with(least(), &agent("a1", "runtime/class_name"), json!(name)));
        let mut pair = with(chain(2), &agent("a1", "runtime/class_name"), json!(name));
        cases.push(pair.clone());
        put(&mut pair, &agent("a2", "runtime/class_name"), json!(name));
        cases.push(pair);
    }
    cases
}
