//! Why the document leaves something open, where a question is asked about it.

/// A text of white space alone.
pub(in super::super) const BLANK: &str = "whether a blank text counts is not said";
/// An empty id.
pub(in super::super) const EMPTY_ID: &str = "whether an empty id will do is not said";
/// A list that holds null.
pub(in super::super) const NULL_ELEMENT: &str = "whether a null element counts is not said";
/// Nothing on both sides.
pub(in super::super) const MISSING_TWICE: &str = "whether two missing texts are equal is not said";
/// A type in other letters.
pub(in super::super) const LETTER_CASE: &str = "other letter case may or may not be a type";
/// A type as a number.
pub(in super::super) const NUMBERS: &str = "the numbers 0 to 2 may or may not be types";
/// A result of white space alone.
pub(in super::super) const BLANK_RESULT: &str = "a blank resultJson, or one that is no text";
/// A result that is no JSON.
pub(in super::super) const NOT_JSON: &str = "a resultJson that is not JSON";
/// A result and an error.
pub(in super::super) const BOTH: &str = "resultJson together with errorMessage";
/// A continuation by its response type.
pub(in super::super) const RESPONSE_TYPE_ALONE: &str =
    "whether the response type alone makes a tool continuation is not said";
/// A payload with nothing in it.
pub(in super::super) const EMPTY_PAYLOAD: &str = "whether an empty payload is one is not said";
/// A step of no document.
pub(in super::super) const UNKNOWN_STEP: &str = "a step that the document does not have";
/// No manifest at all.
pub(in super::super) const NO_MANIFEST: &str = "whether no manifest is a valid one is not said";
/// The core, at a step that does not name it.
pub(in super::super) const CORE_ELSEWHERE: &str =
    "the core is broken or in doubt, and whether this step looks at it is not said";
