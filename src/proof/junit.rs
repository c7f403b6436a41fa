//! The proof as JUnit XML: one test suite per suite, one test case per rule.
//!
//! A test fails exactly where the subject does not conform: a MUST rule that fails is a failure, one that
//! could not be judged for a fault is an error, and a rule that does not decide conformance is skipped with
//! a word on what was seen.

use std::io::{self, Write};
use std::time::Duration;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::address::address;
use super::finding::finding_text;
use super::words::{self, clipped};
use super::{Exit, Finding, Outcome, Proof, RuleResult, SuiteResult};
use crate::inert::plain;
use crate::rule::Level;

/// Writes the report.
///
/// # Errors
/// When writing fails.
pub fn junit(proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    let mut report = Report::new("proofmark");
    let seconds: f64 = proofs.iter().map(|proof| proof.timings.seconds).sum();
    report.set_time(Duration::try_from_secs_f64(seconds).unwrap_or_default());
    for proof in proofs {
        // Suites of several subjects would otherwise share their names.
        let of = if proofs.len() == 1 { String::new() } else { format!(" of {}", words::subject(proof)) };
        for suite in &proof.suites {
            report.add_test_suite(test_suite(proof, suite, &of));
        }
        if let Some(case) = conclusion(proof) {
            let mut suite = TestSuite::new(format!("run{of}"));
            suite.add_test_case(case);
            report.add_test_suite(suite);
        }
    }
    report.serialize(&mut *out).map_err(io::Error::other)
}

fn test_suite(proof: &Proof, result: &SuiteResult, of: &str) -> TestSuite {
    let name = plain(&result.suite);
    let mut suite = TestSuite::new(format!("{name}{of}"));
    suite.add_property(("subject", &*words::subject(proof)));
    suite.add_property(("verdict", words::conclusion(result.verdict, result.passed)));
    suite.add_property(("requirements", &*result.version.to_string()));
    suite.add_property(("seed", &*proof.seed.to_string()));
    if let Some(scores) = words::do_nothing(proof, &result.suite) {
        suite.add_property(("passed without looking", &*scores));
    }
    for rule in proof.rules.iter().filter(|rule| rule.suite == result.suite) {
        suite.add_test_case(test_case(proof, rule, &name));
    }
    suite
}

fn test_case(proof: &Proof, rule: &RuleResult, suite: &str) -> TestCase {
    let findings: Vec<&Finding> = proof.findings.iter().filter(|finding| finding.rule == rule.rule).collect();
    let kinds = || findings.iter().map(|finding| plain(&finding.kind)).collect::<Vec<_>>().join("; ");
    let reason = || rule.reason.as_deref().map_or_else(|| words::word(rule.outcome).to_owned(), plain);
    let excused = proof.excuses(rule);
    let mut status = match rule.outcome {
        Outcome::Pass => TestCaseStatus::success(),
        Outcome::Blocked | Outcome::Partial | Outcome::Inconclusive | Outcome::Undecided | Outcome::NotExercised => {
            TestCaseStatus::skipped()
        }
        Outcome::Fail | Outcome::Fault if excused || rule.level != Level::Must => TestCaseStatus::skipped(),
        Outcome::Fail => TestCaseStatus::non_success(NonSuccessKind::Failure),
        Outcome::Fault => TestCaseStatus::non_success(NonSuccessKind::Error),
    };
    match rule.outcome {
        Outcome::Fail | Outcome::Fault if excused => {
            status.set_message(format!("expected: {}", excuses(&findings)));
        }
        Outcome::Fail | Outcome::Fault if rule.level != Level::Must => {
            status.set_message(format!("{}, and not followed: {}", rule.level, kinds()));
        }
        Outcome::Fail | Outcome::Fault => {
            status.set_type(words::word(rule.outcome)).set_message(kinds());
        }
        Outcome::Pass => {}
        _ => {
            status.set_message(format!("{}: {}", words::word(rule.outcome), reason()));
        }
    }
    let texts: Vec<String> = findings.iter().map(|finding| clipped(finding_text(proof, finding))).collect();
    let text = texts.join("\n\n");
    let fails = matches!(status, TestCaseStatus::NonSuccess { .. });
    if fails {
        status.set_description(text.as_str());
    }
    // The title is what a list of tests shows; groups are made from the dots of the class.
    let mut case = TestCase::new(plain(&format!("{}: {}", rule.rule, rule.title)), status);
    if let Some(seconds) = proof.timings.rules.get(&rule.rule) {
        case.set_time(Duration::try_from_secs_f64(*seconds).unwrap_or_default());
    }
    case.set_classname(format!("proofmark.{suite}")).set_assertions(usize::try_from(rule.cases).unwrap_or(usize::MAX));
    case.add_property(("level", &*rule.level.to_string()));
    case.add_property(("title", &*plain(&rule.title)));
    // Where the rule has its page, from the first page of a book.
    case.add_property(("page", &*address(&rule.rule)));
    case.add_property(("judged", &*words::judged(rule.judged, rule.cases)));
    if !fails && !text.is_empty() {
        case.set_system_out(text);
    }
    case
}

/// Why the failures of a rule are let through.
fn excuses(findings: &[&Finding]) -> String {
    let reasons = findings.iter().filter_map(|finding| Some(plain(&finding.excused.as_ref()?.reason)));
    reasons.collect::<Vec<_>>().join("; ")
}

/// A run that concluded nothing must not look like one that found nothing.
fn conclusion(proof: &Proof) -> Option<TestCase> {
    let message = match Exit::of(proof) {
        Exit::Interrupted => "the run was interrupted: what is reported is what was found so far",
        Exit::Inconclusive => "nothing could be concluded: no rule was exercised, or what had to come up never did",
        _ => return None,
    };
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
    status.set_type("inconclusive").set_message(message);
    let mut case = TestCase::new("comes to a conclusion", status);
    case.set_classname("proofmark.run");
    Some(case)
}
