//! A tool that nobody registered is an answer, not an accident.
//!
//! The traps are the names that every object seems to have (`constructor`, `__proto__`), names that differ in case
//! only, and an executor that is of no use after it has met one of them.

use super::super::judge::unknown::{answered, has_its_code, names_the_tool, next};
use super::super::prelude::*;
use super::super::reference::tools::{listed, not_found, policy};
use crate::draw::{near, text};
use crate::subject::Refusal;

/// Names that every JavaScript object seems to have.
const INHERITED: &[&str] = &["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

const CHECK: Check = Check {
    methods: &["contract/tool"],
    shape: &shape::CALLS,
    edges: || strange_names().iter().map(|name| between(name)).chain(without_its_path()).chain([of_none()]).collect(),
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
    title: "Graceful Unknown Tools: answers calls of unknown tools with an error",
    level: Level::Must,
    source: "INV-TOOL-003",
    statement: "A call of a tool that is not in the table comes back with `success: false`, the code `TOOL_NOT_FOUND` and an \
                error that holds the name; nothing is run for it, and the next call works as ever.",
    checks: &[
        CHECK.asserts("answer", "an unknown tool is answered without success, and nothing is run", answered),
        CHECK.asserts("code", "the error code is TOOL_NOT_FOUND", has_its_code),
        CHECK.asserts("name", "the error holds the name that was asked for, or its quoted form", names_the_tool),
        CHECK.asserts("next", "the calls before and after one of an unknown tool work", next),
    ],
    mutants: &[
        Mutant::doing("throws on an unknown tool", |it| {
            policy(it).unknown = |call| Err(Refusal::Failed(format!("unknown tool {}", call.tool)));
        }),
        Mutant::doing("finds tools by names that every object has", |it| {
            policy(it).find = |tools, name| {
                let inherited = INHERITED.contains(&name).then(|| json!({"name": name, "inputSchema": {}}));
                inherited.or_else(|| like(tools, |known| known == name))
            };
        }),
        Mutant::doing("ignores the case of names", |it| {
            policy(it).find = |tools, name| like(tools, |known| known.eq_ignore_ascii_case(name));
        }),
        Mutant::doing("trims names", |it| policy(it).find = |tools, name| like(tools, |known| known == name.trim())),
        Mutant::doing("finds tools by the beginning of their name", |it| {
            policy(it).find = |tools, name| like(tools, |known| !name.is_empty() && known.starts_with(name));
        }),
        Mutant::doing("finds tools by the last part of their name", |it| {
            policy(it).find = |tools, name| {
                let ends = |known: &str| known.rsplit(['.', '/', ':', '_']).next() == Some(name);
                like(tools, |known| known == name).or_else(|| like(tools, ends))
            };
        }),
        Mutant::doing("takes the first tool for an empty name", |it| {
            policy(it).find = |tools, name| like(tools, |known| name.is_empty() || known == name);
        }),
        Mutant::doing("runs an unknown tool before it notices", |it| {
            policy(it).unknown = |call| {
                call.run(call.args)?;
                Ok(not_found(call.tool))
            };
        }),
        Mutant::answers("gives up after an unknown tool", |_, mut answer| {
            let results = answer["results"].as_array_mut().into_iter().flatten();
            for result in results.skip_while(|result| result["errorCode"] != "TOOL_NOT_FOUND").skip(1) {
                *result = json!({"success": false, "error": "the executor has stopped"});
            }
            answer
        }),
        Mutant::answers("has another code for unknown tools", |_, answer| {
            change(answer, |result| {
                result["errorCode"] = json!("NOT_FOUND");
                result["error"] = json!({"message": message(&result["error"]), "code": "NOT_FOUND"});
            })
        }),
        Mutant::answers("has another code for names that no tool could have", |request, mut answer| {
            let results = answer["results"].as_array_mut().into_iter().flatten();
            for (call, result) in list(request.params, "calls").iter().zip(results) {
                let is_long = call["tool"].as_str().is_some_and(|name| name.len() > 64);
                if is_long && result["success"] == false {
                    *result = json!({"success": false, "errorCode": "INVALID_NAME", "error": call["tool"]});
                }
            }
            answer
        }),
        Mutant::answers("does not say which tool is unknown", |_, answer| {
            change(answer, |result| {
                result["error"] = json!("there is no such tool");
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/TOOL-003.yaml"),
    questions: &[],
};

/// The first tool whose name is like that.
fn like(tools: &Value, same: impl Fn(&str) -> bool) -> Option<Value> {
    listed(tools).find(|tool| tool["name"].as_str().is_some_and(&same)).cloned()
}

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
    let others = ["", "other", "null", "0", "fetch.json", "日本語", "\u{ff46}etch"];
    let names = INHERITED.iter().chain(&others).map(|name| (*name).to_owned());
    names.chain(near::misses("fetch")).chain(["x".repeat(100)]).collect()
}

/// A call where there is no tool at all.
fn of_none() -> Value {
    json!({"tools": [], "calls": [{"tool": "fetch", "args": {}}]})
}

/// Calls by the last part of a name.
fn without_its_path() -> impl Iterator<Item = Value> {
    ["files.fetch", "files/fetch", "files:fetch", "files__fetch"].into_iter().map(|name| {
        let mut case = between("fetch");
        for place in ["/tools/0/name", "/calls/0/tool", "/calls/2/tool"] {
            case.pointer_mut(place).into_iter().for_each(|at| *at = json!(name));
        }
        case
    })
}

/// A call of `name` between two calls of a tool that is there.
fn between(name: &str) -> Value {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    json!({"tools": [{"name": "fetch", "inputSchema": schema}], "calls": [
        {"tool": "fetch", "args": {"n": 1}}, {"tool": name, "args": {"n": 2}}, {"tool": "fetch", "args": {"n": 3}}]})
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    for call in list(case, "calls") {
        let name = call["tool"].as_str().unwrap_or("fetch");
        labels.extend(match name {
            "fetch" => None,
            "" => Some("empty name"),
            inherited if INHERITED.contains(&inherited) => Some("inherited name"),
            _ if name.eq_ignore_ascii_case("fetch") => Some("other case"),
            _ if name.trim() == "fetch" => Some("blanks around it"),
            _ => Some("another name"),
        });
    }
    labels
}
