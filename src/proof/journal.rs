//! What a run writes down while it goes on, so that nothing is lost when it is killed: one JSON object per line.

use serde::{Deserialize, Serialize};

use super::{Conformance, Finding, NotAProof, Outcome, Proof};
use crate::rule::Level;

/// One line of a journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// The run has begun: its proof as long as nothing is known.
    Begun(Box<Proof>),
    /// More cases of a check, by its full id.
    Judged {
        /// The check.
        check: String,
        /// How many cases were run.
        cases: u64,
        /// How many of them were judged.
        judged: u64,
        /// In how many the property held.
        held: u64,
    },
    /// A failure; the same one again once it was looked into.
    Found(Box<Finding>),
}

impl Entry {
    /// The entry as a line, with its end.
    #[must_use]
    pub fn to_line(&self) -> String {
        // A struct of texts, numbers and JSON values always serialises.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// The proof of a run that was cut short, from its journal; nothing if the text is no journal. A last line that
/// was cut off is left out.
///
/// # Errors
/// When a line in the middle cannot be read.
#[must_use]
pub fn from_journal(text: &str) -> Option<Result<Proof, NotAProof>> {
    let (first, rest) = text.split_once('\n')?;
    let Ok(Entry::Begun(proof)) = serde_json::from_str(first) else { return None };
    let mut proof = *proof;
    proof.complete = false;
    proof.notes.push("cut short: this was made from the journal of a run that did not come to its end".to_owned());
    for line in rest.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
        match serde_json::from_str(line) {
            Ok(entry) => take(&mut proof, entry),
            Err(error) => return Some(Err(NotAProof::NotJson(error.to_string()))),
        }
    }
    Some(Ok(proof))
}

fn take(proof: &mut Proof, entry: Entry) {
    match entry {
        Entry::Begun(_) => {}
        Entry::Judged { check: id, cases, judged, held } => {
            for rule in &mut proof.rules {
                let Some(local) = id.strip_prefix(&*rule.rule).and_then(|rest| rest.strip_prefix('/')) else {
                    continue;
                };
                for check in rule.checks.iter_mut().filter(|check| check.check == local) {
                    check.cases += cases;
                    check.judged += judged;
                    check.held += held;
                    rule.cases += cases;
                    rule.judged += judged;
                    rule.reason = Some("cut short".to_owned());
                    check.reason.clone_from(&rule.reason);
                }
            }
        }
        Entry::Found(finding) => {
            accuse(proof, &finding);
            let same = |other: &&mut Finding| other.check == finding.check && other.kind == finding.kind;
            match proof.findings.iter_mut().find(same) {
                Some(before) => *before = *finding,
                None => proof.findings.push(*finding),
            }
        }
    }
}

/// Lets a finding decide about its check, its rule and its suite.
fn accuse(proof: &mut Proof, finding: &Finding) {
    let worse = |outcome: &mut Outcome| {
        if *outcome != Outcome::Fail {
            *outcome = finding.outcome;
        }
    };
    for rule in proof.rules.iter_mut().filter(|rule| rule.rule == finding.rule) {
        worse(&mut rule.outcome);
        rule.reason = None;
        let mine = |id: &str| {
            finding.check.strip_prefix(&*finding.rule).is_some_and(|rest| rest.strip_prefix('/') == Some(id))
        };
        rule.checks.iter_mut().filter(|check| mine(&check.check)).for_each(|check| worse(&mut check.outcome));
        if rule.level == Level::Must {
            let of_rule = proof.suites.iter_mut().filter(|suite| suite.suite == rule.suite);
            of_rule.for_each(|suite| suite.verdict = Conformance::DoesNotConform);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Proof {
        let mut proof = Proof::from_json(include_str!("../../conformance/reports/sample.json")).unwrap();
        proof.findings.clear();
        proof.rules.retain(|rule| rule.rule == "preflight/control-fields-denied");
        for rule in &mut proof.rules {
            (rule.outcome, rule.cases, rule.judged) = (Outcome::NotExercised, 0, 0);
            for check in &mut rule.checks {
                (check.outcome, check.cases, check.judged, check.held) = (Outcome::NotExercised, 0, 0, 0);
            }
        }
        proof
    }

    fn found(input: &str) -> Entry {
        Entry::Found(Box::new(Finding {
            rule: "preflight/control-fields-denied".to_owned(),
            check: "preflight/control-fields-denied/fields".to_owned(),
            kind: "k".to_owned(),
            outcome: Outcome::Fail,
            input: input.into(),
            ..Finding::default()
        }))
    }

    #[test]
    fn what_was_found_is_kept_and_the_last_line_may_be_cut_off() {
        let judged =
            Entry::Judged { check: "preflight/control-fields-denied/fields".to_owned(), cases: 7, judged: 6, held: 5 };
        let lines = [Entry::Begun(Box::new(sample())), judged, found("large"), found("small"), found("lost")];
        let text: String = lines.iter().map(Entry::to_line).collect();
        let last = text.trim_end().rfind('\n').unwrap();
        for cut in last + 1..text.len() {
            let proof = from_journal(&text[..cut]).unwrap().unwrap();
            assert!(!proof.complete);
            assert_eq!((proof.rules[0].outcome, proof.rules[0].cases), (Outcome::Fail, 7));
            assert_eq!(proof.findings.len(), 1);
            assert_eq!(proof.findings[0].input, "small");
        }
        assert!(from_journal("{\"proof\":1}\n").is_none());
        assert!(from_journal(&format!("{}nonsense\n", lines[0].to_line())).unwrap().is_err());
    }
}
