//! Tools and their arguments: what a schema says of them.

use serde_json::{Value, json};

/// Whether arguments fit the schema of a tool.
///
/// # Errors
/// Why the document does not say so.
pub(crate) fn fits(schema: &Value, args: &Value) -> Result<bool, &'static str> {
    if !schema.is_object() || jsonschema::validator_for(schema).is_err() {
        return Err("a tool whose schema is none");
    }
    let declares = |name: &String| schema["properties"].get(name).is_some();
    let fits = is_valid(schema, args);
    match args.as_object() {
        _ if !fits => Ok(false),
        Some(_) if has_format(schema) => Err("a format, which validators may leave alone"),
        Some(args) if !args.keys().all(declares) => Err("arguments that nobody declared"),
        _ => Ok(true),
    }
}

fn has_format(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.iter().any(|(key, value)| match value {
            Value::Object(properties) if key == "properties" => properties.values().any(has_format),
            value => key == "format" || has_format(value),
        }),
        Value::Array(schemas) => schemas.iter().any(has_format),
        _ => false,
    }
}

/// Whether arguments fit a schema.
pub(crate) fn is_valid(schema: &Value, args: &Value) -> bool {
    jsonschema::validator_for(schema).is_ok_and(|validator| validator.is_valid(args))
}

/// A schema without one of its keywords, at any depth.
pub(crate) fn without(schema: &Value, keyword: &str) -> Value {
    match schema {
        Value::Object(members) => members
            .iter()
            .filter(|(key, _)| *key != keyword)
            .map(|(key, value)| {
                // The members of `properties` are names of arguments, not keywords.
                let value = match value {
                    Value::Object(properties) if key == "properties" => {
                        properties.iter().map(|(name, of)| (name.clone(), without(of, keyword))).collect()
                    }
                    other => without(other, keyword),
                };
                (key.clone(), value)
            })
            .collect(),
        other => other.clone(),
    }
}

/// A schema that says nothing of what is more than so many levels down.
pub(crate) fn down_to(schema: &Value, levels: usize) -> Value {
    let mut cut = schema.clone();
    let Some(below) = levels.checked_sub(1) else { return json!({}) };
    if let Some(items) = cut.get_mut("items") {
        *items = down_to(items, below);
    }
    if let Some(properties) = cut.get_mut("properties").and_then(Value::as_object_mut) {
        properties.values_mut().for_each(|property| *property = down_to(property, below));
    }
    cut
}

/// A schema that says of its properties only which types they have.
pub(crate) fn flat(schema: &Value) -> Value {
    let mut flat = schema.clone();
    if let Some(properties) = flat["properties"].as_object_mut() {
        for property in properties.values_mut() {
            *property = property.get("type").map_or_else(|| json!({}), |name| json!({ "type": name }));
        }
    }
    flat
}

/// Whether a table has several tools of that name: which of them is meant is open.
pub(crate) fn is_there_twice(case: &Value, name: &str) -> bool {
    case["tools"].as_array().into_iter().flatten().filter(|tool| tool["name"] == name).count() > 1
}

/// The schema of the tool of that name; the first one, if there are several.
pub(crate) fn schema_of<'c>(case: &'c Value, name: &str) -> Option<&'c Value> {
    let mut tools = case["tools"].as_array().into_iter().flatten();
    tools.find(|tool| tool["name"] == name).map(|tool| &tool["inputSchema"])
}
