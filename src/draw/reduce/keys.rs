//! Keys that nothing prescribes, each to its simplest: which word the unknown
//! field was drawn with should not tell two cases of one bug apart.

use serde_json::Value;

use super::Pass;
use super::place::{Document, Place, Slot, Step, find, member_of};
use super::search::Search;

/// Searches the simplest form of every key that may be any text.
#[derive(Debug)]
pub(super) struct Keys {
    /// Which place.
    at: usize,
    current: Option<Current>,
    thorough: bool,
}

/// The key under search. It is known by its path, because with its key a place changes its index.
#[derive(Debug)]
struct Current {
    path: Vec<Step>,
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
    fn propose(&mut self, document: Document<'_>) -> Option<Value> {
        let places = document.places();
        loop {
            if self.current.is_none() {
                let path = &places.get(self.at)?.path;
                self.current = arbitrary_key(&places[self.at]).map(|key| Current {
                    path: path.clone(),
                    proposed: String::new(),
                    search: Search::of_key(key, self.thorough),
                });
            }
            if let Some(current) = &mut self.current
                && let Some(place) = places.iter().find(|place| place.path == current.path)
                && let Some(key) = arbitrary_key(place)
                && let Some(Value::String(new)) = current.search.propose(&Value::from(key))
            {
                current.proposed.clone_from(&new);
                match with_key(document, &places, place, key, new) {
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
        if let (true, Some(Step::Key(key))) = (failed, current.path.last_mut()) {
            key.clone_from(&current.proposed);
        }
    }
}

fn arbitrary_key<'p>(place: &'p Place<'_>) -> Option<&'p str> {
    match (place.slot, place.path.last()) {
        (Slot::Loose | Slot::Free, Some(Step::Key(key))) => Some(key),
        _ => None,
    }
}

/// The document with another key for `place`, unless that key is taken or means something else.
fn with_key(document: Document<'_>, places: &[Place<'_>], place: &Place<'_>, key: &str, new: String) -> Option<Value> {
    let (_, slot) = member_of(places[place.parent?].shape, &new)?;
    let mut root = document.root.clone();
    let around = &place.path[..place.path.len() - 1];
    let members = find(&mut root, around)?.as_object_mut()?;
    if slot != place.slot || members.contains_key(&new) {
        return None;
    }
    let value = members.remove(key)?;
    members.insert(new, value);
    Some(root)
}
