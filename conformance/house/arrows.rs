//! The flow of data is the flow of imports: nothing upstream knows what is downstream, and no knot is tied.

use std::collections::BTreeSet;
use std::path::Path;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;

use super::imports::{Import, imports, module, test_modules};
use super::{files, project};

/// From what everything may use to what may use everything.
const FLOW: [&[&str]; 12] = [
    &["inert", "mutex", "share", "draw", "kits"],
    &["subject"],
    &["rule"],
    &["sarif"],
    &["proof"],
    &["run"],
    &["gate", "doctor", "check", "stubs"],
    &["suites"],
    &["certify"],
    &["trials"],
    &["cli"],
    &["readers"],
];

fn all() -> BTreeSet<Import> {
    let sources: Vec<(String, String)> = files(&project("src"))
        .into_iter()
        .filter(|file| Path::new(file).extension().is_some_and(|extension| extension == "rs"))
        .map(|file| (file.clone(), std::fs::read_to_string(project("src").join(&file)).unwrap()))
        .collect();
    let tests: BTreeSet<Vec<String>> = sources.iter().flat_map(|(file, text)| test_modules(file, text)).collect();
    let of_code = sources.iter().filter(|(file, _)| !tests.contains(&module(file)));
    of_code.flat_map(|(file, text)| imports(file, text)).collect()
}

fn place(module: &str) -> Option<usize> {
    FLOW.iter().position(|places| places.contains(&module))
}

#[test]
fn imports_follow_the_flow() {
    let mut against = BTreeSet::new();
    for import in all() {
        let (Some(from), Some(to)) = (import.from.first(), import.to.first()) else { continue };
        let (Some(mine), Some(other)) = (place(from), place(to)) else { continue };
        if other > mine || (other == mine && from != to && mine > 0) {
            against.insert(format!("{} imports {}", import.from.join("::"), import.to.join("::")));
        }
    }
    assert!(against.is_empty(), "up the flow: {against:#?}");
}

#[test]
fn every_module_has_its_place() {
    let modules: BTreeSet<String> =
        files(&project("src")).iter().filter_map(|file| Some(module(file).first()?.clone())).collect();
    let stray: Vec<&String> = modules.iter().filter(|module| place(module).is_none()).collect();
    assert!(stray.is_empty(), "no place in the flow: {stray:?}");
}

/// Modules that import each other, by whatever way round, are one thing in several places. A module and its parent do
/// not count: what a parent holds for its children is theirs as well.
#[test]
fn no_knot_is_tied() {
    let modules: BTreeSet<String> =
        files(&project("src")).iter().map(|file| module(file).join("::")).filter(|module| !module.is_empty()).collect();
    let imports: Vec<(String, String)> = all()
        .iter()
        .filter_map(|import| {
            let to = (1..=import.to.len()).rev().map(|length| import.to[..length].join("::"));
            Some((import.from.join("::"), to.into_iter().find(|path| modules.contains(path))?))
        })
        .filter(|(from, to)| !format!("{from}::").starts_with(&format!("{to}::")))
        .filter(|(from, to)| !format!("{to}::").starts_with(&format!("{from}::")))
        .collect();
    let graph: DiGraphMap<&str, ()> = imports.iter().map(|(from, to)| (from.as_str(), to.as_str(), ())).collect();
    let knots: Vec<Vec<&str>> = tarjan_scc(&graph).into_iter().filter(|knot| knot.len() > 1).collect();
    assert!(graph.edge_count() > modules.len(), "the imports were not read");
    assert!(knots.is_empty(), "{knots:#?}");
}
