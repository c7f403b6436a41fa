//! A finding and a check as both pages show them: every text is plain before it gets here.

use std::collections::BTreeMap;

use super::super::telling;
use super::super::words::{self, json, parts, value_lines, word};
use super::super::{CheckResult, Finding, Outcome, Proof, RuleResult};
use super::trace::{Trace, trace};
use crate::inert::{plain, plain_lines};

/// A text in parts, and whether each is code.
pub(super) type Parts = Vec<(bool, String)>;

/// A text in parts, and whether each is marked.
type Marked = Vec<(bool, String)>;

/// Of more findings than this the rest is folded away, of a rule as of a page.
pub(super) const MANY: usize = 12;

/// A filter: an outcome that came up, and how often.
pub(super) struct OutcomeCount {
    pub(super) class: &'static str,
    pub(super) word: &'static str,
    pub(super) count: usize,
}

pub(super) struct Check {
    pub(super) name: String,
    pub(super) word: &'static str,
    pub(super) class: &'static str,
    /// How far the bar reaches for what held and for what was judged, in percent.
    pub(super) held: u64,
    pub(super) judged: u64,
    pub(super) sum: String,
    pub(super) labels: String,
    pub(super) missing: String,
    /// Why cases were not judged.
    pub(super) unjudged: Vec<String>,
}

/// A finding.
pub(super) struct Shown {
    pub(super) word: &'static str,
    pub(super) kind: Parts,
    pub(super) flaky: Option<String>,
    pub(super) excused: Option<Parts>,
    pub(super) blocks: Vec<(String, Marked)>,
    pub(super) trace: Option<Trace>,
    /// What it tells about its cause.
    pub(super) tells: Vec<(&'static str, Parts)>,
    pub(super) seen: String,
    pub(super) replay: String,
}

/// What a rule came to with one subject.
pub(super) struct Outcomes {
    pub(super) word: &'static str,
    pub(super) class: &'static str,
    pub(super) sign: &'static str,
    pub(super) cases: String,
    pub(super) reason: Option<Parts>,
    /// What the document demands and where, as findings tell it.
    pub(super) demand: Option<(Parts, String)>,
    pub(super) findings: Vec<Shown>,
    pub(super) checks: Vec<Check>,
}

impl Outcomes {
    pub(super) fn of(proof: &Proof, result: &RuleResult) -> Self {
        let own: Vec<&Finding> = proof.findings.iter().filter(|of| of.rule == result.rule).collect();
        Self {
            word: word(result.outcome),
            class: class(result.outcome),
            sign: sign(result.outcome),
            cases: words::judged(result.judged, result.cases),
            reason: result.reason.as_deref().map(parts),
            demand: own.first().map(|first| (parts(&first.statement), plain(&first.source))),
            findings: own.iter().map(|finding| shown(proof, finding)).collect(),
            checks: result.checks.iter().map(check).collect(),
        }
    }

    /// The findings that are shown at once, and those that are folded away.
    pub(super) fn folded(&self) -> (&[Shown], &[Shown]) {
        self.findings.split_at(self.findings.len().min(MANY))
    }
}

fn check(result: &CheckResult) -> Check {
    let labels: Vec<String> = result.labels.iter().map(|(label, count)| format!("{} {count}", plain(label))).collect();
    let percent = |part: u64| (part * 100).checked_div(result.cases).unwrap_or(0).min(100);
    let judged = result.judged.max(result.held);
    Check {
        name: plain(&result.check),
        word: word(result.outcome),
        class: class(result.outcome),
        held: percent(result.held),
        judged: percent(judged),
        sum: format!("{} held, {judged} judged, {} run", result.held, result.cases),
        labels: labels.join(" · "),
        missing: result.missing_labels.iter().map(|label| plain(label)).collect::<Vec<_>>().join(", "),
        unjudged: result
            .unjudged
            .iter()
            .map(|unjudged| format!("{} not judged: {}", unjudged.cases, plain(&unjudged.reason)))
            .collect(),
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
    let twin = finding.twin.iter().map(|twin| (format!("Beside, {}", plain(&twin.what)), whole(json(&twin.input))));
    blocks.extend(twin);
    blocks.push(("Expected".to_owned(), whole(value_lines(&finding.expected).join("\n"))));
    blocks.push(("Observed".to_owned(), whole(value_lines(&finding.observed).join("\n"))));
    blocks.extend(finding.stderr.iter().map(|stderr| ("Stderr".to_owned(), whole(plain_lines(stderr)))));
    let accepted = telling::accepted(finding, false).map(|accepted| ("Right with", parts(&accepted)));
    let reaches = telling::reaches(finding).into_iter().map(|reach| ("Fails as well", parts(&reach)));
    let mut tells: Vec<(&'static str, Parts)> = accepted.into_iter().chain(reaches).collect();
    if !finding.touches.is_empty() {
        tells.push(("Blocks", parts(&finding.touches.join(", "))));
    }
    Shown {
        word: word(finding.outcome),
        kind: parts(&finding.kind),
        flaky: finding.flaky.as_deref().map(plain),
        excused: finding.excused.as_ref().map(|excuse| parts(&excuse.reason)),
        blocks,
        trace: trace(&finding.observed),
        tells,
        seen: words::cases(finding.count),
        replay: words::replay_command(proof, finding, false),
    }
}

/// How often each outcome came up, worst first.
pub(super) fn outcomes(found: impl Iterator<Item = Outcome>) -> Vec<OutcomeCount> {
    let mut counts: BTreeMap<Outcome, usize> = BTreeMap::new();
    for outcome in found {
        *counts.entry(outcome).or_default() += 1;
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

/// The class, the sign and the word of an outcome.
pub(crate) fn glance(outcome: Outcome) -> (&'static str, &'static str, &'static str) {
    (class(outcome), sign(outcome), word(outcome))
}

fn sign(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "✓",
        Outcome::Fail => "✗",
        Outcome::Fault => "!",
        Outcome::Blocked => "⊘",
        Outcome::Partial => "◐",
        Outcome::Inconclusive => "?",
        Outcome::NotExercised => "–",
        Outcome::Undecided => "◇",
    }
}

/// An anchor must not hold blanks.
pub(super) fn anchor(prefix: &str, id: &str) -> String {
    format!("{prefix}{}", plain(id).replace(' ', "-"))
}

pub(super) fn percent(part: usize, whole: usize) -> usize {
    (part * 100).checked_div(whole).unwrap_or(0).min(100)
}
