//! A graph whose dependencies form a cycle has no first agent to run.
//!
//! The traps are the self-loop, the ring that is only reached through others,
//! and the diamond, which a careless search takes for a ring.

use super::model::Graph;
use super::prelude::*;

const ID: &str = "R6";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when its dependencies form a cycle",
    edges,
    arms: &[
        arm(1, "no ring", |draw| {
            let agents = draw.size(1..=8);
            plain_of(draw, agents)
        }),
        arm(2, "one edge more, any way round", |draw| {
            let agents = draw.size(1..=8);
            let mut project = plain_of(draw, agents);
            let (from, to) = (any_agent(draw, &project), any_agent(draw, &project));
            depend(&mut project, &from, &to);
            project
        }),
        arm(2, "a ring among others", |draw| {
            let agents = *draw.pick(&[1, 2, 3, 4, 5, 6, 8, 12, 25]);
            let mut project = plain_of(draw, agents);
            fault(draw, &mut project);
            if draw.chance(1, 6) {
                each_node(&mut project, |node| node["loop"] = json!({"enabled": true, "max_iterations": 3}));
            }
            project
        }),
    ],
    classify: |case| {
        let mut labels = standing(case);
        labels.push(match shortest_ring(case) {
            None => "no ring",
            Some(1) => "self-loop",
            Some(2) => "ring of 2",
            Some(_) => "ring of 3 or more",
        });
        labels
    },
    labels: &["valid", "broken", "self-loop", "ring of 2", "ring of 3 or more"],
    ground: |project| vec![changed(project, set_free)],
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "DAG Acyclicity: rejects dependencies that form a cycle",
    level: Level::Must,
    source: "R6: DAG Acyclicity",
    statement: "The dependencies of `orchestration.graph` form no cycle, of any length.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("misses self-loops", |request, answer| unless(request, answer, |ring| ring == 1)),
        Mutant::answers("misses rings of two", |request, answer| unless(request, answer, |ring| ring == 2)),
        Mutant::answers("misses rings of three", |request, answer| unless(request, answer, |ring| ring == 3)),
        Mutant::answers("finds self-loops and rings of two only", |request, answer| {
            unless(request, answer, |ring| ring > 2)
        }),
        Mutant::answers("gives up after ten steps", |request, answer| unless(request, answer, |ring| ring > 10)),
        Mutant::answers("searches from the first node only", |request, _| misread(request, ID, keep_reachable)),
        Mutant::answers("is content if some agent can start", |request, answer| {
            let starts = |node: &Value| node["depends_on"].as_array().is_none_or(Vec::is_empty);
            if nodes(request.params).any(starts) { forgives(&answer, ID) } else { answer }
        }),
        Mutant::answers("takes a diamond for a ring", |request, answer| {
            if has_diamond(request.params) { accuses(&answer, ID) } else { answer }
        }),
        Mutant::answers("wants dependencies to stand before their dependents", |request, answer| {
            let ids = agents_of(request.params);
            let place = |id: &str| ids.iter().position(|other| other == id);
            let is_forward =
                |node: &Value| dependencies(node).any(|to| place(to) > place(node["id"].as_str().unwrap_or_default()));
            if nodes(request.params).any(is_forward) { accuses(&answer, ID) } else { answer }
        }),
        Mutant::answers("takes a dependency named twice for a ring", |request, answer| {
            let is_doubled =
                |node: &Value| dependencies(node).any(|to| dependencies(node).filter(|other| *other == to).count() > 1);
            if nodes(request.params).any(is_doubled) { accuses(&answer, ID) } else { answer }
        }),
        Mutant::answers("follows the first dependency of each node only", |request, _| {
            misread(request, ID, |project| {
                each_node(project, |node| {
                    if let Some(dependencies) = node.pointer_mut("/depends_on").and_then(Value::as_array_mut) {
                        dependencies.truncate(1);
                    }
                });
            })
        }),
        Mutant::answers("lets nodes go round that may loop", |request, answer| {
            let loops = |node: &Value| node["loop"]["enabled"] == true;
            if nodes(request.params).any(loops) { forgives(&answer, ID) } else { answer }
        }),
        Mutant::answers("calls a cycle a dangling dependency", |_, answer| renames(&answer, ID, "R7")),
    ],
    corpus: include_str!("../../../../corpus/awp/R6.yaml"),
    questions: &[],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "take one dependency out of the ring",
    needs: Needs::Workflow,
    fault: Some(fault),
    reach: Reach::Nodes,
    ..LoadRule::of(&RULE)
};

fn nodes(project: &Value) -> impl Iterator<Item = &Value> {
    project["workflow"]["orchestration"]["graph"].as_array().into_iter().flatten()
}

fn dependencies(node: &Value) -> impl Iterator<Item = &str> {
    node["depends_on"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// The number of nodes in the smallest group that depends on itself.
fn shortest_ring(project: &Value) -> Option<usize> {
    let graph = Graph::read(&project["workflow"], &mut super::model::Report::default());
    graph.rings().iter().map(Vec::len).min()
}

fn unless(request: Request<'_>, answer: Value, is_missed: fn(usize) -> bool) -> Value {
    if shortest_ring(request.params).is_some_and(is_missed) { forgives(&answer, ID) } else { answer }
}

/// Cuts the dependencies of every node that the first one does not lead to.
fn keep_reachable(project: &mut Value) {
    let mut reached: Vec<String> = agents_of(project).into_iter().take(1).collect();
    let mut next = 0;
    while let Some(id) = reached.get(next).cloned() {
        next += 1;
        for node in nodes(project).filter(|node| node["id"] == id.as_str()) {
            for to in dependencies(node) {
                if !reached.iter().any(|known| known == to) {
                    reached.push(to.to_owned());
                }
            }
        }
    }
    each_node(project, |node| {
        if node.is_object() && !reached.iter().any(|id| node["id"] == id.as_str()) {
            node["depends_on"] = json!([]);
        }
    });
}

/// Whether a node is reached from another in two ways of two steps.
fn has_diamond(project: &Value) -> bool {
    let of = |id: &str| nodes(project).filter(|node| node["id"] == id).flat_map(dependencies).collect::<Vec<_>>();
    agents_of(project).iter().any(|id| {
        let second: Vec<&str> = of(id).into_iter().flat_map(of).collect();
        second.iter().any(|to| second.iter().filter(|other| *other == to).count() > 1)
    })
}

fn depend(project: &mut Value, from: &str, to: &str) {
    each_node(project, |node| {
        if node["id"] == from
            && let Some(dependencies) = node.pointer_mut("/depends_on").and_then(Value::as_array_mut)
        {
            dependencies.push(json!(to));
        }
    });
}

/// Rings of every length from 1, alone, behind a tail, in front of one, two at once; and what is almost a ring.
fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = (1..=12).chain([25, 60]).map(ring).collect();
    for length in [1, 2, 3, 4, 6, 11] {
        // A ring that a long tail leads to: the tail comes first, and depends on the ring.
        let mut tail = chain(length + 8);
        depend(&mut tail, "a1", &format!("a{length}"));
        cases.push(tail.clone());
        reverse(&mut tail);
        cases.push(tail);
        // A ring that depends on agents outside, and one beside an innocent chain.
        let mut tail = chain(length + 4);
        depend(&mut tail, "a5", &format!("a{}", length + 4));
        cases.push(tail);
    }
    let mut two = chain(6);
    depend(&mut two, "a1", "a2");
    depend(&mut two, "a5", "a6");
    cases.push(two);
    cases.extend([
        chain(1),
        chain(12),
        project(&[("a1", &[]), ("a2", &["a1"]), ("a3", &["a1"]), ("a4", &["a2", "a3"])]),
        project(&[("a1", &[]), ("a2", &["a1"]), ("a3", &["a2", "a1"]), ("a4", &["a3", "a2", "a1"])]),
        project(&[("a3", &["a2"]), ("a2", &["a1"]), ("a1", &[])]),
        project(&[("a1", &[]), ("a2", &["a1", "a1"])]),
        project(&[("a1", &["a3"]), ("a2", &[]), ("a3", &["a2"])]),
        project(&[("a1", &[]), ("a2", &["a1", "a3"]), ("a3", &["a1", "a2"])]),
        project(&[("a1", &[]), ("a2", &["a1", "a2"])]),
        project(&[("a1", &[]), ("a2", &[]), ("a3", &["a1", "a2", "a4"]), ("a4", &["a3"])]),
    ]);
    // That a node may be repeated does not make a graph of a ring.
    for length in [1, 2, 3] {
        let mut looping = ring(length);
        each_node(&mut looping, |node| node["loop"] = json!({"enabled": true, "max_iterations": 3}));
        cases.push(looping);
    }
    let mut looping = chain(2);
    each_node(&mut looping, |node| node["loop"] = json!({"enabled": true, "max_iterations": 3}));
    cases.push(looping);
    cases
}

fn reverse(project: &mut Value) {
    if let Some(nodes) = project.pointer_mut("/workflow/orchestration/graph").and_then(Value::as_array_mut) {
        nodes.reverse();
    }
}

/// Closes a ring through some of the agents.
fn fault(draw: &mut Draw, project: &mut Value) {
    let ids = agents_of(project);
    let length = if draw.chance(1, 4) { ids.len() } else { draw.size(1..=ids.len().min(5)) };
    let mut members: Vec<String> = draw.sample(&ids, length).into_iter().cloned().collect();
    draw.shuffle(&mut members);
    for (at, id) in members.iter().enumerate() {
        depend(project, id, &members[(at + 1) % members.len()]);
    }
}
