//! What validators of JSON Schema 2020-12 are allowed to differ on: formats, unknown keywords, regular expressions
//! beyond the plainest, references to other documents, and whole numbers written with a fraction.

use serde_json::Value;

/// Keywords with a schema in them.
const OF_SCHEMA: [&str; 10] = [
    "additionalProperties",
    "contains",
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

/// Keywords that everybody reads in one way.
const PLAIN: [&str; 33] = [
    "$anchor",
    "$comment",
    "$dynamicAnchor",
    "const",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "default",
    "dependentRequired",
    "deprecated",
    "description",
    "enum",
    "examples",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxContains",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minContains",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "pattern",
    "readOnly",
    "required",
    "title",
    "type",
    "uniqueItems",
    "writeOnly",
    "$ref",
];

/// Why validators may disagree on whether `content` fits `schema`, if so.
pub(in crate::suites::awp) fn doubt(schema: &Value, content: &Value) -> Option<&'static str> {
    let whole = has(schema, &is_whole_fraction) || has(content, &is_whole_fraction);
    // Where a line ends is a matter of dialect: `$` and `.` differ on it.
    let lines = has(content, &|value| value.as_str().is_some_and(|text| text.contains(['\n', '\r'])));
    if whole { Some("a whole number written with a fraction") } else { of_schema(schema, lines) }
}

fn is_whole_fraction(value: &Value) -> bool {
    value.as_f64().is_some_and(|number| value.is_f64() && number.fract() == 0.0)
}

fn has(value: &Value, is: &dyn Fn(&Value) -> bool) -> bool {
    is(value)
        || match value {
            Value::Array(items) => items.iter().any(|item| has(item, is)),
            Value::Object(members) => members.values().any(|value| has(value, is)),
            _ => false,
        }
}

fn of_schema(schema: &Value, lines: bool) -> Option<&'static str> {
    schema.as_object()?.iter().find_map(|(keyword, value)| {
        let keyword = keyword.as_str();
        let plain = |pattern: &str| is_plain_pattern(pattern) && !lines;
        match keyword {
            "format" => Some("whether a format is asserted"),
            "$schema" if value != "https://json-schema.org/draft/2020-12/schema" => Some("another dialect"),
            "$schema" => None,
            "$ref" if !value.as_str().is_some_and(|to| to.starts_with('#')) => Some("a reference to another document"),
            "pattern" if value.as_str().is_some_and(|pattern| !plain(pattern)) => Some("a dialect of expressions"),
            "patternProperties" if value.as_object().is_some_and(|named| !named.keys().all(|it| plain(it))) => {
                Some("a dialect of expressions")
            }
            "multipleOf" => (!value.is_u64()).then_some("multiples of a fraction"),
            _ if OF_SCHEMA.contains(&keyword) => of_schema(value, lines),
            _ if OF_SCHEMAS.contains(&keyword) => value.as_array()?.iter().find_map(|it| of_schema(it, lines)),
            _ if OF_NAMED.contains(&keyword) => value.as_object()?.values().find_map(|it| of_schema(it, lines)),
            _ if PLAIN.contains(&keyword) => None,
            _ => Some("a keyword that the standard does not name"),
        }
    })
}

/// Whether an expression has nothing in it but letters, digits, classes, anchors and repetitions.
fn is_plain_pattern(pattern: &str) -> bool {
    pattern.chars().all(|c| c.is_ascii_alphanumeric() || "^$[]+*?-_ ()|".contains(c))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_validators_may_differ_on_is_in_doubt() {
        for sure in [
            json!({"type": "object", "minItems": 2, "anyOf": [{"const": 3}], "uniqueItems": true}),
            json!({"properties": {"format": {"type": "string"}}, "required": ["format"]}),
            json!({"pattern": "^abc$", "items": {"enum": [1]}}),
        ] {
            assert_eq!(doubt(&sure, &Value::Null), None, "{sure}");
        }
        for doubtful in [
            json!({"format": "email"}),
            json!({"properties": {"a": {"pattern": "(?i)\\d"}}}),
            json!({"minLength": 2.0}),
            json!({"allOf": [{"nullable": true}]}),
        ] {
            assert!(doubt(&doubtful, &Value::Null).is_some(), "{doubtful}");
        }
    }
}
