//! An exam as straight-line code: it asks, reads the answer, asks again, judges.
//!
//! An exam keeps no state. It is replayed from its beginning: what was asked before is answered from what was heard
//! before, and at the first new question it stops, to be called again when the answer is there. So any number of
//! exams can be under way on one pipe, and any of them replays by itself.

use std::ops::Deref;

use serde_json::Value;

use super::{Check, Judgement, Rule, Suite, WrongShape};
use crate::subject::{Answer, Call};

/// Asks the subject about a case and judges its answers.
pub type Exam = fn(&Case<'_>, &mut Talk<'_>) -> Result<Judgement, Stop>;

/// A check, with the rule and the suite that it belongs to.
#[derive(Debug, Clone, Copy)]
pub struct CheckRef {
    /// The suite.
    pub suite: &'static Suite,
    /// The rule.
    pub rule: &'static Rule,
    /// The check.
    pub check: &'static Check,
}

impl CheckRef {
    /// `suite/rule/check`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/{}", self.rule_id(), self.check.id)
    }

    /// `suite/rule`.
    #[must_use]
    pub fn rule_id(&self) -> String {
        format!("{}/{}", self.suite.name, self.rule.id)
    }

    /// What the exam of `input` does next, after these answers.
    ///
    /// # Errors
    /// [`WrongShape`] when an answer does not have the shape of its method.
    pub fn step(self, input: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
        let mut talk = Talk { answers, heard: 0 };
        match (self.check.exam)(&Case { of: self, input }, &mut talk) {
            Ok(judgement) => Ok(Step::Judged(judgement)),
            Err(Stop::Judged(judgement)) => Ok(Step::Judged(*judgement)),
            Err(Stop::Asks(calls)) => Ok(Step::Ask(calls)),
            Err(Stop::WrongShape(wrong)) => Err(wrong),
        }
    }
}

/// The next step of an exam.
#[derive(Debug)]
pub enum Step {
    /// Put these calls (they may be open side by side); their answers are appended in this order.
    Ask(Vec<Call>),
    /// The exam is over.
    Judged(Judgement),
}

/// A case as its exam sees it: the input, and the check that it is a case of.
#[derive(Debug, Clone, Copy)]
pub struct Case<'a> {
    /// The check.
    pub of: CheckRef,
    /// The input.
    pub input: &'a Value,
}

impl Case<'_> {
    /// The call whose parameters are the input, as it is.
    #[must_use]
    pub fn call(&self, method: &'static str) -> Call {
        Call::of_case(method)
    }

    /// The name of the rule within its suite.
    #[must_use]
    pub fn rule_id(&self) -> &'static str {
        self.of.rule.id
    }
}

/// A case reads like its input: `case["steps"]`.
impl Deref for Case<'_> {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.input
    }
}

/// The conversation of one exam so far.
#[derive(Debug)]
pub struct Talk<'a> {
    answers: &'a [Answer],
    heard: usize,
}

impl<'a> Talk<'a> {
    /// Puts a call and hands back its answer.
    ///
    /// # Errors
    /// [`Stop`] when the answer is not there yet.
    pub fn ask(&mut self, call: Call) -> Result<&'a Answer, Stop> {
        let answer = self.answers.get(self.heard).ok_or_else(|| Stop::Asks(vec![call]))?;
        self.heard += 1;
        Ok(answer)
    }

    /// Puts several calls, which may be open side by side, and hands back their answers in the same order.
    ///
    /// # Errors
    /// [`Stop`] when the answers are not there yet.
    pub fn ask_all(&mut self, calls: Vec<Call>) -> Result<&'a [Answer], Stop> {
        let from = self.heard;
        let Some(answers) = self.answers.get(from..from + calls.len()) else { return Err(Stop::Asks(calls)) };
        self.heard += calls.len();
        Ok(answers)
    }
}

/// Why an exam goes no further now.
#[derive(Debug)]
pub enum Stop {
    /// There is nothing more to ask: `Err(Judgement::open(…))?` ends an exam wherever it stands.
    Judged(Box<Judgement>),
    /// It waits for the answers to these calls.
    Asks(Vec<Call>),
    /// An answer does not have the shape of its method: a fault of the subject.
    WrongShape(WrongShape),
}

impl From<WrongShape> for Stop {
    fn from(wrong: WrongShape) -> Self {
        Self::WrongShape(wrong)
    }
}

impl From<Judgement> for Stop {
    fn from(judgement: Judgement) -> Self {
        Self::Judged(Box::new(judgement))
    }
}
