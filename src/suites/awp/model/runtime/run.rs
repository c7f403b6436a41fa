//! What the document says of a workflow that is run.

use serde_json::Value;

use super::graph::{Fault, Graph};
use super::params::{items, members};
use super::says::{accept, reject, unspecified};
use crate::rule::Expected;

/// What the document says of a workflow that is to be run.
pub(in crate::suites::awp) fn expect_run(params: &Value) -> Expected {
    // The cases of R17 hold several runs.
    let workflow = params["runs"].get(0).unwrap_or(params).get("workflow").unwrap_or(&Value::Null);
    match Graph::read(workflow) {
        Err(why) => unspecified("R6-run", why),
        Ok(graph) => match graph.fault() {
            Some(Fault::Cycle) => reject("R6-run", "the dependencies form a cycle: nothing may start"),
            Some(Fault::Dangling) => reject("R7-run", "a dependency names no agent: nothing may start"),
            Some(Fault::Both) => {
                let mut expected = reject("R6-run", "a cycle and a dependency that names no agent: nothing may start");
                expected.rules.push("R7-run".to_owned());
                expected
            }
            None if odd_limits(workflow) => {
                unspecified("R17", "limits, or an on_failure, that the document does not explain")
            }
            None if hangs(&params["runs"][0]["agents"]) => reject("R17", "an agent hangs: it is timed out"),
            None => accept("every agent runs once its dependencies were answered"),
        },
    }
}

/// Whether a limit is none, or `on_failure` none of the words for it.
pub(in crate::suites::awp) fn odd_limits(workflow: &Value) -> bool {
    let execution = &workflow["execution"];
    let is_limit = |limit: &Value| limit.is_null() || limit.as_f64().is_some_and(|seconds| seconds > 0.0);
    let strategy = &execution["on_failure"];
    let known = ["stop", "continue", "skip", "retry"];
    let nodes = items(&workflow["orchestration"]["graph"]);
    !(execution.is_null() || execution.is_object())
        || !["timeout_per_agent", "timeout_total"].iter().all(|name| is_limit(&execution[name]))
        || !(strategy.is_null() || strategy.as_str().is_some_and(|name| known.contains(&name)))
        || !nodes.iter().all(|node| is_limit(&node["timeout"]))
}

/// Whether an agent has a time limit of its own beside that of all agents.
pub(in crate::suites::awp) fn depends_on_node_limit(params: &Value) -> bool {
    let workflow = params["runs"].get(0).unwrap_or(params).get("workflow").unwrap_or(&Value::Null);
    let has_limit = |node: &Value| node["timeout"].is_number();
    items(&workflow["orchestration"]["graph"]).iter().any(has_limit)
}

fn hangs(agents: &Value) -> bool {
    members(agents).any(|(id, _)| is_hung(agents, id))
}

/// Whether an agent never answers, as far as a subject with limits can tell.
pub(in crate::suites::awp) fn is_hung(agents: &Value, agent: &str) -> bool {
    agents[agent]["hung"] == true
}

/// After how many seconds an agent answers; none for at once.
pub(in crate::suites::awp) fn delay(agents: &Value, agent: &str) -> Option<f64> {
    agents[agent]["after"].as_f64().filter(|seconds| (0.0..=10.0).contains(seconds))
}
