//! The rules, one file each.

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

use super::prelude;
use crate::rule::Rule;

/// Every rule, in the document's order.
pub(super) const RULES: &[&Rule] = &[
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
];
