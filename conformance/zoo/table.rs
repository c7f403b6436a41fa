//! The table of all animals, as it is committed.

use std::fmt::Write;
use std::path::Path;

use libtest_mimic::Failed;

use crate::animals;
use crate::run::{LONGEST, MOST_MEMORY};

fn table() -> String {
    let mut out = format!(
        "# The zoo\n\n\
         Subjects that misbehave, each in one way. `cargo test --test zoo` puts every one of them to the built program as \
         a real subprocess and holds the program to this table: the outcome, at most {} s and {} MiB of memory, every \
         text inert, and no process and no file left. Written by `cargo test --quiet --test zoo -- --table`.\n\n\
         | animal | what it does | outcome |\n|---|---|---|\n",
        LONGEST.as_secs(),
        MOST_MEMORY / 1024
    );
    for animal in animals::all() {
        let flags = if animal.flags.is_empty() { String::new() } else { format!(" (`{}`)", animal.flags) };
        // Writing to memory cannot fail.
        let _ = writeln!(out, "| {} | {}{flags} | {} |", animal.name, animal.does, animal.outcome);
    }
    let _ = writeln!(out, "\n{} animals.", animals::all().count());
    out
}

/// Prints it.
pub(crate) fn print() {
    use std::io::Write;
    let _ = std::io::stdout().write_all(table().as_bytes());
}

/// Whether what is committed is what would be printed, and every animal has a name of its own.
pub(crate) fn is_up_to_date() -> Result<(), Failed> {
    let mut names: Vec<&str> = animals::all().map(|animal| animal.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    if names.len() < count {
        return Err("two animals have the same name".into());
    }
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/zoo/README.md");
    if std::fs::read_to_string(committed).unwrap_or_default() == table() {
        return Ok(());
    }
    Err("README.md is out of date: cargo test --quiet --test zoo -- --table > conformance/zoo/README.md".into())
}
