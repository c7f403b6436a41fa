//! The proof as one page that needs nothing but a browser: no network, no other file.
//!
//! Texts of a subject are text here and nothing else: the template escapes them, characters that act are
//! written as escapes before, and the page's own policy runs no script but the one it was written with.

use std::collections::BTreeMap;
use std::io::{self, Write};

use askama::Template;
use sha2::{Digest, Sha256};

use super::words::{self, json, local, plain, plain_lines, value_lines, verdict, word};
use super::{CheckResult, Conformance, Exit, Finding, Outcome, Proof, QuestionResult, RuleResult, SuiteResult};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// Writes the page.
///
/// # Errors
/// When writing fails.
pub fn html(proofs: &[Proof], out: &mut dyn Write) -> io::Result<()> {
    let reports: Vec<Report> = proofs.iter().enumerate().map(|(number, proof)| report(proof, number)).collect();
    let title = reports.iter().map(|report| &*report.subject).collect::<Vec<_>>().join(", ");
    Page { title, style: STYLE, script: SCRIPT, policy: policy(), outcomes: outcomes(proofs), reports }.write_into(out)
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page {
    title: String,
    style: &'static str,
    script: &'static str,
    policy: String,
    outcomes: Vec<OutcomeCount>,
    reports: Vec<Report>,
}

struct OutcomeCount {
    class: &'static str,
    word: &'static str,
    count: usize,
}

struct Report {
    subject: String,
    verdict: &'static str,
    class: &'static str,
    facts: Vec<String>,
    notes: Vec<String>,
    suites: Vec<Suite>,
    questions: Vec<Question>,
}

struct Suite {
    anchor: String,
    name: String,
    verdict: &'static str,
    class: &'static str,
    passed: usize,
    total: usize,
    /// How far the bar reaches, in percent.
    reach: usize,
    scores: Vec<Score>,
    rules: Vec<Rule>,
}

struct Score {
    name: String,
    passed: usize,
    reach: usize,
}

struct Rule {
    anchor: String,
    id: String,
    title: String,
    level: String,
    word: &'static str,
    class: &'static str,
    cases: String,
    reason: Option<String>,
    findings: Vec<Shown>,
    checks: Vec<Check>,
    questions: Vec<(String, String)>,
}

struct Check {
    name: String,
    word: &'static str,
    class: &'static str,
    held: String,
    labels: String,
    missing: String,
}

/// A finding.
struct Shown {
    word: &'static str,
    kind: String,
    statement: String,
    source: String,
    flaky: Option<String>,
    blocks: Vec<(String, String)>,
    seen: String,
    replay: String,
}

struct Question {
    anchor: String,
    id: String,
    asks: String,
    reading: String,
    excluded: Vec<(String, String, String)>,
}

fn report(proof: &Proof, number: usize) -> Report {
    // The first proof has the plain anchors: `#awp/R6`.
    let prefix = if number == 0 { String::new() } else { format!("{}:", number + 1) };
    let (verdict, class) = match Exit::of(proof) {
        Exit::Conforms if proof.suites.iter().all(|suite| suite.verdict == Conformance::Conforms) => ("conforms", "pass"),
        Exit::Conforms => ("partly exercised", "not-exercised"),
        Exit::DoesNot => ("does not conform", "fail"),
        Exit::Interrupted => ("interrupted", "not-exercised"),
        _ => ("nothing could be concluded", "not-exercised"),
    };
    let cases: u64 = proof.rules.iter().map(|rule| rule.cases).sum();
    let mut facts = vec![
        words::cases(cases),
        format!("{} random cases a check", proof.cases),
        format!("seed {}", proof.seed),
        format!("{:.1} s", proof.timings.seconds),
        format!("proofmark {}", plain(&proof.harness)),
    ];
    facts.extend(proof.shard.iter().map(|shard| format!("shard {}", plain(shard))));
    Report {
        subject: words::subject(proof),
        verdict,
        class,
        facts,
        notes: proof.notes.iter().map(|note| plain(note)).collect(),
        suites: proof.suites.iter().map(|result| suite(proof, result, &prefix)).collect(),
        questions: proof.questions.iter().map(|result| question(result, &prefix)).collect(),
    }
}

fn suite(proof: &Proof, result: &SuiteResult, prefix: &str) -> Suite {
    let score = |score: &super::DoNothingScore| Score {
        name: plain(&score.name),
        passed: score.passed,
        reach: percent(score.passed, result.rules),
    };
    let class = match result.verdict {
        Conformance::Conforms => "pass",
        Conformance::DoesNotConform => "fail",
        Conformance::PartlyExercised | Conformance::NotExercised => "not-exercised",
    };
    Suite {
        anchor: anchor(prefix, &result.suite),
        name: plain(&result.suite),
        verdict: verdict(result.verdict),
        class,
        passed: result.passed,
        total: result.rules,
        reach: percent(result.passed, result.rules),
        scores: proof.do_nothing.iter().filter(|found| found.suite == result.suite).map(score).collect(),
        rules: proof.rules.iter().filter(|of| of.suite == result.suite).map(|of| rule(proof, of, prefix)).collect(),
    }
}

fn rule(proof: &Proof, result: &RuleResult, prefix: &str) -> Rule {
    let asked = |question: &&QuestionResult| question.question.rsplit_once('/').is_some_and(|(id, _)| id == result.rule);
    let link = |question: &QuestionResult| (anchor(prefix, &question.question), plain(&question.question));
    Rule {
        anchor: anchor(prefix, &result.rule),
        id: plain(local(&result.rule)),
        title: plain(&result.title),
        level: result.level.to_string(),
        word: word(result.outcome),
        class: class(result.outcome),
        cases: words::cases(result.cases),
        reason: result.reason.as_deref().map(plain),
        findings: proof.findings.iter().filter(|of| of.rule == result.rule).map(|of| shown(proof, of)).collect(),
        checks: result.checks.iter().map(check).collect(),
        questions: proof.questions.iter().filter(asked).map(link).collect(),
    }
}

fn check(result: &CheckResult) -> Check {
    let labels: Vec<String> = result.labels.iter().map(|(label, count)| format!("{} {count}", plain(label))).collect();
    Check {
        name: plain(&result.check),
        word: word(result.outcome),
        class: class(result.outcome),
        held: format!("{} of {}", result.held, result.cases),
        labels: labels.join(" · "),
        missing: result.missing_labels.iter().map(|label| plain(label)).collect::<Vec<_>>().join(", "),
    }
}

fn shown(proof: &Proof, finding: &Finding) -> Shown {
    let mut blocks: Vec<(String, String)> = Vec::new();
    for (number, earlier) in finding.history.iter().enumerate() {
        let heading = if number == 0 { "After, on the same process" } else { "Then" };
        blocks.push((heading.to_owned(), json(&earlier.input)));
    }
    blocks.push(("Smallest input".to_owned(), json(&finding.input)));
    blocks.push(("Expected".to_owned(), value_lines(&finding.expected).join("\n")));
    blocks.push(("Observed".to_owned(), value_lines(&finding.observed).join("\n")));
    blocks.extend(finding.stderr.iter().map(|stderr| ("Stderr".to_owned(), plain_lines(stderr))));
    Shown {
        word: word(finding.outcome),
        kind: plain(&finding.kind),
        statement: plain(&finding.statement),
        source: plain(&finding.source),
        flaky: finding.flaky.as_deref().map(plain),
        blocks,
        seen: words::cases(finding.count),
        replay: words::replay_command(proof, finding),
    }
}

fn question(result: &QuestionResult, prefix: &str) -> Question {
    let excluded = |(reading, witness): (&String, &super::Witness)| {
        (plain(reading), plain(&witness.case), json(&witness.input))
    };
    Question {
        anchor: anchor(prefix, &result.question),
        id: plain(&result.question),
        asks: plain(&result.asks),
        reading: words::reading(result),
        excluded: result.excluded.iter().map(excluded).collect(),
    }
}

/// How often each outcome came up, worst first.
fn outcomes(proofs: &[Proof]) -> Vec<OutcomeCount> {
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    for rule in proofs.iter().flat_map(|proof| &proof.rules) {
        *counts.entry(rule.outcome).or_default() += 1;
    }
    [Outcome::Fail, Outcome::Fault, Outcome::Undecided, Outcome::NotExercised, Outcome::Pass]
        .into_iter()
        .filter_map(|outcome| {
            counts.get(&outcome).map(|count| OutcomeCount { class: class(outcome), word: word(outcome), count: *count })
        })
        .collect()
}

fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "pass",
        Outcome::Fail => "fail",
        Outcome::Fault => "fault",
        Outcome::NotExercised => "not-exercised",
        Outcome::Undecided => "undecided",
    }
}

/// An anchor must not hold blanks.
fn anchor(prefix: &str, id: &str) -> String {
    format!("{prefix}{}", plain(id).replace(' ', "-"))
}

fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(0).min(100)
}

/// Nothing is loaded and nothing is sent; the one script and the one style are named by their digests.
fn policy() -> String {
    let digest = |text: &str| format!("'sha256-{}'", base64(&Sha256::digest(text)));
    format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'",
        digest(SCRIPT),
        digest(STYLE)
    )
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for chunk in bytes.chunks(3) {
        let number = chunk.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            let digit = DIGITS[number >> (18 - 6 * place) & 63];
            out.push(if place <= chunk.len() { char::from(digit) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn base64_as_the_world_writes_it() {
        assert_eq!(super::base64(b"proof"), "cHJvb2Y=");
        assert_eq!(super::base64(b"mark"), "bWFyaw==");
        assert_eq!(super::base64(b"any"), "YW55");
    }
}
