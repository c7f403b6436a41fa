//! A tool that nobody registered is an answer, not an accident.
//!
//! The traps are the names that every object seems to have (`constructor`, `__proto__`), names that differ in case
//! only, and an executor that is of no use after it has met one of them.

use super::prelude::*;
use super::tools::{CALLS, call, is_valid, schema_of};
use crate::draw::{near, text};

const CHECK: Check = Check {
    methods: &["contract/tool"],
    shape: &CALLS,
    edges: || strange_names().iter().map(|name| between(name)).collect(),
    arms: &[
        arm(2, "almost a tool", |draw| between(&near::miss(draw, "fetch"))),
        arm(1, "any name", |draw| between(&text::awkward(draw))),
    ],
    classify,
    labels: &["inherited name", "other case", "empty name", "blanks around it"],
    on_fault: OnFault::Fails,
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "TOOL-003",
    title: "answers calls of unknown tools",
    level: Level::Must,
    source: "INV-TOOL-003",
    statement: "A call of a tool that is not in the table comes back with `success: false`, the code `TOOL_NOT_FOUND` and an \
                error that holds the name; nothing is run for it, and the next call works as ever.",
    checks: &[
        Check {
            id: "answer",
            property: "an unknown tool is answered without success, and nothing is run",
            steps: |case, answers| {
                judge(case, answers, |name, result, ran| {
                    Ok(if truth(result, "success")? {
                        Some(Judgement::failed("an unknown tool is found", json!({"success": false}), result.clone()))
                    } else if ran.iter().any(|ran| *ran == name) {
                        Some(Judgement::failed("an unknown tool is run", "nothing is run", json!({"host/tool": name})))
                    } else {
                        None
                    })
                })
            },
            ..CHECK
        },
        Check {
            id: "code",
            property: "the error code is TOOL_NOT_FOUND",
            steps: |case, answers| {
                judge(case, answers, |_, result, _| {
                    let code = result["errorCode"].as_str().or_else(|| result["error"]["code"].as_str());
                    let is_wrong = !truth(result, "success")? && code != Some("TOOL_NOT_FOUND");
                    Ok(is_wrong.then(|| {
                        Judgement::failed("another error code", json!({"errorCode": "TOOL_NOT_FOUND"}), result.clone())
                    }))
                })
            },
            ..CHECK
        },
        Check {
            id: "name",
            property: "the error holds the name that was asked for, or its quoted form",
            steps: |case, answers| {
                judge(case, answers, |name, result, _| {
                    let is_named = message(&result["error"]).contains(name) || !is_quoted_as_it_is(name);
                    let is_missing = !truth(result, "success")? && !is_named;
                    let expected = format!("an error that holds {name:?}");
                    Ok(is_missing.then(|| {
                        Judgement::failed("the error does not name the tool", expected, result["error"].clone())
                    }))
                })
            },
            ..CHECK
        },
        Check { id: "next", property: "the calls before and after one of an unknown tool work", steps: next, ..CHECK },
    ],
    mutants: &[
        Mutant::quirk("throws on an unknown tool", "throws-on-unknown-tools"),
        Mutant::quirk("finds tools by names that every object has", "finds-inherited-names"),
        Mutant::quirk("ignores the case of names", "ignores-the-case-of-tool-names"),
        Mutant::quirk("trims names", "trims-tool-names"),
        Mutant::quirk("finds tools by the beginning of their name", "finds-tools-by-prefix"),
        Mutant::quirk("takes the first tool for an empty name", "runs-the-first-tool-for-an-empty-name"),
        Mutant::quirk("runs an unknown tool before it notices", "tries-unknown-tools-anyway"),
        Mutant::quirk("gives up after an unknown tool", "gives-up-after-an-unknown-tool"),
        Mutant::answers("has another code for unknown tools", |_, answer| {
            change(answer, |result| {
                result["errorCode"] = json!("NOT_FOUND");
                result["error"] = json!({"message": message(&result["error"]), "code": "NOT_FOUND"});
            })
        }),
        Mutant::answers("does not say which tool is unknown", |_, answer| {
            change(answer, |result| {
                result["error"] = json!("there is no such tool");
            })
        }),
    ],
    corpus: include_str!("../../../corpus/contract/TOOL-003.yaml"),
    questions: &[],
};

/// Changes the results for unknown tools.
fn change(mut answer: Value, change: fn(&mut Value)) -> Value {
    for result in answer["results"].as_array_mut().into_iter().flatten() {
        if result["errorCode"] == "TOOL_NOT_FOUND" {
            change(result);
        }
    }
    answer
}

fn strange_names() -> Vec<String> {
    let mut names: Vec<String> = [
        "__proto__",
        "constructor",
        "toString",
        "hasOwnProperty",
        "valueOf",
        "",
        "other",
        "null",
        "0",
        "fetch.json",
        "日本語",
    ]
    .map(str::to_owned)
    .to_vec();
    names.extend(near::misses("fetch"));
    names
}

/// A call of `name` between two calls of a tool that is there.
fn between(name: &str) -> Value {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    json!({"tools": [{"name": "fetch", "inputSchema": schema}], "calls": [
        {"tool": "fetch", "args": {"n": 1}}, {"tool": name, "args": {"n": 2}}, {"tool": "fetch", "args": {"n": 3}}]})
}

/// Whether a message that quotes the name holds it letter for letter, whatever the language quotes in.
fn is_quoted_as_it_is(name: &str) -> bool {
    name.chars().all(|char| matches!(char, ' '..='~') && !matches!(char, '"' | '\'' | '`' | '\\'))
}

/// Judges the result for a name, beside the names of the tools that were run.
type Judge = fn(&str, &Value, &[&Value]) -> Result<Option<Judgement>, WrongShape>;

/// Judges the result of every call of an unknown tool, beside the names of the tools that were run.
fn judge(case: &Value, answers: &[Answer], judge: Judge) -> Result<Step, WrongShape> {
    let calls = list(case, "calls");
    let unknown =
        |call: &Value| call["tool"].as_str().filter(|name| schema_of(case, name).is_none()).map(str::to_owned);
    if !calls.iter().any(|call| unknown(call).is_some()) {
        return Ok(Step::Judged(Judgement::open("every tool is known")));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call("contract/tool")])) };
    let results = results(answer, "results", calls.len())?;
    let ran: Vec<&Value> = answer
        .trace
        .iter()
        .filter_map(|line| if let Trace::Asked { params, .. } = line { Some(&params["tool"]) } else { None })
        .collect();
    for (call, result) in calls.iter().zip(results) {
        if let Some(name) = unknown(call)
            && let Some(judgement) = judge(&name, result, &ran)?
        {
            return Ok(Step::Judged(judgement));
        }
    }
    Ok(Step::Judged(Judgement::held()))
}

fn next(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let calls = list(case, "calls");
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call("contract/tool")])) };
    let results = results(answer, "results", calls.len())?;
    for (call, result) in calls.iter().zip(results) {
        let schema = call["tool"].as_str().and_then(|name| schema_of(case, name));
        if schema.is_some_and(|schema| is_valid(schema, &call["args"])) && !truth(result, "success")? {
            let judgement = Judgement::failed(
                "a known tool does not work beside an unknown one",
                json!({"success": true}),
                result.clone(),
            );
            return Ok(Step::Judged(judgement));
        }
    }
    Ok(Step::Judged(Judgement::held()))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    for call in list(case, "calls") {
        let name = call["tool"].as_str().unwrap_or("fetch");
        labels.extend(match name {
            "fetch" => None,
            "" => Some("empty name"),
            "__proto__" | "constructor" | "toString" | "hasOwnProperty" | "valueOf" => Some("inherited name"),
            _ if name.eq_ignore_ascii_case("fetch") => Some("other case"),
            _ if name.trim() == "fetch" => Some("blanks around it"),
            _ => Some("another name"),
        });
    }
    labels
}
