//! What a run showed: who was started when, with what, and what came of it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::model::runtime::graph::{Fault, Graph};
use super::agents::{Held, output};
use super::reading::object;
use crate::draw::json::same;
use crate::rule::story::{Beat, told};
use crate::rule::{Case, Judgement, Stop, Talk, Verdict, WrongShape};
use crate::subject::{Answer, Call, Trace};

/// The method that runs a workflow.
pub(in crate::suites::awp) const METHOD: &str = "awp/run";

/// Runs the workflow of a case, its replies held as the case says.
pub(in crate::suites::awp) fn held<'a>(case: &Case<'_>, talk: &mut Talk<'a>) -> Result<&'a Answer, Stop> {
    talk.ask(Call::new(METHOD, json!({"workflow": case["workflow"]})).with(Held::new(case)))
}

/// What keeps the workflow of a call from being run.
pub(in crate::suites::awp) fn fault(params: &Value) -> Option<Fault> {
    Graph::read(&params["workflow"]).ok()?.fault()
}

/// What every rule about runs stands on: a workflow that nothing forbids, all agents of which answer at once, is run as
/// it should be; if it is not, why nothing can be said.
pub(in crate::suites::awp) fn ground(workflow: &Value, talk: &mut Talk<'_>) -> Result<Option<Judgement>, Stop> {
    let params = json!({ "workflow": workflow });
    let Ok(graph) = Graph::read(workflow) else { return Ok(None) };
    let answer = talk.ask(Call::new(METHOD, params.clone()).with(Held::new(&Value::Null)).remembered())?;
    Ok(match order(&graph, &Value::Null, answer)?.verdict {
        Verdict::Failed(wrong) => Some(Judgement::blocked(format!("a plain workflow: {}", wrong.kind), &params)),
        _ => None,
    })
}

/// One start of an agent, or one reply to it, in the order of the conversation.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::suites::awp) enum Happened<'a> {
    /// It was started, with these inputs.
    Started(&'a str, &'a Value),
    /// It was answered.
    Answered(&'a str),
}

/// The story of what happened up to number `until`, and how it ends.
pub(in crate::suites::awp) fn story<'a>(list: &[Happened<'a>], until: usize, end: String) -> Value {
    let beat = |it: &Happened<'a>| match *it {
        Happened::Started(agent, _) => Beat::Starts(agent),
        Happened::Answered(agent) => Beat::Answered(agent, true),
    };
    told(list.iter().take(until.saturating_add(1)).map(beat), end)
}

/// What happened during a run.
pub(in crate::suites::awp) fn happened(trace: &[Trace]) -> Result<Vec<Happened<'_>>, WrongShape> {
    let mut names = BTreeMap::new();
    let mut list = Vec::new();
    for line in trace {
        match line {
            Trace::Asked { id, method, params } => {
                if method != "host/step" {
                    return Err(WrongShape(format!("{method} is not called during a run")));
                }
                let agent =
                    params["agent"].as_str().ok_or_else(|| WrongShape("host/step without an agent".to_owned()))?;
                names.insert(id, agent);
                list.push(Happened::Started(agent, &params["inputs"]));
            }
            Trace::Replied { to, .. } => list.extend(names.get(to).map(|agent| Happened::Answered(agent))),
            Trace::Event(_) | Trace::Rest => {}
        }
    }
    Ok(list)
}

/// The result of a run.
#[derive(Debug)]
pub(in crate::suites::awp) struct Outcome<'a> {
    pub(in crate::suites::awp) status: &'a str,
    pub(in crate::suites::awp) agents: BTreeMap<&'a str, &'a Value>,
}

/// Reads the result of a run.
pub(in crate::suites::awp) fn result(answer: &Value) -> Result<Outcome<'_>, WrongShape> {
    const RUN: [&str; 4] = ["completed", "rejected", "partial", "failed"];
    const AGENT: [&str; 4] = ["completed", "failed", "timed_out", "skipped"];
    let status = crate::rule::text_member(answer, "status")?;
    let mut agents = BTreeMap::new();
    for (id, agent) in object(answer, "agents")? {
        match agent["status"].as_str() {
            Some(status) if AGENT.contains(&status) => drop(agents.insert(id.as_str(), agent)),
            _ => return Err(WrongShape(format!("the status of {id} is none of {}", AGENT.join(", ")))),
        }
    }
    if RUN.contains(&status) {
        Ok(Outcome { status, agents })
    } else {
        Err(WrongShape(format!("the status of a run is one of {}", RUN.join(", "))))
    }
}

impl Outcome<'_> {
    /// The status of an agent; one that was never started may be left out.
    pub(in crate::suites::awp) fn status_of(&self, id: &str) -> &str {
        self.agents.get(id).and_then(|agent| agent["status"].as_str()).unwrap_or("skipped")
    }
}

/// Judges a graph that must not be run because of `fault`; `None` where it is another rule's.
pub(in crate::suites::awp) fn rejection(
    graph: &Graph,
    fault: Fault,
    answer: &Answer,
) -> Result<Option<Judgement>, WrongShape> {
    let (list, result) = (happened(&answer.trace)?, result(&answer.value)?);
    let due = json!({"status": "rejected", "started": []});
    let started: Vec<&str> =
        list.iter().filter_map(|it| if let Happened::Started(agent, _) = it { Some(*agent) } else { None }).collect();
    let observed = json!({"status": result.status, "started": started});
    Ok(match graph.fault() {
        Some(found) if found == fault => Some(if !started.is_empty() {
            Judgement::failed("agents are started although nothing may start", due, observed)
        } else if result.status != "rejected" {
            Judgement::failed("the run is not rejected", due, observed)
        } else {
            Judgement::held()
        }),
        Some(_) => Some(Judgement::open("another rule forbids this graph")),
        None if result.status == "rejected" => {
            Some(Judgement::failed("a run is rejected that nothing forbids", json!({"status": "completed"}), observed))
        }
        None => None,
    })
}

/// Judges the run of a graph that may be run, every agent of which answers, with these outputs or their own.
pub(in crate::suites::awp) fn order(graph: &Graph, outputs: &Value, answer: &Answer) -> Result<Judgement, WrongShape> {
    let (list, result) = (happened(&answer.trace)?, result(&answer.value)?);
    let mut started: Vec<&str> = Vec::new();
    let mut answered: Vec<&str> = Vec::new();
    for (at, it) in list.iter().enumerate() {
        match it {
            Happened::Answered(agent) => answered.push(agent),
            Happened::Started(agent, inputs) => {
                let Some(node) = graph.node(agent) else {
                    return Ok(Judgement::failed("an agent is started that is not in the graph", Value::Null, *agent));
                };
                if started.contains(agent) {
                    return Ok(Judgement::failed("an agent is started twice", "every agent once", *agent));
                }
                started.push(agent);
                if let Some(missing) = node.dependencies.iter().find(|id| !answered.contains(&id.as_str())) {
                    let due = format!("{missing} is answered before {agent} is started");
                    let seen = story(&list, at, format!("{missing} is not answered yet"));
                    return Ok(Judgement::failed(
                        "an agent is started before its dependencies were answered",
                        due,
                        seen,
                    ));
                }
                let lacks =
                    |id: &&String| !inputs.get(id.as_str()).is_some_and(|given| same(given, &output(outputs, id)));
                if let Some(id) = node.dependencies.iter().find(lacks) {
                    let due = json!({ id.as_str(): output(outputs, id) });
                    return Ok(Judgement::failed(
                        "an agent does not get what its dependencies answered",
                        due,
                        (*inputs).clone(),
                    ));
                }
            }
        }
    }
    if let Some(node) = graph.nodes.iter().find(|node| !started.contains(&node.id.as_str())) {
        let due = format!("{} is started", node.id);
        return Ok(Judgement::failed("an agent is never started", due, answer.value.clone()));
    }
    let reported = |id: &str| result.agents.get(id).map_or(&Value::Null, |it| &it["output"]);
    // Who reports no outputs at all need not; who does loses none.
    let silent = graph.nodes.iter().all(|node| reported(&node.id).is_null());
    for node in &graph.nodes {
        let fine = result.status_of(&node.id) == "completed"
            && (silent || same(reported(&node.id), &output(outputs, &node.id)));
        if !fine {
            let due = json!({ node.id.as_str(): {"status": "completed", "output": output(outputs, &node.id)} });
            return Ok(Judgement::failed("an agent that answered is not reported so", due, answer.value.clone()));
        }
    }
    Ok(if result.status == "completed" {
        Judgement::held()
    } else {
        Judgement::failed("a run whose agents all completed is not completed", "completed", result.status)
    })
}
