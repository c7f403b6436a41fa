//! Whole requests: a context that goes through its steps, and the contexts
//! that it is before and after each of them.

use serde_json::{Value, json};

use super::plain;
use crate::suites::context::methods::{POST, PRE};
use crate::suites::context::model::kind::{CONTINUATION, FOLLOW_ON, INITIAL, TYPES};
use crate::suites::context::model::slot::put;

/// The steps of a request, by the type of its context.
pub(in super::super) fn steps(kind: &str) -> &'static [&'static str] {
    match kind {
        FOLLOW_ON => &[
            "RequestHandler",
            "SessionRestorer",
            "AgentContextLoader",
            "PromptContentProviderInitializer",
            "Reasoner",
            "LLMClient",
            "ResponseBuilder",
        ],
        CONTINUATION => &[
            "RequestHandler",
            "SessionRestorer",
            "ClientToolContinuationResolver",
            "AgentContextLoader",
            "PromptContentProviderInitializer",
            "Reasoner",
            "LLMClient",
            "ResponseBuilder",
        ],
        _ => &[
            "RequestHandler",
            "AgentContextResolver",
            "AgentSessionCreator",
            "PromptContentProviderInitializer",
            "Reasoner",
            "LLMClient",
            "ResponseBuilder",
        ],
    }
}

/// Every validation of a flow, in order: the method and its params.
pub(in super::super) fn visits(case: &Value) -> Vec<(&'static str, Value)> {
    let turns = case["turns"].as_array().map_or(&[][..], Vec::as_slice);
    let mut visits = Vec::new();
    for (number, turn) in turns.iter().enumerate() {
        let kind = TYPES.iter().copied().find(|kind| turn["type"] == *kind).unwrap_or(INITIAL);
        let mut context = request(kind, number);
        for step in steps(kind) {
            visits.push((PRE, json!({"context": context, "step": step})));
            let before = context.clone();
            work(step, &mut context, turn, number);
            // A step that is skipped leaves the context as it was; whoever comes next finds its work done all the same.
            let after = if turn["skips"] == *step { &before } else { &context };
            let mut params = json!({"context": after, "step": step});
            // Some runtimes have no way to be told how it was before: most flows do without.
            if *step == "ResponseBuilder" && case["compares"] == true {
                params["before"] = before.clone();
            }
            visits.push((POST, params));
        }
    }
    visits
}

/// The context as it is made from a request: turn `number` of a session, after turn `number - 1`.
fn request(kind: &str, number: usize) -> Value {
    let mut params = plain::core(kind);
    put(&mut params, "context.correlationId", Some(json!(format!("k{number}"))));
    put(&mut params, "context.responseType", Some(json!("NotReady")));
    if kind != INITIAL {
        put(&mut params, "context.envelope.turnId", Some(json!(format!("t{}", number.saturating_sub(1)))));
    }
    params["context"].take()
}

/// What a step does to the context.
fn work(step: &str, context: &mut Value, turn: &Value, number: usize) {
    let new_turn = json!({"id": format!("t{number}")});
    match step {
        "AgentContextResolver" | "AgentContextLoader" => {
            context["agentContext"] = json!({"id": "a1"});
            context["conversationContext"] = json!({"id": "v1"});
        }
        "AgentSessionCreator" | "SessionRestorer" => {
            context["session"] = plain::populated("context.session");
            // The first turn of a case may name an earlier one that nobody has seen.
            context["turn"] =
                if context["envelope"]["turnId"] == new_turn["id"] { json!({"id": "t-new"}) } else { new_turn };
        }
        "ClientToolContinuationResolver" => {
            let named = context["envelope"]["turnId"].clone();
            context["turn"] = json!({ "id": named });
            context["toolCallManifest"] = plain::manifest(&[("c1", "grep")]);
        }
        "PromptContentProviderInitializer" => context["promptKnowledgeProvider"] = json!({"state": "Ready"}),
        "LLMClient" if turn["outcome"] == "ToolContinuation" => {
            context["toolCallManifest"] = json!({"toolCalls": [plain::client_call("c1", "grep")]});
            context["responseType"] = json!("ToolContinuation");
        }
        "LLMClient" => {
            context["toolCallManifest"] = Value::Null;
            context["responsePayload"] = plain::populated("context.responsePayload");
            context["responseType"] = json!("Final");
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::context::model::{Verdict, said};

    #[test]
    fn a_flow_in_which_every_step_works_is_accepted_throughout() {
        for kind in TYPES {
            for outcome in ["Final", "ToolContinuation"] {
                let turn = json!({"type": kind, "outcome": outcome});
                let case = json!({"turns": [turn, turn], "compares": true});
                for (method, params) in visits(&case) {
                    let said = said(method, &params).unwrap();
                    assert_eq!(said.verdict, Verdict::Accept, "{method} {params}");
                }
            }
        }
    }

    #[test]
    fn a_step_that_does_nothing_is_noticed_where_it_has_something_to_do() {
        for kind in TYPES {
            let noticed: Vec<&str> = steps(kind)
                .iter()
                .copied()
                .filter(|step| {
                    let case = json!({"turns": [{"type": kind, "outcome": "Final", "skips": step}]});
                    visits(&case)
                        .iter()
                        .any(|(method, params)| said(method, params).unwrap().verdict == Verdict::Reject)
                })
                .collect();
            assert!(noticed.len() >= 4 && !noticed.contains(&"Reasoner"), "{kind} {noticed:?}");
        }
    }
}
