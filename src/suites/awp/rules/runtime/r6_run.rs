//! At run time, acyclic means: an agent starts when what it depends on is done.
//!
//! Replies are held and given in an order of the case's own, so an agent that
//! starts too early is seen without any clock.

use super::prelude::*;
use crate::rule::Verdict;
use crate::suites::awp::draw::runtime::value::counts_as_nothing;
use crate::suites::awp::draw::runtime::workflow::{SHAPE, classify, edges, fan, outputs, release, runnable, with_ring};
use crate::suites::awp::exam::run::{METHOD, fault, ground, held, order, rejection};
use crate::suites::awp::model::runtime::graph::{Fault, Graph, Node};
use crate::suites::awp::reference::run::{Done, Start, State, done, policy, starts};

pub(super) static RULE: Rule = Rule {
    id: "R6-run",
    title: "DAG Acyclicity at run time: starts agents after their dependencies, nothing of a cycle",
    level: Level::Must,
    source: "R6, DAG acyclicity, at run time",
    statement: "No agent starts before everything it depends on was answered, every agent starts once and gets what its \
                dependencies answered. Of a graph with a cycle nothing starts: the run is rejected.",
    checks: &[Check {
        id: "order",
        property: "agents start after their dependencies, with their outputs; a cyclic graph is rejected untouched",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(4, "runnable", |draw| {
                let workflow = runnable(draw);
                json!({"workflow": workflow, "release": release(draw), "outputs": outputs(draw, &workflow)})
            }),
            arm(1, "one agent after many", |draw| {
                let count = draw.length(3..=9);
                json!({"workflow": fan(count), "release": []})
            }),
            arm(1, "a ring", |draw| {
                let workflow = runnable(draw);
                json!({"workflow": with_ring(draw, workflow), "release": []})
            }),
        ],
        classify,
        labels: &[
            "runnable",
            "cyclic",
            "self-loop",
            "diamond",
            "named twice",
            "listed before its dependency",
            "held",
            "an output that counts as nothing",
        ],
        exam,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::doing("starts all agents at once", |it| policy(it).ready = |_, _, _| true),
        Mutant::doing("starts an agent after any of its dependencies", |it| policy(it).ready = after_any),
        Mutant::doing("waits for the first dependency only", |it| policy(it).ready = after_the_first),
        Mutant::doing("runs agents in the order of the document", |it| policy(it).ready = in_document_order),
        Mutant::doing("waits twice for a dependency that is named twice", |it| policy(it).ready = counting_names),
        Mutant::doing("starts an agent once per dependency", |it| {
            policy(it).times = |node| node.dependencies.len().clamp(1, 2);
        }),
        Mutant::doing("passes no inputs", |it| policy(it).inputs = |_| Object::new()),
        Mutant::doing("passes the output of the last dependency only", |it| {
            policy(it).inputs = |outputs| outputs.into_iter().next_back().into_iter().collect();
        }),
        Mutant::doing("notices a cycle when nothing else is left to run", |it| policy(it).starts = late_for_cycles),
        Mutant::doing("misses self-loops", |it| policy(it).reads = without_self_loops),
        Mutant::doing("finds rings of one and two only", |it| policy(it).starts = short_rings_only),
        Mutant::doing("takes an output that counts as nothing for none", |it| policy(it).inputs = without_nothings),
        Mutant::doing("waits for an output that says something", |it| policy(it).done = done_with_something),
        Mutant::doing("passes twenty inputs on at most", |it| {
            policy(it).inputs = |outputs| outputs.into_iter().take(20).collect();
        }),
        Mutant::answers("calls a cyclic graph failed", |r, a| {
            edit(r, METHOD, a, |answer| {
                if fault(r.params) == Some(Fault::Cycle) {
                    answer["status"] = json!("failed");
                }
            })
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/R6-run.yaml"),
    questions: &[],
};

fn after_any(node: &Node, _: &Graph, done: Done<'_>) -> bool {
    node.dependencies.is_empty() || node.dependencies.iter().any(|id| done(id))
}

/// What depends on nothing may start all the same: only dependencies are got wrong.
fn in_document_order(node: &Node, graph: &Graph, done: Done<'_>) -> bool {
    let mut before = graph.nodes.iter().take_while(|other| other.id != node.id);
    node.dependencies.is_empty() || before.all(|other| done(&other.id))
}

fn counting_names(node: &Node, graph: &Graph, done: Done<'_>) -> bool {
    let answered = graph.nodes.iter().filter(|other| node.dependencies.contains(&other.id) && done(&other.id));
    answered.count() == node.dependencies.len()
}

fn after_the_first(node: &Node, _: &Graph, done: Done<'_>) -> bool {
    node.dependencies.first().is_none_or(|id| done(id))
}

fn without_self_loops(mut graph: Graph) -> Graph {
    graph.nodes.iter_mut().for_each(|node| node.dependencies.retain(|id| *id != node.id));
    graph
}

fn without_nothings(outputs: Object) -> Object {
    outputs.into_iter().filter(|(_, output)| !counts_as_nothing(output)).collect()
}

fn done_with_something(state: &State) -> Option<Value> {
    done(state).filter(|output| !counts_as_nothing(output))
}

fn late_for_cycles(graph: &Graph) -> Start {
    if graph.fault() == Some(Fault::Cycle) { Start::RejectedLate } else { starts(graph) }
}

fn short_rings_only(graph: &Graph) -> Start {
    let waits = |node: &Node, id: &str| node.dependencies.iter().any(|it| it == id);
    let short = graph.nodes.iter().any(|a| graph.nodes.iter().any(|b| waits(a, &b.id) && waits(b, &a.id)));
    if graph.fault() == Some(Fault::Cycle) && !short { Start::Runs } else { starts(graph) }
}

/// The run of a case: a cyclic graph is rejected, any other is run in its order. Both are judged only where the same
/// agents without their dependencies are run.
fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = held(case, talk)?;
    let graph = match Graph::read(&case["workflow"]) {
        Ok(graph) => graph,
        Err(why) => return Ok(Judgement::open(why)),
    };
    let judgement = match rejection(&graph, Fault::Cycle, answer)? {
        Some(judgement) => judgement,
        None => order(&graph, &case["outputs"], answer)?,
    };
    let plain = without_dependencies(&case["workflow"]);
    if plain == case["workflow"] || (graph.fault().is_none() && judgement.verdict == Verdict::Held) {
        return Ok(judgement);
    }
    Ok(judgement.unless(ground(&plain, talk)?))
}

fn without_dependencies(workflow: &Value) -> Value {
    let mut plain = workflow.clone();
    for node in plain["orchestration"]["graph"].as_array_mut().into_iter().flatten() {
        node["depends_on"] = json!([]);
    }
    plain
}
