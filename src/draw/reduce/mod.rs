//! Makes a failing input small.
//!
//! The input itself is shrunk, not the choices it was drawn from, because
//! only the input tells which parts refer to which: deleting a node deletes
//! the edges to it, and what is left still makes sense.
//!
//! A [`Pass`] proposes one candidate at a time and hears whether it still
//! failed. Passes that remove come before passes that simplify, and all are
//! repeated until a whole round changes nothing. A large input first loses what it
//! can lose in large parts. No candidate has more values
//! than the best case so far, and none is proposed twice, so this ends.

mod chunks;
mod contract;
mod definitions;
mod edits;
mod keys;
mod kinds;
mod limit;
mod listed;
mod names;
mod neighbours;
mod number;
mod order;
mod pattern;
mod place;
mod rebuild;
mod refine;
mod remove;
mod round;
mod search;
mod settings;
mod simplest;
mod splice;
mod stage;
mod sweep;
#[cfg(test)]
mod tests;
mod text;
mod texts;
mod together;
mod variations;
mod whole;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use proptest::strategy::ValueTree;
use serde_json::Value;

pub use self::edits::edits;
use self::names::renamed;
pub use self::pattern::{Spot, spots};
use self::place::Input;
use self::round::Round;
pub(crate) use self::settings::settings;
pub(crate) use self::texts::{Part, Worded, texts};
pub use self::variations::{Variation, Varied, variations};
use super::{Shape, json};

/// One way of making an input smaller.
trait Pass: Copied + Debug + Send + Sync {
    /// The next candidate made from the best case so far; `None` when there is none left.
    fn propose(&mut self, best: Input<'_>) -> Option<Value>;

    /// Takes the verdict on the candidate proposed last: if it `failed`, it is the best case now.
    fn judged(&mut self, failed: bool);
}

/// A pass half way through its work can be copied: whoever looks ahead comes back to where it stood.
trait Copied {
    fn copied(&self) -> Box<dyn Pass>;
}

impl<P: Pass + Clone + 'static> Copied for P {
    fn copied(&self) -> Box<dyn Pass> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Pass> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

/// Shrinks one input, as a proptest [`ValueTree`].
#[derive(Debug, Clone)]
pub struct Reducer {
    shape: &'static Shape,
    best: Arc<Value>,
    size: usize,
    /// Once the canonical names have proved to fail as well, every candidate gets them.
    names_are_canonical: bool,
    candidate: Option<Arc<Value>>,
    /// Every input that has had a verdict, as compact JSON.
    judged: BTreeSet<u64>,
    /// The passes of this round and the one that made the candidate.
    passes: Vec<Box<dyn Pass>>,
    at: usize,
    /// Whether this round has found anything smaller.
    progress: bool,
    round: Round,
}

impl Reducer {
    /// Will shrink `input`, whose parts mean what `shape` says.
    #[must_use]
    pub fn new(input: Arc<Value>, shape: &'static Shape) -> Self {
        Self {
            shape,
            size: json::size(&input),
            best: input,
            names_are_canonical: false,
            candidate: None,
            judged: BTreeSet::new(),
            passes: Vec::new(),
            at: 0,
            progress: true,
            round: Round::Unbegun,
        }
    }

    fn input(&self) -> Input<'_> {
        Input { root: &self.best, shape: self.shape }
    }

    /// Takes the verdict on the candidate and makes the next one; false when there is none.
    fn settle(&mut self, failed: bool) -> bool {
        let candidate = self.candidate.take();
        if self.judged.is_empty() {
            // The verdict was on the input that was drawn.
            self.judged.insert(fingerprint(&self.best));
            self.accept(Arc::clone(&self.best));
        } else if let Some(candidate) = candidate {
            if failed {
                self.accept(candidate);
            }
            self.passes[self.at].judged(failed);
        }
        self.advance()
    }

    fn accept(&mut self, best: Arc<Value>) {
        self.size = json::size(&best);
        self.best = best;
        self.progress = true;
        self.names_are_canonical = renamed(self.input()) == *self.best;
    }

    fn advance(&mut self) -> bool {
        loop {
            if self.at == self.passes.len() {
                let Some(round) = self.round.next(self.progress, self.size) else { return false };
                self.round = round;
                self.passes = round.passes();
                self.at = 0;
                self.progress = false;
            }
            let best = Input { root: &self.best, shape: self.shape };
            let Some(mut candidate) = self.passes[self.at].propose(best) else {
                self.at += 1;
                continue;
            };
            if self.names_are_canonical {
                candidate = renamed(Input { root: &candidate, shape: self.shape });
            }
            if json::size(&candidate) <= self.size && self.judged.insert(fingerprint(&candidate)) {
                self.candidate = Some(Arc::new(candidate));
                return true;
            }
            self.passes[self.at].judged(false);
        }
    }
}

/// Tells inputs apart, at less cost than their texts would.
fn fingerprint(input: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    feed(input, &mut hasher);
    hasher.finish()
}

fn feed(value: &Value, hasher: &mut DefaultHasher) {
    match value {
        // Its own hash is the same for 0, 0.0 and -0.0, which are different inputs.
        Value::Number(number) => {
            (number.is_f64(), number.as_f64().map(f64::to_bits)).hash(hasher);
            number.hash(hasher);
        }
        Value::Array(entries) => {
            (b'[', entries.len()).hash(hasher);
            for entry in entries {
                feed(entry, hasher);
            }
        }
        Value::Object(members) => {
            (b'{', members.len()).hash(hasher);
            for (key, member) in members {
                key.hash(hasher);
                feed(member, hasher);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => value.hash(hasher),
    }
}

impl ValueTree for Reducer {
    type Value = Arc<Value>;

    fn current(&self) -> Arc<Value> {
        Arc::clone(self.candidate.as_ref().unwrap_or(&self.best))
    }

    fn simplify(&mut self) -> bool {
        self.settle(true)
    }

    fn complicate(&mut self) -> bool {
        self.settle(false)
    }
}
