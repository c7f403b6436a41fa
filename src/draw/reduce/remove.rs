//! Deleting parts of an input together with all that refers to them.

use std::collections::HashSet;

use serde_json::Value;

use super::names::{Name, Names};
use super::place::{Input, Place, Slot, around};
use super::rebuild::{Fate, end_of, rebuilt};

/// The input without the places at the indices `chosen`, and without the
/// references to every name that goes with them. `None` if nothing can go.
pub(super) fn without(input: Input<'_>, chosen: &[usize]) -> Option<Value> {
    let places = input.places();
    without_places(&places, &Names::of(&places), chosen)
}

/// The same for the input that has these places and names.
pub(super) fn without_places(places: &[Place<'_>], names: &Names<'_>, chosen: &[usize]) -> Option<Value> {
    let mut removal = Removal::new(places, names);
    for &place in chosen {
        if removal.can_go(place) {
            removal.delete(place);
        }
    }
    if !removal.gone.contains(&true) {
        return None;
    }
    removal.follow();
    rebuilt(places, |place| if removal.has_gone(place) { Fate::Goes } else { Fate::Stays })
}

/// What goes, place by place.
pub(super) struct Removal<'p> {
    places: &'p [Place<'p>],
    names: &'p Names<'p>,
    /// For every name the numbers of its mentions, until they are deleted.
    mentions: Vec<Vec<usize>>,
    gone: Vec<bool>,
    /// For every place whether it goes, by itself or with one around it.
    dead: Vec<bool>,
    /// For every place how many of the places directly in it stay.
    left: Vec<usize>,
    /// For every place the name that it defines.
    defined: Vec<Option<usize>>,
    /// For every name the number of its definitions that stay: a second one keeps its references alive.
    definitions: Vec<usize>,
    /// The names that were last defined by what has gone, and whose references have not gone yet.
    lost: Vec<usize>,
}

impl<'p> Removal<'p> {
    pub(super) fn new(places: &'p [Place<'p>], names: &'p Names<'p>) -> Self {
        let mut left = vec![0; places.len()];
        for parent in places.iter().filter_map(|place| place.parent) {
            left[parent] += 1;
        }
        let (mut defined, mut definitions) = (vec![None; places.len()], vec![0; names.all.len()]);
        let mut mentions = vec![Vec::new(); names.all.len()];
        for (number, mention) in names.mentions.iter().enumerate() {
            mentions[mention.name].push(number);
            if mention.defines {
                defined[mention.place] = Some(mention.name);
                definitions[mention.name] += 1;
            }
        }
        let (gone, dead) = (vec![false; places.len()], vec![false; places.len()]);
        Self { places, names, mentions, gone, dead, left, defined, definitions, lost: Vec::new() }
    }

    pub(super) fn can_go(&self, place: usize) -> bool {
        !self.dead[place]
            && match self.places[place].slot {
                Slot::Kept => false,
                Slot::Optional | Slot::Loose | Slot::Keyed(_) | Slot::Free => true,
                Slot::Entry { least } => self.places[place].parent.is_some_and(|list| self.left[list] > least),
            }
    }

    pub(super) fn has_gone(&self, place: usize) -> bool {
        self.gone[place]
    }

    pub(super) fn is_dead(&self, place: usize) -> bool {
        self.dead[place]
    }

    /// The names that were defined and no longer are.
    pub(super) fn lost_names(&self) -> HashSet<Name<'p>> {
        let defined = self.names.mentions.iter().filter(|mention| mention.defines).map(|mention| mention.name);
        defined.filter(|name| self.definitions[*name] == 0).map(|name| self.names.all[name]).collect()
    }

    /// Leaves those mentions of a name alone that `is_spared` says so of, should it get lost.
    pub(super) fn spare(&mut self, name: usize, is_spared: impl Fn(usize) -> bool) {
        self.mentions[name].retain(|number| !is_spared(self.names.mentions[*number].place));
    }

    pub(super) fn delete(&mut self, place: usize) {
        self.gone[place] = true;
        if let Some(parent) = self.places[place].parent {
            self.left[parent] -= 1;
        }
        for inner in place..end_of(self.places, place) {
            let lost = if std::mem::replace(&mut self.dead[inner], true) { None } else { self.defined[inner] };
            if let Some(name) = lost {
                self.definitions[name] -= 1;
                if self.definitions[name] == 0 {
                    self.lost.push(name);
                }
            }
        }
    }

    /// Deletes what refers to names that are no longer defined. A reference may take an entry with it that defines names
    /// of its own.
    pub(super) fn follow(&mut self) {
        while !self.lost.is_empty() {
            let lost = std::mem::take(&mut self.lost);
            let mentions = lost.into_iter().flat_map(|name| std::mem::take(&mut self.mentions[name]));
            let mut dangling: Vec<usize> = mentions.collect();
            // Where a list keeps its least, those at its front go first.
            dangling.sort_unstable();
            for number in dangling {
                self.delete_around(self.names.mentions[number].place);
            }
        }
    }

    /// Deletes the innermost place at or around `place` that can go, if there is one.
    fn delete_around(&mut self, place: usize) {
        if self.dead[place] {
            return;
        }
        if let Some(place) = around(self.places, place).find(|place| self.can_go(*place)) {
            self.delete(place);
        }
    }
}
