//! Which entries belong together.

use petgraph::algo::kosaraju_scc;
use petgraph::graphmap::DiGraphMap;

use super::definitions::Definitions;
use super::names::Names;
use super::place::{Place, around};

/// The entries at the indices `row`, reordered so that those which refer to each
/// other are neighbours: they tend to matter together, and all between two that
/// matter then goes in one piece.
pub(super) fn together(places: &[Place<'_>], names: &Names<'_>, row: &[usize]) -> Vec<usize> {
    let defined = Definitions::of(places, names);
    let mut in_row = vec![false; places.len()];
    let mut references: DiGraphMap<usize, ()> = DiGraphMap::new();
    for &entry in row {
        references.add_node(entry);
        in_row[entry] = true;
    }
    for mention in names.mentions.iter().filter(|mention| !mention.defines) {
        let from = around(places, mention.place).find(|place| in_row[*place]);
        let to = defined.entry_of(mention.name).filter(|to| in_row[*to]);
        if let (Some(from), Some(to)) = (from, to) {
            references.add_edge(from, to, ());
        }
    }
    // The variant that does not recurse: an input may hold a long chain.
    kosaraju_scc(&references).into_iter().flatten().collect()
}
