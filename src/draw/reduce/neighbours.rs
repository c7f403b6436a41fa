//! Which entries belong together.

use std::collections::BTreeSet;

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use super::names::{Definitions, mentions};
use super::place::{Place, around};

/// The entries at the indices `row`, reordered so that those which refer to each
/// other are neighbours: they tend to matter together, and all between two that
/// matter then goes in one piece.
pub(super) fn together(places: &[Place<'_>], defined: &Definitions, row: &[usize]) -> Vec<usize> {
    let entries: BTreeSet<usize> = row.iter().copied().collect();
    let mut references: DiGraphMap<usize, ()> = DiGraphMap::new();
    for &entry in row {
        references.add_node(entry);
    }
    for mention in mentions(places).into_iter().filter(|mention| !mention.defines) {
        let from = around(places, mention.place).find(|place| entries.contains(place));
        let to = defined.entry_of(&mention.name).filter(|to| entries.contains(to));
        if let (Some(from), Some(to)) = (from, to) {
            references.add_edge(from, to, ());
        }
    }
    // The variant that does not recurse: an input may hold a long chain.
    kosaraju_scc(&references).into_iter().flatten().collect()
}
