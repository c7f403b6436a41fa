//! What the parts of a case mean, for the reducer.

use super::super::model::vocabulary::{ACTION_NAMES, CHANNELS};
use crate::draw::{Field, Shape, optional, required};

/// The params of one call: `{"input": …}`.
pub(in super::super) static CASE: Shape = Shape::Object(&[required("input", INPUT)]);

/// One call, and the number of the order in which its keys are written.
pub(in super::super) static ORDERED_CASE: Shape =
    Shape::Object(&[required("input", INPUT), required("order", Shape::Integer { least: 1 })]);

/// Several calls, one after the other: `{"inputs": [ … ]}`.
pub(in super::super) static HISTORY: Shape = Shape::Object(&[required("inputs", Shape::List { of: &INPUT, least: 1 })]);

/// An input: nothing in it is so important that it could not be left out.
const INPUT: Shape = Shape::Object(FIELDS);

const FIELDS: &[Field] = &[
    optional("action", Shape::Enum(ACTION_NAMES)),
    optional("graph", Shape::Any),
    optional("graphFile", Shape::Any),
    optional("library", Shape::Any),
    optional("options", Shape::Any),
    optional("runId", Shape::Text { least: 0 }),
    optional("cursor", Shape::Any),
    optional("stepId", Shape::Text { least: 0 }),
    optional("waitSeconds", Shape::Any),
    optional("maxBytes", Shape::Any),
    optional("preview", Shape::Any),
    optional("debugEvents", Shape::Any),
    optional("kind", Shape::Any),
    optional("channel", Shape::Enum(CHANNELS)),
    optional("text", Shape::Text { least: 0 }),
    optional("clientMessageId", Shape::Any),
    optional("reason", Shape::Any),
    optional("objective", Shape::Any),
    optional("agents", Shape::Any),
    optional("steps", Shape::Any),
    optional("synthesis", Shape::Any),
    optional("limits", Shape::Any),
    optional("outputContract", Shape::Any),
    optional("callerSkills", Shape::Any),
    optional("authority", Shape::Any),
    optional("extensionTools", Shape::Any),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::preflight::model::vocabulary::KNOWN_FIELDS;

    #[test]
    fn the_shape_lists_every_known_field() {
        let names: Vec<&str> = FIELDS.iter().map(|field| field.name).collect();
        assert_eq!(names, KNOWN_FIELDS);
    }
}
