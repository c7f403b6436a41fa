//! The tests that every suite has, wherever it lives: its rules hold on its own reference, its corpus agrees with its
//! model, its mutants are caught, and it keeps the conventions that make it easy to find one's way in.

mod any_input;
mod conventions;
mod corpus;
mod coverage;
mod mutants;
mod wrong_answer;

use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};

use crate::certify::{SharedLauncher, trials};
use crate::rule::Catalogue;

/// Takes what a test shows to a person, as `folder`, `name` and text, to compare it with what it showed before.
pub type Snapshot = fn(folder: &str, name: &str, text: &str);

/// Tests the suites of a catalogue: the whole `main` of a `harness = false` target.
///
/// ```no_run
/// # static CATALOGUE: proofmark::Catalogue = proofmark::Catalogue::new(&[]);
/// fn main() -> std::process::ExitCode {
///     proofmark::test_suites(&CATALOGUE)
/// }
/// ```
#[must_use]
pub fn test_suites(catalogue: &Catalogue) -> std::process::ExitCode {
    libtest_mimic::run(&Arguments::from_args(), suite_trials(catalogue, |_, _, _| {})).exit_code()
}

/// The same tests, to run beside others; what they show is handed to `snapshot`.
#[must_use]
pub fn suite_trials(catalogue: &Catalogue, snapshot: Snapshot) -> Vec<Trial> {
    let suites = *catalogue;
    let reference: Arc<SharedLauncher> = Arc::new(move || suites.reference(&[]));
    let mut all = trials(catalogue, &reference);
    all.extend(corpus::trials(catalogue, snapshot));
    all.extend(mutants::trials(catalogue, snapshot));
    all.extend(conventions::trials(catalogue));
    all.extend(any_input::trials(catalogue));
    all.extend(coverage::trials(catalogue));
    all
}
