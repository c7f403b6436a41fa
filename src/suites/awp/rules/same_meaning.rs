//! Two ways of writing the same project get the same verdict.
//!
//! Names mean nothing but what refers to them, keys and nodes have no order,
//! and an agent that has nothing to do with a fault neither mends nor makes one.

use super::super::load_rule::Fault;
use super::draw::shape::{ONE, ORDERED, PAIR};
use super::draw::{joined, renamed, reordered, rich};
use super::load::{faults, faults_from};
use super::prelude::*;
use super::relation::{repaired, shuffled, unchanged, united};

const RELATION: Check = Check {
    shape: &ONE,
    edges,
    arms: &[arm(1, "nothing wrong", |draw| one(&rich(draw))), arm(2, "one fault", |draw| one(&faulty(draw)))],
    company: None,
    classify: |case| standing(&case["project"]),
    ..CHECK
};

pub(super) static RULE: Rule = Rule {
    id: "same-meaning",
    title: "gives one verdict to a project, however it is ordered or its ids are named",
    level: Level::Must,
    source: "Mental Model: deterministic rules, the same answer for the same workflow",
    statement: "A verdict does not change when ids are renamed throughout, keys or independent entries change their \
                order, or a good agent is added; mending the one fault makes a project valid; two projects side by \
                side are valid exactly when both are.",
    checks: &[
        Check {
            id: "renamed",
            property: "renaming every agent everywhere does not change the verdict",
            exam: |case, talk| unchanged(case, talk, ("the verdict depends on names", "its agents renamed"), renamed),
            ..RELATION
        },
        Check {
            id: "reordered",
            property: "turning the lists of nodes, dependencies, files and tools round does not change the verdict",
            exam: |case, talk| {
                let kind = "the verdict depends on the order of entries";
                unchanged(case, talk, (kind, "its entries the other way round"), reordered)
            },
            ..RELATION
        },
        Check {
            id: "joined",
            property: "adding a good agent that nothing depends on does not change the verdict",
            exam: |case, talk| {
                let kind = "the verdict depends on an unrelated agent";
                unchanged(case, talk, (kind, "with one good agent more"), joined)
            },
            ..RELATION
        },
        Check {
            id: "shuffled",
            property: "writing the keys of objects in another order does not change the verdict",
            shape: &ORDERED,
            edges: || {
                (1..=4)
                    .flat_map(|order| edges().into_iter().map(move |case| with(case, "order", json!(order))))
                    .collect()
            },
            arms: &[arm(1, "keys in any order", |draw| {
                let project = if draw.chance(1, 3) { rich(draw) } else { faulty(draw) };
                json!({"project": project, "order": draw.int(1..=1000)})
            })],
            exam: shuffled,
            ..RELATION
        },
        Check {
            id: "mended",
            property: "a project with one fault is rejected, and accepted once the fault is mended",
            shape: &PAIR,
            edges: || faults().into_iter().map(|fault| mended(&mut Draw::from_seed(1), &chain(2), fault)).collect(),
            arms: &[arm(1, "one fault and its repair", |draw| {
                let fault = *draw.pick(&faults());
                let project = rich(draw);
                mended(draw, &project, fault)
            })],
            classify: |case| standing(&case["left"]),
            labels: &["broken"],
            exam: repaired,
            ..RELATION
        },
        Check {
            id: "side-by-side",
            property: "the union of two projects without common names is valid exactly when both are",
            shape: &PAIR,
            edges: pairs,
            arms: &[arm(1, "two projects", |draw| {
                let side = |draw: &mut Draw| {
                    let mut project = plain(draw);
                    if draw.chance(1, 3) {
                        let fault = *draw.pick(&faults_from(Reach::Nodes));
                        fault(draw, &mut project);
                    }
                    project
                };
                json!({"left": side(draw), "right": side(draw)})
            })],
            classify: |case| [standing(&case["left"]), standing(&case["right"])].concat(),
            exam: united,
            ..RELATION
        },
    ],
    mutants: &[
        Mutant::answers("knows an agent by its name", |request, answer| {
            let is_strange = |id: &String| id.starts_with("ren_");
            if agents_of(request.params).iter().any(is_strange) { forgives(&answer, "R6") } else { answer }
        }),
        Mutant::answers("sorts agents by name before it looks for rings", |request, answer| {
            let first = agents_of(request.params).into_iter().min().unwrap_or_default();
            if first.starts_with("ren") { forgives(&answer, "R9") } else { answer }
        }),
        Mutant::answers("reads nothing unless the workflow file is listed first", |request, answer| {
            let is_first = request.params["files"][0] == "workflow.awp.yaml";
            if is_first { answer } else { json!({"valid": true, "diagnostics": []}) }
        }),
        Mutant::answers("allows one root", |request, answer| {
            let nodes = request.params["workflow"]["orchestration"]["graph"].as_array();
            let roots =
                nodes.into_iter().flatten().filter(|node| node["depends_on"].as_array().is_some_and(Vec::is_empty));
            if roots.count() > 1 { accuses(&answer, "R6") } else { answer }
        }),
        Mutant::answers("reads a version only where it is written first", |request, answer| {
            if request.key_order > 0 { accuses(&answer, "R1") } else { answer }
        }),
        Mutant::answers("lets the last key win", |request, answer| {
            if request.key_order % 2 == 1 { json!({"valid": true, "diagnostics": []}) } else { answer }
        }),
        Mutant::remembers("never forgets a fault", |memory, _, answer| {
            let fresh = memory.is_empty();
            if answer["valid"] == false {
                memory.insert("fault".to_owned(), answer.clone());
            }
            if fresh { answer } else { memory.get("fault").cloned().unwrap_or(answer) }
        }),
        Mutant::answers("counts more than four agents as a fault", |request, answer| {
            if agents_of(request.params).len() > 4 { accuses(&answer, "R5") } else { answer }
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/same-meaning.yaml"),
    questions: &[],
};

fn one(project: &Value) -> Value {
    json!({ "project": project })
}

fn faulty(draw: &mut Draw) -> Value {
    let mut project = rich(draw);
    let fault = *draw.pick(&faults());
    fault(draw, &mut project);
    project
}

fn edges() -> Vec<Value> {
    let mut cases = vec![one(&least()), one(&chain(3)), one(&code_mode()), one(&evaluation()), one(&delegating(3))];
    for fault in faults() {
        let mut project = chain(3);
        fault(&mut Draw::from_seed(1), &mut project);
        cases.push(one(&project));
    }
    cases
}

fn pairs() -> Vec<Value> {
    let mut sides = vec![least(), chain(3)];
    for fault in faults_from(Reach::Nodes) {
        let mut project = chain(3);
        fault(&mut Draw::from_seed(1), &mut project);
        sides.push(project);
    }
    sides.iter().flat_map(|left| sides[..3].iter().map(move |right| json!({"left": left, "right": right}))).collect()
}

fn mended(draw: &mut Draw, project: &Value, fault: Fault) -> Value {
    let mut broken = project.clone();
    fault(draw, &mut broken);
    json!({"left": broken, "right": project})
}
