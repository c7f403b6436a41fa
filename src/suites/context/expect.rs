//! What the document says of a call, as `proofmark expect` prints it.

use serde_json::Value;

use super::model::{Condition, Said, Truth, Verdict, said, why};
use crate::rule::{Expect, Expected};

/// What the document says of a call.
pub(super) fn expect(method: &str, params: &Value) -> Option<Expected> {
    let said = said(method, params)?;
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

/// Why the document does not say whether a condition holds, and the questions that are asked about it, by rule.
const ASKED: &[(&str, &[&str])] = &[
    (why::BLANK, &["blank", "blank-mode"]),
    (why::BLANK_RESULT, &["blank"]),
    (why::NOT_JSON, &["not-json"]),
    (why::BOTH, &["both"]),
    (why::EMPTY_ID, &["empty-id"]),
    (why::NULL_ELEMENT, &["null-element"]),
    (why::MISSING_TWICE, &["missing-twice"]),
    (why::LETTER_CASE, &["letter-case"]),
    (why::NUMBERS, &["numbers"]),
    (why::RESPONSE_TYPE_ALONE, &["by-response-type"]),
    (why::EMPTY_PAYLOAD, &["empty-payload"]),
];

/// The questions that leave a call open, as rule and question: the first of them that the rule has is meant.
pub(super) fn asks(method: &str, params: &Value) -> Vec<(&'static str, &'static str)> {
    let Some(Said { verdict: Verdict::Unspecified(because), conditions }) = said(method, params) else {
        return Vec::new();
    };
    let mut asked: Vec<(&'static str, &'static str)> = match because {
        why::UNKNOWN_STEP => vec![("2.always-answers", "unknown-step")],
        why::NO_MANIFEST => vec![("5.count", "no-manifest")],
        why::CORE_ELSEWHERE => vec![("4.8.pre", "core")],
        _ => Vec::new(),
    };
    for Condition { rule, spelt_out_by, truth, .. } in conditions {
        let Truth::Open(because) = truth else { continue };
        let known = ASKED.iter().filter(|(why, _)| *why == because).flat_map(|(_, questions)| *questions);
        let of = spelt_out_by.unwrap_or(rule);
        asked.extend(known.map(|question| (of, *question)));
    }
    asked
}
