//! Breaking one rule of section 5, in every way that is plain.

use serde_json::{Value, json};

use super::breach::Breach;
use super::nothing::{each, no_items};
use crate::suites::context::model::slot::put;

pub(in super::super) const COUNT: Breach = Breach {
    rule: "5.count",
    faults: |sound| {
        let mut all = Vec::new();
        for list in ["toolCalls", "toolCallResults"] {
            let items = sound[list].as_array().cloned().unwrap_or_default();
            all.extend(each(sound, list, no_items()));
            // The first one, the last one missing; the last one twice.
            all.extend(each(sound, list, [Some(items.iter().skip(1).cloned().collect())]));
            all.extend(each(sound, list, [Some(items.iter().rev().skip(1).rev().cloned().collect())]));
            all.extend(each(sound, list, [Some(items.iter().chain(items.last()).cloned().collect())]));
        }
        all
    },
};
pub(in super::super) const ORDER: Breach = Breach {
    rule: "5.order",
    faults: |sound| {
        let mut all = Vec::new();
        for list in ["toolCalls", "toolCallResults"] {
            let items = sound[list].as_array().cloned().unwrap_or_default();
            let mut other = items.clone();
            other.reverse();
            all.extend(each(sound, list, [Some(other.into())]));
            let mut other = items.clone();
            other.rotate_left(usize::from(!items.is_empty()));
            all.extend(each(sound, list, [Some(other.into())]));
            // The last two change places: what stops early does not see it.
            if let [rest @ .., last, first] = items.as_slice() {
                let other: Vec<Value> = rest.iter().chain([first, last]).cloned().collect();
                all.extend(each(sound, list, [Some(other.into())]));
            }
        }
        all
    },
};
pub(in super::super) const TOOL_CALL_ID: Breach =
    Breach { rule: "5.tool-call-id", faults: |sound| other_field(sound, "toolCallId") };
pub(in super::super) const NAME: Breach = Breach { rule: "5.name", faults: |sound| other_field(sound, "name") };
pub(in super::super) const RESULT_JSON: Breach = Breach {
    rule: "5.result-json",
    faults: |sound| {
        let items = sound["toolCallResults"].as_array().cloned().unwrap_or_default();
        let mut all = Vec::new();
        for index in 0..items.len() {
            for (json, error) in [
                (None, None),
                (Some(json!(null)), None),
                (Some(json!("")), None),
                (None, Some(json!("disk full"))),
                (Some(json!(null)), Some(json!("timed out"))),
                (Some(json!("")), Some(json!("denied"))),
            ] {
                let mut items = items.clone();
                put(&mut items[index], "resultJson", json);
                put(&mut items[index], "errorMessage", error);
                all.extend(each(sound, "toolCallResults", [Some(items.into())]));
            }
        }
        all
    },
};

/// Every rule of section 5.
pub(in super::super) static MANIFEST: &[Breach] = &[COUNT, ORDER, TOOL_CALL_ID, NAME, RESULT_JSON];

/// The two lists of a manifest.
const LISTS: [&str; 2] = ["toolCalls", "toolCallResults"];

/// A sound manifest with the `field` of one call or one result changed, slightly or for good.
fn other_field(sound: &Value, field: &str) -> Vec<Value> {
    let mut all = Vec::new();
    for list in LISTS {
        let items = sound[list].as_array().cloned().unwrap_or_default();
        for (index, item) in items.iter().enumerate() {
            let given = item[field].as_str().unwrap_or_default();
            let others = [format!("{given}x"), given.to_uppercase(), format!("{given} "), "other".to_owned()];
            let others = others.into_iter().map(|other| json!(other)).chain([json!(null), json!("")]);
            for other in others {
                let mut items = items.clone();
                items[index][field] = other;
                all.extend(each(sound, list, [Some(items.into())]));
            }
        }
    }
    all
}
