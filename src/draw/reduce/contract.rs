//! Contracting an entry into its dependencies: what depended on it depends on
//! them instead, so that a path (or a ring) gets shorter and stays whole.

use serde_json::Value;

use super::definitions::Definitions;
use super::names::Names;
use super::place::{Place, Slot, around};
use super::rebuild::{Fate, rebuilt};
use super::remove::Removal;
use super::splice::{Lists, referred};

/// The list entries that hold a list of references to their own kind.
pub(super) fn contractible(places: &[Place<'_>], names: &Names<'_>) -> Vec<usize> {
    let defined = Definitions::of(places, names);
    let mut found = vec![false; places.len()];
    for (at, place) in places.iter().enumerate() {
        let Some(kind) = referred(place.shape) else { continue };
        for entry in around(places, at).skip(1).filter(|place| matches!(places[*place].slot, Slot::Entry { .. })) {
            found[entry] |= defined.name_of(entry).is_some_and(|name| names.all[name].0 == kind);
        }
    }
    (0..places.len()).filter(|&at| found[at]).collect()
}

/// The input with the entries at the indices `chosen` contracted, one after
/// the other; `None` if none could be, or if its lists would grow out of hand.
pub(super) fn contracted(places: &[Place<'_>], names: &Names<'_>, chosen: &[usize]) -> Option<Value> {
    let defined = Definitions::of(places, names);
    let (mut removal, mut lists) = (Removal::new(places, names), Lists::of(places));
    let mut any = false;
    for name in chosen.iter().filter_map(|entry| defined.name_of(*entry)) {
        // One of them, or of several that define its name, may have gone with an entry before.
        let mut entries = defined.entries_of(name).iter().filter(|entry| !removal.is_dead(**entry));
        let (Some(&entry), None) = (entries.next(), entries.next()) else { continue };
        if removal.can_go(entry) {
            let kind = names.all[name].0;
            lists.contract(entry, names.all[name])?;
            removal.spare(name, |place| {
                places[place].parent.is_some_and(|list| referred(places[list].shape) == Some(kind))
            });
            removal.delete(entry);
            removal.follow();
            any = true;
        }
    }
    let lost = removal.lost_names();
    let fate = |at| match lists.changed(at, &lost) {
        _ if removal.has_gone(at) => Fate::Goes,
        None => Fate::Stays,
        Some(changed) => Fate::Becomes(changed),
    };
    if any { rebuilt(places, fate) } else { None }
}
