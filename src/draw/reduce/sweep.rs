//! One kind of atomic change, swept over the input in chunks.

use serde_json::Value;

use super::chunks::Chunks;
use super::contract::{contracted, is_contractible};
use super::place::{Input, Place, Slot};
use super::remove::without;
use super::simplest::{is_simplest, simplified};
use super::{Pass, names, neighbours};
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
#[derive(Debug)]
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
}

impl Pass for Sweep {
    fn propose(&mut self, input: Input<'_>) -> Option<Value> {
        let places = input.places();
        let defined = names::definitions(&places);
        let mut row: Vec<usize> = (0..places.len()).filter(|&at| self.change.applies(&places, &defined, at)).collect();
        if self.change == Change::DropEntries {
            row = neighbours::together(&places, &defined, &row);
        }
        loop {
            let chunk = &row[self.chunks.next(row.len())?];
            match self.change.apply(input, &places, chunk) {
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
    fn applies(self, places: &[Place<'_>], defined: &names::Definitions, at: usize) -> bool {
        let place = &places[at];
        let is_reference = matches!(place.shape, Shape::Ref(_) | Shape::RefText { .. });
        match self {
            Self::DropOptional => matches!(place.slot, Slot::Optional | Slot::Loose),
            Self::DropEntries => matches!(place.slot, Slot::Entry { .. }) && !is_reference,
            Self::Contract => is_contractible(places, defined, at),
            Self::DropReferences => match place.slot {
                Slot::Entry { .. } => is_reference,
                slot => matches!(slot, Slot::Keyed(_)),
            },
            Self::Simplify => place.slot != Slot::Free && !is_simplest(place.value, place.shape),
            Self::DropFree => place.slot == Slot::Free,
        }
    }

    fn apply(self, input: Input<'_>, places: &[Place<'_>], chunk: &[usize]) -> Option<Value> {
        match self {
            Self::Contract => contracted(input, places, chunk),
            Self::Simplify => Some(simplified(input, places, chunk)),
            _ => without(input, chunk),
        }
    }
}
