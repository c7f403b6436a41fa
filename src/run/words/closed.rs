//! Where a check has a closed vocabulary: the places at which one word instead of another turns the verdict of its
//! rule, as the model says.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::NONSENSE;
use crate::draw::json::size;
use crate::draw::{Part, Worded, texts};
use crate::mutex::lock;
use crate::rule::{CheckRef, Expect, Step};

/// How many inputs of either verdict are tried for a place before it counts as open.
const TRIES: usize = 3;

/// How many places of a check are put words into.
const PLACES: usize = 6;

/// How many values an input may have that is searched for places.
const LARGE: usize = 400;

/// The closed vocabularies of a check.
#[derive(Debug, Default)]
pub(crate) struct Closed {
    pub(super) places: Vec<Place>,
}

/// One place with a closed vocabulary.
#[derive(Debug)]
pub(super) struct Place {
    /// The smallest input that has it, and the largest.
    pub(super) bases: Vec<Base>,
    /// The words that stand there in the corpus and the edges.
    pub(super) known: BTreeSet<String>,
}

/// An input with a place for a word.
#[derive(Debug)]
pub(super) struct Base {
    input: Arc<Value>,
    at: Worded,
}

impl Base {
    /// The input with this word.
    pub(super) fn with(&self, word: &str) -> Arc<Value> {
        Arc::new(self.at.with(&self.input, word))
    }
}

/// What the model makes of a case, as far as one rule is concerned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    Accepted,
    /// Rejected by this rule and no other.
    Rejected,
    /// Rejected by this rule too.
    Among,
    Elsewhere,
}

/// What was found before: it never changes, and one program plans the same check often.
static FOUND: Mutex<BTreeMap<(usize, &'static str), Arc<Closed>>> = Mutex::new(BTreeMap::new());

/// The closed vocabularies of a check with these corpus cases and edges.
pub(crate) fn closed(of: CheckRef, given: &[Arc<Value>]) -> Arc<Closed> {
    let key = (std::ptr::from_ref(of.rule).addr(), of.check.id);
    let known = lock(&FOUND).get(&key).cloned();
    known.unwrap_or_else(|| {
        let found = Arc::new(find(of, given));
        lock(&FOUND).insert(key, Arc::clone(&found));
        found
    })
}

fn find(of: CheckRef, given: &[Arc<Value>]) -> Closed {
    // What waits for time to pass is no place to try words.
    if of.check.waits {
        return Closed::default();
    }
    let mut inputs: Vec<(usize, &Arc<Value>)> = given.iter().map(|case| (size(case), case)).collect();
    inputs.retain(|(size, _)| *size <= LARGE);
    inputs.sort_by_key(|(size, _)| *size);
    let mut search = Search { of, tried: BTreeMap::new(), known: BTreeMap::new(), found: Vec::new() };
    for (_, input) in &inputs {
        search.look(input, |bases| bases == 0);
    }
    for (_, input) in inputs.iter().rev() {
        search.look(input, |bases| bases == 1);
    }
    let mut known = search.known;
    let places = search.found.into_iter().map(|(key, bases)| Place {
        bases,
        known: known.remove(&key).unwrap_or_default().into_iter().chain([NONSENSE.to_owned()]).collect(),
    });
    Closed { places: places.collect() }
}

/// A place as every input has it.
type Key = (String, Part);

struct Search {
    of: CheckRef,
    tried: BTreeMap<(Key, Side), usize>,
    known: BTreeMap<Key, BTreeSet<String>>,
    found: Vec<(Key, Vec<Base>)>,
}

impl Search {
    /// Tries the places of an input of which so many bases are known as `wanted` says.
    fn look(&mut self, input: &Arc<Value>, wanted: impl Fn(usize) -> bool) {
        let mut side = None;
        for at in texts(input, self.of.check.shape) {
            let key = (at.pattern.clone(), at.part);
            self.known.entry(key.clone()).or_default().insert(at.word.clone());
            let found = self.found.iter().position(|(known, _)| *known == key);
            let bases = found.map_or(0, |found| self.found[found].1.len());
            if !wanted(bases) || (found.is_none() && self.found.len() >= PLACES) {
                continue;
            }
            let side = *side.get_or_insert_with(|| side_of(self.of, input));
            let tried = self.tried.entry((key.clone(), side)).or_default();
            if !matches!(side, Side::Accepted | Side::Rejected) || (bases == 0 && *tried >= TRIES) {
                continue;
            }
            *tried += 1;
            let other = side_of(self.of, &at.with(input, NONSENSE));
            let turns = match side {
                // A field that another name is missed under is no word of a vocabulary.
                Side::Accepted => at.part != Part::Key && matches!(other, Side::Rejected | Side::Among),
                _ => other == Side::Accepted,
            };
            if !turns {
                continue;
            }
            let base = Base { input: Arc::clone(input), at };
            match found {
                Some(found) if *self.found[found].1[0].input != **input => self.found[found].1.push(base),
                Some(_) => {}
                None => self.found.push((key, vec![base])),
            }
        }
    }
}

/// On which side of its rule a case is.
fn side_of(of: CheckRef, case: &Value) -> Side {
    let Ok(Step::Ask(calls)) = of.step(case, &[]) else { return Side::Elsewhere };
    let Some(expected) = calls.iter().find_map(|call| (of.suite.expect)(call.method, call.params(case))) else {
        return Side::Elsewhere;
    };
    let mine = expected.rules.contains(&of.rule_id());
    match expected.expect {
        Expect::Accept => Side::Accepted,
        Expect::Reject if mine && expected.rules.iter().all(|rule| *rule == of.rule_id()) => Side::Rejected,
        Expect::Reject if mine => Side::Among,
        Expect::Reject | Expect::Unspecified => Side::Elsewhere,
    }
}
