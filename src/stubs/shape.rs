//! What a JSON Schema says about a value, as far as a type can say it.

use serde_json::{Map, Value, json};

/// The shape of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    /// Anything: what it may be is the matter under test, or more than a type can say.
    Any,
    Text,
    Integer,
    Number,
    Boolean,
    /// One of these texts.
    Choice(Vec<String>),
    List(Box<Shape>),
    /// Members of any name.
    Map(Box<Shape>),
    Object(Vec<Field>),
    /// That, or null.
    Nullable(Box<Shape>),
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) shape: Shape,
    pub(super) required: bool,
    pub(super) description: Option<String>,
}

/// References lead no deeper than this: then anything will do.
const DEEPEST: usize = 12;

impl Shape {
    /// The shape that the text of a schema describes.
    pub(super) fn of(schema: &str) -> Self {
        let root: Value = serde_json::from_str(schema).unwrap_or_default();
        read(&root, &root, 0)
    }

    /// The emptiest value of this shape; a yes where there is a choice.
    pub(super) fn emptiest(&self) -> Value {
        match self {
            Self::Any | Self::Nullable(_) => Value::Null,
            Self::Text => json!(""),
            Self::Integer | Self::Number => json!(0),
            Self::Boolean => json!(true),
            Self::Choice(texts) => texts.first().map_or(Value::Null, |text| json!(text)),
            Self::List(_) => json!([]),
            Self::Map(_) => json!({}),
            Self::Object(fields) => {
                let required = fields.iter().filter(|field| field.required);
                required.map(|field| (field.name.clone(), field.shape.emptiest())).collect::<Map<_, _>>().into()
            }
        }
    }

    /// The shape in a few words, for languages whose stubs say it in comments.
    pub(super) fn in_words(&self) -> String {
        match self {
            Self::Any => "any".to_owned(),
            Self::Text => "text".to_owned(),
            Self::Integer => "integer".to_owned(),
            Self::Number => "number".to_owned(),
            Self::Boolean => "boolean".to_owned(),
            Self::Choice(texts) => texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(" | "),
            Self::List(of) => format!("[{}…]", of.in_words()),
            Self::Map(of) => format!("{{name: {}}}", of.in_words()),
            Self::Object(fields) => fields_in_words(fields),
            Self::Nullable(of) => format!("{} | null", of.in_words()),
        }
    }
}

/// The members of an object, in a few words.
pub(super) fn fields_in_words(fields: &[Field]) -> String {
    let shown = |field: &Field| {
        let mark = if field.required { "" } else { "?" };
        format!("{}{mark}: {}", field.name, field.shape.in_words())
    };
    format!("{{{}}}", fields.iter().map(shown).collect::<Vec<_>>().join(", "))
}

fn read(root: &Value, schema: &Value, depth: usize) -> Shape {
    if depth > DEEPEST {
        return Shape::Any;
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let there = reference.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return there.map_or(Shape::Any, |there| read(root, there, depth + 1));
    }
    if let Some(values) = schema["enum"].as_array() {
        let texts: Option<Vec<String>> = values.iter().map(|value| value.as_str().map(str::to_owned)).collect();
        return texts.map_or(Shape::Any, Shape::Choice);
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let nullable = kinds.contains(&"null");
    let shape = match kinds.iter().filter(|kind| **kind != "null").copied().collect::<Vec<_>>()[..] {
        ["string"] => Shape::Text,
        ["integer"] => Shape::Integer,
        ["number"] => Shape::Number,
        ["boolean"] => Shape::Boolean,
        ["array"] => Shape::List(Box::new(read(root, &schema["items"], depth + 1))),
        ["object"] => object(root, schema, depth),
        _ => return Shape::Any,
    };
    if nullable { Shape::Nullable(Box::new(shape)) } else { shape }
}

fn object(root: &Value, schema: &Value, depth: usize) -> Shape {
    let Some(properties) = schema["properties"].as_object() else {
        return match &schema["additionalProperties"] {
            of @ Value::Object(_) => Shape::Map(Box::new(read(root, of, depth + 1))),
            _ => Shape::Map(Box::new(Shape::Any)),
        };
    };
    let is_required = |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|n| n == name));
    let mut fields: Vec<Field> = properties
        .iter()
        .map(|(name, schema)| Field {
            name: name.clone(),
            shape: read(root, schema, depth + 1),
            required: is_required(name),
            description: schema["description"].as_str().map(str::to_owned),
        })
        .collect();
    // What has to be there first, as people write it.
    fields.sort_by_key(|field| !field.required);
    Shape::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_is_read_as_far_as_types_go() {
        let shape = Shape::of(
            r##"{"type": "object", "required": ["b"], "properties": {
                "a": {"type": ["string", "null"]}, "b": {"$ref": "#/$defs/x"}, "c": {"description": "anything"},
                "d": {"type": "object", "additionalProperties": {"type": "integer"}}},
                "$defs": {"x": {"type": "array", "items": {"enum": ["p", "q"]}}}}"##,
        );
        assert_eq!(shape.in_words(), r#"{b: ["p" | "q"…], a?: text | null, c?: any, d?: {name: integer}}"#);
        assert_eq!(shape.emptiest(), json!({"b": []}));
    }

    #[test]
    fn a_schema_that_leads_back_to_itself_ends() {
        let shape = Shape::of(r##"{"type": "object", "properties": {"a": {"$ref": "#"}}}"##);
        assert!(shape.in_words().ends_with(&"}".repeat(3)));
    }
}
