//! Lists of references in which entities give way to what they depend on.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::names::Name;
use super::place::Place;
use super::rebuild::end_of;
use crate::draw::Shape;

/// How many steps one row of contractions may take, and how many for every place: where everything depends on much, the
/// lists grow faster than entries go, and the result would be no smaller.
const STEPS: usize = 4_000_000;
const STEPS_PER_PLACE: usize = 16;

/// All lists of references in an input. What they list is known by number.
pub(super) struct Lists<'p> {
    places: &'p [Place<'p>],
    all: Vec<List>,
    /// What is listed, by number.
    values: Vec<&'p Value>,
    numbers: HashMap<(bool, Cow<'p, str>), usize>,
    /// For every number the lists that hold it, or did.
    holders: Vec<Vec<usize>>,
    /// For every number the last splicing that met it in a list.
    met: Vec<usize>,
    splicings: usize,
    steps: usize,
}

struct List {
    /// The index of its place.
    at: usize,
    kind: &'static str,
    listed: Vec<usize>,
    changed: bool,
    /// It goes with the entry around it.
    gone: bool,
}

impl<'p> Lists<'p> {
    pub(super) fn of(places: &'p [Place<'p>]) -> Self {
        let mut found = Self {
            places,
            all: Vec::new(),
            values: Vec::new(),
            numbers: HashMap::new(),
            holders: Vec::new(),
            met: Vec::new(),
            splicings: 0,
            steps: STEPS.max(places.len().saturating_mul(STEPS_PER_PLACE)),
        };
        for (at, place) in places.iter().enumerate() {
            if let (Some(kind), Value::Array(entries)) = (referred(place.shape), place.value) {
                let listed = entries.iter().map(|entry| found.number(entry)).collect::<Vec<_>>();
                for &number in &listed {
                    found.holders[number].push(found.all.len());
                }
                found.all.push(List { at, kind, listed, changed: false, gone: false });
            }
        }
        found
    }

    fn number(&mut self, value: &'p Value) -> usize {
        let new = self.values.len();
        let number = *self.numbers.entry(key(value)).or_insert(new);
        if number == new {
            self.values.push(value);
            self.holders.push(Vec::new());
            self.met.push(0);
        }
        number
    }

    /// Puts what the lists in `entry` hold into the place of its name in all others; `None` if that takes too long.
    pub(super) fn contract(&mut self, entry: usize, (kind, own): Name<'_>) -> Option<()> {
        let own = self.numbers.get(&(true, Cow::Borrowed(own))).copied();
        let end = end_of(self.places, entry);
        let first = self.all.partition_point(|list| list.at < entry);
        let inside = self.all[first..].iter_mut().take_while(|list| list.at < end);
        let mut dependencies: Vec<usize> = Vec::new();
        for list in inside {
            if list.kind == kind && !list.gone {
                dependencies.extend(list.listed.iter().filter(|number| Some(**number) != own));
            }
            list.gone = true;
        }
        let Some(own) = own else { return Some(()) };
        for holder in std::mem::take(&mut self.holders[own]) {
            if self.all[holder].kind != kind {
                self.holders[own].push(holder);
            } else if !self.all[holder].gone {
                self.splice(holder, own, &dependencies)?;
            }
        }
        Some(())
    }

    /// Puts `dependencies`, but none that the list has held before, into the place of `own`.
    fn splice(&mut self, list: usize, own: usize, dependencies: &[usize]) -> Option<()> {
        let old = std::mem::take(&mut self.all[list].listed);
        self.steps = self.steps.checked_sub(old.len() + dependencies.len())?;
        self.splicings += 1;
        for &number in &old {
            self.met[number] = self.splicings;
        }
        let mut new = Vec::with_capacity(old.len() + dependencies.len());
        let mut added = dependencies.iter().copied().filter(|number| self.met[*number] != self.splicings);
        for number in old {
            if number == own {
                // Where it is listed again, all of them are there.
                for added in added.by_ref() {
                    self.holders[added].push(list);
                    new.push(added);
                }
            } else {
                new.push(number);
            }
        }
        self.all[list].listed = new;
        self.all[list].changed = true;
        Some(())
    }

    /// The list at this place without the names that are `lost`, if it is another than it was.
    pub(super) fn changed(&self, at: usize, lost: &HashSet<Name<'_>>) -> Option<Value> {
        let here = &self.all[self.all.binary_search_by_key(&at, |list| list.at).ok()?];
        let is_lost = |value: &Value| value.as_str().is_some_and(|name| lost.contains(&(here.kind, name)));
        let listed = here.listed.iter().map(|number| self.values[*number]).filter(|value| !is_lost(value));
        here.changed.then(|| listed.cloned().collect())
    }
}

/// Tells values apart: texts by themselves, everything else by how it reads.
fn key(value: &Value) -> (bool, Cow<'_, str>) {
    match value {
        Value::String(text) => (true, Cow::Borrowed(text)),
        other => (false, Cow::Owned(other.to_string())),
    }
}

/// The kind of the entities that a list of this shape refers to.
pub(super) fn referred(shape: &Shape) -> Option<&'static str> {
    match shape {
        Shape::List { of: Shape::Ref(kind), .. } => Some(kind),
        _ => None,
    }
}
