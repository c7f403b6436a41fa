//! What an animal is: a name, a behaviour, and what has to come of it.

use crate::pen::Pen;

/// One way to misbehave.
pub(crate) struct Animal {
    /// Its name.
    pub(crate) name: &'static str,
    /// What it does, as a sentence.
    pub(crate) does: &'static str,
    /// How it does it.
    pub(crate) acts: Acts,
    /// What has to come of it.
    pub(crate) outcome: Outcome,
    /// What the program is told beside the rule, with spaces between.
    pub(crate) flags: &'static str,
}

/// How an animal behaves.
pub(crate) enum Acts {
    /// Introduces itself, and writes this for every call. `ID` stands for the call's id.
    Says(&'static [u8]),
    /// The same, during a call in which it may call the host.
    SaysToHost(&'static [u8]),
    /// Introduces itself, and does this for every call, with the number of the call in its process.
    OnCall(fn(&mut Pen, &Call, u64)),
    /// The same, during a call in which it may call the host.
    OnHostCall(fn(&mut Pen, &Call, u64)),
    /// Does not even introduce itself as others do.
    FromTheStart(fn(&mut Pen)),
}

/// A call as an animal sees it.
pub(crate) struct Call {
    /// Its id, as it stands in the line.
    pub(crate) id: String,
    /// The method.
    pub(crate) method: String,
    /// Its parameters.
    pub(crate) params: serde_json::Value,
}

/// What the program has to make of it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Outcome {
    /// Every rule passes.
    Passes,
    /// A fault of this kind is found.
    Fault(&'static str),
    /// The subject cannot be started, and this is said.
    NotStarted(&'static str),
    /// The subject cannot be started again, and this is said.
    Stops(&'static str),
    /// Nothing can be concluded.
    Nothing,
}

impl Outcome {
    /// How the program exits.
    pub(crate) fn code(self) -> i32 {
        match self {
            Self::Passes => 0,
            Self::Fault(_) => 1,
            Self::NotStarted(_) | Self::Stops(_) => 3,
            Self::Nothing => 4,
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Passes => f.write_str("pass"),
            Self::Fault(kind) => write!(f, "fault: {kind}"),
            Self::NotStarted(text) => write!(f, "not started: {text}"),
            Self::Stops(text) => write!(f, "the run cannot go on: {text}"),
            Self::Nothing => f.write_str("nothing concluded"),
        }
    }
}
