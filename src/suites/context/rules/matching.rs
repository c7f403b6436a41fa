//! What a call and its result have in common: the two rules on it differ in the field alone.

use crate::suites::context::prelude::*;

/// The two lists of a manifest.
const LISTS: [&str; 2] = ["toolCalls", "toolCallResults"];

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
