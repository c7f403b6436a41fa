//! Batches of writes to the shared state.

use serde_json::{Value, json};

use super::value::{nothings, value};
use crate::draw::{Draw, Shape, near, required, text};
use crate::suites::awp::model::runtime::params::{Object, items};
use crate::suites::awp::model::runtime::state::RESERVED;

pub(in crate::suites::awp) static SHAPE: Shape = Shape::Object(&[
    required("agent", Shape::Fixed),
    required("state", Shape::Map { keys: None, of: &Shape::Any }),
    required(
        "writes",
        Shape::List {
            of: &Shape::Object(&[required("key", Shape::Text { least: 0 }), required("value", Shape::Any)]),
            least: 1,
        },
    ),
]);

/// Every reserved key and every near-miss of one, new and already there, alone and beside an ordinary one.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let mut keys: Vec<String> = RESERVED.iter().map(|key| (*key).to_owned()).collect();
    keys.extend(look_alikes());
    let case = |state: Value, writes: Value| json!({"agent": "writer", "state": state, "writes": writes});
    // Whatever an agent is called, it is an agent.
    let by = |agent: &str| json!({"agent": agent, "state": {}, "writes": [{"key": "_meta", "value": {"by": agent}}]});
    let mut cases = vec![
        case(json!({}), json!([{"key": "writer", "value": {"_meta": 1, "deep": {"_trace": []}}}])),
        case(json!({"writer": {"a": 1}}), json!([{"key": "writer", "value": {"b": 2}}])),
        case(
            json!({"_trace": [1], "notes": "kept"}),
            json!([{"key": "a", "value": 1}, {"key": "_trace", "value": []}, {"key": "_meta", "value": {}}]),
        ),
    ];
    for key in keys {
        cases.push(case(json!({"notes": "kept"}), json!([{"key": key, "value": {"custom": "data"}}])));
        let mut state = json!({"notes": "kept"});
        state[&key] = json!({"by": "runtime"});
        cases.push(case(state, json!([{"key": "writer", "value": true}, {"key": key, "value": 7}])));
    }
    cases.extend(AGENTS.map(by));
    for nothing in nothings() {
        cases.push(case(json!({"mark": {"a": 1}}), json!([{"key": "mark", "value": nothing}])));
        cases.push(case(json!({"mark": nothing}), json!([{"key": "other", "value": nothing}])));
    }
    // The same key twice: the later value stands, and a second try at a reserved key fares no better than the first.
    for key in RESERVED.into_iter().chain(["notes", "_meta2"]) {
        let twice = json!([{"key": key, "value": 1}, {"key": key, "value": 2}]);
        cases.extend([json!({}), json!({"notes": "kept", "_trace": []})].map(|state| case(state, twice.clone())));
        let apart = json!([{"key": key, "value": 1}, {"key": "writer", "value": true}, {"key": key, "value": 2}]);
        cases.push(case(json!({}), apart));
    }
    // A key that is no word, and two that are equal only once their characters are composed.
    cases.push(case(json!({}), json!([{"key": "", "value": "x"}])));
    cases.push(case(json!({"": 1}), json!([{"key": "", "value": 2}])));
    cases.push(case(json!({"caf\u{e9}": 1}), json!([{"key": "cafe\u{301}", "value": 2}])));
    // Values that are not what a narrower type holds.
    for value in [
        json!(1.5),
        json!(-0.25),
        json!(2_718.281_828_459),
        json!("words ".repeat(400)),
        json!(3_000_000_000_u64),
        json!("one\r\ntwo"),
    ] {
        cases.push(case(json!({}), json!([{"key": "mark", "value": value}])));
        cases.push(case(json!({}), json!([{"key": "mark", "value": {"deep": [value]}}])));
    }
    for count in [12, 25, 60, 300] {
        let mut writes: Vec<Value> =
            (0..count).map(|number| json!({"key": format!("k{number}"), "value": number})).collect();
        cases.push(case(json!({}), json!(writes)));
        writes.push(json!({"key": "_trace", "value": "forged"}));
        cases.push(case(json!({}), json!(writes)));
    }
    cases
}

/// Agents, some of them named like a part of the runtime.
const AGENTS: [&str; 5] = ["writer", "system", "manager", "workflow", "runtime"];

/// Keys that are near a reserved one, or that some language or store has a use for.
const ORDINARY: [&str; 19] = [
    "_Meta",
    "_meta2",
    "__meta",
    "meta",
    "_metadata",
    "_",
    "_private",
    "_meta.x",
    "__init__",
    "__proto__",
    "notes.draft",
    "_me\u{200b}ta",
    "\u{ff3f}meta",
    "_meta/x",
    "_state",
    "Notes",
    "7",
    "note\u{1f600}",
    "the_draft_of_the_second_chapter_after_its_third_review",
];

fn look_alikes() -> Vec<String> {
    let mut keys: Vec<String> = ORDINARY.iter().map(|key| (*key).to_owned()).collect();
    for reserved in RESERVED {
        keys.extend(near::misses(reserved).into_iter().filter(|miss| !miss.is_empty()));
    }
    keys.sort();
    keys.dedup();
    keys
}

pub(in crate::suites::awp) fn batch(draw: &mut Draw, reserved: usize) -> Value {
    let mut keys: Vec<String> = draw.sample(&RESERVED, reserved).into_iter().map(|key| (*key).to_owned()).collect();
    keys.extend(draw.list(usize::from(reserved == 0)..=3, |draw| {
        if draw.chance(1, 2) { draw.pick(&look_alikes()).clone() } else { text::word(draw) }
    }));
    keys.sort();
    keys.dedup();
    draw.shuffle(&mut keys);
    let mut state = Object::new();
    for key in keys.iter().chain(&draw.list(0..=2, text::word)) {
        if draw.chance(1, 2) {
            state.insert(key.clone(), value(draw));
        }
    }
    if draw.chance(1, 4) {
        let again = draw.pick(&keys).clone();
        keys.insert(draw.below(keys.len() + 1), again);
    }
    let writes: Vec<Value> = keys
        .iter()
        .map(|key| {
            let mut value = value(draw);
            if let (Some(members), true) = (value.as_object_mut(), draw.chance(1, 3)) {
                members.insert((*draw.pick(&RESERVED)).to_owned(), json!(1));
            }
            json!({"key": key, "value": value})
        })
        .collect();
    json!({"agent": draw.pick(&AGENTS), "state": state, "writes": writes})
}

/// What is noteworthy about a batch.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
    let writes = items(&case["writes"]);
    let keys: Vec<&str> = writes.iter().filter_map(|write| write["key"].as_str()).collect();
    let violations = keys.iter().filter(|key| RESERVED.contains(*key)).count();
    let mut labels = vec![if violations == 0 { "clean" } else { "violating" }];
    labels.extend((violations > 1).then_some("several violations"));
    let twice = (1..keys.len()).any(|at| keys[..at].contains(&keys[at]));
    labels.extend(twice.then_some("a key twice"));
    let near = |key: &&str| !RESERVED.contains(key) && key.to_lowercase().contains("meta");
    labels.extend(keys.iter().any(near).then_some("near-miss"));
    let nested = |write: &Value| RESERVED.iter().any(|key| write["value"].get(key).is_some());
    labels.extend(writes.iter().any(nested).then_some("nested"));
    let there = keys.iter().any(|key| case["state"].get(key).is_some());
    labels.push(if there { "already there" } else { "not there before" });
    labels
}
