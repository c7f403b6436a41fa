//! Deleting parts of an input together with all that refers to them.

use std::collections::BTreeSet;

use serde_json::Value;

use super::names::{Mention, mentions};
use super::place::{Input, Place, Slot, Step, around, pointer};

/// The input without the places at the indices `chosen`, and without the
/// references to every name that goes with them. `None` if nothing can go.
pub(super) fn without(input: Input<'_>, chosen: &[usize]) -> Option<Value> {
    let places = input.places();
    let mentions = mentions(&places);
    let mut removal = Removal { gone: vec![false; places.len()], places: &places };
    for &place in chosen {
        if removal.can_go(place) {
            removal.gone[place] = true;
        }
    }
    if !removal.gone.contains(&true) {
        return None;
    }
    // A reference may take an entry with it that defines names of its own.
    while removal.follow(&mentions) {}
    Some(removal.carried_out(input))
}

struct Removal<'p> {
    places: &'p [Place<'p>],
    gone: Vec<bool>,
}

impl Removal<'_> {
    fn can_go(&self, place: usize) -> bool {
        match self.places[place].slot {
            Slot::Kept => false,
            Slot::Optional | Slot::Loose | Slot::Keyed(_) | Slot::Free => true,
            Slot::Entry { least } => {
                let parent = self.places[place].parent;
                let siblings = self.places.iter().zip(&self.gone);
                siblings.filter(|(sibling, gone)| sibling.parent == parent && !**gone).count() > least
            }
        }
    }

    /// For every place whether it goes, by itself or with one around it.
    fn dead(&self) -> Vec<bool> {
        let mut dead = self.gone.clone();
        for (index, place) in self.places.iter().enumerate() {
            dead[index] |= place.parent.is_some_and(|parent| dead[parent]);
        }
        dead
    }

    /// Deletes what refers to names that are no longer defined; true if there was anything to delete.
    fn follow(&mut self, mentions: &[Mention]) -> bool {
        let dead = self.dead();
        let (lost, left): (Vec<&Mention>, Vec<&Mention>) =
            mentions.iter().filter(|mention| mention.defines).partition(|mention| dead[mention.place]);
        // A second definition of the same name keeps its references alive.
        let left: BTreeSet<_> = left.into_iter().map(|mention| &mention.name).collect();
        let lost: BTreeSet<_> =
            lost.into_iter().map(|mention| &mention.name).filter(|name| !left.contains(name)).collect();
        let mut more = false;
        for mention in mentions {
            if !dead[mention.place] && lost.contains(&mention.name) {
                more |= self.delete_around(mention.place);
            }
        }
        more
    }

    /// Deletes the innermost place at or around `place` that can go, if there is one.
    fn delete_around(&mut self, place: usize) -> bool {
        let Some(place) = around(self.places, place).find(|place| self.gone[*place] || self.can_go(*place)) else {
            return false;
        };
        !std::mem::replace(&mut self.gone[place], true)
    }

    fn carried_out(&self, input: Input<'_>) -> Value {
        let mut root = input.root.clone();
        let dead = self.dead();
        // From the back, so that the indices of what is still to go stay right.
        for (index, place) in self.places.iter().enumerate().rev() {
            let Some(parent) = place.parent.filter(|parent| self.gone[index] && !dead[*parent]) else { continue };
            match (root.pointer_mut(&pointer(self.places, parent)), place.step) {
                (Some(Value::Array(items)), Step::Index(at)) => drop(items.remove(at)),
                (Some(Value::Object(members)), Step::Key(key)) => drop(members.remove(key)),
                _ => {}
            }
        }
        root
    }
}
