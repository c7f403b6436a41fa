//! Where the fields stand that more than one sentence of the document is about.

pub(in super::super) const TYPE: &str = "context.type";
pub(in super::super) const TIME_STAMP: &str = "context.timeStamp";
pub(in super::super) const CORRELATION_ID: &str = "context.correlationId";
pub(in super::super) const ORG: &str = "context.envelope.org";
pub(in super::super) const USER: &str = "context.envelope.user";
pub(in super::super) const INSTRUCTIONS: &str = "context.envelope.instructions";
pub(in super::super) const ARTIFACTS: &str = "context.envelope.inputArtifacts";
pub(in super::super) const IMAGES: &str = "context.envelope.clipBoardImages";
pub(in super::super) const SESSION_ID: &str = "context.envelope.sessionId";
pub(in super::super) const TURN_ID: &str = "context.envelope.turnId";
pub(in super::super) const TOOL_RESULTS: &str = "context.envelope.toolResults";
pub(in super::super) const SESSION: &str = "context.session";
pub(in super::super) const TURN: &str = "context.turn";
pub(in super::super) const MODE: &str = "context.session.mode";
pub(in super::super) const MANIFEST: &str = "context.toolCallManifest";
pub(in super::super) const PAYLOAD: &str = "context.responsePayload";
pub(in super::super) const RESPONSE_TYPE: &str = "context.responseType";
pub(in super::super) const PROVIDER: &str = "context.promptKnowledgeProvider";
