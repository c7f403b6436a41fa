//! The proof: the one document that a run ends in and every report is made from.

mod address;
mod answers;
mod badge;
mod cause;
mod escape;
mod events;
mod excuse;
mod exit;
mod finding;
#[cfg(feature = "cli")]
mod html;
mod journal;
#[cfg(feature = "cli")]
mod junit;
mod markdown;
mod matrix;
mod outcome;
mod partial;
mod ranges;
mod read;
mod sarif;
mod short;
mod story;
mod telling;
mod terminal;
mod timings;
mod words;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use crate::inert::plain;
pub(crate) use address::address;
pub use badge::badge;
pub use cause::{HowFar, Neighbour, Reach, Share};
pub use events::{EVENTS_VERSION, closing_events};
pub use excuse::{Excuse, ExcusedBy};
pub use exit::Exit;
#[cfg(feature = "libtest")]
pub(crate) use finding::evidence_text;
#[cfg(feature = "cli")]
pub use html::html;
#[cfg(feature = "cli")]
pub(crate) use html::{Named, THEME, glance, html_of_files};
pub use journal::{Entry, from_journal};
#[cfg(feature = "cli")]
pub use junit::junit;
pub use markdown::markdown;
pub use outcome::{Outcome, Unseen};
pub use partial::{Excluded, Partial, PartialCheck, PartialFailure, Reason, Sign, Way};
pub use ranges::Ranges;
pub use read::NotAProof;
pub use sarif::sarif;
pub use terminal::{Detail, terminal};
pub use timings::{Spent, Timings};
#[cfg(feature = "cli")]
pub(crate) use words::parts;
pub(crate) use words::wrapped;

use crate::inert;
use crate::rule::{Level, Twin};

/// The version of the proof document.
pub const VERSION: u32 = 1;

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    /// The version of this document.
    pub proof: u32,
    /// The version of the harness.
    pub harness: String,
    /// The program that made it, where that is another than `proofmark`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub program: Option<String>,
    /// Who was tested.
    pub subject: ProvenSubject,
    /// The seed of the run.
    pub seed: u64,
    /// How many random cases were drawn per ordinary check.
    pub cases: u64,
    /// No more than so many cases of any check were run, the first ones.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first: Option<u64>,
    /// The part of the cases that was run, as `K/N`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub shard: Option<String>,
    /// Whether the run came to its end.
    pub complete: bool,
    /// Why the run could not go on, if it could not: the subject did not start any more.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stopped: Option<String>,
    /// What the rules of each suite come to.
    pub suites: Vec<SuiteResult>,
    /// Every rule that was selected.
    pub rules: Vec<RuleResult>,
    /// Every failure, with its smallest case.
    pub findings: Vec<Finding>,
    /// What was learnt about open questions.
    pub questions: Vec<QuestionResult>,
    /// How many of the exercised rules subjects pass that do nothing.
    pub do_nothing: Vec<DoNothingScore>,
    /// The words, of the subject and of `--words`, that were put where a vocabulary is closed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub words: Vec<String>,
    /// Remarks on the subject's behaviour beside the rules.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub notes: Vec<String>,
    /// What a gate objects to beside the findings: each of them fails the run.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub objections: Vec<String>,
    /// What a merge of all shards needs of this one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub partial: Option<Partial>,
    /// How long it took: the only member that differs between equal runs.
    pub timings: Timings,
}

impl Proof {
    /// The proof as a file: indented JSON with a newline at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        // A struct of texts, numbers and JSON values always serialises.
        let mut text = inert::json(&serde_json::to_string_pretty(self).unwrap_or_default());
        text.push('\n');
        text
    }
}

/// The subject as the proof names it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvenSubject {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its language.
    pub language: String,
    /// The methods it offers.
    pub methods: Vec<String>,
    /// The features it announces.
    pub features: Vec<String>,
    /// The command that starts it; none for a subject of the same process.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub command: Option<Vec<String>>,
    /// The folder of its answers, where they were given elsewhere.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub record: Option<String>,
}

/// How the rules of a suite come out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteResult {
    /// The suite.
    pub suite: String,
    /// The version of its requirement set.
    pub version: u32,
    /// Whether the subject conforms.
    pub verdict: Conformance,
    /// How many rules were selected.
    pub rules: usize,
    /// How many of them passed.
    pub passed: usize,
}

/// Whether a subject conforms to a suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Conformance {
    /// Every MUST rule is pass or undecided.
    Conforms,
    /// No MUST rule failed, and of some not all was seen.
    PartlyExercised,
    /// A MUST rule failed.
    DoesNotConform,
    /// No rule was exercised.
    NotExercised,
}

/// How many cases were not judged for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnjudgedCases {
    /// How it came about.
    pub how: Unseen,
    /// Why, in a sentence.
    pub reason: String,
    /// How many cases.
    pub cases: u64,
}

/// One rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleResult {
    /// Its full id.
    pub rule: String,
    /// Its suite.
    pub suite: String,
    /// How binding it is.
    pub level: Level,
    /// Completes "A conforming runtime …"; the document's own heading, where it has one, stands before it with a colon.
    pub title: String,
    /// How it came out.
    pub outcome: Outcome,
    /// How many cases were run.
    pub cases: u64,
    /// How many of them the document decides and the subject answered.
    #[serde(default)]
    pub judged: u64,
    /// Why it came out so, where that is not plain.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The rules whose findings keep it from being judged, where it is blocked.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub blocked_by: Vec<String>,
    /// Its checks.
    pub checks: Vec<CheckResult>,
}

/// One check of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckResult {
    /// Its name within the rule.
    pub check: String,
    /// How it came out.
    pub outcome: Outcome,
    /// How many cases were run.
    pub cases: u64,
    /// How many of them the document decides and the subject answered.
    #[serde(default)]
    pub judged: u64,
    /// In how many of them the property held.
    pub held: u64,
    /// Why it came out so, where that is not plain.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reason: Option<String>,
    /// The rules whose findings keep it from being judged, where it is blocked.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub blocked_by: Vec<String>,
    /// Why the others were not judged, the commonest reasons first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub unjudged: Vec<UnjudgedCases>,
    /// What came up, how often.
    pub labels: BTreeMap<String, u64>,
    /// What had to come up and did not.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub missing_labels: Vec<String>,
}

/// One failure.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The rule.
    pub rule: String,
    /// The check, by its full id.
    pub check: String,
    /// How binding the rule is.
    pub level: Level,
    /// What the document demands, in our words.
    pub statement: String,
    /// Where in the document that stands.
    pub source: String,
    /// `fail`, or `fault`.
    pub outcome: Outcome,
    /// The kind of disagreement: one bug, one kind.
    pub kind: String,
    /// The name of the case that showed it first.
    pub case: String,
    /// How many cases showed it.
    pub count: u64,
    /// Which ones, by their numbers; none where there are too many to list.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub failing: Option<Ranges>,
    /// The smallest case found.
    pub input: Value,
    /// How large it is: the number of JSON values in it.
    pub size: usize,
    /// The other call that was put beside it, where two answers are compared.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub twin: Option<Twin>,
    /// What the document demands.
    pub expected: Value,
    /// What the subject did.
    pub observed: Value,
    /// The nearest input that the subject treats as the document says.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub neighbour: Option<Neighbour>,
    /// What else fails in the same way.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub reach: Vec<Reach>,
    /// The case of an earlier finding of the rule that fails in another way, where the same change puts both right.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub alike: Option<String>,
    /// The places of the input that are as in the suite's own valid inputs: what may be folded away.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub plain: Vec<String>,
    /// How people write such an input, if not as JSON: `yaml`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub written: Option<String>,
    /// The rules that cannot be judged because of it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub touches: Vec<String>,
    /// The cases that have to come before it on the same process.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub history: Vec<Earlier>,
    /// The cases that have to be under way at the same time: calls that get in each other's way.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub beside: Vec<Earlier>,
    /// `k of n`, for a case that does not fail every time.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub flaky: Option<String>,
    /// Of such a case: what each repetition showed.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub repeated: Vec<Value>,
    /// Of such a case: how many others were under way when the run saw it fail.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub calls_beside: Option<usize>,
    /// Why it is shown as it was seen, and not made small.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub unshrunk: Option<String>,
    /// The tail of the subject's stderr.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stderr: Option<String>,
    /// Why it does not fail the run, if it does not.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub excused: Option<Excuse>,
}

/// A case that came before a finding on the same process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Earlier {
    /// The check, by its full id.
    pub check: String,
    /// Its name.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub case: String,
    /// The case.
    pub input: Value,
}

/// What was learnt about one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct QuestionResult {
    /// The question, by its full id.
    pub question: String,
    /// What it asks.
    pub asks: String,
    /// The readings that the subject is still consistent with.
    pub readings: Vec<String>,
    /// Why each of the others is not possible.
    pub excluded: BTreeMap<String, Witness>,
}

/// A case that excludes a reading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Witness {
    /// Its name.
    pub case: String,
    /// The smallest such case.
    pub input: Value,
}

/// The score of a subject that does nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoNothingScore {
    /// The suite.
    pub suite: String,
    /// What it does.
    pub name: String,
    /// How many rules it passes.
    pub passed: usize,
    /// Of how many.
    pub of: usize,
}
