//! What is noteworthy about a project.

use std::collections::BTreeSet;

use super::ask::Ask;

/// Everything that is not simply as the document wants it.
#[derive(Debug, Default)]
pub(in super::super) struct Report {
    /// In the order of the rules' concepts, not of their numbers.
    pub(in super::super) notes: Vec<Note>,
}

/// One noteworthy point.
#[derive(Debug)]
pub(in super::super) struct Note {
    /// The rule it is about.
    pub(in super::super) rule: &'static str,
    /// What it means for the verdict.
    pub(in super::super) standing: Standing,
    /// JSON Pointer into the params.
    pub(in super::super) at: String,
    /// What is there, and what should be.
    pub(in super::super) why: String,
}

/// What a note means for the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Standing {
    /// The rule is broken.
    Broken,
    /// The document leaves it open; a subject's verdict tells how it reads the question.
    Asks(&'static Ask),
    /// The document leaves it open.
    Open,
    /// The project cannot be as it is described: a file is there and its content is not, or the other way round.
    Unfit,
    /// Valid, and a warning is due.
    Warns,
}

impl Standing {
    fn is_doubt(self) -> bool {
        matches!(self, Self::Open | Self::Asks(_) | Self::Unfit)
    }
}

impl Report {
    /// The rule is broken.
    pub(super) fn broken(&mut self, rule: &'static str, at: impl Into<String>, why: impl Into<String>) {
        self.add(rule, Standing::Broken, at, why);
    }

    /// The document leaves it open.
    pub(super) fn open(&mut self, rule: &'static str, at: impl Into<String>, why: impl Into<String>) {
        self.add(rule, Standing::Open, at, why);
    }

    /// The document leaves it open, and a subject's verdict tells how it reads `ask`.
    pub(super) fn asks(
        &mut self,
        rule: &'static str,
        ask: &'static Ask,
        at: impl Into<String>,
        why: impl Into<String>,
    ) {
        self.add(rule, Standing::Asks(ask), at, why);
    }

    /// The project cannot be as it is described.
    pub(super) fn unfit(&mut self, rule: &'static str, at: impl Into<String>, why: impl Into<String>) {
        self.add(rule, Standing::Unfit, at, why);
    }

    /// A warning is due.
    pub(super) fn warns(&mut self, rule: &'static str, at: impl Into<String>, why: impl Into<String>) {
        self.add(rule, Standing::Warns, at, why);
    }

    fn add(&mut self, rule: &'static str, standing: Standing, at: impl Into<String>, why: impl Into<String>) {
        self.notes.push(Note { rule, standing, at: at.into(), why: why.into() });
    }

    /// Takes over the notes of something that may not belong to the project at all.
    pub(super) fn take_as_open(&mut self, other: Self, because: &str) {
        for Note { rule, at, why, .. } in other.notes {
            self.open(rule, at, format!("{why}, but {because}"));
        }
    }

    /// The rules that are broken.
    pub(in super::super) fn broken_rules(&self) -> BTreeSet<&'static str> {
        self.rules(|standing| standing == Standing::Broken)
    }

    /// The rules about which something is left open.
    pub(in super::super) fn open_rules(&self) -> BTreeSet<&'static str> {
        self.rules(Standing::is_doubt)
    }

    /// The notes on what is left open.
    pub(in super::super) fn doubts(&self) -> impl Iterator<Item = &Note> {
        self.notes.iter().filter(|note| note.standing.is_doubt())
    }

    /// Whether the project can be as it is described: others are never judged.
    pub(in super::super) fn is_fit(&self) -> bool {
        self.notes.iter().all(|note| note.standing != Standing::Unfit)
    }

    fn rules(&self, of: impl Fn(Standing) -> bool) -> BTreeSet<&'static str> {
        self.notes.iter().filter(|note| of(note.standing)).map(|note| note.rule).collect()
    }

    /// The one question that decides about this project, and its rule, if nothing else is broken or open.
    pub(in super::super) fn question(&self) -> Option<(&'static str, &'static Ask)> {
        let mut found = None;
        for note in &self.notes {
            match note.standing {
                Standing::Warns => {}
                Standing::Asks(ask) if found.is_none_or(|known| known == (note.rule, ask)) => {
                    found = Some((note.rule, ask));
                }
                _ => return None,
            }
        }
        found
    }
}
