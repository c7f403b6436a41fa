//! Section 4: what a step needs, and what it leaves behind.
//!
//! Only the conditions that the document lists for a step. Whether a broken core
//! fails the other steps too it leaves open; they rely on `RequestHandler` here.

use serde_json::Value;

use super::core::{self, CONTINUATION, ENVELOPE_HAS_IDS, ENVELOPE_HAS_TOOL_RESULTS};
use super::manifest;
use super::rule::Rule;

const NO_SESSION_YET: Rule = Rule::NotPopulated(&["session", "turn"]);
const HAS_SESSION: Rule = Rule::Populated(&["session", "turn"]);
const HAS_CONTEXTS: Rule = Rule::Populated(&["agentContext", "conversationContext"]);
const KNOWLEDGE_IS_READY: Rule = Rule::OneOf("promptKnowledgeProvider/state", &["Ready"]);
const MANIFEST_IS_VALID: Rule = Rule::Sound("toolCallManifest", manifest::errors);

/// The type of a response was chosen.
pub(super) const RESPONSE_TYPE_IS_SET: Rule = Rule::OneOf("responseType", &["Final", "ToolContinuation"]);

/// What must be true before a step; none if there is no such step.
pub(super) fn before(step: &str) -> Option<&'static [Rule]> {
    Some(match step {
        "RequestHandler" => &[],
        "SessionRestorer" => &[ENVELOPE_HAS_IDS, NO_SESSION_YET],
        "AgentContextResolver" => &[NO_SESSION_YET],
        "ClientToolContinuationResolver" => &[HAS_SESSION, ENVELOPE_HAS_TOOL_RESULTS],
        "AgentSessionCreator" => &[HAS_CONTEXTS, NO_SESSION_YET],
        "AgentContextLoader" => &[HAS_SESSION],
        "PromptContentProviderInitializer" => {
            &[HAS_SESSION, HAS_CONTEXTS, Rule::OfTypes(&[CONTINUATION], &[Rule::Populated(&["toolCallManifest"])])]
        }
        "Reasoner" => &[Rule::All(core::RULES), KNOWLEDGE_IS_READY],
        "LLMClient" => {
            &[Rule::NotPopulated(&["responsePayload"]), Rule::OfTypes(&[CONTINUATION], &[MANIFEST_IS_VALID])]
        }
        "ResponseBuilder" => &[RESPONSE_TYPE_IS_SET],
        _ => return None,
    })
}

/// What must be true after a step; none if there is no such step.
pub(super) fn after(step: &str) -> Option<&'static [Rule]> {
    Some(match step {
        "RequestHandler" => core::RULES,
        "SessionRestorer" => &[
            HAS_SESSION,
            Rule::Holds(turn_is_new, "turn/id is the id of the turn before."),
            Rule::Text(&["session/mode"]),
        ],
        "AgentContextResolver" | "AgentContextLoader" => &[HAS_CONTEXTS],
        "ClientToolContinuationResolver" => {
            &[MANIFEST_IS_VALID, Rule::Holds(turn_is_that_of_the_envelope, "turn/id is not the id in the envelope.")]
        }
        "AgentSessionCreator" => &[HAS_SESSION],
        "PromptContentProviderInitializer" => &[KNOWLEDGE_IS_READY],
        "Reasoner" => &[],
        "LLMClient" => &[Rule::Holds(
            has_one_outcome,
            "There must be a response payload or a client tool call, and not both: which is the outcome?",
        )],
        "ResponseBuilder" => &[RESPONSE_TYPE_IS_SET],
        _ => return None,
    })
}

fn turn_is_that_of_the_envelope(context: &Value) -> bool {
    context["turn"]["id"] == context["envelope"]["turnId"]
}

fn turn_is_new(context: &Value) -> bool {
    !turn_is_that_of_the_envelope(context)
}

fn has_one_outcome(context: &Value) -> bool {
    let is_final = !context["responsePayload"].is_null();
    let is_continued = manifest::client_calls(context).next().is_some();
    is_final != is_continued
}
