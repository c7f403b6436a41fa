//! House rules: the conventions that keep the project easy to find one's way in.

mod arrows;
mod imports;
mod surface;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use proofmark::rule::{Expect, read_corpus};
use proofmark::suites;

fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The files below a folder, by their path from it.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&next) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(inside) = path.strip_prefix(folder) {
                found.insert(inside.to_string_lossy().into_owned());
            }
        }
    }
    found
}

/// The file name of a rule: its id in snake case, with a letter in front.
fn slug(id: &str) -> String {
    let snake: String =
        id.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    if snake.starts_with(|c: char| c.is_ascii_digit()) { format!("r{snake}") } else { snake }
}

#[test]
fn every_rule_has_a_file_of_its_own_name() {
    for suite in suites::builtin().suites() {
        let sources = files(&project("src/suites").join(suite.name));
        for rule in suite.rules {
            let wanted = slug(rule.id);
            // A rule named by a number alone says in its file name what it is about: r06_acyclic.rs.
            let numbered = rule.id.strip_prefix('R').and_then(|number| number.parse::<u32>().ok());
            let found = sources.iter().filter_map(|file| Path::new(file).file_stem()?.to_str()).any(|stem| {
                stem == wanted || numbered.is_some_and(|number| stem.starts_with(&format!("r{number:02}_")))
            });
            assert!(found, "{}/{}: no file {wanted}.rs below src/suites/{}", suite.name, rule.id, suite.name);
        }
    }
}

#[test]
fn every_rule_has_a_corpus_file_and_every_corpus_file_a_rule() {
    let files = files(&project("corpus"));
    let mut wanted: BTreeSet<String> =
        suites::builtin().rules().map(|(suite, rule)| format!("{}/{}.yaml", suite.name, rule.id)).collect();
    for suite in suites::builtin().suites() {
        let of_suite = [("bases", suite.bases), ("coverage", suite.coverage)];
        for (name, text) in of_suite.into_iter().filter(|(_, text)| !text.is_empty()) {
            let file = format!("{}/{name}.yaml", suite.name);
            assert_eq!(std::fs::read_to_string(project("corpus").join(&file)).unwrap(), text, "{file}");
            wanted.insert(file);
        }
        assert!(!suite.coverage.is_empty(), "{} does not say which sentences it judges", suite.name);
    }
    assert_eq!(files, wanted);
    for (suite, rule) in suites::builtin().rules() {
        let on_disk = std::fs::read_to_string(project(&format!("corpus/{}/{}.yaml", suite.name, rule.id))).unwrap();
        assert_eq!(on_disk, rule.corpus, "{}/{} includes another file than its own", suite.name, rule.id);
    }
}

/// The suites whose every rule shows two cases or answers on either side of its line.
const BOTH_SIDES: [&str; 2] = ["context", "turn"];

#[test]
fn both_sides_of_a_rule_are_shown() {
    for (suite, rule) in suites::builtin().rules().filter(|(suite, _)| BOTH_SIDES.contains(&suite.name)) {
        let id = format!("{}/{}", suite.name, rule.id);
        let cases = read_corpus(suite, rule).unwrap();
        let of = |side| cases.iter().filter(|case| case.expect == side).count();
        // An answer that is wrong for an accepted case is on the other side.
        let wrong: usize = cases.iter().map(|case| case.wrong.len()).sum();
        let (accepted, rejected) = (of(Expect::Accept), of(Expect::Reject) + wrong);
        assert!(
            accepted >= 2 && rejected >= 2,
            "{id}: {accepted} accepted and {rejected} rejected: two of each are due"
        );
    }
}

#[test]
fn no_snapshot_is_left_without_its_test() {
    let snapshots = files(&project("snapshots"));
    let dots = |id: &str| id.replace('.', "-");
    let known: BTreeSet<String> = suites::builtin()
        .rules()
        .flat_map(|(suite, rule)| ["corpus", "mutants"].map(|of| format!("{of}/{}/{}.snap", suite.name, dots(rule.id))))
        .collect();
    let of_its_own = |file: &str| {
        ["check/", "cli/", "findings/", "house/", "reports/"].iter().any(|folder| file.starts_with(folder))
    };
    let stray: Vec<&String> = snapshots.iter().filter(|file| !of_its_own(file) && !known.contains(*file)).collect();
    assert!(stray.is_empty(), "{stray:?}");
    assert!(!snapshots.iter().any(|file| file.ends_with(".snap.new")), "a snapshot waits for review");
}

#[test]
fn no_source_file_outgrows_a_reader() {
    let mut long = Vec::new();
    for file in files(&project("src")) {
        let lines = std::fs::read_to_string(project("src").join(&file)).unwrap_or_default().lines().count();
        if lines > 400 {
            long.push(format!("{file}: {lines} lines"));
        }
    }
    assert!(long.is_empty(), "more than one concept in a file? {long:?}");
}
