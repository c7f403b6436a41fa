//! What the document says about any call of this suite, for `proofmark expect`.

use serde_json::{Value, json};

use super::asks::is_nested;
use super::model::delegation::{self, Decision};
use super::model::profile::Problem;
use super::model::registry::{self, Due};
use super::model::workflow::{CHECKPOINT_PARTS, Workflow};
use super::model::{prompt, selection, tools};
use crate::draw::json::whole_number;
use crate::rule::{Expect, Expected};

/// What the document says about a call; `None` for a method of another suite.
pub(super) fn expect(method: &str, params: &Value) -> Option<Expected> {
    Some(match method {
        "contract/registry" => script(params),
        "contract/run" => run(params),
        "contract/delegate" => delegate(params),
        "contract/delegation_run" => delegation_run(params),
        "contract/tool" => tool_calls(params),
        "contract/mutate_result" => mutate_result(params),
        "contract/prompt" => prompting(params),
        "contract/select" => select(params),
        _ => return None,
    })
}

fn accept(reason: &str) -> Expected {
    Expected { expect: Expect::Accept, rules: Vec::new(), reason: reason.to_owned(), answer: None }
}

fn reject(rules: &[&str], reason: impl Into<String>) -> Expected {
    let rules = rules.iter().map(|rule| format!("contract/{rule}")).collect();
    Expected { expect: Expect::Reject, rules, reason: reason.into(), answer: None }
}

fn open(rules: &[&str], reason: &str) -> Expected {
    let mut expected = reject(rules, reason);
    expected.expect = Expect::Unspecified;
    expected
}

fn script(params: &Value) -> Expected {
    let Some(script) = params["script"].as_array() else { return open(&[], "there is no script") };
    let mut rules: Vec<&str> = Vec::new();
    let mut reasons: Vec<String> = Vec::new();
    let mut doubt = None;
    for (number, due) in registry::dues(script).iter().enumerate() {
        let (rule, why) = match due {
            // What is refused elsewhere is refused, whatever becomes of this.
            Due::Open(why) => {
                doubt.get_or_insert(*why);
                continue;
            }
            Due::Invalid(problems) => {
                let fields: Vec<String> = problems.iter().map(Problem::field).collect();
                let is_id = problems.iter().any(Problem::is_form_of_id);
                (if is_id { "AGT-002" } else { "AGT-001" }, format!("not valid: {}", fields.join(", ")))
            }
            Due::Taken => ("AGT-002", "the id is taken".to_owned()),
            Due::Unknown => ("AGT-002", "there is no such agent to update".to_owned()),
            Due::Nothing => {
                doubt.get_or_insert("an agent that is not there: `ok` may be false, or there is just no profile");
                continue;
            }
            Due::Done | Due::Found(_) | Due::Ids(_) => continue,
        };
        if !rules.contains(&rule) {
            rules.push(rule);
        }
        reasons.push(format!("operation {number}: {why}"));
    }
    match doubt {
        _ if !rules.is_empty() => reject(&rules, reasons.join("; ")),
        Some(why) => open(&["AGT-001", "AGT-002"], why),
        None => accept("every operation goes through"),
    }
}

fn run(params: &Value) -> Expected {
    let workflow = Workflow::of(params);
    if let Some(checkpoint) = params.get("resumeFrom").filter(|checkpoint| !checkpoint.is_null()) {
        let missing: Vec<&str> =
            CHECKPOINT_PARTS.iter().copied().filter(|part| checkpoint.get(part).is_none()).collect();
        if !missing.is_empty() && workflow.parallel.is_none() {
            return reject(&["CP-001"], format!("the checkpoint has no {}", missing.join(", ")));
        }
        if checkpoint["memorySnapshot"].is_null() && workflow.lost_output(checkpoint).is_none() {
            return open(&["CP-001"], "a checkpoint without a snapshot of memory: there may have been no memory");
        }
    }
    let is_plain = workflow.parallel.is_some_and(|parallel| (1..=10).contains(&parallel.limit))
        && params["checkpoint"] != true
        && params.get("resumeFrom").is_none();
    if is_plain && workflow.names_are_unique() && workflow.shortest_ring().is_some() {
        return reject(&["PE-002"], "the dependencies form a ring: nothing may start");
    }
    if let Some(why) = workflow.doubt(params) {
        return open(&["PE-002"], why);
    }
    if workflow.parallel.is_some() && !workflow.stuck().is_empty() {
        return reject(&["PE-002"], "the dependencies form a ring: nothing may start");
    }
    if workflow.parallel.is_none() && !workflow.points_backwards() {
        return open(&["AGT-003"], "a step depends on itself or on a later one: rejected, or run in array order");
    }
    if let Some(checkpoint) = params.get("resumeFrom") {
        let last_done = whole_number(&checkpoint["stepIndex"]).and_then(|index| workflow.steps.get(index));
        if last_done.is_none_or(|step| checkpoint["completedStepId"] != step.id) {
            return open(&["CP-001"], "position and name in the checkpoint are not those of one step");
        }
        if let Some(step) = workflow.lost_output(checkpoint) {
            return reject(&["CP-001"], format!("the checkpoint has no output of {step}, and a later step needs it"));
        }
        if workflow.unsaved_output(checkpoint).is_some() {
            return open(&["CP-001"], "a checkpoint without an output that no later step needs");
        }
        if workflow.has_other_outputs(checkpoint) {
            return open(&["CP-001"], "a checkpoint with an output of a step that is not done");
        }
        if checkpoint["context"].is_null() {
            return open(&["CP-001"], "a checkpoint whose context is null: there may have been none");
        }
    }
    accept("the steps run")
}

fn delegate(params: &Value) -> Expected {
    let to = params["to"].as_str().unwrap_or_default();
    match (delegation::doubt_of_chain(params), delegation::doubt(params)) {
        (Some(why), _) => return open(&["DT-001", "DT-002"], why),
        (None, Some(_)) if delegation::chain(params).contains(&to) => {
            return reject(&["DT-002"], "it leads back into the chain, whatever the limit");
        }
        (None, Some(why)) => return open(&["DT-001"], why),
        (None, None) => {}
    }
    let mut expected = match delegation::decide(delegation::limit(params), &delegation::chain(params), to) {
        Decision::Allowed => accept("the delegation is within the limit and leads to nobody in the chain"),
        Decision::TooDeep => reject(&["DT-001"], "one hop more than the limit"),
        Decision::Circular => reject(&["DT-002"], "it leads back into the chain"),
        Decision::TooDeepAndCircular => reject(&["DT-001", "DT-002"], "too deep, and back into the chain"),
    };
    if expected.expect == Expect::Accept {
        expected.answer = Some(json!({"allowed": true}));
    }
    expected
}

fn delegation_run(params: &Value) -> Expected {
    match delegation::journey(params) {
        Err(why) => open(&["DT-001", "DT-002"], why),
        Ok(_) if params.get("world").is_none() => accept("the root is asked; what follows depends on the agents"),
        Ok(journey) => {
            let has = |those: &[Decision]| journey.refused.iter().any(|(_, _, why)| those.contains(why));
            let mut rules = Vec::new();
            if has(&[Decision::TooDeep, Decision::TooDeepAndCircular]) {
                rules.push("DT-001");
            }
            if has(&[Decision::Circular, Decision::TooDeepAndCircular]) {
                rules.push("DT-002");
            }
            let refused: Vec<String> = journey.refused.iter().map(|(from, to, _)| format!("{from} to {to}")).collect();
            if rules.is_empty() && !journey.open.is_empty() {
                open(&["DT-001"], "an agent narrows the limit: what that means below it is open")
            } else if rules.is_empty() {
                accept("every delegation is allowed")
            } else {
                reject(&rules, format!("refused: {}", refused.join(", ")))
            }
        }
    }
}

fn tool_calls(params: &Value) -> Expected {
    let Some(calls) = params["calls"].as_array() else { return open(&[], "there are no calls") };
    let mut rules: Vec<&str> = Vec::new();
    let (mut refused, mut doubt) = (Vec::new(), None);
    for call in calls {
        let rule = match call["tool"].as_str().map(|name| tools::schema_of(params, name)) {
            None => return open(&["TOOL-003"], "a call that names no tool"),
            Some(None) => "TOOL-003",
            Some(Some(_)) if tools::is_there_twice(params, call["tool"].as_str().unwrap_or_default()) => {
                doubt.get_or_insert("two tools of the same name");
                continue;
            }
            Some(Some(schema)) => match tools::fits(schema, &call["args"]) {
                Ok(true) => continue,
                Ok(false) => "TOOL-001",
                Err(why) => {
                    doubt.get_or_insert(why);
                    continue;
                }
            },
        };
        refused.push(call["tool"].to_string());
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    match doubt {
        _ if !rules.is_empty() => {
            reject(&rules, format!("a call must come back with `success: false`: {}", refused.join(", ")))
        }
        Some(why) => open(&["TOOL-001"], why),
        None => accept("every call is made"),
    }
}

fn mutate_result(params: &Value) -> Expected {
    if is_nested(params) {
        return open(&["TOOL-002"], "an attempt below the top level: the freeze may be shallow or deep");
    }
    reject(&["TOOL-002"], "no attempt may change the result")
}

fn prompting(params: &Value) -> Expected {
    match prompt::doubt(params) {
        Some(why) => open(&["ABL-002", "ABL-003"], why),
        None => accept("the core abilities are injected, and what matches as far as the limit goes"),
    }
}

fn select(params: &Value) -> Expected {
    if let Some(why) = selection::doubt(params) {
        return open(&["SEL-004"], why);
    }
    let mut expected = accept("the agents are listed by confidence");
    if selection::nothing_matches(params) {
        "nothing matches: the fallback".clone_into(&mut expected.reason);
        expected.answer = Some(json!({"results": [{"agentId": "standard", "confidence": 0.5}]}));
    }
    expected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(method: &str, params: &Value) -> (Expect, Vec<String>) {
        let expected = expect(method, params).unwrap();
        (expected.expect, expected.rules)
    }

    #[test]
    fn a_checkpoint_without_outputs_is_never_fine() {
        let run = |on: &[&str], outputs: Value| {
            let steps = json!([{"stepId": "a"}, {"stepId": "b", "dependencies": on}]);
            let checkpoint = json!({"stepIndex": 0, "completedStepId": "a", "stepOutputs": outputs, "context": {},
                "memorySnapshot": []});
            said("contract/run", &json!({"steps": steps, "resumeFrom": checkpoint})).0
        };
        for outputs in [json!({}), json!(null), json!([1]), json!("x")] {
            assert_eq!(run(&["a"], outputs.clone()), Expect::Reject, "{outputs}");
            assert_eq!(run(&[], outputs.clone()), Expect::Unspecified, "{outputs}");
        }
        assert_eq!(run(&["a"], json!({"a": 0})), Expect::Accept);
        assert_eq!(run(&["a"], json!({"a": 0, "other": 1})), Expect::Unspecified);
    }

    #[test]
    fn what_is_null_or_there_twice_is_open() {
        let steps = json!([{"stepId": "a"}]);
        for member in ["parallel", "resumeFrom"] {
            assert_eq!(said("contract/run", &json!({"steps": steps, member: null})).0, Expect::Unspecified, "{member}");
        }
        let tool = |least: usize| json!({"name": "x", "inputSchema": {"type": "object", "minProperties": least}});
        let calls = json!([{"tool": "x", "args": {}}]);
        assert_eq!(said("contract/tool", &json!({"tools": [tool(0), tool(1)], "calls": calls})).0, Expect::Unspecified);
        assert_eq!(said("contract/registry", &json!({"script": [{"op": "get", "id": "x"}]})).0, Expect::Unspecified);
        assert_eq!(said("contract/delegate", &json!({"maxDepth": 2.0, "chain": ["a"], "to": "b"})).0, Expect::Accept);
    }

    #[test]
    fn doubt_about_one_rule_leaves_another_decided() {
        let back = |limit: Value| json!({"maxDepth": limit, "chain": ["a", "b"], "to": "a"});
        for limit in [json!(0), json!(-1), json!(1.5), json!("3")] {
            assert_eq!(said("contract/delegate", &back(limit)), (Expect::Reject, vec!["contract/DT-002".to_owned()]));
        }
        let on = json!({"maxDepth": 0, "chain": ["a", "b"], "to": "c"});
        assert_eq!(said("contract/delegate", &on), (Expect::Unspecified, vec!["contract/DT-001".to_owned()]));
        let tools = json!([{"name": "x", "inputSchema": {"type": "numbre"}},
            {"name": "y", "inputSchema": {"type": "object", "required": ["n"]}}]);
        let call = |tool: &str| json!({"tool": tool, "args": {}});
        let both = json!({"tools": tools, "calls": [call("x"), call("y")]});
        assert_eq!(said("contract/tool", &both), (Expect::Reject, vec!["contract/TOOL-001".to_owned()]));
        let one = json!({"tools": tools, "calls": [call("x")]});
        assert_eq!(said("contract/tool", &one).0, Expect::Unspecified);
    }
}
