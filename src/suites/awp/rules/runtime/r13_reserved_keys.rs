//! Four keys of the shared state belong to the runtime alone.
//!
//! The trap is in what looks like them: `_metadata`, `__meta` and `_Meta` are
//! ordinary keys, and so is a `_meta` inside a value.

use super::prelude::*;
use crate::suites::awp::draw::runtime::value::counts_as_nothing;
use crate::suites::awp::draw::runtime::writes::{SHAPE, batch, classify, edges};
use crate::suites::awp::model::runtime::state::{RESERVED, write};

const METHOD: &str = "awp/write_state";

pub(super) static RULE: Rule = Rule {
    id: "R13",
    title: "State Reserved Keys: rejects agents' writes to reserved keys",
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
            "a key twice",
            "near-miss",
            "nested",
            "already there",
            "not there before",
        ],
        exam,
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
        Mutant::answers("reserves keys between two underscores at either end", |r, a| {
            written(r, a, |key, _| RESERVED.contains(&key) || (key.starts_with("__") && key.ends_with("__")))
        }),
        Mutant::answers("does not see what takes no room in a key", |r, a| {
            written(r, a, |key, _| RESERVED.contains(&key.replace('\u{200b}', "").as_str()))
        }),
        Mutant::answers("lets agents write anything that are named like a part of the runtime", |r, a| {
            refusing(r, a, |_, params| params["agent"] != "manager")
        }),
        Mutant::answers("refuses values that hold a reserved key", |r, a| {
            written(r, a, |key, value| RESERVED.contains(&key) || RESERVED.iter().any(|it| value.get(it).is_some()))
        }),
        Mutant::answers("guards the first fifty writes of a batch", |r, a| {
            let first = |key: &str| items(&r.params["writes"]).iter().take(50).any(|write| write["key"] == key);
            refusing(r, a, |key, _| first(key))
        }),
        Mutant::answers("lets the second write to a reserved key through", |r, a| {
            edit(r, METHOD, a, |answer| {
                let mut seen: Vec<&str> = Vec::new();
                for write in items(&r.params["writes"]) {
                    let key = write["key"].as_str().unwrap_or_default();
                    if seen.contains(&key) {
                        answer["state"][key] = write["value"].clone();
                    }
                    seen.push(key);
                }
            })
        }),
        misreading("keeps the first of two values", METHOD, |params| {
            let mut seen: Vec<Value> = Vec::new();
            params["writes"].as_array_mut().into_iter().for_each(|list| {
                list.retain(|write| {
                    let new = !seen.contains(&write["key"]);
                    seen.push(write["key"].clone());
                    new
                });
            });
        }),
        misreading("does not take an empty key", METHOD, |params| {
            params["writes"].as_array_mut().into_iter().for_each(|list| list.retain(|write| write["key"] != ""));
        }),
        misreading("composes the characters of keys", METHOD, |params| {
            for write in params["writes"].as_array_mut().into_iter().flatten() {
                write["key"] = json!(write["key"].as_str().unwrap_or_default().replace("e\u{301}", "\u{e9}"));
            }
        }),
        misreading("cuts keys after 32 characters", METHOD, |params| {
            for write in params["writes"].as_array_mut().into_iter().flatten() {
                write["key"] = json!(write["key"].as_str().unwrap_or_default().chars().take(32).collect::<String>());
            }
        }),
        misreading("cuts the fraction off a number", METHOD, |params| each_value(params, whole)),
        misreading("keeps four places of a fraction", METHOD, |params| each_value(params, four_places)),
        misreading("cuts texts after a thousand characters", METHOD, |params| each_value(params, short)),
        misreading("does not write values that count as nothing", METHOD, |params| {
            params["writes"]
                .as_array_mut()
                .into_iter()
                .for_each(|list| list.retain(|it| !counts_as_nothing(&it["value"])));
        }),
        editing("refuses without saying so", METHOD, |answer| answer["rejected"] = json!([])),
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
    corpus: include_str!("../../../../../corpus/awp/R13.yaml"),
    questions: &[],
};

fn each_value(params: &mut Value, change: fn(&mut Value)) {
    for write in params["writes"].as_array_mut().into_iter().flatten() {
        change(&mut write["value"]);
    }
}

fn whole(value: &mut Value) {
    if let Some(number) = value.as_f64().filter(|number| number.fract() != 0.0) {
        *value = json!(number.trunc());
    }
}

fn four_places(value: &mut Value) {
    if let Some(number) = value.as_f64().filter(|number| number.fract() != 0.0) {
        *value = json!((number * 1e4).round() / 1e4);
    }
}

fn short(value: &mut Value) {
    if let Some(text) = value.as_str().filter(|text| text.chars().count() > 1000) {
        *value = json!(text.chars().take(1000).collect::<String>());
    }
}

/// What a runtime answers that guards a reserved key only where `guards` says so.
fn refusing(request: Request<'_>, answer: Value, guards: impl Fn(&str, &Value) -> bool) -> Value {
    written(request, answer, |key, _| RESERVED.contains(&key) && guards(key, request.params))
}

/// What a runtime answers that refuses what `refuses` says.
fn written(request: Request<'_>, answer: Value, refuses: impl Fn(&str, &Value) -> bool) -> Value {
    if request.method == METHOD { write(request.params, refuses) } else { answer }
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = &talk.ask(case.call(METHOD))?.value;
    let after = object(answer, "state")?;
    let rejected = texts(answer, "rejected")?;
    let is_whole = |write: &Value| write["key"].is_string() && write.get("value").is_some();
    if has_null(case) || !items(&case["writes"]).iter().all(is_whole) {
        return Ok(Judgement::open("a state never holds null, and a write has a key and a value"));
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
    // A batch without violations is applied in its order; of any other, the document does not say how far it gets.
    let last = |key: &str| writes.iter().rfind(|write| write["key"] == key).map(|write| &write["value"]);
    let mut unseen = false;
    for key in writes.iter().map(key_of) {
        let key = key.as_str();
        let mut values = writes.iter().filter(|write| write["key"] == key).map(|write| &write["value"]);
        let listed = rejected.contains(&key);
        if RESERVED.contains(&key) {
            if !unchanged(key) {
                return told("a reserved key was written");
            }
            // Where every value written is the one that stands there, a refusal cannot be told from a write.
            let shows = values.any(|value| !before.get(key).is_some_and(|before| same(value, before)));
            if !listed && shows {
                return told("a refused write is not reported");
            }
            unseen |= !listed;
            continue;
        }
        let stands = |after: &Value| {
            if clean { last(key).is_some_and(|value| same(value, after)) } else { values.any(|it| same(it, after)) }
        };
        let written = after.get(key).is_some_and(stands);
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
    Ok(if unseen { Judgement::open("what was written stood there already") } else { Judgement::held() })
}
