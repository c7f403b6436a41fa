//! A result cannot be changed by whoever holds it.
//!
//! A result is tried at from all sides: members set, added, deleted, and what is nested. The document freezes the
//! result itself; whether what is inside is frozen too is a question.

use super::super::judge::frozen::{is_nested, nested, top_level};
use super::super::prelude::*;
use super::super::reference::tools::policy;

const CHECK: Check = Check {
    methods: &["contract/mutate_result"],
    shape: &shape::ATTEMPTS,
    classify,
    on_fault: OnFault::Fails,
    ..Check::NEW
};

/// What a success and a failure have at their top level.
const MEMBERS: &[&str] = &["/success", "/output", "/error"];

/// What is nested in the output of a tool.
const NESTED: &[&str] = &[
    "/output/by",
    "/output/rows",
    "/output/rows/0",
    "/output/rows/1/n",
    "/output/meta/pages",
    "/output/meta/more/next",
];

pub(super) static RULE: Rule = Rule {
    id: "TOOL-002",
    title: "Result Immutability: returns tool results that cannot be changed",
    level: Level::Must,
    source: "INV-TOOL-002",
    statement: "Whatever is tried on the result of a tool, be it a success or a failure, it stays as it was returned: no \
                member of it is set, added or deleted.",
    checks: &[
        Check {
            id: "top-level",
            property: "no attempt on the members of a result changes it",
            edges: || {
                let mut cases: Vec<Value> = [true, false]
                    .into_iter()
                    .flat_map(|valid| {
                        MEMBERS
                            .iter()
                            .flat_map(move |path| [set(path), clear(path), delete(path)])
                            .map(move |it| case(valid, &[it]))
                    })
                    .collect();
                cases.extend([true, false].map(|valid| case(valid, &[set("/added")])));
                cases
            },
            arms: &[arm(1, "several attempts", |draw| {
                let paths = ["/success", "/output", "/error", "/added", "/extra"];
                let attempts = draw.list(1..=5, |draw| {
                    let path = *draw.pick(&paths);
                    match draw.below(4) {
                        0 => delete(path),
                        1 => clear(path),
                        _ => set(path),
                    }
                });
                case(draw.chance(2, 3), &attempts)
            })],
            labels: &["set", "add", "delete", "a failure", "a success"],
            exam: top_level,
            ..CHECK
        },
        Check {
            id: "nested",
            property: "an attempt on what is nested goes through or not, but never changes the members of the result",
            edges: || {
                let all: Vec<Value> = NESTED.iter().map(|path| set(path)).collect();
                let mut cases = vec![case(true, &all)];
                cases.extend(NESTED.iter().flat_map(|path| [case(true, &[set(path)]), case(true, &[delete(path)])]));
                cases
            },
            labels: &["nested"],
            exam: nested,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("lets members of a result be set", |it| {
            policy(it).gives_way = |attempt| !attempt.is_nested() && attempt.value.is_some() && attempt.is_there();
        }),
        Mutant::doing("lets members be added to a result", |it| {
            policy(it).gives_way = |attempt| !attempt.is_nested() && attempt.value.is_some() && !attempt.is_there();
        }),
        Mutant::doing("lets members of a result be deleted", |it| {
            policy(it).gives_way = |attempt| !attempt.is_nested() && attempt.value.is_none();
        }),
        Mutant::doing("lets members of a result be cleared", |it| {
            policy(it).gives_way = |attempt| !attempt.is_nested() && attempt.value == Some(&Value::Null);
        }),
        Mutant::doing("lets the output be replaced", |it| {
            policy(it).gives_way = |attempt| attempt.path == "/output" && attempt.value.is_some() && attempt.is_there();
        }),
        Mutant::doing("does not freeze results of failures", |it| {
            policy(it).gives_way = |attempt| !attempt.is_nested() && attempt.result["success"] == false;
        }),
        Mutant::throws("throws when a result is to be changed", |request| request.method == "contract/mutate_result"),
    ],
    corpus: include_str!("../../../../corpus/contract/TOOL-002.yaml"),
    questions: &[Question {
        id: "freeze",
        asks: "Is a result frozen as a whole, or only its own members?",
        readings: &[
            reading("deep", "no attempt on what is nested goes through"),
            reading("shallow", "every attempt on what is nested goes through"),
            reading("partly", "some attempts on what is nested go through and some do not"),
        ],
    }],
};

fn set(path: &str) -> Value {
    json!({"path": path, "value": {"changed": true}})
}

fn clear(path: &str) -> Value {
    json!({"path": path, "value": null})
}

fn delete(path: &str) -> Value {
    json!({ "path": path })
}

/// A call with arguments that fit (or do not), and attempts on its result.
fn case(valid: bool, attempts: &[Value]) -> Value {
    let args = if valid { json!({"n": 1}) } else { json!({"n": "one"}) };
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    json!({"tool": {"name": "fetch", "inputSchema": schema}, "args": args, "attempts": attempts})
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = vec![if case["args"]["n"].is_u64() { "a success" } else { "a failure" }];
    for attempt in list(case, "attempts") {
        let path = attempt["path"].as_str().unwrap_or_default();
        labels.push(match attempt.get("value") {
            _ if is_nested(path) => "nested",
            None => "delete",
            Some(_) if MEMBERS.contains(&path) => "set",
            Some(_) => "add",
        });
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
