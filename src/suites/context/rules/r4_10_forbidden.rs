//! What belongs to the other kind of response is not there, not even empty.
//!
//! The trap is a serializer that writes every field of a class: `null` and
//! `[]` are members too.

use super::built::{BUILT, adds, judge_response};
use super::prelude::*;

const ID: &str = "4.10.forbidden";
const CONTINUES: &str = "client_tool_continuation";

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "keeps the members of the two kinds of response apart",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, POST; AGN-033, forbidden even as an empty value",
    statement: "A final response has no key `toolCalls` or `toolContinuationMessage`; a continuation has no key \
                `primaryOutputText`, `toolResults`, `files`, `userWarnings` or `usage`. An empty value or null is a key.",
    checks: &[Check {
        property: "no key of the other kind is there, whatever its value",
        steps: |case, answers| {
            judge_response(case, answers, |form, _, built| {
                match form.forbidden.iter().find(|key| built.get(**key).is_some()) {
                    Some(key) => {
                        Judgement::failed(format!("a {} response has `{key}`", form.kind), "no such key", built.clone())
                    }
                    None => Judgement::held(),
                }
            })
        },
        ..BUILT
    }],
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
    corpus: include_str!("../../../corpus/context/4.10.forbidden.yaml"),
    questions: &[],
};
