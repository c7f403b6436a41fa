//! What the document says of a call.

use serde_json::Value;

use super::{METHOD, model};
use crate::rule::{Expect, Expected};

/// What the document says of a call; `None` for a method of another suite.
pub(super) fn expect(method: &str, params: &Value) -> Option<Expected> {
    match method {
        METHOD => Some(expected_verdict(params)),
        _ => model::runtime::expect::expect(method, params)
            .map(|expected| Expected { rules: expected.rules.iter().map(|rule| full(rule)).collect(), ..expected }),
    }
}

/// The questions that a call at run time meets, as rule and question; those of load time stand in the notes.
pub(super) fn asks(method: &str, params: &Value) -> Vec<(&'static str, &'static str)> {
    match method {
        "awp/read_state" if model::runtime::sharing::depends_on_lists(params) => vec![("R16", "lists")],
        "awp/run" if model::runtime::run::depends_on_node_limit(params) => vec![("R17", "node-limit")],
        _ => Vec::new(),
    }
}

/// A rule as other suites know it.
fn full(rule: &str) -> String {
    format!("awp/{rule}")
}

fn expected_verdict(params: &Value) -> Expected {
    let report = model::report(params);
    let (broken, open) = (report.broken_rules(), report.open_rules());
    let (expect, rules, standing) = match (broken.is_empty(), open.is_empty()) {
        (false, _) => (Expect::Reject, broken, model::Standing::Broken),
        (true, false) => (Expect::Unspecified, open, model::Standing::Open),
        (true, true) => (Expect::Accept, broken, model::Standing::Warns),
    };
    let is_it = |note: &&model::Note| match note.standing {
        model::Standing::Asks(_) | model::Standing::Unfit => standing == model::Standing::Open,
        other => other == standing,
    };
    let reasons: Vec<String> =
        report.notes.iter().filter(is_it).map(|note| format!("{}: {}", note.rule, note.why)).collect();
    Expected {
        expect,
        rules: rules.into_iter().map(full).collect(),
        reason: if reasons.is_empty() { "no rule is broken".to_owned() } else { reasons.join("; ") },
        answer: None,
    }
}
