//! Making an input anew, with some of its places left out or replaced, in one walk over all of them.

use serde_json::Value;

use super::place::Place;

/// What becomes of a place.
pub(super) enum Fate {
    /// It stays, with what becomes of the places in it.
    Stays,
    /// It goes, with all that is in it.
    Goes,
    /// Another value takes its place.
    Becomes(Value),
}

/// The input that `places` are all places of, with each as `fate` says; `None` if nothing of it stays.
pub(super) fn rebuilt(places: &[Place<'_>], fate: impl FnMut(usize) -> Fate) -> Option<Value> {
    Rebuilding { places, next: 0, fate }.value()
}

/// The index of the first place after `at` that is not in it.
pub(super) fn end_of(places: &[Place<'_>], at: usize) -> usize {
    // A value comes before the values in it: what is around a later place comes before `at` or is in it.
    let inside = places[at + 1..].iter().take_while(|place| place.parent.is_some_and(|parent| parent >= at));
    at + 1 + inside.count()
}

struct Rebuilding<'p, F> {
    places: &'p [Place<'p>],
    next: usize,
    fate: F,
}

impl<F: FnMut(usize) -> Fate> Rebuilding<'_, F> {
    /// What becomes of the next place and of all that is in it.
    fn value(&mut self) -> Option<Value> {
        let at = self.next;
        let new = match (self.fate)(at) {
            Fate::Stays => {
                self.next += 1;
                return Some(self.with_parts(at));
            }
            Fate::Goes => None,
            Fate::Becomes(value) => Some(value),
        };
        self.next = end_of(self.places, at);
        new
    }

    fn with_parts(&mut self, at: usize) -> Value {
        let has_parts = self.places.get(self.next).is_some_and(|place| place.parent == Some(at));
        match self.places[at].value {
            Value::Array(items) if has_parts => items.iter().filter_map(|_| self.value()).collect(),
            Value::Object(members) if has_parts => {
                Value::Object(members.keys().filter_map(|key| Some((key.clone(), self.value()?))).collect())
            }
            value => value.clone(),
        }
    }
}
