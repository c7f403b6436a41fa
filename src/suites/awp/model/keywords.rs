//! The keywords of JSON Schema 2020-12, and the schemas inside a schema.

use serde_json::{Map, Value};

/// The address of the dialect that decides.
pub(super) const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Keywords with a schema in them.
const OF_SCHEMA: [&str; 11] = [
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Keywords with a list of schemas in them.
const OF_SCHEMAS: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/// Keywords with schemas by name in them.
const OF_NAMED: [&str; 5] = ["$defs", "definitions", "dependentSchemas", "patternProperties", "properties"];

/// Keywords whose value is a whole number.
pub(super) const COUNTS: [&str; 8] =
    ["maxContains", "maxItems", "maxLength", "maxProperties", "minContains", "minItems", "minLength", "minProperties"];

/// The other keywords.
const OTHERS: [&str; 30] = [
    "$anchor",
    "$comment",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$ref",
    "$schema",
    "$vocabulary",
    "const",
    "contentEncoding",
    "contentMediaType",
    "default",
    "dependentRequired",
    "deprecated",
    "description",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maximum",
    "minimum",
    "multipleOf",
    "pattern",
    "readOnly",
    "required",
    "title",
    "type",
    "uniqueItems",
    "writeOnly",
];

/// Keywords under which more fits when a schema inside fits less, or when equal values count as different.
const TURNING: [&str; 7] = ["else", "if", "maxContains", "not", "oneOf", "unevaluatedItems", "unevaluatedProperties"];

/// Whether the standard defines a keyword.
pub(super) fn is_defined(keyword: &str) -> bool {
    [&OF_SCHEMA[..], &OF_SCHEMAS, &OF_NAMED, &COUNTS, &OTHERS].iter().any(|of| of.contains(&keyword))
}

/// Whether what fits less inside can fit more outside.
pub(super) fn is_turning(keyword: &str) -> bool {
    TURNING.contains(&keyword) || keyword == "uniqueItems"
}

/// What `found` finds first in a schema or in one inside it.
pub(super) fn find<T>(schema: &Value, found: &dyn Fn(&Map<String, Value>) -> Option<T>) -> Option<T> {
    let members = schema.as_object()?;
    found(members).or_else(|| {
        members.iter().find_map(|(keyword, value)| match keyword.as_str() {
            it if OF_SCHEMA.contains(&it) => find(value, found),
            it if OF_SCHEMAS.contains(&it) => value.as_array()?.iter().find_map(|inner| find(inner, found)),
            it if OF_NAMED.contains(&it) => value.as_object()?.values().find_map(|inner| find(inner, found)),
            _ => None,
        })
    })
}

/// Changes a schema and every schema inside it.
pub(super) fn change(schema: &mut Value, to: &dyn Fn(&mut Map<String, Value>)) {
    let Some(members) = schema.as_object_mut() else { return };
    for (keyword, value) in members.iter_mut() {
        match keyword.as_str() {
            it if OF_SCHEMA.contains(&it) => change(value, to),
            it if OF_SCHEMAS.contains(&it) => value.as_array_mut().into_iter().flatten().for_each(|it| change(it, to)),
            it if OF_NAMED.contains(&it) => {
                value.as_object_mut().into_iter().flatten().for_each(|(_, inner)| change(inner, to));
            }
            _ => {}
        }
    }
    to(members);
}
