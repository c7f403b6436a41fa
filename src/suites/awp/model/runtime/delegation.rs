//! What the document says of a delegation loop.

use serde_json::{Value, json};

use super::machine::{Due, End, Machine};
use super::manager::Manager;
use super::params::items;
use super::says::{accept, answering, reject, unspecified};
use crate::rule::Expected;

/// What the document says of a loop: how it ends, if the case says what the manager and the gates do.
pub(in crate::suites::awp) fn expect_loop(params: &Value) -> Expected {
    let mut machine = match Machine::new(params) {
        Ok(machine) => machine,
        Err(why) => return unspecified("plan-loop", why),
    };
    if !params["history"].is_array() {
        return unspecified("plan-loop", "what the manager decides is not in the parameters");
    }
    let mut manager = Manager::new(params);
    let mut due = Due::decision();
    loop {
        let step = match &due {
            Due::Decide { forced, repair } => {
                let mut asked = json!({});
                if *forced == Some(true) {
                    asked["forced"] = json!("DELEGATE");
                }
                if repair.is_some() {
                    asked["repairSubtask"] = json!({"id": "repair"});
                }
                machine.decided(&manager.decide(&asked), Some("repair"))
            }
            Due::Gates => machine.judged(&manager.gates()),
            Due::End(end) => return expected_end(end, params),
        };
        match step {
            Ok(step) => due = step.due,
            Err(why) => return unspecified("plan-loop", why),
        }
    }
}

fn expected_end(end: &End, params: &Value) -> Expected {
    match end {
        End::Completed => answering(accept("a completion gets past the gates"), json!({"status": "completed"})),
        End::Partial(reason) => {
            let rule = if *reason == "plan_loop_stall" { "plan-loop" } else { "circuit-breaker" };
            answering(reject(rule, *reason), json!({"status": "partial", "reason": reason}))
        }
        End::OutOfIterations => reject(last_rule(params), "the iterations are used up, so the run is not completed"),
    }
}

/// The rule that a loop was about when its iterations were used up.
fn last_rule(params: &Value) -> &'static str {
    let rejected = items(&params["history"]).iter().any(|op| op["rejectedBy"].is_string());
    if rejected { "circuit-breaker" } else { "plan-loop" }
}
