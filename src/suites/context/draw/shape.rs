//! What the parts of a case mean, for the reducer.

use crate::draw::{Field, Shape, optional, required};
use crate::suites::context::model::kind::TYPES;

/// The params of `validate_core` and `build_response`.
pub(in super::super) static CORE: Shape = Shape::Object(&[required("context", CONTEXT)]);

/// The params of a step.
pub(in super::super) static STEP: Shape =
    Shape::Object(&[required("step", Shape::Fixed), required("context", CONTEXT), optional("before", CONTEXT)]);

/// The params of `validate_tool_call_manifest`.
pub(in super::super) static MANIFEST: Shape = Shape::Object(&[required("manifest", Shape::Object(LISTS))]);

/// Calls of any method, one after the other.
pub(in super::super) static CALLS: Shape = Shape::Object(&[required("calls", Shape::List { of: &CALL, least: 1 })]);

const CALL: Shape = Shape::Object(&[required("method", Shape::Fixed), required("params", PARAMS)]);

const PARAMS: Shape = Shape::Object(&[
    required("step", Shape::Fixed),
    optional("context", CONTEXT),
    optional("before", CONTEXT),
    optional("manifest", Shape::Object(LISTS)),
]);

/// A context that is put to several methods in turn.
const CONTEXT: Shape = Shape::Object(&[
    optional("type", Shape::Enum(TYPES)),
    optional("timeStamp", TEXT),
    optional("correlationId", TEXT),
    optional("envelope", Shape::Object(ENVELOPE)),
    optional(
        "session",
        Shape::Object(&[optional("id", TEXT), optional("mode", TEXT), optional("modeDisplayName", TEXT)]),
    ),
    optional("turn", Shape::Object(ID)),
    optional("agentContext", Shape::Object(ID)),
    optional("conversationContext", Shape::Object(ID)),
    optional(
        "promptKnowledgeProvider",
        Shape::Object(&[optional("state", Shape::Enum(&["Ready", "NotSet", "Error"]))]),
    ),
    optional("toolCallManifest", Shape::Object(LISTS)),
    optional("responsePayload", Shape::Object(&[optional("primaryOutputText", TEXT)])),
    optional("responseType", Shape::Enum(&["NotReady", "Final", "ToolContinuation"])),
]);

const TEXT: Shape = Shape::Text { least: 1 };

const ID: &[Field] = &[optional("id", TEXT)];

const ENVELOPE: &[Field] = &[
    optional("org", Shape::Object(ID)),
    optional("user", Shape::Object(ID)),
    optional("instructions", TEXT),
    optional("inputArtifacts", Shape::List { of: &Shape::Any, least: 0 }),
    optional("clipBoardImages", Shape::List { of: &Shape::Any, least: 0 }),
    optional("sessionId", TEXT),
    optional("turnId", TEXT),
    optional("toolResults", Shape::List { of: &Shape::Any, least: 0 }),
];

const LISTS: &[Field] = &[
    optional(
        "toolCalls",
        Shape::List {
            of: &Shape::Object(&[
                required("toolCallId", Shape::Id("call")),
                required("name", TEXT),
                optional("argumentsJson", Shape::Fixed),
                optional("requiresClientExecution", Shape::Bool),
            ]),
            least: 0,
        },
    ),
    optional(
        "toolCallResults",
        Shape::List {
            of: &Shape::Object(&[
                required("toolCallId", Shape::Ref("call")),
                required("name", TEXT),
                optional("resultJson", Shape::Fixed),
                optional("errorMessage", TEXT),
            ]),
            least: 0,
        },
    ),
];
