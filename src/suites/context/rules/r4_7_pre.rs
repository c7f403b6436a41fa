//! The prompt is made of everything that was gathered before.
//!
//! The trap is the manifest: it must be there in a continuation, need not be valid yet, and is not asked for elsewhere.

use crate::suites::context::prelude::*;

const PLACE: &Place = pre(7);

pub(super) static RULE: Rule = Rule {
    id: "4.7.pre",
    title: "PromptContentProviderInitializer PRE: rejects one with anything missing that was gathered",
    level: Level::Must,
    source: "§4.7 PromptContentProviderInitializer, PRE",
    statement: "Before PromptContentProviderInitializer the context has session, turn, agent context and conversation context; if its type is `ClientToolCallContinuation`, a manifest as well.",
    checks: &[
        Check {
            edges: || {
                let mut cases = step_edges(PLACE);
                let plain = plain::at(PLACE, CONTINUATION);
                let unanswered = json!({"toolCalls": [plain::client_call("c1", "grep")]});
                cases.extend(each(&plain, "context.toolCallManifest", [Some(unanswered), Some(json!({}))]));
                cases
            },
            ..Pre::<7>::CHECK
        },
        Check {
            methods: &[PRE],
            edges: || {
                let mut follow_on = plain::at(PLACE, FOLLOW_ON);
                follow_on["question"] = json!("by-response-type");
                each(&follow_on, "context.responseType", [Some(json!("ToolContinuation"))])
            },
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        forgetting_at("makes a prompt without a session", PLACE, SESSION.fault),
        forgetting_at("makes a prompt without a turn", PLACE, TURN.fault),
        forgetting_at("makes a prompt without an agent context", PLACE, AGENT.fault),
        forgetting_at("makes a prompt without a conversation context", PLACE, CONVERSATION.fault),
        forgetting_at("makes a prompt for a continuation without a manifest", PLACE, MANIFEST_IF_CONTINUATION.fault),
        refusing_at("wants a manifest of everybody", PLACE, |context| !has(context, "toolCallManifest")),
        refusing_at("validates the manifest before the prompt is made", PLACE, has_broken_manifest),
    ],
    corpus: include_str!("../../../../corpus/context/4.7.pre.yaml"),
    questions: &[Question {
        id: "by-response-type",
        asks: "is a follow-on with the response type ToolContinuation a tool continuation?",
        readings: &[
            reading("by-type", "it is not, and needs no manifest"),
            reading("by-either", "it is, and needs one"),
        ],
    }],
};
