//! The cases that many rules share.

use serde_json::{Value, json};

use super::super::model::vocabulary::{ACTIONS, Action, KNOWN_FIELDS};
use super::{bad_action, case, many_faults, one_misplaced, one_unmet, pair, valid};
use crate::rule::{Arm, arm};

/// The usual portfolio: nothing wrong, one thing, a pair of fields, everything at once.
pub(in super::super) const ARMS: &[Arm] = &[
    arm(1, "valid", valid),
    arm(2, "one misplaced field or none", one_misplaced),
    arm(2, "two fields of any kind", pair),
    arm(2, "one need unmet or none", one_unmet),
    arm(3, "many faults", many_faults),
];

/// Something wrong as good as always: for rules on what a diagnostic says.
pub(in super::super) const FAULTY: &[Arm] = &[
    arm(3, "many faults", many_faults),
    arm(1, "bad action", bad_action),
    arm(1, "one misplaced field or none", one_misplaced),
    arm(1, "one need unmet or none", one_unmet),
];

/// Every code alone, by the plainest fault that calls for it, and the worst input of every action.
pub(in super::super) fn every_code() -> Vec<Value> {
    let mut inputs: Vec<Value> = vec![json!({}), json!({"action": "launch"})];
    for action in &ACTIONS {
        inputs.push(super::least(action).into());
        inputs.extend(action.denied().take(1).map(|field| super::and(action, &[field]).into()));
        inputs.extend(action.needs.iter().map(|field| super::with(action, field, None).into()));
        let mut worst = super::and(action, &action.denied().collect::<Vec<_>>());
        worst.retain(|field, _| !action.allowed.contains(&field.as_str()));
        inputs.push(worst.clone().into());
        if action.name == "message" {
            worst.insert("channel".to_owned(), json!("loud"));
            inputs.push(worst.into());
            inputs.push(super::with(action, "channel", Some(json!("loud"))).into());
        }
        if action.name == "start" {
            inputs.push(super::with(action, "graph", None).into());
            inputs.push(super::and(action, &["graphFile"]).into());
        }
    }
    inputs.into_iter().map(case).collect()
}

/// Values that careless programs tidy, in every field of every action.
pub(in super::super) fn tidied_elsewhere() -> Vec<Value> {
    let tidied = [
        json!(" Steer\r\n"),
        json!("FOLLOW-UP"),
        json!("cafe\u{301}"),
        json!("007"),
        json!("2025-12-26T10:00:00Z"),
        json!(r#"{"b": 1}"#),
        json!(2.7),
        json!(-0.1),
        json!({"steps": ["b", "a", "b", null, 0.1], "x": null, "": "", " id ": " a "}),
        json!([{"id": "b"}, {"id": "a"}, null, "b", "a", "b", {}, []]),
    ];
    let filled = |action: &Action, fields: &[&str], value: &Value| {
        let mut input = super::least(action);
        input.extend(fields.iter().map(|field| ((*field).to_owned(), value.clone())));
        case(input)
    };
    let both = |action: &'static Action| {
        tidied
            .iter()
            .flat_map(move |value| [filled(action, &KNOWN_FIELDS[1..], value), filled(action, action.allowed, value)])
    };
    ACTIONS.iter().flat_map(both).collect()
}
