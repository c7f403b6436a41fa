//! The plainest input that each method accepts: only what is demanded.

use serde_json::{Value, json};

use crate::suites::context::model::kind::{CONTINUATION, INITIAL};
use crate::suites::context::model::place::Place;
use crate::suites::context::model::slot::put;
use crate::suites::context::model::test::Test;

/// The params with the plainest context of a type.
pub(in super::super) fn core(kind: &str) -> Value {
    let mut envelope = json!({"org": {"id": "o1"}, "user": {"id": "u1"}});
    if kind != CONTINUATION {
        envelope["instructions"] = json!("list the files");
    }
    if kind != INITIAL {
        envelope["sessionId"] = json!("s1");
        envelope["turnId"] = json!("t1");
    }
    if kind == CONTINUATION {
        envelope["toolResults"] = json!([tool_result("c1")]);
    }
    json!({"context": {
        "type": kind, "timeStamp": "2025-12-26T10:00:00Z", "correlationId": "k1", "envelope": envelope,
    }})
}

/// What the client sends back for a call.
pub(in super::super) fn tool_result(id: &str) -> Value {
    json!({"toolCallId": id, "executionMs": 12, "resultJson": "{}"})
}

/// The params with the plainest context of a type that meets the demands of `place`.
pub(in super::super) fn at(place: &Place, kind: &str) -> Value {
    let mut params = core(kind);
    params["step"] = json!(place.step);
    for demand in place.demands {
        furnish(&mut params, demand.test, kind);
    }
    params
}

/// Adds what one demand asks for.
fn furnish(params: &mut Value, test: Test, kind: &str) {
    match test {
        Test::Populated(path) => put(params, path, Some(populated(path))),
        Test::Present("context.session.mode") => put(params, "context.session.mode", Some(json!("general"))),
        Test::NewTurn => put(params, "context.turn.id", Some(json!("t2"))),
        Test::SameTurn => put(params, "context.turn", Some(json!({"id": "t1"}))),
        Test::ValidManifest => put(params, "context.toolCallManifest", Some(manifest(&[("c1", "grep")]))),
        Test::ManifestIfContinuation | Test::ValidManifestIfContinuation if kind == CONTINUATION => {
            furnish(params, Test::ValidManifest, kind);
        }
        Test::Ready => put(params, "context.promptKnowledgeProvider", Some(json!({"state": "Ready"}))),
        Test::OneOutcome => put(params, "context.responsePayload", Some(populated("context.responsePayload"))),
        Test::Complete => {
            for path in ["context.session", "context.turn", "context.responsePayload"] {
                put(params, path, Some(populated(path)));
            }
        }
        Test::Answerable => put(params, "context.responseType", Some(json!("Final"))),
        // The core brings what these ask for, or they ask for nothing.
        Test::Core
        | Test::Present(_)
        | Test::Null(_)
        | Test::OneOrMore(_)
        | Test::ManifestIfContinuation
        | Test::ValidManifestIfContinuation
        | Test::NoPayload
        | Test::Unchanged => {}
    }
}

/// A plain object for a place of the context.
pub(in super::super) fn populated(path: &str) -> Value {
    match path {
        "context.session" => json!({"id": "s1", "mode": "general", "modeDisplayName": "General"}),
        "context.turn" => json!({"id": "t2"}),
        "context.agentContext" => json!({"id": "a1"}),
        "context.conversationContext" => json!({"id": "v1"}),
        "context.promptKnowledgeProvider" => json!({"state": "Ready"}),
        "context.responsePayload" => json!({"primaryOutputText": "two files"}),
        "context.toolCallManifest" => manifest(&[("c1", "grep")]),
        _ => json!({"id": "x1"}),
    }
}

/// Something plain in a member of the context that the steps add.
pub(in super::super) fn member(field: &str) -> Value {
    if field == "responseType" { json!("Final") } else { populated(&format!("context.{field}")) }
}

/// A plain manifest of these calls, as params.
pub(in super::super) fn calls(calls: &[(&str, &str)]) -> Value {
    json!({"manifest": manifest(calls)})
}

/// A valid manifest of server-side calls with these ids and names.
pub(in super::super) fn manifest(calls: &[(&str, &str)]) -> Value {
    let of = |more: fn(&mut Value)| -> Vec<Value> {
        let entry = |(id, name): &(&str, &str)| {
            let mut entry = json!({"toolCallId": id, "name": name});
            more(&mut entry);
            entry
        };
        calls.iter().map(entry).collect()
    };
    json!({
        "toolCalls": of(|call| call["argumentsJson"] = json!("{}")),
        "toolCallResults": of(|result| result["resultJson"] = json!("{}")),
    })
}

/// A valid manifest of so many calls, every id and every name once, in ascending order.
pub(in super::super) fn many(count: usize) -> Value {
    let calls: Vec<(String, String)> =
        (1..=count).map(|number| (format!("c{number:03}"), format!("tool-{number:03}"))).collect();
    manifest(&calls.iter().map(|(id, name)| (&**id, &**name)).collect::<Vec<_>>())
}

/// A context that is ready to be answered, as `response_type` says.
pub(in super::super) fn answerable(kind: &str, response_type: &str) -> Value {
    let mut params = core(kind);
    for path in ["context.session", "context.turn"] {
        put(&mut params, path, Some(populated(path)));
    }
    put(&mut params, "context.responseType", Some(json!(response_type)));
    if response_type == "Final" {
        put(&mut params, "context.responsePayload", Some(populated("context.responsePayload")));
    } else {
        put(&mut params, "context.toolCallManifest", Some(json!({"toolCalls": [client_call("c1", "grep")]})));
    }
    params
}

/// A call that the client has to run.
pub(in super::super) fn client_call(id: &str, name: &str) -> Value {
    json!({"toolCallId": id, "name": name, "argumentsJson": "{}", "requiresClientExecution": true})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::context::methods::{BUILD, CORE};
    use crate::suites::context::model::kind::TYPES;
    use crate::suites::context::model::place::PLACES;
    use crate::suites::context::model::{Verdict, said};

    #[test]
    fn what_is_plain_is_accepted() {
        for kind in TYPES {
            assert_eq!(said(CORE, &core(kind)).unwrap().verdict, Verdict::Accept);
            for response_type in ["Final", "ToolContinuation"] {
                assert_eq!(said(BUILD, &answerable(kind, response_type)).unwrap().verdict, Verdict::Accept);
            }
        }
        for place in &PLACES {
            for kind in place.types {
                let said = said(place.moment.method(), &at(place, kind)).unwrap();
                assert_eq!(said.verdict, Verdict::Accept, "{} {kind} {:?}", place.rule, said.conditions);
            }
        }
    }
}
