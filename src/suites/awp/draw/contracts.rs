//! Output contracts: schemas of every sort, and what is none.

use serde_json::{Value, json};

/// The contract of the smallest agent.
pub(in crate::suites::awp) fn plain_contract() -> Value {
    json!({"type": "object", "properties": {}})
}

/// Contracts that are JSON Schemas.
pub(in crate::suites::awp) fn good() -> Vec<Value> {
    vec![
        plain_contract(),
        json!({"type": "object"}),
        json!({"type": "string"}),
        json!({"type": "array", "items": {"type": "number"}}),
        json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "minLength": 1}}}),
        json!({"type": "string", "minLength": 0, "maxLength": 9}),
        json!({"type": "number", "minimum": 0, "maximum": 1.5}),
        json!({"enum": ["yes", "no", 3, null]}),
        json!({"type": "object", "properties": {"a": {"type": "object", "properties": {"b": {"type": "null"}}}}}),
        json!({"type": "object", "additionalProperties": false, "properties": {"type": {"type": "string"}}}),
        json!({"type": "integer", "minimum": -3}),
        json!({"type": "boolean"}),
        json!({"type": "array", "items": {"type": "array", "items": {"enum": [1]}}}),
        json!({"items": {"type": "number"}}),
        json!({"enum": []}),
        json!({"enum": [{"type": "objekt"}, {"required": true}]}),
        json!({"type": "object", "properties": {"required": {"type": "boolean"}, "items": {"type": "array"}}}),
    ]
}

/// Contracts that are none.
pub(in crate::suites::awp) fn bad() -> Vec<Value> {
    vec![
        json!("object"),
        json!("{}"),
        json!(3),
        json!(["object"]),
        json!({"type": "objekt"}),
        json!({"type": "Object"}),
        json!({"type": "str"}),
        json!({"type": "any"}),
        json!({"type": 3}),
        json!({"type": {"type": "string"}}),
        json!({"type": "object", "properties": ["a"]}),
        json!({"type": "object", "properties": "a"}),
        json!({"properties": []}),
        json!({"type": "object", "properties": {"a": 3}}),
        json!({"type": "object", "properties": {"a": "string"}}),
        json!({"type": "object", "properties": {"a": {"type": "strng"}}}),
        json!({"type": "object", "properties": {"a": {"properties": {"b": {"type": "strng"}}}}}),
        json!({"type": "object", "required": "a"}),
        json!({"type": "object", "required": [3]}),
        json!({"type": "object", "required": true}),
        json!({"type": "array", "items": 3}),
        json!({"type": "array", "items": {"type": "strng"}}),
        json!({"type": "number", "minimum": "0"}),
        json!({"type": "number", "maximum": [1]}),
        json!({"type": "string", "minLength": -1}),
        json!({"type": "string", "maxLength": "9"}),
        json!({"type": "string", "minLength": 1.5}),
        json!({"enum": "yes"}),
        json!({"type": null}),
        json!({"type": "object", "properties": {"a": null}}),
        json!({"type": "array", "items": [{"type": "string"}]}),
        // Wherever a schema may stand.
        json!({"type": "object", "$defs": {"a": {"type": "objekt"}}}),
        json!({"allOf": []}),
        json!({"anyOf": [{"type": "objekt"}]}),
        json!({"oneOf": [{"type": "string"}, {"type": "objekt"}]}),
        json!({"not": {"type": "objekt"}}),
        json!({"if": {"type": "objekt"}}),
        json!({"type": "object", "additionalProperties": {"type": "objekt"}}),
        json!({"patternProperties": {"a": {"type": "objekt"}}}),
        json!({"propertyNames": {"type": "objekt"}}),
        json!({"contains": {"type": "objekt"}}),
        json!({"prefixItems": [{"type": "objekt"}]}),
        (0..12).fold(json!({"type": "strng"}), |below, _| json!({"items": below})),
        // Fields by name, as in a form: one that is called like a keyword makes it no schema.
        json!({"type": {"type": "string"}, "confidence": {"type": "number"}}),
        json!({"required": {"type": "boolean"}, "confidence": {"type": "number"}}),
    ]
}
