//! Channels with messages.

use serde_json::{Value, json};

use super::schema::{fitting, schema, spoiled};
use super::value::{nothings, value};
use crate::draw::{Draw, Shape, optional, required};
use crate::suites::awp::model::runtime::params::items;
use crate::suites::awp::model::runtime::schema::sorted;

pub(in crate::suites::awp) static SHAPE: Shape = Shape::Object(&[
    required("channel", Shape::Object(&[required("name", Shape::Fixed), optional("schema", Shape::Any)])),
    required(
        "messages",
        Shape::List {
            of: &Shape::Object(&[required("id", Shape::Id("message")), required("content", Shape::Any)]),
            least: 1,
        },
    ),
]);

/// Every keyword at its limits, in one channel each.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let object = |inner: Value| json!({"type": "object", "properties": {"topic": inner}});
    let channels = [
        (
            json!({"type": "string", "minLength": 2, "maxLength": 3}),
            json!(["a", "ab", "abc", "abcd", "日本", "🦀🦀🦀", "éé", "é"]),
        ),
        (json!({"type": "integer", "minimum": 1, "maximum": 3}), json!([0, 1, 3, 4, 1.5, true, "2"])),
        (json!({"type": "number", "minimum": -1}), json!([-1, -1.5, -2, 0.5, 7, "0"])),
        (json!({"type": "boolean"}), json!([true, false, 0, 1, "true"])),
        (json!({"type": "string", "enum": ["low", "high"]}), json!(["low", "high", "Low", "", "lowhigh"])),
        (json!({"type": "array", "items": {"type": "integer"}}), json!([[], [1], [1, "2"], ["1"], {}, 1])),
        (json!({"type": "object", "required": ["topic"]}), json!([{}, {"topic": 1}, {"Topic": 1}, []])),
        (
            json!({"type": "object", "properties": {"topic": {"type": "string"}}, "additionalProperties": false}),
            json!([{}, {"topic": "x"}, {"topic": "x", "more": 1}, {"topic": 1}]),
        ),
        (
            json!({"type": "object", "properties": {"topic": {"type": "string"}}}),
            json!([{"more": 1}, {"topic": "x", "more": 1}]),
        ),
        (
            object(json!({"type": "array", "items": object(json!({"type": "integer", "minimum": 0}))})),
            json!([{"topic": [{"topic": 0}]}, {"topic": [{"topic": -1}]}, {"topic": [{}, {"topic": "0"}]}]),
        ),
    ];
    let mut cases: Vec<Value> =
        channels.iter().chain(&overlooked()).map(|(schema, contents)| channel(Some(schema), items(contents))).collect();
    cases.push(channel(None, &[json!("anything"), json!(7), json!({"a": [1, {}]}), json!([])]));
    cases.push(channel(None, &nothings()));
    cases.push(channel(None, &[Value::Null]));
    for (schema, nothing) in ["integer", "boolean", "string", "array", "object"].into_iter().zip(nothings()) {
        cases.push(channel(Some(&json!({"type": schema, "enum": [nothing]})), &nothings()));
    }
    for count in [12, 25, 60, 300] {
        let contents: Vec<Value> = (0..count).map(|number| json!(number)).collect();
        cases.push(channel(Some(&json!({"type": "integer", "maximum": count - 2})), &contents));
    }
    cases
}

/// Schemas that a validator with a blind spot takes for more than they allow.
fn overlooked() -> Vec<(Value, Value)> {
    let integers = json!({"type": "array", "items": {"type": "integer"}});
    let eleven = |bad: usize| -> Value { (0..11).map(|at| if at == bad { json!("x") } else { json!(at) }).collect() };
    let closed = json!({"type": "object", "additionalProperties": false});
    let mut cases = vec![
        (integers, json!([["x", 1, 2], [1, "x", 2], [1, 2, "x"], [1, 2, 3], eleven(0), eleven(10), eleven(11)])),
        (closed.clone(), json!([{}, {"more": 1}, {"more": {}}])),
        (json!({"type": "object", "properties": {"topic": closed}}), json!([{"topic": {}}, {"topic": {"more": 1}}])),
        // A keyword speaks of one type and lets every other pass, whether or not there is a `type` beside it.
        (json!({"required": ["topic"]}), json!([{}, {"topic": 1}, "topic", [], 7])),
        (json!({"properties": {"topic": {"type": "string"}}}), json!([{"topic": 1}, {"topic": "x"}, {}, "x", [1]])),
        (json!({"items": {"type": "integer"}}), json!([["x"], [1], {}, "x"])),
        (json!({"minimum": 2, "minLength": 2}), json!([1, 2, "a", "ab", [], {}])),
        (json!({"additionalProperties": false}), json!([{"more": 1}, {}, "more", ["more"]])),
        // Values of an enum are compared as JSON: by type and by value.
        (json!({"enum": [1]}), json!([1, true, "1", [1], 2])),
        (json!({"enum": [0]}), json!([0, false, "0", "", []])),
        (json!({"enum": [true]}), json!([true, 1, "true", "True", false])),
        (json!({"enum": ["1", "true"]}), json!(["1", "true", 1, true])),
        (json!({"enum": [[1]]}), json!([[1], [true], ["1"], "[1]"])),
        // A limit of zero is a limit.
        (json!({"type": "integer", "maximum": 0}), json!([0, 1, -1])),
        (json!({"type": "integer", "minimum": 0}), json!([0, 1, -1])),
        (json!({"type": "string", "maxLength": 0}), json!(["", "a"])),
    ];
    cases.extend(narrow());
    cases.extend(coarse());
    for depth in [3, 4, 5, 6, 9, 12] {
        let (mut schema, mut fine, mut bad) = (json!({"type": "integer"}), json!(1), json!("x"));
        let (mut lists, mut listed, mut unlisted) = (schema.clone(), fine.clone(), bad.clone());
        for _ in 0..depth {
            schema = json!({"type": "object", "properties": {"topic": schema}});
            (fine, bad) = (json!({"topic": fine}), json!({"topic": bad}));
            lists = json!({"type": "array", "items": lists});
            (listed, unlisted) = (json!([listed]), json!([unlisted]));
        }
        cases.extend([(schema, json!([fine, bad])), (lists, json!([listed, unlisted]))]);
    }
    cases
}

/// Schemas and contents that a validator takes for others which it knows better.
fn narrow() -> [(Value, Value); 18] {
    [
        (json!({}), json!([null, 0, "", [], {}, {"topic": 1}])),
        // Null is a value of a type of its own.
        (json!({"type": "string"}), json!([null, "x"])),
        (json!({"enum": ["low"]}), json!([null, "low"])),
        (json!({"minimum": 1, "required": ["topic"]}), json!([null, {"topic": null}, {}])),
        (json!({"properties": {"topic": {"type": "string"}}}), json!([null, {"topic": null}, {"topic": "x"}])),
        (json!({"items": {"type": "integer"}}), json!([[null], [1, null], [1]])),
        // Members that are named like keywords, and members that nobody declared.
        (
            json!({"properties": {"type": {"type": "string"}, "required": {"type": "integer"}, "items": {"minimum": 2}}}),
            json!([{"type": 1}, {"required": "x"}, {"items": 1}, {"type": "array", "required": 1, "items": 2}]),
        ),
        (
            json!({"properties": {"properties": {"type": "object"}}, "required": ["properties"]}),
            json!([{"properties": {}}, {"properties": 1}, {}]),
        ),
        (json!({"required": ["topic"], "additionalProperties": false}), json!([{"topic": 1}, {}])),
        (
            json!({"properties": {"topic": {}}, "additionalProperties": false}),
            json!([{"topic": 1}, {"_topic": 1}, {"topic": 1, "$topic": 1}, {"Topic": 1}, {"topic": 1, "": 1}]),
        ),
        // An enum is one keyword among others.
        (json!({"enum": ["low", "high"], "maxLength": 3}), json!(["low", "high", "mid"])),
        (json!({"enum": [1, 7, "7"], "maximum": 3, "type": "integer"}), json!([1, 7, "7", 2])),
        // Every character counts, and so does every place of a fraction.
        (json!({"maxLength": 1}), json!(["e\u{301}", "e", "a ", " ", "\u{200b}a"])),
        (json!({"minLength": 2}), json!(["e\u{301}", "e", "a ", "  ", "\n\n"])),
        (json!({"minimum": 0.5, "maximum": 1.25}), json!([0.4999, 0.5, 0.5001, 1.2499, 1.25, 1.2501])),
        (json!({"type": "integer"}), json!([1.0001, 0.9999, 7])),
        // Items that read alike are each an item.
        (json!({"items": {"type": "integer"}}), json!([[1, "1"], ["1", 1], [1, 1]])),
        (json!({"items": {"type": "string"}}), json!([[true, "true"], ["true", true], ["true", "true"]])),
    ]
}

/// Schemas and contents that a validator takes for equal which compares or converts in a coarse way.
fn coarse() -> Vec<(Value, Value)> {
    let many = |bad: usize| -> Value { (0..60).map(|at| if at == bad { json!("x") } else { json!(at) }).collect() };
    vec![
        (json!({"type": "number"}), json!([true, 1.5, 7])),
        (json!({"minimum": 1}), json!([false, 2, 0])),
        (json!({"maximum": 1}), json!([1, 1.000_000_5, 0.999_999_5])),
        (json!({"enum": [[1, 2]]}), json!([[1, 2], [2, 1]])),
        (json!({"enum": ["a", "b", "c", "d", "e", "f"]}), json!(["a", "e", "f", "g"])),
        (json!({"type": "integer"}), json!([3_000_000_000_u64, -3_000_000_000_i64])),
        (json!({"maxLength": 3}), json!(["a\r\nb", "a\nb"])),
        (json!({"required": [""]}), json!([{}, {"": 1}])),
        (json!({"additionalProperties": false}), json!([{"more": null}, {}])),
        (json!({"properties": {}, "additionalProperties": false}), json!([{"more": 1}, {}])),
        (json!({"properties": {"topic": {}}, "additionalProperties": false}), json!([{"topic": 1}, {"topic ": 1}])),
        (json!({"type": "array", "items": {"type": "integer"}}), json!([many(55), many(60)])),
    ]
}

fn channel(schema: Option<&Value>, contents: &[Value]) -> Value {
    let messages: Vec<Value> = contents
        .iter()
        .enumerate()
        .map(|(n, content)| json!({"id": format!("m{}", n + 1), "content": content}))
        .collect();
    let mut channel = json!({"name": "findings"});
    if let Some(schema) = schema {
        channel["schema"] = schema.clone();
    }
    json!({"channel": channel, "messages": messages})
}

/// A channel with a schema, of an object or of anything, and up to five messages, half of which fit.
pub(in crate::suites::awp) fn case(draw: &mut Draw, object: bool) -> Value {
    let depth = if draw.chance(1, 5) { 5 } else { 2 };
    let mut schema = loop {
        let schema = schema(draw, depth);
        if !object || schema["type"] == "object" {
            break schema;
        }
    };
    let contents =
        draw.long_list(1..=5, |draw| if draw.chance(1, 2) { fitting(draw, &schema) } else { spoiled(draw, &schema) });
    // What fits a schema fits it without its type as well, and so do values of every other type.
    if let (Some(members), true) = (schema.as_object_mut(), draw.chance(1, 6)) {
        members.remove("type");
    }
    channel(Some(&schema), &contents)
}

/// A channel without a schema.
pub(in crate::suites::awp) fn without_schema(draw: &mut Draw) -> Value {
    let contents = draw.list(1..=4, value);
    channel(None, &contents)
}

/// What is noteworthy about a channel.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
    let sorted = sorted(case).unwrap_or_default();
    let (some, none) =
        (sorted.iter().any(|(_, fine)| *fine == Ok(true)), sorted.iter().any(|(_, fine)| *fine == Ok(false)));
    let mut labels = Vec::new();
    labels.extend(some.then_some("delivered"));
    labels.extend(none.then_some("rejected"));
    labels.extend((some && none).then_some("both"));
    labels.extend(case["channel"].get("schema").is_none().then_some("no schema"));
    labels
}
