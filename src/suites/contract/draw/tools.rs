//! Drawing tools and their arguments: valid by construction, or wrong in one place.

use serde_json::{Map, Value, json};

use super::super::model::tools::{is_valid, schema_of};
use crate::draw::Draw;

/// A property of a schema, with values that fit it and values that do not.
struct Property {
    schema: Value,
    fits: Vec<Value>,
    unfit: Vec<Value>,
}

/// Every kind of property that schemas are made of.
fn kinds() -> Vec<Property> {
    let property = |schema, fits: Vec<Value>, unfit: Vec<Value>| Property { schema, fits, unfit };
    let ones = [1; 12];
    let mut twelve = ones;
    twelve[11] = -1;
    vec![
        property(
            json!({"type": "string", "minLength": 2, "maxLength": 5}),
            vec![json!("ab"), json!("abcde"), json!(" ab "), json!("日本語🦀é"), json!("e\u{301}")],
            vec![json!("a"), json!("abcdef"), json!("🦀"), json!("日本語🦀éé"), json!(12), json!(["ab"]), json!(null)],
        ),
        property(
            json!({"type": "string"}),
            vec![json!(""), json!(" Mixed Case "), json!("日本語")],
            vec![json!(0), json!(null)],
        ),
        property(json!({"type": "object", "properties": {}}), vec![json!({})], vec![json!([])]),
        property(
            json!({"enum": [1, 2, "auto"]}),
            vec![json!(2), json!("auto")],
            vec![json!("1"), json!(3), json!("Auto")],
        ),
        property(
            // Declared, for a runtime that wants that of all that it is given.
            json!({"enum": [{"a": 1, "b": [2]}, [1, 2]], "properties": {"a": {}, "b": {}}}),
            vec![json!({"b": [2], "a": 1}), json!([1, 2])],
            vec![json!({"a": 1}), json!([2, 1]), json!("1,2")],
        ),
        property(json!({"type": "null"}), vec![json!(null)], vec![json!(0), json!(""), json!({})]),
        // What is said of numbers says nothing of other values.
        property(json!({"minimum": 2}), vec![json!(2), json!("1"), json!(true)], vec![json!(1)]),
        property(
            deep(),
            vec![json!({"in": {"in": {"n": 1}}}), json!({"in": {"all": [{"n": 2}]}})],
            vec![
                json!({"in": {"in": {"n": "1"}}}),
                json!({"in": {"in": {}}}),
                json!({"in": {"all": [{"n": 2}, {"n": -2}]}}),
            ],
        ),
        property(
            json!({"type": "integer", "minimum": 0, "maximum": 9}),
            vec![json!(0), json!(9), json!(4)],
            vec![json!(-1), json!(10), json!(1.5), json!("4"), json!(true), json!(null)],
        ),
        property(
            json!({"type": "integer"}),
            vec![json!(4_294_967_296_i64), json!(-2_147_483_649_i64), json!(9_007_199_254_740_991_i64)],
            vec![json!(0.5)],
        ),
        property(json!({"type": "number", "maximum": 0}), vec![json!(0), json!(-0.5)], vec![json!(0.5), json!(1)]),
        property(
            json!({"type": "number", "minimum": 0.5, "maximum": 2.5}),
            vec![json!(0.5), json!(2.5), json!(1), json!(1.0625)],
            vec![json!(0.25), json!(2.75), json!("1")],
        ),
        property(json!({"type": "boolean"}), vec![json!(true), json!(false)], vec![json!("true"), json!(1), json!(0)]),
        property(
            json!({"type": "string", "enum": ["red", "blue"]}),
            vec![json!("red"), json!("blue")],
            vec![json!("RED"), json!("green"), json!("")],
        ),
        property(
            json!({"type": "array", "items": {"type": "integer", "minimum": 0}}),
            vec![json!([]), json!([1]), json!([3, 0, 2]), json!(ones)],
            vec![json!([-1]), json!([1, "2"]), json!([1, 2, -3]), json!(twelve), json!(3), json!({"0": 1})],
        ),
        property(
            json!({"type": "object", "properties": {"path": {"type": "string", "minLength": 1}},
                   "required": ["path"], "additionalProperties": false}),
            vec![json!({"path": "x"})],
            vec![json!({}), json!({"path": ""}), json!({"path": "x", "more": 1}), json!({"path": 1}), json!("x")],
        ),
    ]
}

/// A schema that has something to say three levels down.
fn deep() -> Value {
    let number = json!({"type": "object", "properties": {"n": {"type": "integer", "minimum": 0}}, "required": ["n"]});
    let middle = json!({"type": "object", "properties": {"in": number, "all": {"type": "array", "items": number}}});
    json!({"type": "object", "properties": {"in": middle}, "required": ["in"]})
}

/// Calls of two tools whose names differ in case alone, each with what fits one of them.
fn alike() -> Vec<Value> {
    let tool = |name: &str, kind: &str| {
        json!({"name": name, "inputSchema":
        {"type": "object", "properties": {"x": {"type": kind}}, "required": ["x"]}})
    };
    let tools = json!([tool("probe", "integer"), tool("Probe", "string")]);
    let call = |name: &str, value: Value| json!({"tools": tools, "calls": [{"tool": name, "args": {"x": value}}]});
    let values = || [json!(1), json!("one")];
    ["probe", "Probe"].into_iter().flat_map(|name| values().map(|value| call(name, value))).collect()
}

/// One call with every valid value of every kind, and one with every invalid one.
pub(crate) fn every_value() -> Vec<Value> {
    let mut cases = Vec::new();
    for (number, kind) in kinds().iter().enumerate() {
        let tool = json!({"name": "probe", "inputSchema":
            {"type": "object", "properties": {"x": kind.schema}, "required": ["x"]}});
        for value in kind.fits.iter().chain(&kind.unfit) {
            cases.push(json!({"tools": [tool], "calls": [{"tool": "probe", "args": {"x": value}}]}));
        }
        if number == 0 {
            cases.push(json!({"tools": [tool], "calls": [{"tool": "probe", "args": {}}]}));
            for args in [json!([]), json!("x"), json!(null), json!(1)] {
                cases.push(json!({"tools": [tool], "calls": [{"tool": "probe", "args": args}]}));
            }
        }
    }
    cases.extend(alike());
    cases.extend(members());
    cases
}

/// Calls that are right or wrong for the names of their arguments: declared, required, and what only looks like it.
fn members() -> Vec<Value> {
    let whole = || json!({"type": "integer"});
    let closed = json!({"properties": {"x": whole()}, "additionalProperties": false});
    let empty = json!({"properties": {}, "additionalProperties": false});
    let bare = json!({"additionalProperties": false});
    let optional = json!({"properties": {"x": whole()}});
    let undeclared = json!({"properties": {"x": whole()}, "required": ["x", "y"]});
    let inherited = json!({"properties": {"toString": {}}, "required": ["toString"]});
    let keywords = json!({"properties": {"type": {"type": "string"}, "items": whole(), "required": {"minimum": 2}}});
    let all = [
        (closed, vec![json!({"x": 1}), json!({"x": 1, "y": 2}), json!({}), json!({"y": 1}), json!({"X": 1})]),
        (empty, vec![json!({}), json!({"y": 1}), json!({"_y": 1}), json!({"y": null}), json!({"constructor": 1})]),
        (bare, vec![json!({}), json!({"y": 1})]),
        (optional, vec![json!({}), json!({"x": null}), json!({"x": "1"})]),
        (undeclared, vec![json!({"x": 1})]),
        (inherited, vec![json!({}), json!({"toString": "x"})]),
        (keywords, vec![json!({"type": "x"}), json!({"type": 1}), json!({"items": "1"}), json!({"required": 1})]),
    ];
    let mut cases = Vec::new();
    for (mut schema, calls) in all {
        schema["type"] = json!("object");
        for args in calls {
            let tool = json!({"name": "probe", "inputSchema": schema});
            cases.push(json!({"tools": [tool], "calls": [{"tool": "probe", "args": args}]}));
        }
    }
    cases
}

/// Names of arguments that a program may take for something else.
const NAMES: &[&str] = &["type", "items", "required", "enum", "properties", "constructor", "toString", "_id", "a.b"];

/// The name of an argument, now and then one of those.
fn name_of(draw: &mut Draw, number: usize) -> String {
    if draw.chance(1, 4) { (*draw.pick(NAMES)).to_owned() } else { format!("arg{number}") }
}

/// A tool with one to four arguments, with valid ones and a list of invalid ones.
pub(crate) fn tool(draw: &mut Draw, name: &str) -> (Value, Value, Vec<Value>) {
    let kinds = kinds();
    let count = draw.size(1..=4);
    let mut properties = Map::new();
    let mut required = Vec::new();
    let mut args = Map::new();
    let mut unfit: Vec<(String, Value)> = Vec::new();
    for number in 1..=count {
        let kind = draw.pick(&kinds);
        let key = name_of(draw, number);
        if properties.contains_key(&key) {
            continue;
        }
        properties.insert(key.clone(), kind.schema.clone());
        args.insert(key.clone(), draw.pick(&kind.fits).clone());
        unfit.extend(kind.unfit.iter().map(|value| (key.clone(), value.clone())));
        if draw.chance(1, 2) {
            required.push(key);
        }
    }
    let mut schema = json!({"type": "object", "properties": properties, "required": required});
    let mut wrong: Vec<Value> = Vec::new();
    for (key, value) in unfit {
        let mut args = args.clone();
        args.insert(key, value);
        wrong.push(Value::Object(args));
    }
    for key in &required {
        let mut args = args.clone();
        args.remove(key);
        wrong.push(Value::Object(args));
    }
    if draw.chance(1, 2) {
        schema["additionalProperties"] = json!(false);
        let known = || schema["properties"].as_object().into_iter().flat_map(Map::keys);
        let alike = known().map(|key| key.to_uppercase());
        let mut others: Vec<String> = alike.chain(["other", "_other", "valueOf"].map(str::to_owned)).collect();
        others.retain(|other| known().all(|key| key != other));
        let mut args = args.clone();
        // So that there are no more arguments than are declared.
        if draw.chance(1, 2) {
            args.retain(|key, _| required.contains(key));
        }
        args.insert(draw.pick(&others).clone(), draw.pick(&[json!(1), json!(null)]).clone());
        wrong.push(Value::Object(args));
    }
    (json!({"name": name, "inputSchema": schema}), Value::Object(args), wrong)
}

/// One to three calls of one or two tools, each with valid arguments or, as often, wrong in one place.
pub(crate) fn calls(draw: &mut Draw) -> Value {
    let names = if draw.chance(1, 4) { ["fetch", "Fetch"] } else { ["fetch", "store"] };
    let tools: Vec<(Value, Value, Vec<Value>)> =
        names[..draw.size(1..=2)].iter().map(|name| tool(draw, name)).collect();
    let calls = draw.list(1..=3, |draw| {
        let (tool, args, wrong) = draw.pick(&tools);
        let args = if draw.chance(1, 2) { draw.pick(wrong) } else { args };
        json!({"tool": tool["name"], "args": args})
    });
    json!({"tools": tools.iter().map(|(tool, _, _)| tool).collect::<Vec<_>>(), "calls": calls})
}

/// Labels how the arguments of the calls fit.
pub(crate) fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    for call in case["calls"].as_array().into_iter().flatten() {
        let fits =
            call["tool"].as_str().and_then(|name| schema_of(case, name)).map(|schema| is_valid(schema, &call["args"]));
        labels.extend(fits.map(|fits| if fits { "valid" } else { "invalid" }));
        labels.extend((!call["args"].is_object()).then_some("not an object"));
        let nested =
            call["args"].as_object().is_some_and(|args| args.values().any(|arg| arg.is_object() || arg.is_array()));
        labels.extend(nested.then_some("nested"));
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fit_or_not_as_they_say() {
        for kind in kinds() {
            assert!(kind.fits.iter().all(|value| is_valid(&kind.schema, value)), "{}", kind.schema);
            for value in &kind.unfit {
                assert!(!is_valid(&kind.schema, value), "{} {value}", kind.schema);
            }
        }
    }

    #[test]
    fn arguments_are_valid_or_wrong_as_drawn() {
        for seed in 0..200 {
            let (tool, args, wrong) = tool(&mut Draw::from_seed(seed), "probe");
            assert!(is_valid(&tool["inputSchema"], &args));
            assert!(wrong.iter().all(|args| !is_valid(&tool["inputSchema"], args)), "{tool}");
        }
    }
}
