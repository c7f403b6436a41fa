//! What the parts of a case mean, so that a failing one can be made small.

use proofmark::suite::{Shape, required};

/// One text.
pub(crate) static TEXT: Shape = Shape::Object(&[required("text", Shape::Text { least: 0 })]);

/// Two versions.
pub(crate) static PAIR: Shape =
    Shape::Object(&[required("a", Shape::Text { least: 5 }), required("b", Shape::Text { least: 5 })]);

/// Several versions.
pub(crate) static VERSIONS: Shape =
    Shape::Object(&[required("versions", Shape::List { of: &Shape::Text { least: 5 }, least: 1 })]);

/// A version and the part of it to increment.
pub(crate) static INCREMENT: Shape = Shape::Object(&[
    required("text", Shape::Text { least: 5 }),
    required("part", Shape::Enum(&["major", "minor", "patch"])),
]);
