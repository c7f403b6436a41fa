//! Schemas of a channel, contents that fit them and contents that do not.

use serde_json::{Value, json};

use crate::draw::Draw;
use crate::suites::awp::model::runtime::params::{Object, members, strings};

/// The names of types.
const TYPES: [&str; 6] = ["string", "integer", "number", "boolean", "array", "object"];

/// Whether a schema is one of those that the harness sends: few keywords, each with a value that makes sense.
pub(in crate::suites::awp) fn is_sent(schema: &Value) -> bool {
    schema.as_object().is_some_and(|members| {
        members.iter().all(|(keyword, value)| match keyword.as_str() {
            "type" => value.as_str().is_some_and(|name| TYPES.contains(&name)),
            "properties" => value.as_object().is_some_and(|members| members.values().all(is_sent)),
            "items" => is_sent(value),
            "required" => value.as_array().is_some_and(|names| names.iter().all(Value::is_string)),
            "enum" => value.as_array().is_some_and(|values| !values.is_empty()),
            "additionalProperties" => value.is_boolean(),
            "minLength" | "maxLength" => value.is_u64(),
            "minimum" | "maximum" => value.is_number(),
            _ => false,
        })
    })
}

/// A schema of one value, with keywords that say something.
pub(in crate::suites::awp) fn schema(draw: &mut Draw, depth: usize) -> Value {
    let kinds = if depth == 0 { 4 } else { 6 };
    let mut schema = json!({"type": TYPES[draw.below(kinds)]});
    match schema["type"].as_str().unwrap_or_default() {
        "string" => match draw.below(4) {
            0 => schema["enum"] = json!(["low", "high"]),
            1 => {
                schema["minLength"] = json!(draw.size(1..=3));
                schema["maxLength"] = json!(draw.size(3..=5));
            }
            2 => schema["maxLength"] = json!(draw.size(0..=4)),
            _ => {}
        },
        "integer" | "number" => match draw.below(4) {
            3 => schema["enum"] = json!([0, 1, 7]),
            0 => schema["minimum"] = json!(draw.int(-3..=3)),
            1 => {
                schema["minimum"] = json!(draw.int(-3..=0));
                schema["maximum"] = json!(draw.int(0..=3));
            }
            _ => {}
        },
        "array" => schema["items"] = self::schema(draw, depth - 1),
        "object" => object_schema(draw, depth, &mut schema),
        _ => {}
    }
    schema
}

fn object_schema(draw: &mut Draw, depth: usize, schema: &mut Value) {
    let names = draw.sample(&["topic", "score", "tags", "body"], 2);
    for name in &names {
        schema["properties"][**name] = self::schema(draw, depth - 1);
    }
    if draw.chance(2, 3) {
        schema["required"] = json!(draw.subset(&names));
    }
    if draw.chance(1, 2) {
        schema["additionalProperties"] = json!(draw.chance(1, 3));
    }
}

/// A content that fits.
pub(in crate::suites::awp) fn fitting(draw: &mut Draw, schema: &Value) -> Value {
    if let Some(values) = schema["enum"].as_array() {
        return draw.pick(values).clone();
    }
    let length = |name: &str| schema[name].as_u64().and_then(|length| usize::try_from(length).ok());
    match schema["type"].as_str().unwrap_or_default() {
        "string" => {
            let (least, most) = (length("minLength").unwrap_or(0), length("maxLength").unwrap_or(6));
            let count = draw.size(least..=most);
            let letter = *draw.pick(&['a', 'é', '日', '🦀']);
            json!(std::iter::repeat_n(letter, count).collect::<String>())
        }
        "integer" => json!(number(draw, schema)),
        "number" => {
            let (least, most) = (schema["minimum"].as_i64(), schema["maximum"].as_i64());
            match (draw.chance(1, 2), least, most) {
                (true, None, _) => json!(-7.25),
                (true, Some(least), None) => json!(least * 2 + 9),
                _ => json!(number(draw, schema)),
            }
        }
        "boolean" => json!(draw.chance(1, 2)),
        "array" => draw.list(0..=3, |draw| fitting(draw, &schema["items"])).into(),
        _ => {
            let mut content = Object::new();
            for (name, inner) in members(&schema["properties"]) {
                if strings(&schema["required"]).any(|it| it == name) || draw.chance(1, 2) {
                    content.insert(name.clone(), fitting(draw, inner));
                }
            }
            if schema["additionalProperties"] != false && draw.chance(1, 3) {
                content.insert("extra".to_owned(), json!(1));
            }
            Value::Object(content)
        }
    }
}

/// A number within the limits, at a limit as often as not.
fn number(draw: &mut Draw, schema: &Value) -> i64 {
    let (least, most) = (schema["minimum"].as_i64().unwrap_or(-50), schema["maximum"].as_i64().unwrap_or(50));
    if draw.chance(1, 2) { *draw.pick(&[least, most]) } else { draw.int(least..=most.max(least)) }
}

/// A content that was fitting before one thing about it was spoiled; with luck it still fits.
pub(in crate::suites::awp) fn spoiled(draw: &mut Draw, schema: &Value) -> Value {
    let mut content = fitting(draw, schema);
    let wrong = [json!("7"), json!(7), json!(0.5), json!(true), json!([]), json!({}), json!(""), Value::Null];
    match (&mut content, draw.below(4)) {
        (_, 0) => return draw.pick(&wrong).clone(),
        (Value::Object(members), choice) => {
            let names: Vec<String> = members_of(schema);
            let name = if names.is_empty() { "topic".to_owned() } else { draw.pick(&names).clone() };
            match choice {
                1 => drop(members.remove(&name)),
                2 => drop(members.insert("surplus".to_owned(), json!(1))),
                _ => drop(members.insert(name.clone(), spoiled(draw, &schema["properties"][&name]))),
            }
        }
        (Value::Array(list), _) => {
            list.insert(draw.below(list.len() + 1), spoiled(draw, &schema["items"]));
        }
        (Value::Number(_), 1) => return json!(schema["minimum"].as_i64().unwrap_or(0) - 1),
        (Value::Number(_), _) => return json!(schema["maximum"].as_i64().unwrap_or(0) + 1),
        (Value::String(_), choice) => {
            let least = schema["minLength"].as_u64().unwrap_or(0).saturating_sub(1);
            let most = schema["maxLength"].as_u64().unwrap_or(6) + 1;
            let count = usize::try_from(if choice == 1 { least } else { most }).unwrap_or(0);
            return json!("é".repeat(count));
        }
        _ => return draw.pick(&wrong).clone(),
    }
    content
}

fn members_of(schema: &Value) -> Vec<String> {
    members(&schema["properties"]).map(|(name, _)| name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::awp::model::runtime::schema::fits;

    #[test]
    fn what_is_drawn_as_fitting_fits_and_what_is_spoiled_often_does_not() {
        let mut misfits = 0;
        for seed in 0..400 {
            let mut draw = Draw::from_seed(seed);
            let schema = schema(&mut draw, 2);
            assert!(is_sent(&schema), "{schema}");
            let content = fitting(&mut draw, &schema);
            assert_eq!(fits(&schema, &content), Ok(true), "{schema} {content}");
            let content = spoiled(&mut draw, &schema);
            misfits += usize::from(fits(&schema, &content) == Ok(false));
        }
        assert!(misfits > 150, "{misfits} of 400");
    }
}
