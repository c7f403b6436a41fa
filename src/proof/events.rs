//! What a proof comes to, event by event: for tools that show rules as tests of their own.

use serde_json::{Value, json};

use super::finding::finding_text;
use super::words;
use super::{Exit, Finding, Outcome, Proof, RuleResult};
use crate::inert::plain;
use crate::rule::Level;

/// The version of the events.
pub const EVENTS_VERSION: u32 = 1;

/// What follows once a run has been judged: its findings, every rule, and the end.
#[must_use]
pub fn closing_events(proof: &Proof) -> Vec<Value> {
    let mut events: Vec<Value> = proof
        .findings
        .iter()
        .map(|finding| {
            let text = finding_text(proof, finding);
            json!({"event": "finding", "rule": finding.rule, "text": text, "finding": finding})
        })
        .collect();
    events.extend(proof.rules.iter().map(|rule| finished(proof, rule)));
    events.push(json!({
        "event": "ended",
        "complete": proof.complete,
        "exit": Exit::of(proof).code(),
        "suites": proof.suites,
        "objections": proof.objections,
        "seconds": proof.timings.seconds,
    }));
    events
}

fn finished(proof: &Proof, rule: &RuleResult) -> Value {
    let (test, why) = as_a_test(proof, rule);
    let mut event = json!({
        "event": "finished",
        "rule": rule.rule,
        "suite": rule.suite,
        "level": rule.level,
        "title": rule.title,
        "outcome": rule.outcome,
        "cases": rule.cases,
        "test": test,
    });
    if !why.is_empty() {
        event["why"] = why.into();
    }
    event
}

/// What a rule is as a test: it fails exactly where the subject does not conform, or where an excuse for it is not
/// needed any more. And why it is not simply a success.
fn as_a_test(proof: &Proof, rule: &RuleResult) -> (&'static str, String) {
    let findings = || proof.findings.iter().filter(|finding| finding.rule == rule.rule);
    let objections: Vec<&str> = objections(proof, rule).collect();
    if !objections.is_empty() {
        return ("fail", objections.join("\n"));
    }
    let texts =
        |text: &dyn Fn(&Finding) -> String, between: &str| findings().map(text).collect::<Vec<_>>().join(between);
    let kinds = || texts(&|finding| plain(&finding.kind), "; ");
    let reason = || rule.reason.as_deref().map(plain);
    match rule.outcome {
        Outcome::Fail | Outcome::Fault if proof.excuses(rule) => {
            let excuse = |finding: &Finding| finding.excused.as_ref().map_or_else(String::new, |it| plain(&it.reason));
            ("expected", texts(&excuse, "; "))
        }
        Outcome::Fail | Outcome::Fault if rule.level != Level::Must => {
            ("skip", format!("{}, and not followed: {}", rule.level, kinds()))
        }
        Outcome::Fail | Outcome::Fault if findings().next().is_none() => ("fail", reason().unwrap_or_default()),
        Outcome::Fail | Outcome::Fault => ("fail", texts(&|finding| finding_text(proof, finding), "\n\n")),
        Outcome::Pass => ("pass", String::new()),
        other => ("skip", [words::word(other).to_owned()].into_iter().chain(reason()).collect::<Vec<_>>().join(": ")),
    }
}

/// What the gate objects to about this rule: it names the rule's checks by their full ids.
fn objections<'a>(proof: &'a Proof, rule: &RuleResult) -> impl Iterator<Item = &'a str> {
    let about = format!(" {}/", rule.rule);
    proof.objections.iter().map(String::as_str).filter(move |objection| objection.contains(&about))
}
