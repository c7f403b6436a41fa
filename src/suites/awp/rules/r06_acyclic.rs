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
                let_loop(&mut project);
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
        forgiving("misses self-loops", ID, |project| is_ring(project, |ring| ring == 1)),
        forgiving("misses rings of two", ID, |project| is_ring(project, |ring| ring == 2)),
        forgiving("misses rings of three", ID, |project| is_ring(project, |ring| ring == 3)),
        forgiving("finds self-loops and rings of two only", ID, |project| is_ring(project, |ring| ring > 2)),
        forgiving("gives up after ten steps", ID, |project| is_ring(project, |ring| ring > 10)),
        forgiving("gives up after a hundred steps", ID, |project| is_ring(project, |ring| ring > 100)),
        misreading("searches from the first node only", ID, keep_reachable),
        forgiving("is content if some agent can start", ID, has_root),
        accusing("takes a diamond for a ring", ID, has_diamond),
        accusing("wants dependencies to stand before their dependents", ID, has_forward_dependency),
        accusing("takes a dependency named twice for a ring", ID, |project| {
            nodes(project)
                .any(|node| dependencies(node).any(|to| dependencies(node).filter(|other| *other == to).count() > 1))
        }),
        misreading("follows the first dependency of each node only", ID, |project| {
            each_node(project, |node| {
                if let Some(dependencies) = list_at(node, "/depends_on") {
                    dependencies.truncate(1);
                }
            });
        }),
        misreading("follows the last dependency of each node only", ID, |project| {
            each_node(project, |node| {
                if let Some(dependencies) = list_at(node, "/depends_on") {
                    drop(dependencies.drain(..dependencies.len().saturating_sub(1)));
                }
            });
        }),
        accusing("takes a long chain for a ring", ID, |project| {
            nodes(project).filter(|node| dependencies(node).next().is_some()).count() > 12
        }),
        forgiving("lets nodes go round that may loop", ID, |project| {
            nodes(project).any(|node| node["loop"]["enabled"] == true)
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

/// The number of nodes in the smallest group that depends on itself.
fn shortest_ring(project: &Value) -> Option<usize> {
    let graph = Graph::read(&project["workflow"], &mut super::model::Report::default());
    graph.rings().iter().map(Vec::len).min()
}

fn is_ring(project: &Value, of_length: fn(usize) -> bool) -> bool {
    shortest_ring(project).is_some_and(of_length)
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
            && let Some(dependencies) = list_at(node, "/depends_on")
        {
            dependencies.push(json!(to));
        }
    });
}

/// Rings of every length from 1, alone, behind a tail, in front of one, two at once; and what is almost a ring.
fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = (1..=12).chain([25, 60, 130]).map(ring).collect();
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
        chain(60),
        project(&[("a1", &[]), ("a2", &["a1"]), ("a3", &["a1"]), ("a4", &["a2", "a3"])]),
        project(&[("a1", &[]), ("a2", &["a1"]), ("a3", &["a2", "a1"]), ("a4", &["a3", "a2", "a1"])]),
        project(&[("a3", &["a2"]), ("a2", &["a1"]), ("a1", &[])]),
        project(&[("a1", &[]), ("a2", &["a1", "a1"])]),
        project(&[("a1", &["a3"]), ("a2", &[]), ("a3", &["a2"])]),
        project(&[("a1", &[]), ("a2", &["a1", "a3"]), ("a3", &["a1", "a2"])]),
        project(&[("a1", &[]), ("a2", &["a1", "a2"])]),
        project(&[("a1", &["a2", "a3"]), ("a2", &["a1"]), ("a3", &[])]),
        project(&[("a1", &[]), ("a2", &[]), ("a3", &["a1", "a2", "a4"]), ("a4", &["a3"])]),
    ]);
    // That a node may be repeated does not make a graph of a ring.
    cases.extend([ring(1), ring(2), ring(3), chain(2)].map(|project| changed(&project, let_loop)));
    cases
}

fn let_loop(project: &mut Value) {
    each_node(project, |node| node["loop"] = json!({"enabled": true, "max_iterations": 3}));
}

fn reverse(project: &mut Value) {
    if let Some(nodes) = list_at(project, "/workflow/orchestration/graph") {
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
