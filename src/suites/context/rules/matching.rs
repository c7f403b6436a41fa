//! What a call and its result have in common: the two rules on it differ in the field alone.

use super::prelude::*;
use crate::suites::context::manifest::Lists;

/// The two lists of a manifest.
const LISTS: [&str; 2] = ["toolCalls", "toolCallResults"];

/// Whether the n-th result has the `field` of the n-th call, for every n.
pub(super) fn truth(manifest: &Value, field: &str) -> Truth {
    match Lists::of(manifest) {
        // Lists of different lengths, or in different order, are judged by the rules on these.
        Ok(lists) if lists.calls.len() != lists.results.len() || lists.are_shuffled() => Truth::Holds,
        Ok(lists) => Truth::all(
            lists.pairs().map(|(call, result)| slot::equal(slot::text(call, field), slot::text(result, field))),
        ),
        Err(open) => open,
    }
}

/// A sound manifest with the `field` of one call or one result changed, slightly or for good.
pub(super) fn faults(sound: &Value, field: &str) -> Vec<Value> {
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

/// What a runtime answers that changes every `field` before it compares.
pub(super) fn spells(request: Request<'_>, answer: Value, field: &str, change: fn(&str) -> String) -> Value {
    misreads(request, answer, |params| {
        for list in LISTS {
            for entry in params["manifest"][list].as_array_mut().into_iter().flatten() {
                change_text(entry, field, change);
            }
        }
    })
}

/// Whether two calls have the same `field`.
pub(super) fn comes_twice(request: Request<'_>, field: &str) -> bool {
    Lists::of(&request.params["manifest"]).is_ok_and(|lists| {
        let mut given: Vec<String> = lists.calls.iter().map(|call| call[field].to_string()).collect();
        let all = given.len();
        given.sort();
        given.dedup();
        given.len() < all
    })
}

/// Whether a result lacks its `field`.
pub(super) fn a_result_lacks(request: Request<'_>, field: &str) -> bool {
    Lists::of(&request.params["manifest"])
        .is_ok_and(|lists| lists.results.iter().any(|result| slot::present(result, field) == Truth::Broken))
}
