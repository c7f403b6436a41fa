//! A message that does not fit the schema of its channel is not delivered.
//!
//! Every message stands for itself: one that fails must not take others with
//! it, and a channel without a schema takes anything.

use super::prelude::*;
use super::schema::{deliver, fits, fitting, schema, sorted, spoiled};

const METHOD: &str = "awp/deliver";

pub(in super::super) static RULE: Rule = Rule {
    id: "R15",
    title: "delivers only messages that fit the schema of their channel",
    level: Level::Must,
    source: "R15, channel schema validation",
    statement: "Where a channel has a schema, a message whose content fits it is delivered and one whose content does \
                not is rejected. Where it has none, every message is delivered.",
    checks: &[Check {
        id: "delivery",
        property: "exactly the messages that fit are delivered, the others are rejected",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(6, "objects", |draw| case(draw, true)),
            arm(3, "any schema", |draw| case(draw, false)),
            arm(1, "no schema", without_schema),
        ],
        classify,
        labels: &["delivered", "rejected", "both", "no schema"],
        steps: |case, answers| one_call(METHOD, answers, |answer| judge(case, answer)),
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("delivers everything", |r, a| passing(r, a, |_, _| true)),
        Mutant::answers("rejects everything where there is no schema", |r, a| {
            edit(r, METHOD, a, |answer| {
                if r.params["channel"].get("schema").is_none() {
                    *answer = json!({"delivered": [], "rejected": answer["delivered"]});
                }
            })
        }),
        Mutant::answers("does not look for required members", |r, a| without(r, a, "required")),
        Mutant::answers("lets additional members pass", |r, a| without(r, a, "additionalProperties")),
        Mutant::answers("does not look into lists", |r, a| without(r, a, "items")),
        Mutant::answers("does not look into members", |r, a| without(r, a, "properties")),
        Mutant::answers("does not compare with the values of an enum", |r, a| without(r, a, "enum")),
        Mutant::answers("ignores minimum", |r, a| without(r, a, "minimum")),
        Mutant::answers("ignores maximum", |r, a| without(r, a, "maximum")),
        Mutant::answers("ignores minLength", |r, a| without(r, a, "minLength")),
        Mutant::answers("ignores maxLength", |r, a| without(r, a, "maxLength")),
        Mutant::answers("does not look at types", |r, a| without(r, a, "type")),
        Mutant::answers("takes limits for exclusive", |r, a| {
            passing(r, a, |schema, content| {
                let mut strict = schema.clone();
                rename(&mut strict, "minimum", "exclusiveMinimum");
                rename(&mut strict, "maximum", "exclusiveMaximum");
                jsonschema::draft202012::new(&strict).map_or(true, |validator| validator.is_valid(content))
            })
        }),
        Mutant::answers("measures the length of a text in bytes", |r, a| {
            passing(r, a, |schema, content| right(schema, &in_bytes(content)))
        }),
        Mutant::answers("takes a fraction for an integer", |r, a| {
            passing(r, a, |schema, content| {
                let mut loose = schema.clone();
                retype(&mut loose, "integer", "number");
                right(&loose, content)
            })
        }),
        Mutant::answers("takes true for an integer", |r, a| {
            passing(r, a, |schema, content| right(schema, content) || right(schema, &booleans_as_numbers(content)))
        }),
        Mutant::answers("rejects the rest once a message has failed", |r, a| {
            after_first_failure(r, a, |answer, id| move_to(answer, id, "delivered", "rejected"))
        }),
        Mutant::answers("stops looking once a message has failed", |r, a| {
            after_first_failure(r, a, |answer, id| move_to(answer, id, "rejected", "delivered"))
        }),
        Mutant::answers("delivers what it rejects", |r, a| {
            edit(r, METHOD, a, |answer| {
                answer["delivered"] =
                    items(&r.params["messages"]).iter().map(|message| message["id"].clone()).collect();
            })
        }),
        Mutant::answers("drops what it rejects without a word", |r, a| {
            edit(r, METHOD, a, |answer| answer["rejected"] = json!([]))
        }),
        Mutant::remembers("keeps the first schema of a channel for ever", |memory, r, a| {
            let name = r.params["channel"]["name"].to_string();
            if let Some(schema) = r.params["channel"].get("schema") {
                let first = memory.entry(name).or_insert_with(|| schema.clone()).clone();
                return misread(r, METHOD, a, |params| params["channel"]["schema"] = first);
            }
            a
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/R15.yaml"),
    questions: &[],
};

static SHAPE: Shape = Shape::Object(&[
    required("channel", Shape::Object(&[required("name", Shape::Fixed), optional("schema", Shape::Any)])),
    required(
        "messages",
        Shape::List {
            of: &Shape::Object(&[required("id", Shape::Id("message")), required("content", Shape::Any)]),
            least: 1,
        },
    ),
]);

fn right(schema: &Value, content: &Value) -> bool {
    fits(schema, content) != Some(false)
}

/// What a runtime answers that delivers what `passes` lets pass.
fn passing(request: Request<'_>, answer: Value, passes: impl Fn(&Value, &Value) -> bool) -> Value {
    if request.method == METHOD { deliver(request.params, passes) } else { answer }
}

/// What a runtime answers that does not know a keyword.
fn without(request: Request<'_>, answer: Value, keyword: &str) -> Value {
    passing(request, answer, |schema, content| {
        let mut schema = schema.clone();
        each_schema(&mut schema, &mut |schema| drop(schema.remove(keyword)));
        right(&schema, content)
    })
}

/// Changes a schema and every schema inside it.
fn each_schema(schema: &mut Value, change: &mut impl FnMut(&mut Object)) {
    let Some(members) = schema.as_object_mut() else { return };
    if let Some(items) = members.get_mut("items") {
        each_schema(items, change);
    }
    for inner in members.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        each_schema(inner.1, change);
    }
    change(members);
}

fn rename(schema: &mut Value, keyword: &str, instead: &str) {
    each_schema(schema, &mut |members| {
        if let Some(value) = members.remove(keyword) {
            members.insert(instead.to_owned(), value);
        }
    });
}

fn retype(schema: &mut Value, name: &str, instead: &str) {
    each_schema(schema, &mut |members| {
        if members.get("type").is_some_and(|it| it == name) {
            members.insert("type".to_owned(), json!(instead));
        }
    });
}

/// Every text as long in characters as it was in bytes.
fn in_bytes(content: &Value) -> Value {
    match content {
        Value::String(text) if !text.is_ascii() => json!("x".repeat(text.len())),
        Value::Array(items) => items.iter().map(in_bytes).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), in_bytes(value))).collect(),
        other => other.clone(),
    }
}

fn booleans_as_numbers(content: &Value) -> Value {
    match content {
        Value::Bool(truth) => json!(u8::from(*truth)),
        Value::Array(items) => items.iter().map(booleans_as_numbers).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), booleans_as_numbers(value))).collect()
        }
        other => other.clone(),
    }
}

fn after_first_failure(request: Request<'_>, answer: Value, change: impl Fn(&mut Value, &Value)) -> Value {
    edit(request, METHOD, answer, |answer| {
        let failed = answer["rejected"].clone();
        let mut messages = items(&request.params["messages"]).iter().map(|message| &message["id"]);
        let _ = messages.by_ref().find(|id| items(&failed).contains(id));
        messages.for_each(|id| change(answer, id));
    })
}

fn move_to(answer: &mut Value, id: &Value, from: &str, to: &str) {
    if let Some(list) = answer[from].as_array_mut()
        && let Some(at) = list.iter().position(|it| it == id)
    {
        list.remove(at);
        if let Some(list) = answer[to].as_array_mut() {
            list.push(id.clone());
        }
    }
}

fn judge(case: &Value, answer: &Value) -> Result<Judgement, WrongShape> {
    let (delivered, rejected) = (texts(answer, "delivered")?, texts(answer, "rejected")?);
    let sorted = match sorted(case) {
        Ok(sorted) => sorted,
        Err(why) => return Ok(Judgement::open(why)),
    };
    let due = deliver(case, |schema, content| fits(schema, content) == Some(true));
    let told = |kind: &str| Ok(Judgement::failed(kind, due.clone(), answer.clone()));
    for (id, fine) in &sorted {
        let id = id.as_str().unwrap_or_default();
        let count = |list: &[&str]| list.iter().filter(|it| **it == id).count();
        match (fine, count(&delivered), count(&rejected)) {
            (true, 1, 0) | (false, 0, 1) => {}
            (_, 0, 0) => return told("a message is neither delivered nor rejected"),
            (false, 1.., _) => return told("a message that does not fit is delivered"),
            (true, _, 1..) => return told("a message that fits is rejected"),
            _ => return told("a message is listed twice"),
        }
    }
    if delivered.len() + rejected.len() > sorted.len() {
        return told("a message is listed that nobody sent");
    }
    Ok(Judgement::held())
}

/// Every keyword at its limits, in one channel each.
fn edges() -> Vec<Value> {
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
        channels.iter().map(|(schema, contents)| channel(Some(schema), items(contents))).collect();
    cases.push(channel(None, &[json!("anything"), json!(7), json!({"a": [1, {}]}), json!([])]));
    cases
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

fn case(draw: &mut Draw, object: bool) -> Value {
    let schema = loop {
        let schema = schema(draw, 2);
        if !object || schema["type"] == "object" {
            break schema;
        }
    };
    let contents =
        draw.list(1..=5, |draw| if draw.chance(1, 2) { fitting(draw, &schema) } else { spoiled(draw, &schema) });
    channel(Some(&schema), &contents)
}

fn without_schema(draw: &mut Draw) -> Value {
    let contents = draw.list(1..=4, value);
    channel(None, &contents)
}

fn classify(case: &Value) -> Vec<&'static str> {
    let sorted = sorted(case).unwrap_or_default();
    let (some, none) = (sorted.iter().any(|(_, fine)| *fine), sorted.iter().any(|(_, fine)| !*fine));
    let mut labels = Vec::new();
    labels.extend(some.then_some("delivered"));
    labels.extend(none.then_some("rejected"));
    labels.extend((some && none).then_some("both"));
    labels.extend(case["channel"].get("schema").is_none().then_some("no schema"));
    labels
}
