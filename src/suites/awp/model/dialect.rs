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

/// Why validators may disagree on whether `schema` is one, if so: what its keywords make of a content does not matter
/// for that, nor do keywords that the standard does not name.
pub(in crate::suites::awp) fn doubt_of_schema(schema: &Value) -> Option<&'static str> {
    if has(schema, &is_whole_fraction) {
        return Some("a whole number written with a fraction");
    }
    let elsewhere = |value: &Value| {
        let refers = |key: &str| value.get(key).and_then(Value::as_str).is_some_and(|to| !to.starts_with('#'));
        refers("$ref") || refers("$dynamicRef") || value.get("$vocabulary").is_some()
    };
    if has(schema, &elsewhere) {
        return Some("a reference to another document");
    }
    // An expression that cannot be read, or a reference to nothing: some look when the schema is made, some later.
    let could_fail = has(schema, &|value| {
        value.as_object().is_some_and(|members| members.keys().any(|keyword| is_compiled(keyword)))
    });
    let error = if could_fail { jsonschema::draft202012::new(schema).err() } else { None };
    error.map(|_| "an expression or a reference that cannot be followed")
}

/// Whether a keyword has an expression, an address or a name in it, which a validator looks into when it is made.
/// That takes longer than all the rest of the model, and few schemas have one.
fn is_compiled(keyword: &str) -> bool {
    keyword.starts_with('$') || keyword.starts_with("pattern")
}

/// Whether a schema has no keyword that the standard names.
pub(in crate::suites::awp) fn is_silent(schema: &Value) -> bool {
    let known =
        |key: &String| [&PLAIN[..], &OF_SCHEMA, &OF_SCHEMAS, &OF_NAMED].iter().any(|of| of.contains(&key.as_str()));
    schema.as_object().is_some_and(|members| !members.keys().any(known))
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

    use super::super::runtime::schema::fits;
    use super::*;

    #[test]
    fn the_standard_decides_what_it_decides() {
        let schema = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        for (text, fine, wrong) in [
            (r#"{"type": "array", "minItems": 2}"#, json!([1, 2]), json!([1])),
            (r#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, json!(null), json!(1)),
            (r#"{"pattern": "^[a-z]+$"}"#, json!("abc"), json!("a1")),
            (r#"{"const": 3}"#, json!(3), json!(4)),
            (r##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}"##, json!("x"), json!(1)),
            (r#"{"allOf": [true], "exclusiveMinimum": 1}"#, json!(2), json!(1)),
            (r#"{"type": ["string", "null"]}"#, json!(null), json!(false)),
        ] {
            assert_eq!(fits(&schema(text), &fine), Ok(true), "{text}");
            assert_eq!(fits(&schema(text), &wrong), Ok(false), "{text}");
        }
        assert_eq!(fits(&json!(true), &json!(1)), Ok(true));
        assert_eq!(fits(&json!(false), &json!(1)), Ok(false));
    }

    #[test]
    fn a_schema_is_one_whatever_its_keywords_do() {
        for schema in [json!({"format": "date"}), json!({"unheardOf": 1}), json!({"pattern": "\\d{3}"})] {
            assert_eq!(doubt_of_schema(&schema), None, "{schema}");
        }
        for schema in [json!({"minLength": 2.0}), json!({"$ref": "http://localhost/x"}), json!({"pattern": "("})] {
            assert!(doubt_of_schema(&schema).is_some(), "{schema}");
        }
    }

    #[test]
    fn what_validators_differ_on_is_left_to_them() {
        for (schema, content) in [
            (json!({"format": "date"}), json!("x")),
            (json!({"properties": {"a": {"unheardOf": 1}}}), json!({})),
            (json!({"pattern": "\\d"}), json!("1")),
            (json!({"pattern": "^a$"}), json!("a\n")),
            (json!({"$ref": "http://localhost/x"}), json!(1)),
            (json!({"type": "integer"}), json!(1.0)),
            (json!({"type": "banana"}), json!(1)),
            (json!({"exclusiveMinimum": true}), json!(1)),
        ] {
            assert!(fits(&schema, &content).is_err(), "{schema}");
        }
    }
}
