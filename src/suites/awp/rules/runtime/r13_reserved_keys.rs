//! Four keys of the shared state belong to the runtime alone.
//!
//! The trap is in what looks like them: `_metadata`, `__meta` and `_Meta` are
//! ordinary keys, and so is a `_meta` inside a value.

use super::prelude::*;
use super::state::{RESERVED, write};

const METHOD: &str = "awp/write_state";

pub(in super::super) static RULE: Rule = Rule {
    id: "R13",
    title: "keeps agents from writing to reserved keys",
    level: Level::Must,
    source: "R13, state reserved keys",
    statement: "What an agent writes to `_meta`, `_errors`, `_trace` or `_workflow` does not change the state and is \
                reported as rejected. Every other key can be written.",
    checks: &[Check {
        id: "writes",
        property: "reserved keys keep their value and are reported; other keys take theirs",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(3, "a clean batch", |draw| batch(draw, 0)),
            arm(3, "a batch with one reserved key", |draw| batch(draw, 1)),
            arm(1, "a batch with several reserved keys", |draw| batch(draw, 3)),
        ],
        classify,
        labels: &[
            "clean",
            "violating",
            "several violations",
            "near-miss",
            "nested",
            "already there",
            "not there before",
        ],
        steps: |case, answers| one_call(METHOD, answers, |answer| judge(case, answer)),
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("lets agents write _meta", |r, a| refusing(r, a, |key, _| key != "_meta")),
        Mutant::answers("lets agents write _errors", |r, a| refusing(r, a, |key, _| key != "_errors")),
        Mutant::answers("lets agents write _trace", |r, a| refusing(r, a, |key, _| key != "_trace")),
        Mutant::answers("lets agents write _workflow", |r, a| refusing(r, a, |key, _| key != "_workflow")),
        Mutant::answers("guards reserved keys only once they exist", |r, a| {
            refusing(r, a, |key, params| params["state"].get(key).is_some())
        }),
        Mutant::answers("guards only the first write of a batch", |r, a| {
            refusing(r, a, |key, params| params["writes"][0]["key"] == key)
        }),
        Mutant::answers("reserves every key that begins with an underscore", |r, a| {
            written(r, a, |key, _| key.starts_with('_'))
        }),
        Mutant::answers("reserves every key that begins like a reserved one", |r, a| {
            written(r, a, |key, _| RESERVED.iter().any(|reserved| key.starts_with(reserved)))
        }),
        Mutant::answers("ignores the case of keys", |r, a| {
            written(r, a, |key, _| RESERVED.contains(&key.to_lowercase().as_str()))
        }),
        Mutant::answers("trims keys", |r, a| written(r, a, |key, _| RESERVED.contains(&key.trim()))),
        Mutant::answers("refuses values that hold a reserved key", |r, a| {
            written(r, a, |key, value| RESERVED.contains(&key) || RESERVED.iter().any(|it| value.get(it).is_some()))
        }),
        Mutant::answers("refuses without saying so", |r, a| {
            edit(r, METHOD, a, |answer| answer["rejected"] = json!([]))
        }),
        Mutant::answers("reports a write that it lets through", |r, a| {
            edit(r, METHOD, a, |answer| {
                for write in items(&r.params["writes"]) {
                    answer["state"][write["key"].as_str().unwrap_or_default()] = write["value"].clone();
                }
            })
        }),
        Mutant::answers("merges objects instead of replacing them", |r, a| {
            edit(r, METHOD, a, |answer| {
                for (key, before) in members(&r.params["state"]) {
                    if let (Some(now), Some(before)) = (answer["state"][key].as_object_mut(), before.as_object()) {
                        for (inner, value) in before {
                            now.entry(inner.clone()).or_insert_with(|| value.clone());
                        }
                    }
                }
            })
        }),
        Mutant::answers("forgets the rest of the state", |r, a| {
            edit(r, METHOD, a, |answer| {
                let written = |key: &String| items(&r.params["writes"]).iter().any(|write| write["key"] == **key);
                if let Some(state) = answer["state"].as_object_mut() {
                    state.retain(|key, _| RESERVED.contains(&key.as_str()) || written(key));
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/R13.yaml"),
    questions: &[],
};

static SHAPE: Shape = Shape::Object(&[
    required("agent", Shape::Fixed),
    required("state", Shape::Map { keys: None, of: &Shape::Any }),
    required(
        "writes",
        Shape::List {
            of: &Shape::Object(&[required("key", Shape::Text { least: 1 }), required("value", Shape::Any)]),
            least: 1,
        },
    ),
]);

/// What a runtime answers that guards a reserved key only where `guards` says so.
fn refusing(request: Request<'_>, answer: Value, guards: impl Fn(&str, &Value) -> bool) -> Value {
    written(request, answer, |key, _| RESERVED.contains(&key) && guards(key, request.params))
}

/// What a runtime answers that refuses what `refuses` says.
fn written(request: Request<'_>, answer: Value, refuses: impl Fn(&str, &Value) -> bool) -> Value {
    if request.method == METHOD { write(request.params, refuses) } else { answer }
}

fn judge(case: &Value, answer: &Value) -> Result<Judgement, WrongShape> {
    let after = object(answer, "state")?;
    let rejected = texts(answer, "rejected")?;
    if has_null(case) {
        return Ok(Judgement::open("a state never holds null"));
    }
    let before = case["state"].as_object().cloned().unwrap_or_default();
    let writes = items(&case["writes"]);
    let key_of = |write: &Value| write["key"].as_str().unwrap_or_default().to_owned();
    let clean = !writes.iter().any(|write| RESERVED.contains(&key_of(write).as_str()));
    let unchanged = |key: &str| match (before.get(key), after.get(key)) {
        (Some(before), Some(after)) => same(before, after),
        (before, after) => before.is_none() && after.is_none_or(Value::is_null),
    };
    let told = |kind: &str| Ok(Judgement::failed(kind, write(case, |key, _| RESERVED.contains(&key)), answer.clone()));
    for key in writes.iter().map(key_of) {
        let key = key.as_str();
        let listed = rejected.contains(&key);
        if RESERVED.contains(&key) {
            if !unchanged(key) {
                return told("a reserved key was written");
            }
            if !listed {
                return told("a refused write is not reported");
            }
            continue;
        }
        let mut values = writes.iter().filter(|write| write["key"] == key).map(|write| &write["value"]);
        let written = after.get(key).is_some_and(|after| values.any(|value| same(value, after)));
        if clean && listed {
            return told("an ordinary key is refused");
        }
        if !written && (clean || !listed || !unchanged(key)) {
            return told("an ordinary key does not hold what was written");
        }
    }
    let untouched = |key: &str| !RESERVED.contains(&key) && !writes.iter().any(|write| write["key"] == key);
    if before.keys().chain(after.keys()).any(|key| untouched(key) && !unchanged(key)) {
        return told("a key changed that nobody wrote");
    }
    Ok(Judgement::held())
}

/// Every reserved key and every near-miss of one, new and already there, alone and beside an ordinary one.
fn edges() -> Vec<Value> {
    let mut keys: Vec<String> = RESERVED.iter().map(|key| (*key).to_owned()).collect();
    keys.extend(look_alikes());
    let case = |state: Value, writes: Value| json!({"agent": "writer", "state": state, "writes": writes});
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
    cases
}

fn look_alikes() -> Vec<String> {
    let mut keys: Vec<String> = ["_Meta", "_meta2", "__meta", "meta", "_metadata", "_", "_private", "_meta.x"]
        .iter()
        .map(|key| (*key).to_owned())
        .collect();
    for reserved in RESERVED {
        keys.extend(near::misses(reserved).into_iter().filter(|miss| !miss.is_empty()));
    }
    keys.sort();
    keys.dedup();
    keys
}

fn batch(draw: &mut Draw, reserved: usize) -> Value {
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
    json!({"agent": "writer", "state": state, "writes": writes})
}

fn classify(case: &Value) -> Vec<&'static str> {
    let writes = items(&case["writes"]);
    let keys: Vec<&str> = writes.iter().filter_map(|write| write["key"].as_str()).collect();
    let violations = keys.iter().filter(|key| RESERVED.contains(*key)).count();
    let mut labels = vec![if violations == 0 { "clean" } else { "violating" }];
    labels.extend((violations > 1).then_some("several violations"));
    let near = |key: &&str| !RESERVED.contains(key) && key.to_lowercase().contains("meta");
    labels.extend(keys.iter().any(near).then_some("near-miss"));
    let nested = |write: &Value| RESERVED.iter().any(|key| write["value"].get(key).is_some());
    labels.extend(writes.iter().any(nested).then_some("nested"));
    let there = keys.iter().any(|key| case["state"].get(key).is_some());
    labels.push(if there { "already there" } else { "not there before" });
    labels
}
