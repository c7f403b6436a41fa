//! One kind of atomic change, swept over the input in chunks.

use serde_json::Value;

use super::chunks::Chunks;
use super::contract::{contracted, contractible};
use super::names::Names;
use super::place::{Input, Place, Slot};
use super::remove::without_places;
use super::simplest::{is_simplest, simplified};
use super::{Pass, neighbours};
use crate::draw::Shape;

/// The atomic changes that come in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Change {
    /// Delete optional and unknown fields, and map entries that name nothing.
    DropOptional,
    /// Delete list entries that are more than a reference.
    DropEntries,
    /// Put the dependencies of an entry in its place.
    Contract,
    /// Delete references by themselves: entries of reference lists, map entries under a name.
    DropReferences,
    /// Give a value the simplest one of its shape.
    Simplify,
    /// Delete what is inside values of which nothing is known.
    DropFree,
}

/// Tries one kind of change everywhere.
#[derive(Debug, Clone)]
pub(super) struct Sweep {
    change: Change,
    chunks: Chunks,
}

impl Sweep {
    /// Starts with all changes at once if `thorough`, otherwise goes one by one.
    pub(super) fn new(change: Change, thorough: bool) -> Self {
        let chunks = match change {
            // References to entries that can go have gone with them.
            Change::DropReferences => Chunks::of_mostly_needed(thorough),
            _ => Chunks::new(thorough),
        };
        Self { change, chunks }
    }

    /// Goes over the input in so many parts, once.
    pub(super) fn in_parts(change: Change, parts: usize) -> Self {
        Self { change, chunks: Chunks::in_parts(parts) }
    }
}

impl Pass for Sweep {
    fn propose(&mut self, input: Input<'_>) -> Option<Value> {
        let places = input.places();
        let names = Names::of(&places);
        let row = self.change.row(&places, &names);
        loop {
            let chunk = &row[self.chunks.next(row.len())?];
            match self.change.apply(&places, &names, chunk) {
                None => self.chunks.judged(false),
                candidate => return candidate,
            }
        }
    }

    fn judged(&mut self, failed: bool) {
        self.chunks.judged(failed);
    }
}

impl Change {
    /// The places that it changes, those together that tend to matter together.
    fn row(self, places: &[Place<'_>], names: &Names<'_>) -> Vec<usize> {
        let all = || (0..places.len()).filter(|&at| self.applies(&places[at])).collect::<Vec<_>>();
        match self {
            Self::Contract => contractible(places, names),
            Self::DropEntries => neighbours::together(places, names, &all()),
            _ => all(),
        }
    }

    fn applies(self, place: &Place<'_>) -> bool {
        let is_reference = matches!(place.shape, Shape::Ref(_) | Shape::RefText { .. });
        match self {
            Self::DropOptional => matches!(place.slot, Slot::Optional | Slot::Loose),
            Self::Contract => matches!(place.slot, Slot::Entry { .. }),
            Self::DropEntries => matches!(place.slot, Slot::Entry { .. }) && !is_reference,
            Self::DropReferences => match place.slot {
                Slot::Entry { .. } => is_reference,
                slot => matches!(slot, Slot::Keyed(_)),
            },
            Self::Simplify => place.slot != Slot::Free && !is_simplest(place.value, place.shape),
            Self::DropFree => place.slot == Slot::Free,
        }
    }

    fn apply(self, places: &[Place<'_>], names: &Names<'_>, chunk: &[usize]) -> Option<Value> {
        match self {
            Self::Contract => contracted(places, names, chunk),
            Self::Simplify => simplified(places, chunk),
            _ => without_places(places, names, chunk),
        }
    }
}
