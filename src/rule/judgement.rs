//! What one case says about a subject.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::talk::Stop;

/// The result of a call does not have the shape of its method: a fault of the subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrongShape(pub String);

/// What one case says about a subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Whether the property held.
    pub verdict: Verdict,
    /// What the case tells about open questions.
    pub evidence: Vec<Evidence>,
}

/// Whether the property held for a case.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It held.
    Held,
    /// It did not.
    Failed(Disagreement),
    /// The document leaves this case open, or the answer can be read in several ways: why.
    Open(String),
    /// The subject does not show what would have to be judged: why.
    NotShown(String),
    /// The subject goes wrong where this rule is not concerned, so nothing can be said of this rule.
    Blocked {
        /// What it does wrong.
        why: String,
        /// The input without this rule's matter on which it does so.
        ground: Value,
        /// What this rule has against the answer, if no other rule turns out to be broken.
        otherwise: Option<Box<Disagreement>>,
    },
}

/// How an answer disagrees with the document.
#[derive(Debug, Clone, PartialEq)]
pub struct Disagreement {
    /// The kind of disagreement, the same for every case of the same bug.
    pub kind: String,
    /// What the document demands.
    pub expected: Value,
    /// What the subject did.
    pub observed: Value,
    /// The call beside which it shows, where the input does not tell.
    pub twin: Option<Box<Twin>>,
}

/// Another call that was put beside an input, and that the answers are compared with or told of.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Twin {
    /// How it differs from the input, in words.
    pub what: String,
    /// Its own input.
    pub input: Value,
}

/// The readings of a question that one case is consistent with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The question, by its id within the rule.
    pub question: &'static str,
    /// The readings that are still possible after this case.
    pub consistent: Vec<&'static str>,
}

impl Judgement {
    fn of(verdict: Verdict) -> Self {
        Self { verdict, evidence: Vec::new() }
    }

    /// The property held.
    #[must_use]
    pub fn held() -> Self {
        Self::of(Verdict::Held)
    }

    /// The property did not hold.
    pub fn failed(kind: impl Into<String>, expected: impl Into<Value>, observed: impl Into<Value>) -> Self {
        Self::of(Verdict::Failed(Disagreement {
            kind: kind.into(),
            expected: expected.into(),
            observed: observed.into(),
            twin: None,
        }))
    }

    /// Names the other call that a failure shows beside, where the input does not tell: `what` says how it differs.
    #[must_use]
    pub fn beside(mut self, what: &str, twin: &Value) -> Self {
        if let Verdict::Failed(disagreement) = &mut self.verdict {
            disagreement.twin = Some(Box::new(Twin { what: what.to_owned(), input: twin.clone() }));
        }
        self
    }

    /// Nothing can be said of this case.
    pub fn open(why: impl Into<String>) -> Self {
        Self::of(Verdict::Open(why.into()))
    }

    /// The subject does not show what would have to be judged.
    pub fn not_shown(why: impl Into<String>) -> Self {
        Self::of(Verdict::NotShown(why.into()))
    }

    /// The subject treats the ground of the case, the same input without this rule's matter, otherwise than the
    /// document says: whatever it makes of the case is not this rule's.
    pub fn blocked(why: impl Into<String>, ground: &Value) -> Self {
        Self::of(Verdict::Blocked { why: why.into(), ground: ground.clone(), otherwise: None })
    }

    /// Blocked, and this failure all the same if no other rule turns out to be broken: what was seen is not lost.
    #[must_use]
    pub fn instead_of(mut self, failure: Self) -> Self {
        if let (Verdict::Blocked { otherwise, .. }, Verdict::Failed(disagreement)) =
            (&mut self.verdict, failure.verdict)
        {
            *otherwise = Some(Box::new(disagreement));
        }
        self
    }

    /// This judgement, unless the case is blocked.
    #[must_use]
    pub fn unless(self, blocked: Option<Self>) -> Self {
        match blocked {
            Some(blocked) => blocked.instead_of(self),
            None => self,
        }
    }

    /// This failure, where it stands on ground that the subject treats rightly: an exam that stops there blocks it.
    ///
    /// # Errors
    /// The stops that are not for a judgement: more to ask, or an answer of the wrong shape.
    pub fn on(self, ground: Result<(), Stop>) -> Result<Self, Stop> {
        match ground {
            Ok(()) => Ok(self),
            Err(Stop::Judged(blocked)) => Ok(blocked.instead_of(self)),
            Err(stop) => Err(stop),
        }
    }

    /// Held if `observed` equals `expected`, as JSON values are compared on the wire.
    #[must_use]
    pub fn equal(kind: &str, expected: &Value, observed: &Value) -> Self {
        if crate::draw::json::same(expected, observed) {
            Self::held()
        } else {
            Self::failed(kind, expected.clone(), observed.clone())
        }
    }

    /// Adds what this case tells about a question.
    #[must_use]
    pub fn consistent_with(mut self, question: &'static str, readings: &[&'static str]) -> Self {
        self.evidence.push(Evidence { question, consistent: readings.to_vec() });
        self
    }
}

/// The member `name` of an answer.
///
/// # Errors
/// When it is missing.
pub fn member<'a>(value: &'a Value, name: &str) -> Result<&'a Value, WrongShape> {
    value.get(name).ok_or_else(|| WrongShape(format!("`{name}` is missing")))
}

/// The member `name` of an answer, which must be a text.
///
/// # Errors
/// When it is missing or no text.
pub fn text_member<'a>(value: &'a Value, name: &str) -> Result<&'a str, WrongShape> {
    member(value, name)?.as_str().ok_or_else(|| WrongShape(format!("`{name}` is not a string")))
}
