//! One proof, as its page shows it.

use super::super::exit::overall;
use super::super::words::{self, json, local, parts};
use super::super::{
    Conformance, DoNothingScore, Exit, Finding, Proof, QuestionResult, RuleResult, SuiteResult, Witness,
};
use super::shown::{MANY, Outcomes, Parts, anchor, percent};
use crate::inert::plain;

pub(super) struct Report {
    pub(super) subject: String,
    pub(super) verdict: &'static str,
    pub(super) class: &'static str,
    pub(super) facts: Vec<String>,
    pub(super) notes: Vec<String>,
    pub(super) suites: Vec<Suite>,
    /// The rule of each finding, with its anchor, and the kind; of very many, each rule once with their number.
    pub(super) findings: Vec<(String, String, Parts)>,
    pub(super) count: usize,
    /// Whether there are too many findings to have them all open.
    pub(super) folded: bool,
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
    pub(super) result: Outcomes,
    pub(super) questions: Vec<(String, String)>,
}

pub(super) struct Question {
    pub(super) anchor: String,
    pub(super) id: String,
    pub(super) asks: Parts,
    pub(super) reading: String,
    /// Reading, case and input.
    pub(super) excluded: Vec<(String, String, String)>,
}

/// What a proof comes to, and its class.
pub(super) fn conclusion(proof: &Proof) -> (&'static str, &'static str) {
    match Exit::of(proof) {
        Exit::Conforms => match overall(proof) {
            Conformance::Conforms => ("conforms", "pass"),
            Conformance::DoesNotConform => ("does not conform, as expected", "fail"),
            other => (words::conclusion(other, proof.suites.iter().map(|suite| suite.passed).sum()), "not-exercised"),
        },
        Exit::DoesNot => ("does not conform", "fail"),
        Exit::Interrupted => ("interrupted", "not-exercised"),
        _ => ("nothing could be concluded", "not-exercised"),
    }
}

/// What was run, and with what.
pub(super) fn facts(proof: &Proof) -> Vec<String> {
    let cases: u64 = proof.rules.iter().map(|rule| rule.cases).sum();
    let mut facts = vec![
        words::judged(proof.rules.iter().map(|rule| rule.judged).sum(), cases),
        format!("{} random cases a check", proof.cases),
        format!("seed {}", proof.seed),
        format!("{:.1} s", proof.timings.seconds),
        format!("proofmark {}", plain(&proof.harness)),
    ];
    facts.extend(proof.shard.iter().map(|shard| format!("shard {}", plain(shard))));
    facts
}

pub(super) fn report(proof: &Proof) -> Report {
    let (verdict, class) = conclusion(proof);
    let listed = |finding: &Finding| (anchor("", &finding.rule), plain(&finding.rule), parts(&finding.kind));
    let folded = proof.findings.len() > MANY;
    Report {
        subject: words::subject(proof),
        verdict,
        class,
        facts: facts(proof),
        notes: proof.notes.iter().map(|note| plain(note)).collect(),
        suites: proof.suites.iter().map(|result| suite(proof, result)).collect(),
        findings: if folded { by_rule(proof) } else { proof.findings.iter().map(listed).collect() },
        count: proof.findings.len(),
        folded,
        questions: proof.questions.iter().map(question).collect(),
    }
}

/// Every rule with findings, with how many it has.
fn by_rule(proof: &Proof) -> Vec<(String, String, Parts)> {
    let count = |rule: &RuleResult| proof.findings.iter().filter(|finding| finding.rule == rule.rule).count();
    let listed = |rule: &RuleResult| {
        let found = match count(rule) {
            0 => return None,
            1 => "1 finding".to_owned(),
            more => format!("{more} findings"),
        };
        Some((anchor("", &rule.rule), plain(&rule.rule), parts(&found)))
    };
    proof.rules.iter().filter_map(listed).collect()
}

fn suite(proof: &Proof, result: &SuiteResult) -> Suite {
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
        anchor: anchor("", &result.suite),
        name: plain(&result.suite),
        verdict: words::conclusion(result.verdict, result.passed),
        class,
        passed: result.passed,
        total: result.rules,
        reach: percent(result.passed, result.rules),
        scores: proof.do_nothing.iter().filter(|found| found.suite == result.suite).map(score).collect(),
        rules: proof.rules.iter().filter(|of| of.suite == result.suite).map(|of| rule(proof, of)).collect(),
    }
}

fn rule(proof: &Proof, result: &RuleResult) -> Rule {
    let asked =
        |question: &&QuestionResult| question.question.rsplit_once('/').is_some_and(|(id, _)| id == result.rule);
    let link = |question: &QuestionResult| (anchor("", &question.question), plain(&question.question));
    Rule {
        anchor: anchor("", &result.rule),
        id: plain(local(&result.rule)),
        title: parts(&result.title),
        level: result.level.to_string(),
        result: Outcomes::of(proof, result),
        questions: proof.questions.iter().filter(asked).map(link).collect(),
    }
}

fn question(result: &QuestionResult) -> Question {
    Question {
        anchor: anchor("", &result.question),
        id: plain(&result.question),
        asks: parts(&result.asks),
        reading: words::reading(result),
        excluded: excluded(result),
    }
}

/// The readings that a subject does not follow, each with the case and the input that show it.
pub(super) fn excluded(result: &QuestionResult) -> Vec<(String, String, String)> {
    let one = |(reading, witness): (&String, &Witness)| (plain(reading), plain(&witness.case), json(&witness.input));
    result.excluded.iter().map(one).collect()
}
