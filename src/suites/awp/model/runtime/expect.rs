//! Running a graph of agents: who may start when, and how long they may take.

mod draw;
mod graph;
mod judge;
pub(super) mod reference;
mod timing;
mod world;

pub(in super::super) mod r17_timeouts;
pub(in super::super) mod r6_run;
pub(in super::super) mod r7_run;

use self::graph::{Fault, Graph};
use super::prelude::*;

/// The one method of this part.
const METHOD: &str = "awp/run";

/// What the document says of a workflow that is to be run.
pub(super) fn expect_run(params: &Value) -> Expected {
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
            None if hangs(&params["runs"][0]["agents"]) => reject("R17", "an agent hangs: it is timed out"),
            None => accept("every agent runs once its dependencies were answered"),
        },
    }
}

fn hangs(agents: &Value) -> bool {
    members(agents).any(|(id, _)| world::is_hung(agents, id))
}
