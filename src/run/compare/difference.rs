//! In what two subjects differ on one case.

use super::shown::Shown;

/// What two subjects do otherwise than each other; equal differences of a check are one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Difference {
    /// Whether the document leaves it open.
    pub(super) undecided: bool,
    /// The question on which they differ.
    pub(super) question: Option<&'static str>,
    /// What the first does.
    pub(super) first: String,
    /// What the second does.
    pub(super) second: String,
}

/// How two subjects differ on one case, if they do and it can be told.
pub(super) fn between(first: &Shown, second: &Shown) -> Option<Difference> {
    if let (Some(one), Some(other)) = (&first.verdict, &second.verdict)
        && one != other
    {
        return Some(Difference { undecided: false, question: None, first: one.clone(), second: other.clone() });
    }
    for (question, one) in &first.reads {
        if let Some(other) = second.reads.get(question).filter(|other| *other != one) {
            let (first, second) = (format!("reads it as {one}"), format!("reads it as {other}"));
            return Some(Difference { undecided: true, question: Some(question), first, second });
        }
    }
    match (&first.says, &second.says) {
        (Some(one), Some(other)) if one != other => {
            let (first, second) = (format!("says {one}"), format!("says {other}"));
            Some(Difference { undecided: true, question: None, first, second })
        }
        _ => None,
    }
}
