//! What is asked of an implementation, with the JSON Schema of params and result of each method.
//!
//! Numbers travel as decimal digits in a string: the document sets them no limit, and JSON readers do.

use proofmark::suite::Method;

/// Reads a text as a version.
pub(crate) const PARSE: &str = "semver/parse";
/// Orders two versions.
pub(crate) const COMPARE: &str = "semver/compare";
/// Puts versions in ascending order.
pub(crate) const SORT: &str = "semver/sort";
/// Steps to the next version.
pub(crate) const INCREMENT: &str = "semver/increment";

/// Every method. The versions in the params of all but the first are valid.
pub(crate) static METHODS: &[Method] = &[
    Method {
        name: PARSE,
        params: r#"{"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}"#,
        result: r#"{"type": "object", "required": ["valid"], "properties": {
            "valid": {"type": "boolean"},
            "major": {"type": ["string", "null"]},
            "minor": {"type": ["string", "null"]},
            "patch": {"type": ["string", "null"]},
            "prerelease": {"type": ["array", "null"], "items": {"type": "string"}},
            "build": {"type": ["array", "null"], "items": {"type": "string"}}}}"#,
        ..Method::NEW
    },
    Method {
        name: COMPARE,
        params: r#"{"type": "object", "required": ["a", "b"],
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}}}"#,
        result: r#"{"type": "object", "required": ["order"], "properties": {"order": {"enum": [-1, 0, 1]}}}"#,
        ..Method::NEW
    },
    Method { name: SORT, params: VERSIONS, result: VERSIONS, ..Method::NEW },
    Method {
        name: INCREMENT,
        params: r#"{"type": "object", "required": ["text", "part"],
            "properties": {"text": {"type": "string"}, "part": {"enum": ["major", "minor", "patch"]}}}"#,
        result: r#"{"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}}"#,
        ..Method::NEW
    },
];

const VERSIONS: &str = r#"{"type": "object", "required": ["versions"],
    "properties": {"versions": {"type": "array", "items": {"type": "string"}}}}"#;
