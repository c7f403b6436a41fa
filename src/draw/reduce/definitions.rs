//! Which list entry defines which name.

use super::names::Names;
use super::place::{Place, Slot, around};

/// The list entries that define a name: for each name, the innermost entry around its definition.
#[derive(Debug)]
pub(super) struct Definitions {
    /// For every place the number of the name that it, as an entry, defines first.
    names: Vec<Option<usize>>,
    /// For every name the entries that define it.
    entries: Vec<Vec<usize>>,
}

impl Definitions {
    pub(super) fn of(places: &[Place<'_>], names: &Names<'_>) -> Self {
        let mut found = Self { names: vec![None; places.len()], entries: vec![Vec::new(); names.all.len()] };
        for mention in names.mentions.iter().filter(|mention| mention.defines) {
            let is_entry = |place: &usize| matches!(places[*place].slot, Slot::Entry { .. });
            if let Some(entry) = around(places, mention.place).find(is_entry) {
                found.names[entry].get_or_insert(mention.name);
                found.entries[mention.name].push(entry);
            }
        }
        found
    }

    /// The number of the name that the entry at this index defines.
    pub(super) fn name_of(&self, entry: usize) -> Option<usize> {
        self.names[entry]
    }

    /// All entries that define the name of this number.
    pub(super) fn entries_of(&self, name: usize) -> &[usize] {
        &self.entries[name]
    }

    /// The one entry that defines the name of this number; `None` if several do.
    pub(super) fn entry_of(&self, name: usize) -> Option<usize> {
        if let [entry] = self.entries_of(name) { Some(*entry) } else { None }
    }
}
