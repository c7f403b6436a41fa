//! What belongs to the other kind of response is not there, not even empty.
//!
//! The trap is a serializer that writes every field of a class: `null` and
//! `[]` are members too.

use crate::suites::context::judge::built::{BUILT, build};
use crate::suites::context::prelude::*;

const CONTINUES: &str = "client_tool_continuation";

pub(super) static RULE: Rule = Rule {
    id: "4.10.forbidden",
    title: "ResponseBuilder: gives neither kind of response the other's members",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, POST; AGN-033, forbidden even as an empty value",
    statement: "A final response has no key `toolCalls` or `toolContinuationMessage`; a continuation has no key \
                `primaryOutputText`, `toolResults`, `files`, `userWarnings` or `usage`. An empty value or null is a key.",
    checks: &[Check { property: "no key of the other kind is there, whatever its value", exam, ..BUILT }],
    mutants: &[
        Mutant::answers("sends an empty list of tool calls with a final response", |_, answer| {
            adds(answer, "final", "toolCalls", json!([]))
        }),
        Mutant::answers("sends a null message with a final response", |_, answer| {
            adds(answer, "final", "toolContinuationMessage", Value::Null)
        }),
        Mutant::answers("sends a null text with a continuation", |_, answer| {
            adds(answer, CONTINUES, "primaryOutputText", Value::Null)
        }),
        Mutant::answers("sends an empty text with a continuation", |_, answer| {
            adds(answer, CONTINUES, "primaryOutputText", json!(""))
        }),
        Mutant::answers("sends empty tool results with a continuation", |_, answer| {
            adds(answer, CONTINUES, "toolResults", json!([]))
        }),
        Mutant::answers("sends files with a continuation", |_, answer| adds(answer, CONTINUES, "files", json!([]))),
        Mutant::answers("sends warnings with a continuation", |_, answer| {
            adds(answer, CONTINUES, "userWarnings", json!([]))
        }),
        Mutant::answers("sends usage with a continuation", |_, answer| {
            adds(answer, CONTINUES, "usage", json!({"totalTokens": 12}))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.10.forbidden.yaml"),
    questions: &[],
};

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let built = match build(case, talk)? {
        Ok(built) => built,
        Err(not_judged) => return Ok(not_judged),
    };
    Ok(match built.form.forbidden.iter().find(|key| built.response.get(**key).is_some()) {
        Some(key) => {
            let kind = format!("a {} response has `{key}`", built.form.kind);
            Judgement::failed(kind, "no such key", built.response.clone())
        }
        None => Judgement::held(),
    })
}
