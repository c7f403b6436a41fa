//! The rules, in the document's order.

mod matching;
mod party;
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
mod required_text;
mod session_named;

use crate::rule::Rule;

/// Every rule of the suite.
pub(super) static RULES: &[&Rule] = &[
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
];
