//! What the document says about a call.

use proofmark::suite::{Expect, Expected};
use serde_json::{Value, json};

use super::answer::{answer, parsed, text};
use crate::methods::{COMPARE, INCREMENT, PARSE, SORT};
use crate::model::{Decoration, Fault, bits, decoration, read};

/// Numbers of so many bits are read by everybody; above, the document is silent about limits.
pub(crate) const COMMON_BITS: u32 = 31;
/// Versions of so many characters are read by everybody; above, systems may have limits of their own.
pub(crate) const COMMON_LENGTH: usize = 64;

/// The document's word on a call; none for a method of another suite.
pub(crate) fn expect(method: &str, params: &Value) -> Option<Expected> {
    match method {
        PARSE => Some(of_text(text(params, "text"))),
        COMPARE | SORT | INCREMENT => Some(of_versions(method, params)),
        _ => None,
    }
}

fn of_text(text: &str) -> Expected {
    match read(text) {
        Ok(version) if version.core.iter().any(|number| bits(number) > COMMON_BITS) => {
            silent(&["2.size"], "a version; the document does not say how large a number may be".to_owned())
        }
        Ok(_) if text.len() > COMMON_LENGTH => {
            silent(&["faq.length"], "a version; systems may limit the length by themselves".to_owned())
        }
        Ok(_) => Expected {
            expect: Expect::Accept,
            rules: Vec::new(),
            reason: "a version".to_owned(),
            answer: Some(parsed(text)),
        },
        Err(faults) => match decoration(text) {
            Some(Decoration::WhiteSpace) => silent(&["grammar.white-space"], "white space around a version".to_owned()),
            Some(Decoration::Prefix) => silent(&["faq.v-prefix"], "a version with a `v` in front".to_owned()),
            None => of_faults(&faults),
        },
    }
}

fn of_faults(faults: &[Fault]) -> Expected {
    let mut rules: Vec<String> = faults.iter().map(|fault| format!("semver/{}", fault.rule)).collect();
    rules.dedup();
    Expected {
        expect: Expect::Reject,
        rules,
        reason: faults.iter().map(|fault| &*fault.why).collect::<Vec<_>>().join("; "),
        answer: Some(json!({"valid": false})),
    }
}

fn silent(rules: &[&str], reason: String) -> Expected {
    let rules = rules.iter().map(|rule| format!("semver/{rule}")).collect();
    Expected { expect: Expect::Unspecified, rules, reason, answer: None }
}

fn of_versions(method: &str, params: &Value) -> Expected {
    let Ok(answer) = answer(method, params) else {
        return silent(&[], "not a version: there is nothing to order or to increment".to_owned());
    };
    if method == INCREMENT && read(text(params, "text")).is_ok_and(|version| !version.pre.is_empty()) {
        return silent(&["2.increase"], "what follows a pre-release is not said".to_owned());
    }
    Expected {
        expect: Expect::Accept,
        rules: Vec::new(),
        reason: if method == INCREMENT { "the next version" } else { "the order of precedence" }.to_owned(),
        // Versions that differ in their builds alone may come in any order.
        answer: (method != SORT).then_some(answer),
    }
}

/// The emptiest answers: everything is 0.0.0 and alike, or nothing is a version.
pub(crate) fn empty_answers(method: &str, params: &Value, accept: bool) -> Option<Value> {
    Some(match method {
        PARSE => parsed(if accept { "0.0.0" } else { "" }),
        COMPARE => json!({"order": if accept { 0 } else { -1 }}),
        SORT => json!({"versions": if accept { params["versions"].clone() } else { json!([]) }}),
        INCREMENT => json!({"text": if accept { text(params, "text") } else { "" }}),
        _ => return None,
    })
}
