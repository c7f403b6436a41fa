//! In which order the passes are tried, and how thoroughly.

use super::Pass;
use super::keys::Keys;
use super::kinds::other_kinds;
use super::limit::Limits;
use super::listed::Listed;
use super::order::Order;
use super::refine::Refine;
use super::sweep::{Change, Sweep};
use super::together::changed_together;
use super::whole::Whole;

/// An input of more values is large: to try it without each of its entries would take as many candidates. The largest
/// that a check draws has 2,404.
const LARGE: usize = 3_000;
/// The parts of a large input that are tried by themselves before everything is.
const PARTS: usize = 16;

/// One round of passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Round {
    /// There was none yet.
    Unbegun,
    /// What a large input can lose in so many parts: each candidate costs as much as the input is large, so
    /// few are tried before it is smaller.
    Coarse(usize),
    /// Everything, from the largest steps to the smallest.
    Thorough,
    /// What the first round left is small: it is checked piece by piece.
    Fine,
}

impl Round {
    /// The round after this one, which made `progress` or did not, for an input of so many values; `None` at the end.
    pub(super) fn next(self, progress: bool, size: usize) -> Option<Self> {
        match self {
            Self::Unbegun | Self::Coarse(_) if size <= LARGE => Some(Self::Thorough),
            Self::Unbegun => Some(Self::Coarse(1)),
            Self::Coarse(_) if progress => Some(Self::Coarse(1)),
            Self::Coarse(parts) if parts < PARTS => Some(Self::Coarse(parts * 2)),
            Self::Coarse(_) => Some(Self::Thorough),
            Self::Thorough | Self::Fine => progress.then_some(Self::Fine),
        }
    }

    /// All passes, in the order that leads to the smallest case: removing before simplifying.
    pub(super) fn passes(self) -> Vec<Box<dyn Pass>> {
        if let Self::Coarse(parts) = self {
            let removing =
                [Change::DropEntries, Change::Contract, Change::DropOptional, Change::DropReferences, Change::DropFree];
            return removing.map(|change| Box::new(Sweep::in_parts(change, parts)) as Box<dyn Pass>).into();
        }
        let thorough = self == Self::Thorough;
        let sweep = |change| Box::new(Sweep::new(change, thorough));
        vec![
            Box::new(Whole::new(thorough)),
            sweep(Change::DropOptional),
            sweep(Change::DropEntries),
            sweep(Change::Contract),
            // In order before the many single steps: an order found after them would have them all checked again.
            Box::new(Order::default()),
            sweep(Change::DropReferences),
            Box::new(Limits::new(thorough)),
            sweep(Change::Simplify),
            sweep(Change::DropFree),
            Box::new(Refine::new(thorough)),
            Box::new(Listed::new(other_kinds)),
            Box::new(Listed::new(changed_together)),
            Box::new(Keys::new(thorough)),
            Box::new(Order::default()),
        ]
    }
}
