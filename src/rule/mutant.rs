//! Deliberate faults, declared in the rule that must catch them.

use serde_json::Value;

use crate::subject::{Goes, Memory, Policies, Request, Spoils, Way};

/// The reference subject with one deliberate fault.
#[derive(Debug, Clone, Copy)]
pub struct Mutant {
    /// Completes "A wrong runtime …": `misses self-loops`.
    pub name: &'static str,
    /// How it goes wrong.
    pub spoils: Spoils,
}

impl Mutant {
    /// Spoils a right answer. It returns the answer unchanged where it does not go wrong.
    #[must_use]
    pub const fn answers(name: &'static str, spoil: fn(Request<'_>, Value) -> Value) -> Self {
        Self { name, spoils: Spoils::Answer(spoil) }
    }

    /// Goes a way that others go as well, where `how` says so of the params.
    ///
    /// A suite has a short name for such a way: `forgiving("misses self-loops", "R6", has_self_loop)`.
    #[must_use]
    pub const fn when(
        name: &'static str,
        about: [&'static str; 2],
        how: fn(&Value) -> bool,
        goes: Goes<fn(&Value) -> bool>,
    ) -> Self {
        Self { name, spoils: Spoils::Where(Way { about, how, goes }) }
    }

    /// Takes what it is given for what `how` makes of it, as others do as well.
    #[must_use]
    pub const fn misreads(
        name: &'static str,
        about: [&'static str; 2],
        how: fn(&mut Value),
        goes: Goes<fn(&mut Value)>,
    ) -> Self {
        Self { name, spoils: Spoils::Misreading(Way { about, how, goes }) }
    }

    /// Takes a text for what `how` makes of it, as others do as well.
    #[must_use]
    pub const fn respells(
        name: &'static str,
        about: [&'static str; 2],
        how: fn(&str) -> String,
        goes: Goes<fn(&str) -> String>,
    ) -> Self {
        Self { name, spoils: Spoils::Respelling(Way { about, how, goes }) }
    }

    /// Spoils a right answer because of something it remembers from earlier calls.
    #[must_use]
    pub const fn remembers(name: &'static str, spoil: fn(&mut Memory, Request<'_>, Value) -> Value) -> Self {
        Self { name, spoils: Spoils::Remembering(spoil) }
    }

    /// Throws instead of answering, where `when` says so.
    #[must_use]
    pub const fn throws(name: &'static str, when: fn(Request<'_>) -> bool) -> Self {
        Self { name, spoils: Spoils::Throwing(when) }
    }

    /// Replaces a decision of the reference runtime: the fault is in the doing, not in the answer.
    ///
    /// `Mutant::doing("starts the last step first", |policies| policies.change(&DOCUMENT).next = last_first)`
    #[must_use]
    pub const fn doing(name: &'static str, change: fn(&mut Policies)) -> Self {
        Self { name, spoils: Spoils::Policy(change) }
    }

    /// Its name in a file name or on a command line: `misses-self-loops`.
    #[must_use]
    pub fn slug(&self) -> String {
        let words: Vec<&str> =
            self.name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).collect();
        words.join("-").to_ascii_lowercase()
    }
}
