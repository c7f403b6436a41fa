//! The model agrees with the document, and answers anything.

use serde_json::{Value, json};

use super::SUITE;
use super::draw::{plain, wild};
use super::expect::expect;
use super::methods::{CORE, METHODS, POST, PRE};
use super::model::place::pre;
use crate::draw::{Draw, json as any_json};
use crate::rule::Expect;

fn says(method: &str, params: &Value) -> (Expect, Vec<String>) {
    let expected = expect(method, params).unwrap();
    (expected.expect, expected.rules)
}

#[test]
fn any_params_get_an_answer() {
    for seed in 0..500 {
        let mut draw = Draw::from_seed(seed);
        let wild = [any_json::any(&mut draw), wild::context(&mut draw), wild::manifest(&mut draw)];
        for method in METHODS.iter().map(|method| method.name) {
            for params in &wild {
                assert!(expect(method, params).is_some());
                assert!(super::reference::of(method, params).is_some_and(|answer| answer["ok"].is_boolean()));
            }
        }
    }
    assert!(expect("turn/compose", &json!({})).is_none());
}

#[test]
fn the_example_of_the_protocol_is_a_sound_follow_on() {
    let params = json!({"context": {"type":"FollowOn","timeStamp":"2025-12-26T10:00:00Z","correlationId":"k1",
        "envelope":{"org":{"id":"o1"},"user":{"id":"u1"},"instructions":"…","inputArtifacts":[],
        "clipBoardImages":[],"sessionId":"s1","turnId":"t1","toolResults":[]},
        "session":{"id":"s1","mode":"general","modeDisplayName":"General"},"turn":{"id":"t2"},
        "agentContext":{"id":"a1"},"conversationContext":{"id":"c1"},
        "promptKnowledgeProvider":{"state":"Ready"},
        "toolCallManifest":{"toolCalls":[{"toolCallId":"c1","name":"grep","argumentsJson":"{}","requiresClientExecution":true}],
        "toolCallResults":[{"toolCallId":"c1","name":"grep","resultJson":"{}","errorMessage":null}]},
        "responsePayload":{"primaryOutputText":"…"},"responseType":"NotReady"}});
    assert_eq!(says(CORE, &params), (Expect::Accept, vec![]));
    let mut after = params;
    after["step"] = json!("LLMClient");
    assert_eq!(says(POST, &after), (Expect::Reject, vec!["context/4.9.post".to_owned()]));
}

#[test]
fn a_broken_core_is_open_where_the_document_does_not_name_it() {
    let mut params = plain::core("Initial");
    params["context"]["correlationId"] = json!(null);
    assert_eq!(says(CORE, &params), (Expect::Reject, vec!["context/3.correlation-id".to_owned()]));
    params["step"] = json!("RequestHandler");
    let both = vec!["context/4.1.post".to_owned(), "context/3.correlation-id".to_owned()];
    assert_eq!(says(POST, &params), (Expect::Reject, both));
    assert_eq!(says(PRE, &params).0, Expect::Unspecified);
    params["step"] = json!("AgentContextResolver");
    assert_eq!(says(PRE, &params).0, Expect::Unspecified);
    assert_eq!(says(POST, &params).0, Expect::Reject);
}

#[test]
fn ids_gained_by_an_initial_context_are_open() {
    let mut params = plain::at(pre(8), "Initial");
    params["context"]["envelope"]["sessionId"] = json!("s1");
    assert_eq!(says(PRE, &params).0, Expect::Reject);
    params["context"]["session"] = json!({"id": "s1"});
    assert_eq!(says(PRE, &params).0, Expect::Unspecified);
}

#[test]
fn every_rule_is_listed_once() {
    let mut ids: Vec<&str> = SUITE.rules.iter().map(|rule| rule.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), SUITE.rules.len());
}
