//! What the template shows, made from the proof: every text is plain before it gets here.

use std::collections::BTreeMap;

use super::super::telling;
use super::super::words::{self, json, local, parts, value_lines, verdict, word};
use super::super::{
    CheckResult, Conformance, DoNothingScore, Exit, Finding, Outcome, Proof, QuestionResult, RuleResult, SuiteResult,
    Witness,
};
use crate::inert::{plain, plain_lines};

/// A text in parts, and whether each is code.
type Parts = Vec<(bool, String)>;

/// A text in parts, and whether each is marked.
type Marked = Vec<(bool, String)>;

pub(super) struct OutcomeCount {
    pub(super) class: &'static str,
    pub(super) word: &'static str,
    pub(super) count: usize,
}

pub(super) struct Report {
    pub(super) subject: String,
    pub(super) verdict: &'static str,
    pub(super) class: &'static str,
    pub(super) facts: Vec<String>,
    pub(super) notes: Vec<String>,
    pub(super) suites: Vec<Suite>,
    /// The rule of each finding, with its anchor, and the kind.
    pub(super) findings: Vec<(String, String, Parts)>,
    pub(super) questions: Vec<Question>,
}

pub(super) struct Suite {
    pub(super) anchor: String,
    pub(super) name: String,
    pub(super) verdict: &'static str,
    pub(super) class: &'static str,
    pub(super) passed: usize,
    pub(super) total: usize,
    /// How far the bar reaches, in percent.
    pub(super) reach: usize,
    pub(super) scores: Vec<Score>,
    pub(super) rules: Vec<Rule>,
}

pub(super) struct Score {
    pub(super) name: String,
    pub(super) passed: usize,
    pub(super) reach: usize,
}

pub(super) struct Rule {
    pub(super) anchor: String,
    pub(super) id: String,
    pub(super) title: Parts,
    pub(super) level: String,
    pub(super) word: &'static str,
    pub(super) class: &'static str,
    pub(super) cases: String,
    pub(super) reason: Option<Parts>,
    pub(super) findings: Vec<Shown>,
    pub(super) checks: Vec<Check>,
    pub(super) questions: Vec<(String, String)>,
}

pub(super) struct Check {
    pub(super) name: String,
    pub(super) word: &'static str,
    pub(super) class: &'static str,
    pub(super) held: String,
    pub(super) labels: String,
    pub(super) missing: String,
}

/// A finding.
pub(super) struct Shown {
    pub(super) word: &'static str,
    pub(super) kind: Parts,
    pub(super) statement: Parts,
    pub(super) source: String,
    pub(super) flaky: Option<String>,
    pub(super) blocks: Vec<(String, Marked)>,
    /// What it tells about its cause.
    pub(super) tells: Vec<(&'static str, Parts)>,
    pub(super) seen: String,
    pub(super) replay: String,
}

pub(super) struct Question {
    pub(super) anchor: String,
    pub(super) id: String,
    pub(super) asks: Parts,
    pub(super) reading: String,
    pub(super) excluded: Vec<(String, String, String)>,
}

pub(super) fn report(proof: &Proof, number: usize) -> Report {
    // The first proof has the plain anchors: `#awp/R6`.
    let prefix = if number == 0 { String::new() } else { format!("{}:", number + 1) };
    let (verdict, class) = match Exit::of(proof) {
        Exit::Conforms if proof.suites.iter().all(|suite| suite.verdict == Conformance::Conforms) => {
            ("conforms", "pass")
        }
        Exit::Conforms => ("partly exercised", "not-exercised"),
        Exit::DoesNot => ("does not conform", "fail"),
        Exit::Interrupted => ("interrupted", "not-exercised"),
        _ => ("nothing could be concluded", "not-exercised"),
    };
    let listed = |finding: &Finding| (anchor(&prefix, &finding.rule), plain(&finding.rule), parts(&finding.kind));
    let cases: u64 = proof.rules.iter().map(|rule| rule.cases).sum();
    let mut facts = vec![
        words::judged(proof.rules.iter().map(|rule| rule.judged).sum(), cases),
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
        findings: proof.findings.iter().map(listed).collect(),
        questions: proof.questions.iter().map(|result| question(result, &prefix)).collect(),
    }
}

fn suite(proof: &Proof, result: &SuiteResult, prefix: &str) -> Suite {
    let score = |score: &DoNothingScore| Score {
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
    let asked =
        |question: &&QuestionResult| question.question.rsplit_once('/').is_some_and(|(id, _)| id == result.rule);
    let link = |question: &QuestionResult| (anchor(prefix, &question.question), plain(&question.question));
    Rule {
        anchor: anchor(prefix, &result.rule),
        id: plain(local(&result.rule)),
        title: parts(&result.title),
        level: result.level.to_string(),
        word: word(result.outcome),
        class: class(result.outcome),
        cases: words::judged(result.judged, result.cases),
        reason: result.reason.as_deref().map(parts),
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
    let mut blocks: Vec<(String, Marked)> = Vec::new();
    let whole = |text: String| vec![(false, text)];
    for (number, earlier) in finding.history.iter().enumerate() {
        let heading = if number == 0 { "After, on the same process" } else { "Then" };
        blocks.push((heading.to_owned(), whole(json(&earlier.input))));
    }
    blocks.push(("Smallest input".to_owned(), telling::marked(finding, &json(&finding.input))));
    blocks.push(("Expected".to_owned(), whole(value_lines(&finding.expected).join("\n"))));
    blocks.push(("Observed".to_owned(), whole(value_lines(&finding.observed).join("\n"))));
    blocks.extend(finding.stderr.iter().map(|stderr| ("Stderr".to_owned(), whole(plain_lines(stderr)))));
    let accepted = telling::accepted(finding).map(|accepted| ("Right with", parts(&accepted)));
    let reaches = telling::reaches(finding).into_iter().map(|reach| ("Fails as well", parts(&reach)));
    let mut tells: Vec<(&'static str, Parts)> = accepted.into_iter().chain(reaches).collect();
    if !finding.touches.is_empty() {
        tells.push(("Blocks", parts(&finding.touches.join(", "))));
    }
    Shown {
        word: word(finding.outcome),
        kind: parts(&finding.kind),
        statement: parts(&finding.statement),
        source: plain(&finding.source),
        flaky: finding.flaky.as_deref().map(plain),
        blocks,
        tells,
        seen: words::cases(finding.count),
        replay: words::replay_command(proof, finding),
    }
}

fn question(result: &QuestionResult, prefix: &str) -> Question {
    let excluded =
        |(reading, witness): (&String, &Witness)| (plain(reading), plain(&witness.case), json(&witness.input));
    Question {
        anchor: anchor(prefix, &result.question),
        id: plain(&result.question),
        asks: parts(&result.asks),
        reading: words::reading(result),
        excluded: result.excluded.iter().map(excluded).collect(),
    }
}

/// How often each outcome came up, worst first.
pub(super) fn outcomes(proofs: &[Proof]) -> Vec<OutcomeCount> {
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    for rule in proofs.iter().flat_map(|proof| &proof.rules) {
        *counts.entry(rule.outcome).or_default() += 1;
    }
    Outcome::ALL
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
        Outcome::Blocked => "blocked",
        Outcome::Partial => "partial",
        Outcome::Inconclusive => "inconclusive",
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
