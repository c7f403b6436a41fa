//! `agent_team` input preflight: which fields may stand beside which action,
//! and what each action cannot do without.
//!
//! The document is a short program, and [`model`] is the same program in our
//! words: it fixes every answer, so nothing here is left open. The rules are
//! views on that answer, each of its own aspect, so that one bug is blamed on
//! one rule.

mod diagnostic;
mod draw;
mod methods;
mod model;
mod prelude;
mod repair;
mod shape;
mod vocabulary;

mod action_and_fields;
mod action_invalid;
mod action_required;
mod any_input;
mod bad_action_alone;
mod control_fields_denied;
mod denied_code;
mod denied_order;
mod diagnostic_order;
mod key_order;
mod message_channel_invalid;
mod message_channel_required;
mod message_step_required;
mod message_text_required;
mod message_wording;
mod nothing_else;
mod path;
mod presence;
mod repair_branch;
mod repair_wording;
mod run_id_required;
mod severity;
mod start_graph_required;
mod stateless;
mod step_result_step_required;
mod unknown_keys;

#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::rule::{Expect, Expected, Suite};
use crate::subject::Refusal;

/// The suite.
pub static SUITE: Suite = Suite {
    name: "preflight",
    title: "agent_team input preflight",
    document: "agent-team-preflight.ts",
    version: 1,
    requirements: &[(1, "8b6176d33566168d32ec6f04294187e0492c5a2e7a9865f763047d9b904ef3fc")],
    rules: &[
        &any_input::RULE,
        &action_required::RULE,
        &action_invalid::RULE,
        &bad_action_alone::RULE,
        &presence::RULE,
        &unknown_keys::RULE,
        &control_fields_denied::RULE,
        &denied_code::RULE,
        &denied_order::RULE,
        &repair_branch::RULE,
        &start_graph_required::RULE,
        &run_id_required::RULE,
        &step_result_step_required::RULE,
        &message_step_required::RULE,
        &message_channel_required::RULE,
        &message_channel_invalid::RULE,
        &message_text_required::RULE,
        &diagnostic_order::RULE,
        &nothing_else::RULE,
        &severity::RULE,
        &path::RULE,
        &action_and_fields::RULE,
        &message_wording::RULE,
        &repair_wording::RULE,
        &key_order::RULE,
        &stateless::RULE,
    ],
    methods: methods::METHODS,
    features: &[],
    deferred: &[],
    expect,
    answer: |_, request, _| match request.method {
        prelude::METHOD => Ok(diagnostic::to_answer(&model::diagnostics(&request.params["input"]))),
        _ => Err(Refusal::NotOffered),
    },
    empty_answers,
    reply: |_| None,
    lint: None,
    bases: "",
};

/// What the document says of a call. It fixes every answer; an absent `input` is like `null`, which acts as `{}`.
fn expect(method: &str, params: &Value) -> Option<Expected> {
    if method != prelude::METHOD {
        return None;
    }
    let due = model::diagnostics(&params["input"]);
    let reason = match (params.get("input"), due.as_slice()) {
        (None, _) => {
            "there is no `input`: that is like null, which acts as an empty object without `action`".to_owned()
        }
        (_, []) => "the action is known, its needs are met, and no field is misplaced".to_owned(),
        (_, due) => due.iter().map(|diagnostic| &*diagnostic.message).collect::<Vec<_>>().join(" "),
    };
    Some(Expected {
        expect: if due.is_empty() { Expect::Accept } else { Expect::Reject },
        rules: due.iter().map(|diagnostic| format!("preflight/{}", rule_of(&diagnostic.code))).collect(),
        reason,
        answer: Some(diagnostic::to_answer(&due)),
    })
}

/// The rule that a code belongs to: its own, or the one that all denials share.
fn rule_of(code: &str) -> &str {
    if prelude::is_denial(code) { control_fields_denied::RULE.id } else { code }
}

/// Nothing is wrong, or the action is missing: the two answers that need no thought.
fn empty_answers(method: &str, _: &Value, accept: bool) -> Option<Value> {
    let blind = if accept { Vec::new() } else { model::diagnostics(&Value::Null) };
    (method == prelude::METHOD).then(|| diagnostic::to_answer(&blind))
}
