use serde_json::{Value, json};

use super::*;

#[test]
fn the_standard_decides_what_it_decides() {
    let schema = |text: &str| serde_json::from_str::<Value>(text).unwrap();
    for (text, fine, wrong) in [
        (r#"{"type": "array", "minItems": 2}"#, json!([1, 2]), json!([1])),
        (r#"{"anyOf": [{"type": "string"}, {"type": "null"}]}"#, json!(null), json!(1)),
        (r#"{"pattern": "^[a-z]+$"}"#, json!("abc"), json!("a1")),
        (r#"{"pattern": "^a.{2}$"}"#, json!("abc"), json!("ab")),
        (r#"{"const": 3}"#, json!(3), json!(4)),
        (r##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}"##, json!("x"), json!(1)),
        (
            r##"{"$dynamicAnchor": "n", "type": "object", "properties": {"c": {"$dynamicRef": "#n"}}}"##,
            json!({"c": {}}),
            json!({"c": 1}),
        ),
        (r#"{"$id": "http://localhost/s", "$comment": "c", "type": "string"}"#, json!("a"), json!(1)),
        (r#"{"allOf": [true], "exclusiveMinimum": 1}"#, json!(2), json!(1)),
        (r#"{"type": ["string", "null"]}"#, json!(null), json!(false)),
        (r#"{"multipleOf": 2}"#, json!(4), json!(3)),
        (r#"{"minimum": 0.0, "maximum": 1.0, "type": "number"}"#, json!(1), json!(1.5)),
        (r#"{"minimum": 1, "maximum": 1}"#, json!(1.0), json!(2.0)),
        (r#"{"exclusiveMinimum": 1, "exclusiveMaximum": 3}"#, json!(2.0), json!(1.0)),
        (r#"{"enum": [0.5, 1.0]}"#, json!(1.0), json!(2)),
        (r#"{"type": "integer"}"#, json!(1), json!(1.5)),
        (r#"{"properties": {"a": {"format": "date"}}, "required": ["a"]}"#, json!({"a": 5}), json!({})),
    ] {
        assert_eq!(fits(&schema(text), &fine), Ok(true), "{text}");
        assert_eq!(fits(&schema(text), &wrong), Ok(false), "{text}");
    }
    assert_eq!(fits(&json!({"anyOf": [{"type": "string"}, {"format": "date"}]}), &json!("x")), Ok(true));
    assert_eq!(fits(&json!(true), &json!(1)), Ok(true));
    assert_eq!(fits(&json!(false), &json!(1)), Ok(false));
}

#[test]
fn a_schema_is_one_whatever_its_keywords_do() {
    for schema in [
        json!({"format": "date"}),
        json!({"unheardOf": 1}),
        json!({"pattern": "\\d{3}"}),
        json!({"minimum": 0.0, "maximum": 1.0}),
        json!({"const": {"$ref": "http://localhost/x"}}),
        json!({"properties": {"$ref": {"type": "string"}, "$vocabulary": {"type": "string"}}}),
    ] {
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
        (json!({"pattern": "(?i)a"}), json!("a")),
        (json!({"pattern": "^[^a]$"}), json!("🦀")),
        (json!({"$ref": "http://localhost/x"}), json!(1)),
        (json!({"type": "integer"}), json!(1.0)),
        (json!({"enum": [1]}), json!(1.0)),
        (json!({"const": 1.0}), json!(1)),
        (json!({"uniqueItems": true}), json!([1, 1.0])),
        (json!({"not": {"type": "integer"}}), json!(1.0)),
        (json!({"minLength": 2.0}), json!("abc")),
        (json!({"multipleOf": 0.01}), json!(0.07)),
        (json!({"not": {"format": "date"}}), json!("x")),
        (json!({"type": "banana"}), json!(1)),
        (json!({"exclusiveMinimum": true}), json!(1)),
    ] {
        assert!(fits(&schema, &content).is_err(), "{schema}");
    }
}

#[test]
fn what_no_validator_lets_pass_is_no_matter_of_dialect() {
    for (schema, content) in [
        (json!({"type": "string", "format": "date"}), json!(1)),
        (json!({"type": "string", "unheardOf": 1}), json!(1)),
        (json!({"type": "string", "pattern": "(?i)a"}), json!(1)),
        (json!({"type": "string", "minLength": 2.0}), json!("a")),
        (json!({"type": "integer"}), json!(1.5)),
        (json!({"const": 1.0}), json!(2)),
    ] {
        assert_eq!(fits(&schema, &content), Ok(false), "{schema}");
    }
}
