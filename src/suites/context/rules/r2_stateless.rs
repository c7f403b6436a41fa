//! A validator remembers nothing: what came before makes no difference.
//!
//! The traps: a list of errors made once and never emptied, a flag set by one
//! call and read by the next, and a cache whose key is too short.

use crate::suites::context::draw::history::{self, calls};
use crate::suites::context::prelude::*;

const HISTORY: Check = Check {
    methods: &[CORE, PRE, POST, MANIFEST],
    shape: &shape::CALLS,
    edges: history::edges,
    arms: &[arm(1, "any calls", history::draw_history)],
    classify,
    labels: &["accept", "reject", "accept and reject"],
    on_fault: OnFault::Blocks,
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "2.stateless",
    title: "Validation Model: keeps no state between calls",
    level: Level::Must,
    source: "§2, stateless",
    statement: "The verdict on a call depends on its own params alone: the same call gets the same verdict in any order, \
                any number of times, in any process.",
    checks: &[
        HISTORY.asserts(
            "repeat",
            "every call of a history gets the same verdict and as many errors when the history is repeated backwards",
            repeated,
        ),
        Check {
            id: "fresh",
            property: "the last call of a history gets the verdict that it gets from a newly started process",
            edges: || {
                let histories: Vec<Value> = history::edges().into_iter().take(6).collect();
                let alone = histories.iter().map(|case| json!({"calls": [case["calls"][0]]}));
                alone.take(2).chain(histories.clone()).collect()
            },
            exam: afresh,
            cost: 10,
            ..HISTORY
        },
    ],
    mutants: &[
        Mutant::remembers("never empties its list of errors", |memory, _, answer| {
            let list = memory.entry("errors".to_owned()).or_insert_with(|| json!([]));
            if let (Some(list), Some(new)) = (list.as_array_mut(), answer["errors"].as_array()) {
                list.extend(new.iter().cloned());
            }
            let errors = list.clone();
            let clean = errors == json!([]);
            let mut answer = answer;
            answer["ok"] = json!(clean);
            answer["errors"] = errors;
            answer
        }),
        Mutant::remembers("tells of earlier errors in a refusal", |memory, _, mut answer| {
            let told = memory.entry("told".to_owned()).or_insert_with(|| json!([]));
            if let (Some(told), Some(new)) = (told.as_array_mut(), answer["errors"].as_array()) {
                told.extend(new.iter().cloned());
            }
            if answer["ok"] == false {
                answer["errors"] = told.clone();
            }
            answer
        }),
        Mutant::remembers("keeps the verdict on a step", |memory, request, mut answer| {
            let key = format!("{} {}", request.method, request.params["step"]);
            let ok = memory.entry(key).or_insert(answer["ok"].clone()).clone();
            if ok != answer["ok"] {
                answer["errors"] = if ok == true { json!([]) } else { json!([{"message": "as before"}]) };
                answer["ok"] = ok;
            }
            answer
        }),
        Mutant::remembers("passes everything once a manifest was valid", |memory, request, answer| {
            if request.method == MANIFEST && answer["ok"] == true {
                memory.insert("valid".to_owned(), json!(true));
            }
            if memory.contains_key("valid") { passes(answer) } else { answer }
        }),
        Mutant::remembers("refuses what follows a refusal", |memory, _, answer| {
            let after = memory.insert("ok".to_owned(), answer["ok"].clone()) == Some(json!(false));
            refuses(answer, after, "still failing")
        }),
        Mutant::remembers("refuses the same context twice", |memory, request, answer| {
            let key = format!("{} {}", request.method, request.params);
            let seen = memory.insert(key, json!(true)).is_some();
            refuses(answer, seen, "seen before")
        }),
        Mutant::remembers("refuses the first call of a process", |memory, _, answer| {
            let warm = memory.insert("warm".to_owned(), json!(true)).is_some();
            refuses(answer, !warm, "not ready")
        }),
        Mutant::remembers("remembers the type of the first context", |memory, request, answer| {
            let kind = request.params["context"]["type"].clone();
            if kind.is_null() {
                return answer;
            }
            let first = memory.entry("type".to_owned()).or_insert(kind).clone();
            misreads(request, answer, |params| put(params, "context.type", Some(first)))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/2.stateless.yaml"),
    questions: &[],
};

/// The history, then the same calls in reverse order.
fn repeated(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let calls = calls(case);
    if calls.is_empty() {
        return Ok(Judgement::open("no calls"));
    }
    let mut answers = Vec::new();
    for call in calls.iter().chain(calls.iter().rev()) {
        let answer = talk.ask(history::call(*call))?;
        answers.push((*call, is_ok(answer)?, errors(answer)));
    }
    for (index, (call, ok, errors)) in answers.iter().take(calls.len()).enumerate() {
        let mut again = answers.iter().filter(|(other, ..)| other == call);
        if let Some((_, other, _)) = again.clone().find(|(_, other, _)| other != ok) {
            let expected = json!({"call": index, "ok": ok});
            return Ok(Judgement::failed("the same call gets another verdict", expected, json!({"ok": other})));
        }
        if let Some((_, _, other)) = again.find(|(_, _, other)| other != errors) {
            let expected = json!({"call": index, "errors": errors});
            let observed = json!({ "errors": other });
            return Ok(Judgement::failed("the same call gets another number of errors", expected, observed));
        }
    }
    Ok(Judgement::held())
}

/// How many errors an answer holds. In which words, and in which order, is the subject's own business.
fn errors(answer: &Answer) -> usize {
    answer.value["errors"].as_array().map_or(0, Vec::len)
}

/// The history; then its last call by itself, in a process that knows nothing. To start one takes time, so the
/// document's own verdict is believed without; not where nothing came before it, or a subject that is wrong at the
/// first call of a process would never be met.
fn afresh(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let calls = calls(case);
    let mut last = None;
    for call in &calls {
        last = Some((*call, is_ok(talk.ask(history::call(*call))?)?));
    }
    let Some((last, after)) = last else { return Ok(Judgement::open("no calls")) };
    if calls.len() > 1 && due(last.0, last.1) == Some(after) {
        return Ok(Judgement::held());
    }
    let afresh = is_ok(talk.ask(history::call(last).on_fresh_process())?)?;
    Ok(Judgement::equal("earlier calls change the verdict", &json!(afresh), &json!(after)))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let verdicts: Vec<Verdict> =
        calls(case).into_iter().filter_map(|(method, params)| Some(said(method, params)?.verdict)).collect();
    let (accept, reject) = (verdicts.contains(&Verdict::Accept), verdicts.contains(&Verdict::Reject));
    let mut labels = Vec::new();
    labels.extend(accept.then_some("accept"));
    labels.extend(reject.then_some("reject"));
    labels.extend((accept && reject).then_some("accept and reject"));
    labels
}
