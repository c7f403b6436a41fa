//! Section 3: what is true of a context at any time.

use serde_json::Value;

use super::rule::Rule;
use crate::json::{entries, text};

/// The type of a context that brings the results of tools that the client ran.
pub(super) const CONTINUATION: &str = "ClientToolCallContinuation";

/// The envelope says which turn of which session it belongs to.
pub(super) const ENVELOPE_HAS_IDS: Rule = Rule::Text(&["envelope/sessionId", "envelope/turnId"]);

/// The client ran tools, and the envelope brings what came of it.
pub(super) const ENVELOPE_HAS_TOOL_RESULTS: Rule = Rule::Entries("envelope/toolResults");

/// The rules of the section.
pub(super) const RULES: &[Rule] = &[
    Rule::OneOf("type", &["Initial", "FollowOn", CONTINUATION]),
    Rule::Text(&["timeStamp", "correlationId"]),
    Rule::Populated(&["envelope/org", "envelope/user"]),
    Rule::OfTypes(
        &["Initial", "FollowOn"],
        &[
            Rule::Holds(has_content, "The envelope has no instructions, no input artifacts and no clipboard images."),
            Rule::Empty(&["envelope/toolResults"]),
        ],
    ),
    Rule::OfTypes(&["Initial"], &[Rule::Empty(&["envelope/sessionId", "envelope/turnId"])]),
    Rule::OfTypes(&["FollowOn", CONTINUATION], &[ENVELOPE_HAS_IDS]),
    Rule::OfTypes(&[CONTINUATION], &[ENVELOPE_HAS_TOOL_RESULTS]),
];

fn has_content(context: &Value) -> bool {
    let envelope = &context["envelope"];
    let lists = ["inputArtifacts", "clipBoardImages"];
    text(&envelope["instructions"]).is_some() || lists.iter().any(|list| !entries(&envelope[*list]).is_empty())
}
