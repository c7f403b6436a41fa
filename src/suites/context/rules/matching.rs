//! What a call and its result have in common: the two rules on it differ in the field alone.

use crate::suites::context::draw::breach::Breach;
use crate::suites::context::prelude::*;

/// The two lists of a manifest.
const LISTS: [&str; 2] = ["toolCalls", "toolCallResults"];

/// Valid manifests of these calls, the faults of `breach`, texts that tempt, and long manifests with another `field` at
/// the end.
pub(super) fn edges(field: &'static str, valid: &[&[(&str, &str)]], breach: &Breach) -> Vec<Value> {
    let mut cases: Vec<Value> = valid.iter().map(|calls| plain::calls(calls)).collect();
    cases.extend(manifest_faults(breach));
    cases.extend(tempting(field));
    // The second result of a call made twice is looked at as well.
    let mut again = plain::manifest(&[("c1", "grep"), ("c1", "grep")]);
    again["toolCallResults"][1][field] = json!("other");
    cases.push(json!({ "manifest": again }));
    cases.extend(long::spoilt(|results| {
        if let Some(last) = results.last_mut() {
            put(last, field, Some(json!("other")));
        }
    }));
    cases
}

/// Texts that a careless runtime takes for the same, one in the call and one in its result; and each twice.
fn tempting(field: &str) -> Vec<Value> {
    let pairs = alike::pairs();
    let twice = pairs.iter().flat_map(|(a, b)| [(a, a), (b, b), (a, b), (b, a)]);
    let manifest = |(call, result): (&String, &String)| {
        let mut manifest = plain::manifest(&[("c1", "grep")]);
        manifest["toolCalls"][0][field] = json!(call);
        manifest["toolCallResults"][0][field] = json!(result);
        json!({ "manifest": manifest })
    };
    distinct(twice.map(manifest).collect())
}

/// A call and a result that both lack their `field`.
pub(super) fn missing_twice(field: &str) -> Vec<Value> {
    let mut entry = json!({"toolCallId": "c1", "name": "grep", "resultJson": "{}"});
    entry[field] = Value::Null;
    vec![json!({"question": "missing-twice", "manifest": {"toolCalls": [entry], "toolCallResults": [entry]}})]
}

/// The readings of two fields that are missing.
pub(super) const OF_MISSING_TWICE: &[Reading] =
    &[reading("match", "they are accepted"), reading("differ", "they are refused")];

/// A runtime that changes every `field` before it compares.
pub(super) const fn respelling(name: &'static str, field: &'static str, change: fn(&str) -> String) -> Mutant {
    Mutant::respells(name, [field, ""], change, |request, answer, [field, _], change| {
        misreads(request, answer, |params| {
            for list in LISTS {
                for entry in list_at(params, &format!("manifest.{list}")).into_iter().flatten() {
                    change_text(entry, field, change);
                }
            }
        })
    })
}

/// Whether two calls have the same `field`.
pub(super) fn comes_twice(params: &Value, field: &str) -> bool {
    Lists::of(&params["manifest"]).is_ok_and(|lists| {
        let mut given: Vec<String> = lists.calls.iter().map(|call| call[field].to_string()).collect();
        let all = given.len();
        given.sort();
        given.dedup();
        given.len() < all
    })
}

/// Whether a result lacks its `field`.
pub(super) fn a_result_lacks(params: &Value, field: &str) -> bool {
    Lists::of(&params["manifest"])
        .is_ok_and(|lists| lists.results.iter().any(|result| slot::present(result, field) == Truth::Broken))
}
