//! Rules as data: what a document demands, how it is put to a subject, and
//! how the answer is judged.
//!
//! A rule is a `static` of data and function pointers in a file of its own.
//! Lists, pages, reports and tests are views on it.

mod catalogue;
mod corpus;
mod coverage;
mod expected;
mod judgement;
mod lint;
mod method;
mod mutant;
mod neighbours;
mod question;
pub(crate) mod story;
mod suite;
mod talk;
mod title;

pub use catalogue::{Catalogue, Declared};
pub(crate) use corpus::read_bases;
pub use corpus::{Change, ChangeError, CorpusCase, CorpusError, WrongAnswer, parse_corpus, read_corpus};
pub use coverage::{Coverage, Covered, CoveredSection, Found, Layout, Section, Sentence, Text, demands, read_coverage};
pub use expected::{Expect, Expected};
pub use judgement::{Disagreement, Evidence, Judgement, Twin, Verdict, WrongShape, member, text_member};
pub use lint::{Lint, Needs, Note, Severity};
pub use method::Method;
pub use mutant::Mutant;
pub use neighbours::{Neighbours, neighbours};
pub use question::{OpenPoint, PossibleReading, Question, Reading, open_points, reading};
pub use suite::{Deferred, Suite};
pub use talk::{Case, CheckRef, Exam, Step, Stop, Talk};
#[cfg(feature = "libtest")]
pub(crate) use title::heading_and_demand;
pub(crate) use title::sentence;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::draw::{Draw, Shape};

/// One numbered statement of a document.
#[derive(Debug)]
pub struct Rule {
    /// Its name within the suite: `R6`, `AGT-001`, `action-required`.
    pub id: &'static str,
    /// Completes "A conforming runtime …"; the document's own heading, where it has one, stands before it with a colon.
    pub title: &'static str,
    /// How binding it is.
    pub level: Level,
    /// Where in the document it stands.
    pub source: &'static str,
    /// What the document demands, in our words.
    pub statement: &'static str,
    /// The executable properties, at least one.
    pub checks: &'static [Check],
    /// The deliberate faults that this rule must catch.
    pub mutants: &'static [Mutant],
    /// Hand-checked cases: the text of `corpus/<suite>/<rule>.yaml`.
    pub corpus: &'static str,
    /// Points where the document allows several readings.
    pub questions: &'static [Question],
}

/// How binding a rule is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Level {
    /// A subject that breaks it does not conform.
    #[default]
    Must,
    /// Reported, and does not decide conformance.
    Should,
    /// Reported, and does not decide conformance.
    Recommended,
}

impl std::fmt::Display for Level {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Must => "MUST",
            Self::Should => "SHOULD",
            Self::Recommended => "RECOMMENDED",
        })
    }
}

/// One executable property of a rule.
#[derive(Debug)]
pub struct Check {
    /// Its name within the rule.
    pub id: &'static str,
    /// What it asserts, in one sentence.
    pub property: &'static str,
    /// The methods a subject must offer.
    pub methods: &'static [&'static str],
    /// The features a subject must announce.
    pub features: &'static [&'static str],
    /// What the parts of a case mean.
    pub shape: &'static Shape,
    /// Deterministic cases: limits, enum values, every rule broken alone.
    pub edges: fn() -> Vec<Value>,
    /// The portfolio that random cases are drawn from.
    pub arms: &'static [Arm],
    /// Puts one of the given cases into other company: draws around it what the check is not about. Where there is such
    /// a way, every second random case is drawn so.
    pub company: Option<fn(&mut Draw, &Value) -> Value>,
    /// The same input with this rule's own matter made plain (first) or taken out (last): the grounds that a case
    /// stands on, nearest first; none where a check has no use for them.
    pub ground: fn(&Value) -> Vec<Value>,
    /// What is noteworthy about a case.
    pub classify: fn(&Value) -> Vec<&'static str>,
    /// Labels without which a run of this check proves nothing.
    pub labels: &'static [&'static str],
    /// Asks the subject and judges its answers.
    pub exam: Exam,
    /// What a fault means here.
    pub on_fault: OnFault,
    /// A pass needs so many percent of what the reference lets be judged.
    pub floor: u64,
    /// Draw only one case where other checks draw this many (for costly checks).
    pub cost: usize,
    /// Its cases wait for real time to pass: many are put side by side, even to a subject of the same process.
    pub waits: bool,
}

impl Check {
    /// What most checks have in common; the rest is filled in with struct update.
    pub const NEW: Check = Check {
        id: "verdict",
        property: "",
        methods: &[],
        features: &[],
        shape: &Shape::Any,
        edges: Vec::new,
        arms: &[],
        company: None,
        ground: |_| Vec::new(),
        classify: |_| Vec::new(),
        labels: &[],
        exam: |_, _| Ok(Judgement::open("no exam")),
        on_fault: OnFault::IsFault,
        floor: 50,
        cost: 1,
        waits: false,
    };

    /// Another check that has the rest in common with this one.
    #[must_use]
    pub const fn asserts(self, id: &'static str, property: &'static str, exam: Exam) -> Check {
        Check { id, property, exam, ..self }
    }

    /// How random cases are drawn, in words.
    pub(crate) fn drawn_as(&self) -> Vec<&'static str> {
        let company = self.company.map(|_| "given cases in other company");
        self.arms.iter().map(|arm| arm.name).chain(company).collect()
    }
}

/// One way of drawing a case, as likely as its weight says.
#[derive(Debug)]
pub struct Arm {
    /// What kind of case it draws.
    pub name: &'static str,
    /// Its weight among the arms of a check.
    pub weight: usize,
    /// Draws a case.
    pub draw: fn(&mut Draw) -> Value,
}

/// A short way to write an [`Arm`].
#[must_use]
pub const fn arm(weight: usize, name: &'static str, draw: fn(&mut Draw) -> Value) -> Arm {
    Arm { name, weight, draw }
}

/// What it means for a check that the subject did not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnFault {
    /// A fault: the rule could not be judged.
    IsFault,
    /// A failure: the document says that an answer comes back.
    Fails,
    /// The case is blocked: another rule of the suite is about answering, and reports it.
    Blocks,
}
