//! A preflight remembers nothing: what came before makes no difference to
//! what comes next, and an input is as it was when the answer is out.
//!
//! The traps are a list of diagnostics made once and never emptied, a cache
//! with too short a key, and defaults written into the input.

use super::prelude::*;
use crate::draw::json::same;

pub(super) static RULE: Rule = Rule {
    id: "stateless",
    title: "keeps no state between calls and does not modify the input",
    level: Level::Must,
    source: "validatePreflightShape: no state outside the call, no assignment to the input",
    statement: "The answer to an input depends on that input alone, not on earlier calls, and the input is not \
                modified. (The latter shows only if the subject sends back, in `input`, the input as it left it.)",
    checks: &[HISTORY, UNTOUCHED],
    mutants: MUTANTS,
    corpus: include_str!("../../../../corpus/preflight/stateless.yaml"),
    questions: &[],
};

const UNTOUCHED: Check = Check {
    id: "untouched",
    property: "the input comes back, in `input`, as it was sent",
    edges: || every_code().into_iter().chain(texts().map(case)).chain(tidied_elsewhere()).collect(),
    arms: &[
        arm(2, "any JSON in any place", draw::wild),
        arm(1, "valid", draw::valid),
        arm(1, "many faults", draw::many_faults),
    ],
    classify: |case| vec![if diagnostics(&case["input"]).is_empty() { "valid" } else { "wrong" }],
    labels: &["valid", "wrong"],
    exam: untouched,
    ..CHECK
};

const HISTORY: Check = Check {
    id: "history",
    property: "the last input of a history gets the answer it gets from a newly started process",
    shape: &shape::HISTORY,
    edges,
    arms: &[
        arm(3, "several inputs", |draw| history(draw, &[draw::valid, draw::many_faults, draw::bad_action])),
        arm(2, "inputs of one action", one_action),
        arm(1, "any JSON in any place", |draw| history(draw, &[draw::wild, draw::valid])),
    ],
    classify,
    labels: &["valid after wrong", "wrong after valid", "an input repeated", "one action twice"],
    exam: as_if_alone,
    // A subject with words of its own has a process started for every case.
    cost: 16,
    ..CHECK
};

const MUTANTS: &[Mutant] = &[
    Mutant::remembers("never empties its list of diagnostics", |memory, _, answer| {
        let list = memory.entry("list".to_owned()).or_insert_with(|| json!([]));
        if let (Some(list), Some(new)) = (list.as_array_mut(), answer["diagnostics"].as_array()) {
            list.extend(new.iter().cloned());
        }
        json!({ "diagnostics": list })
    }),
    Mutant::remembers("caches answers by action", |memory, request, answer| {
        let action = request.params["input"]["action"].to_string();
        memory.entry(action).or_insert(answer).clone()
    }),
    Mutant::remembers("remembers the last run id", |memory, request, _| {
        let given = &request.params["input"]["runId"];
        if given.as_str().is_some_and(|id| !id.is_empty()) {
            memory.insert("runId".to_owned(), given.clone());
        }
        misread(request, |input| {
            let needed = input.get("action").and_then(Value::as_str).and_then(Action::named);
            if let (Some(id), Some(["runId", ..])) = (memory.get("runId"), needed.map(|action| action.needs)) {
                input.entry("runId").or_insert_with(|| id.clone());
            }
        })
    }),
    Mutant::remembers("answers the previous call", |memory, _, answer| {
        memory.insert("previous".to_owned(), answer.clone()).unwrap_or(answer)
    }),
    Mutant::remembers("says a diagnostic only once per process", |memory, _, answer| {
        edit(answer, |list| {
            list.retain(|diagnostic| memory.insert(diagnostic.message.to_string(), json!(1)).is_none());
        })
    }),
    Mutant::remembers("answers the first call of a process wrongly", |memory, _, answer| {
        let warm = memory.insert("warm".to_owned(), json!(true)).is_some();
        if warm { answer } else { to_answer(&diagnostics(&json!({}))) }
    }),
    Mutant::answers("trims texts in the caller's input", |request, mut answer| {
        let mut input = request.params["input"].clone();
        if let Some(members) = input.as_object_mut() {
            change_text(members, "text", |text| text.trim().to_owned());
        }
        answer["input"] = input;
        answer
    }),
    Mutant::answers("makes line ends uniform in the caller's input", |request, answer| {
        leave(request, answer, |value| {
            if let Value::String(text) = value {
                *text = text.replace("\r\n", "\n");
            }
        })
    }),
    Mutant::answers("reads numbers in the caller's input", |request, answer| {
        leave(request, answer, |value| {
            if let Some(number) = value.as_str().and_then(|text| text.parse::<i64>().ok()) {
                *value = json!(number);
            }
        })
    }),
    Mutant::answers("cuts fractions off in the caller's input", |request, answer| {
        leave(request, answer, |value| {
            if let (None, Some(number)) = (value.as_i64(), value.as_f64()) {
                *value = json!(number.trunc());
            }
        })
    }),
    Mutant::answers("sorts lists in the caller's input", |request, answer| {
        leave(request, answer, |value| {
            if let Value::Array(list) = value {
                list.sort_by_key(Value::to_string);
            }
        })
    }),
    Mutant::answers("drops what is null within the caller's input", |request, answer| {
        leave(request, answer, |value| match value {
            Value::Array(list) => list.retain(|value| !value.is_null()),
            Value::Object(members) => members.retain(|_, value| !value.is_null()),
            _ => {}
        })
    }),
    Mutant::answers("writes defaults into the caller's input", |request, mut answer| {
        let mut input = request.params["input"].clone();
        if input["action"] == "run_status" {
            input["preview"] = json!(false);
        }
        answer["input"] = input;
        answer
    }),
];

/// The history, one call after the other; then its last input by itself, in a process that knows nothing. To start
/// one takes time, so the document's own answer is believed without; not where nothing came before it, or a subject
/// that is wrong at the first call of a process would never be met.
fn as_if_alone(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let inputs = case.input["inputs"].as_array().map_or(&[][..], Vec::as_slice);
    let Some(last) = inputs.last() else { return Ok(Judgement::open("an empty history")) };
    let mut answers = Vec::new();
    for input in inputs {
        answers.push(talk.ask(validate(input))?);
    }
    let mut after = Vec::new();
    for answer in answers {
        after = found_in(answer)?;
    }
    if inputs.len() > 1 && after == diagnostics(last) {
        return Ok(Judgement::held());
    }
    let afresh = to_answer(&found_in(talk.ask(validate(last).on_fresh_process())?)?);
    Ok(Judgement::equal("earlier calls change the answer", &afresh, &to_answer(&after)))
}

/// The input as the subject left it.
fn untouched(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(METHOD))?;
    found_in(answer)?;
    let input = &case.input["input"];
    Ok(match answer.value.get("input") {
        None => Judgement::not_shown("the subject does not send `input` back: whether it was changed is not seen"),
        Some(left) if same(left, input) => Judgement::held(),
        Some(left) => Judgement::failed("the input was modified", input.clone(), left.clone()),
    })
}

/// Inputs with texts that a careless runtime tidies up.
fn texts() -> impl Iterator<Item = Value> {
    let with = |text: &str| Value::from(draw::with(&ACTIONS[4], "text", Some(json!(text))));
    let status = Value::from(draw::least(Action::named("run_status").unwrap_or(&ACTIONS[0])));
    [" hello ", "\u{feff}"].into_iter().map(with).chain([status])
}

/// Every code after a valid input and before one; the same input twice; a run id that is left out the second time.
fn edges() -> Vec<Value> {
    let mut histories = Vec::new();
    for (number, wrong) in every_code().into_iter().enumerate() {
        let wrong = wrong["input"].clone();
        let valid = Value::from(draw::least(action_of(&wrong).unwrap_or(&ACTIONS[0])));
        histories.push(match number % 3 {
            0 => json!([valid, wrong]),
            1 => json!([wrong, valid]),
            _ => json!([wrong, valid, wrong]),
        });
    }
    histories.extend(texts().map(|input| json!([input])));
    histories.into_iter().map(|inputs| json!({ "inputs": inputs })).collect()
}

fn history(draw: &mut Draw, arms: &[fn(&mut Draw) -> Value]) -> Value {
    let mut inputs = draw.list(2..=5, |draw| draw.pick(arms)(draw)["input"].take());
    if draw.chance(1, 2) {
        inputs.push(draw.pick(&inputs).clone());
    }
    json!({ "inputs": inputs })
}

fn one_action(draw: &mut Draw) -> Value {
    let action = draw::action(draw);
    let inputs = draw.list(2..=4, |draw| {
        let mut input = draw::valid_for(draw, action);
        for field in draw.subset(&KNOWN_FIELDS[1..]) {
            if draw.chance(1, 2) {
                input.remove(*field);
            }
        }
        input
    });
    json!({ "inputs": inputs })
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Some([before @ .., last]) = case["inputs"].as_array().map(Vec::as_slice) else { return vec!["empty"] };
    let valid = |input: &Value| diagnostics(input).is_empty();
    let mut labels = Vec::new();
    if valid(last) {
        labels.extend(before.iter().any(|input| !valid(input)).then_some("valid after wrong"));
    } else {
        labels.extend(before.iter().any(valid).then_some("wrong after valid"));
    }
    labels.extend(before.contains(last).then_some("an input repeated"));
    let action = last.get("action");
    labels.extend(before.iter().any(|input| input.get("action") == action).then_some("one action twice"));
    labels
}
