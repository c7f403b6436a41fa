//! AGN-036: what holds of a pipeline context, always, and before and after
//! each of the ten steps; and AGN-033 as far as AGN-036 refers to it.
//!
//! The document speaks in conditions, and so does the model: a call comes to
//! a list of [`truth::Condition`]s, each of which holds, is broken or is left
//! open. One broken condition rejects, one open condition leaves the call
//! unspecified. The conditions stand in the rules that demand them: section 3
//! and section 5 as clauses, section 4 as demands of a place.

mod built;
mod core;
mod demand;
mod draw;
mod faults;
mod fields;
mod flow;
mod history;
mod kind;
mod manifest;
mod matching;
mod methods;
mod plain;
mod prelude;
mod probe;
mod reference;
mod response;
mod shape;
mod slot;
mod spoil;
mod step;
mod truth;
mod verdict;
mod wild;

mod r2_absent_alike;
mod r2_always_answers;
mod r2_non_mutating;
mod r2_null_context;
mod r2_stateless;
mod r3_1_content;
mod r3_1_continuation;
mod r3_1_follow_on;
mod r3_1_initial;
mod r3_correlation_id;
mod r3_nothing_else;
mod r3_org;
mod r3_timestamp;
mod r3_type;
mod r3_user;
mod r4_10_closed;
mod r4_10_failed;
mod r4_10_forbidden;
mod r4_10_kind;
mod r4_10_post;
mod r4_10_pre;
mod r4_10_required;
mod r4_10_tool_calls;
mod r4_1_post;
mod r4_1_pre;
mod r4_2_post;
mod r4_2_pre;
mod r4_3_post;
mod r4_3_pre;
mod r4_4_post;
mod r4_4_pre;
mod r4_5_post;
mod r4_5_pre;
mod r4_6_post;
mod r4_6_pre;
mod r4_7_post;
mod r4_7_pre;
mod r4_8_post;
mod r4_8_pre;
mod r4_9_post;
mod r4_9_pre;
mod r4_flow;
mod r5_bubbled;
mod r5_count;
mod r5_name;
mod r5_order;
mod r5_result_json;
mod r5_tool_call_id;

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use self::truth::Truth;
use self::verdict::Verdict;
use crate::rule::{Deferred, Expect, Expected, Suite};

/// The suite.
pub static SUITE: Suite = Suite {
    name: "context",
    title: "agent pipeline context validation",
    document: "AGN-036 (with AGN-033)",
    version: 1,
    requirements: &[(1, "2bb76999f1f6758215c4d089bcd9849882f1b6e4ae05106887f66d22d30f8f23")],
    rules: &[
        &r2_always_answers::RULE,
        &r2_stateless::RULE,
        &r2_non_mutating::RULE,
        &r2_null_context::RULE,
        &r2_absent_alike::RULE,
        &r3_type::RULE,
        &r3_timestamp::RULE,
        &r3_correlation_id::RULE,
        &r3_org::RULE,
        &r3_user::RULE,
        &r3_nothing_else::RULE,
        &r3_1_content::RULE,
        &r3_1_initial::RULE,
        &r3_1_follow_on::RULE,
        &r3_1_continuation::RULE,
        &r4_1_pre::RULE,
        &r4_1_post::RULE,
        &r4_2_pre::RULE,
        &r4_2_post::RULE,
        &r4_3_pre::RULE,
        &r4_3_post::RULE,
        &r4_4_pre::RULE,
        &r4_4_post::RULE,
        &r4_5_pre::RULE,
        &r4_5_post::RULE,
        &r4_6_pre::RULE,
        &r4_6_post::RULE,
        &r4_7_pre::RULE,
        &r4_7_post::RULE,
        &r4_8_pre::RULE,
        &r4_8_post::RULE,
        &r4_9_pre::RULE,
        &r4_9_post::RULE,
        &r4_10_pre::RULE,
        &r4_10_post::RULE,
        &r4_10_kind::RULE,
        &r4_10_required::RULE,
        &r4_10_forbidden::RULE,
        &r4_10_tool_calls::RULE,
        &r4_10_closed::RULE,
        &r4_10_failed::RULE,
        &r4_flow::RULE,
        &r5_count::RULE,
        &r5_order::RULE,
        &r5_tool_call_id::RULE,
        &r5_name::RULE,
        &r5_result_json::RULE,
        &r5_bubbled::RULE,
    ],
    methods: methods::METHODS,
    features: &["responses"],
    deferred: &[
        Deferred { topic: "execution behaviour", source: "§6" },
        Deferred { topic: "how errors are shown to users", source: "§6" },
        Deferred { topic: "turn status transitions", source: "§6" },
        Deferred { topic: "persistence", source: "§6" },
    ],
    expect,
    answer: reference::answer,
    empty_answers,
    reply: |_| None,
    lint: None,
    bases: "",
};

/// What the document says of a call.
fn expect(method: &str, params: &Value) -> Option<Expected> {
    let said = verdict::said(method, params)?;
    let (expect, reason) = match said.verdict {
        Verdict::Accept => (Expect::Accept, "every condition that counts here holds".to_owned()),
        Verdict::Reject => (Expect::Reject, said.broken().map(|one| one.fault).collect::<Vec<_>>().join("; ")),
        Verdict::Unspecified(why) => (Expect::Unspecified, why.to_owned()),
    };
    let mut rules: Vec<String> = Vec::new();
    for one in &said.conditions {
        let counts = match said.verdict {
            Verdict::Accept => false,
            Verdict::Reject => one.is_broken(),
            Verdict::Unspecified(_) => one.truth != Truth::Holds,
        };
        for rule in [Some(one.rule), one.spelt_out_by].into_iter().flatten().filter(|_| counts) {
            let id = format!("context/{rule}");
            if !rules.contains(&id) {
                rules.push(id);
            }
        }
    }
    Some(Expected { expect, rules, reason, answer: None })
}

/// Nothing is wrong, or something is: the two answers that need no thought.
fn empty_answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    if !verdict::METHODS.contains(&method) {
        return None;
    }
    let errors = if accept { json!([]) } else { json!([{"message": "no"}]) };
    let member = if method == verdict::MANIFEST { "manifest" } else { "context" };
    let mut answer = json!({"ok": accept, "errors": errors, member: params[member]});
    if method == verdict::BUILD && accept {
        answer["response"] = json!({"kind": "final"});
    }
    Some(answer)
}
