//! Keys that nothing prescribes, each to its simplest: which word the unknown
//! field was drawn with should not tell two cases of one bug apart.

use serde_json::Value;

use super::Pass;
use super::place::{Input, Place, Slot, Step, member_of, pointer};
use super::search::Search;

/// Searches the simplest form of every key that may be any text.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    /// Which place.
    at: usize,
    current: Option<Current>,
    thorough: bool,
}

/// The key under search. It is known by where it is, because with its key a place changes its index.
#[derive(Debug, Clone)]
struct Current {
    /// JSON Pointer of the object around it.
    object: String,
    key: String,
    proposed: String,
    search: Search,
}

impl Keys {
    /// Searches from the simplest keys up if `thorough`, otherwise only looks one step ahead.
    pub(super) fn new(thorough: bool) -> Self {
        Self { at: 0, current: None, thorough }
    }
}

impl Pass for Keys {
    fn propose(&mut self, input: Input<'_>) -> Option<Value> {
        let places = input.places();
        loop {
            if self.current.is_none() {
                self.current = arbitrary_key(places.get(self.at)?).map(|(key, parent)| Current {
                    object: pointer(&places, parent),
                    key: key.to_owned(),
                    proposed: String::new(),
                    search: Search::of_key(key, self.thorough),
                });
            }
            if let Some(current) = &mut self.current
                && let Some(Value::String(new)) = current.search.propose(&Value::from(current.key.as_str()))
            {
                current.proposed = new;
                match current.candidate(input) {
                    None => self.judged(false),
                    candidate => return candidate,
                }
            } else {
                self.current = None;
                self.at += 1;
            }
        }
    }

    fn judged(&mut self, failed: bool) {
        let Some(current) = &mut self.current else { return };
        if current.search.judged(failed) {
            current.search = Search::of_key(&current.proposed, self.thorough);
        }
        if failed {
            current.key.clone_from(&current.proposed);
        }
    }
}

/// The key of the place and the index of the object around it, if any text would do as a key.
fn arbitrary_key<'p>(place: &Place<'p>) -> Option<(&'p str, usize)> {
    match (place.slot, place.step) {
        (Slot::Loose | Slot::Free, Step::Key(key)) => Some((key, place.parent?)),
        _ => None,
    }
}

impl Current {
    /// The input with the proposed key, unless that is taken or means something else.
    fn candidate(&self, input: Input<'_>) -> Option<Value> {
        let (_, slot) = member_of(input.shape_at(&self.object)?, &self.proposed)?;
        let mut root = input.root.clone();
        let members = root.pointer_mut(&self.object)?.as_object_mut()?;
        if !matches!(slot, Slot::Loose | Slot::Free) || members.contains_key(&self.proposed) {
            return None;
        }
        let value = members.remove(&self.key)?;
        members.insert(self.proposed.clone(), value);
        Some(root)
    }
}
