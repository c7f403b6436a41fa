//! Two nodes of one name are one node to everything that refers to them.
//!
//! The traps are duplicates far apart, and ids that are only alike.

use std::collections::BTreeSet;

use super::prelude::*;

const ID: &str = "R5";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when two nodes have the same id",
    edges,
    arms: &[
        arm(1, "distinct ids", |draw| {
            let agents = draw.size(1..=8);
            plain_of(draw, agents)
        }),
        arm(1, "ids that are almost the same", |draw| {
            let mut project = plain(draw);
            let like = any_agent(draw, &project);
            let almost = [like.replace('_', ""), like.replace('_', "__"), format!("{like}2"), format!("{like}_2")];
            add_agent(&mut project, draw.pick::<String>(&almost));
            project
        }),
        arm(3, "an id twice", |draw| broken_of(draw, 1..=8, fault)),
    ],
    classify: |case| {
        let mut labels = standing(case);
        labels.extend(distance(&agents_of(case)).map(|distance| if distance == 1 { "adjacent" } else { "far apart" }));
        labels
    },
    labels: &["valid", "broken", "adjacent", "far apart"],
    ground,
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Agent ID Uniqueness: rejects two graph nodes with the same id",
    level: Level::Must,
    source: "R5: Agent ID Uniqueness",
    statement: "No two entries of `orchestration.graph` have the same `id`.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        forgiving("compares neighbours only", ID, |project| {
            distance(&agents_of(project)).is_some_and(|distance| distance > 1)
        }),
        misreading("never looks at the last node", ID, |project| {
            if let Some(nodes) = list_at(project, "/workflow/orchestration/graph").filter(|nodes| nodes.len() > 1) {
                nodes.pop();
            }
        }),
        Mutant::answers("lets the later node win", |_, answer| forgives(&answer, ID)),
        Mutant::answers("ignores underscores", |request, answer| alike(request, answer, |id| id.replace('_', ""))),
        Mutant::answers("compares the first five characters", |request, answer| {
            alike(request, answer, |id| id.chars().take(5).collect())
        }),
        Mutant::answers("compares the first 32 characters", |request, answer| {
            alike(request, answer, |id| id.chars().take(32).collect())
        }),
        accusing("looks ids up in an object", ID, |project| agents_of(project).iter().any(|id| id == "constructor")),
        forgiving("allows two and rejects three", ID, |project| {
            let ids = agents_of(project);
            let most = ids.iter().map(|id| ids.iter().filter(|other| *other == id).count()).max();
            most == Some(2)
        }),
        accusing("counts configurations instead of nodes", ID, |project| {
            configs(project).count() != agents_of(project).len()
        }),
        accusing("takes a dependency for a second definition", ID, |project| {
            let nodes = project["workflow"]["orchestration"]["graph"].as_array();
            let fans =
                nodes.into_iter().flatten().filter(|node| node["depends_on"].as_array().is_some_and(|d| d.len() > 2));
            fans.count() > 0
        }),
        Mutant::answers("calls a duplicate a cycle", |_, answer| renames(&answer, ID, "R6")),
    ],
    corpus: include_str!("../../../../corpus/awp/R5.yaml"),
    questions: &[],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "give every node an id of its own",
    needs: Needs::Workflow,
    fault: Some(fault),
    reach: Reach::Nodes,
    ..LoadRule::of(&RULE)
};

/// Every node once; before that, where an id is there twice, as many nodes with ids of their own: how many there are is
/// not this rule's matter.
fn ground(project: &Value) -> Vec<Value> {
    let once = changed(project, |project| {
        let mut seen = BTreeSet::new();
        if let Some(nodes) = list_at(project, "/workflow/orchestration/graph") {
            nodes.retain(|node| seen.insert(node["id"].to_string()));
        }
        set_free(project);
        name_plainly(project);
    });
    let apart = distance(&agents_of(project)).is_some().then(|| changed(project, tell_apart));
    apart.into_iter().chain([once]).collect()
}

/// Gives every further node of an id one of its own.
fn tell_apart(project: &mut Value) {
    let (mut seen, mut further) = (BTreeSet::new(), 0);
    each_node(project, |node| {
        if !seen.insert(node["id"].to_string()) {
            further += 1;
            let id = format!("n{further:02}_again");
            node["agent"] = json!(format!("agents/{id}"));
            node["id"] = json!(id);
        }
    });
    complete_files(project);
}

/// How far apart the two nearest nodes of the same id are.
fn distance(ids: &[String]) -> Option<usize> {
    (1..ids.len()).find(|gap| ids.iter().zip(&ids[*gap..]).any(|(a, b)| a == b))
}

fn alike(request: Request<'_>, answer: Value, key: fn(&str) -> String) -> Value {
    let ids: Vec<String> = agents_of(request.params).iter().map(|id| key(id)).collect();
    if distance(&ids).is_some() { accuses(&forgives(&answer, ID), ID) } else { answer }
}

fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = Vec::new();
    for length in [2, 3, 5, 12, 40] {
        cases.push(chain(length));
        for (first, second) in [(0, 1), (0, length - 1), (length - 2, length - 1), (length / 2, length - 1)] {
            if first != second {
                cases.push(twin(chain(length), first, second));
            }
        }
    }
    cases.push(project(&[("a1", &[]), ("a1", &[]), ("a1", &[])]));
    cases.push(project(&[("a1", &[]), ("a2", &[]), ("a1", &[]), ("a2", &[])]));
    cases.push(project(&[("writer", &[]), ("writer2", &[]), ("writer_2", &[]), ("write", &[])]));
    cases.push(project(&[("ab_c", &[]), ("a_bc", &[])]));
    let long = "a".repeat(46);
    cases.push(project(&[(&format!("{long}1"), &[]), (&format!("{long}2"), &[])]));
    cases.push(agreeing("constructor"));
    // A configuration that no node names is no second node.
    for id in ["zz", "a2_old"] {
        cases.push(changed(&chain(3), |project| add_without_node(project, id)));
    }
    cases.push(project(&[("a1", &[]), ("a10", &[]), ("a100", &[]), ("a01", &[])]));
    cases.push(project(&[("a1", &[]), ("a2", &[]), ("a3", &[]), ("a4", &["a1", "a2", "a3"])]));
    cases
}

/// The node at `second` gets the id of the one at `first`, and no dependencies.
fn twin(mut project: Value, first: usize, second: usize) -> Value {
    let ids = agents_of(&project);
    let (id, lost) = (ids[first].clone(), ids[second].clone());
    remove_config(&mut project, &lost);
    each_node(&mut project, |node| {
        if let Some(dependencies) = list_at(node, "/depends_on") {
            dependencies.retain(|to| *to != lost.as_str());
        }
    });
    let place = format!("workflow/orchestration/graph/{second}");
    put(&mut project, &place, json!({"id": id, "agent": format!("agents/{id}"), "depends_on": []}));
    project
}

/// Adds a node with the id of another one.
fn fault(draw: &mut Draw, project: &mut Value) {
    let id = any_agent(draw, project);
    let nodes = list_at(project, "/workflow/orchestration/graph");
    if let Some(nodes) = nodes {
        let at = draw.size(0..=nodes.len());
        nodes.insert(at, json!({"id": id, "agent": format!("agents/{id}"), "depends_on": []}));
    }
}
