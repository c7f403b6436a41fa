//! What the parts of a case mean, for the reducer.

use super::super::model::record::RECOGNISABLE;
use super::super::model::vocabulary::{KINDS, PROVIDER_NAMES};
use crate::draw::{Field, Shape, optional, required};

/// One call of the request builder. A kind that is left out is the provider's first.
pub(in super::super) static COMPOSITION: Shape =
    Shape::Object(&[required("session", SESSION), required("invocations", INVOCATIONS)]);

/// One provider over a turn, and a turn from which everybody else's slices are taken the second time.
pub(in super::super) static ASKED_TWICE: Shape = Shape::Object(&[
    required("provider", Shape::Enum(PROVIDER_NAMES)),
    required("turn", TURN),
    required("others", TURN),
]);

/// One turn, put to every provider.
pub(in super::super) static TURN_CASE: Shape = Shape::Object(&[required("turn", TURN)]);

/// Calls of both methods, one after the other.
pub(in super::super) static HISTORY: Shape = Shape::Object(&[required("calls", Shape::List { of: &CALL, least: 1 })]);

const CALL: Shape = Shape::Object(&[
    optional("session", SESSION),
    optional("invocations", INVOCATIONS),
    optional("provider", Shape::Enum(PROVIDER_NAMES)),
    optional("turn", TURN),
]);

/// Opaque: whatever it holds can be left out.
const SESSION: Shape = Shape::Object(&[]);

const INVOCATIONS: Shape = Shape::List { of: &INVOCATION, least: 0 };

const INVOCATION: Shape = Shape::Object(&[
    required("provider", Shape::Enum(PROVIDER_NAMES)),
    required("contributions", Shape::List { of: &CONTRIBUTION, least: 0 }),
    optional("added", Shape::Bool),
]);

const CONTRIBUTION: Shape = Shape::Object(&[
    required("id", Shape::Id("contribution")),
    optional("kind", Shape::Enum(KINDS)),
    required("content", Shape::Text { least: 1 }),
    optional("origin", Shape::Text { least: 1 }),
]);

const TURN: Shape = Shape::Object(SLICES);

const SLICES: &[Field] = &[
    optional("user", Shape::Object(&[required("instructions", TEXT), required("attachments", TEXTS)])),
    optional(
        "client",
        Shape::Object(&[required("files", TEXTS), required("structure", TEXT), required("editor", TEXT)]),
    ),
    optional("kfr", Shape::Object(&[required("entries", MEMORY), required("temporaryFacts", TEXTS)])),
    optional("rag", Shape::List { of: &CHUNK, least: 0 }),
    optional("metadata", TEXTS),
];

const TEXT: Shape = Shape::Text { least: RECOGNISABLE };
const TEXTS: Shape = Shape::List { of: &TEXT, least: 0 };
const MEMORY: Shape = Shape::List { of: &FACT, least: 0 };
const FACT: Shape = Shape::Object(&[required("content", TEXT), required("active", Shape::Bool)]);
const CHUNK: Shape = Shape::Object(&[required("content", TEXT), required("origin", Shape::Text { least: 1 })]);
