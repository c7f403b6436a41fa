//! Which subject is meant: a command, or the built-in reference.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::rule::{Catalogue, Declared};
use crate::subject::{Command, Launcher, Limits};

/// Set by Ctrl-C. A second Ctrl-C ends the process at once.
pub(super) static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Lets Ctrl-C end a run in order: subjects are ended, and nothing found so far is lost.
pub(super) fn end_in_order_on_interrupt() {
    // Without a handler Ctrl-C still ends the process, only less gracefully.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(crate::proof::Exit::Interrupted.code()));
        }
    });
}

/// The subject to put to the test.
pub(super) fn launcher(
    catalogue: &Catalogue,
    command: &[String],
    mutants: Vec<Declared>,
    deadline: Duration,
    limits: Limits,
) -> Box<dyn Launcher> {
    if command.is_empty() {
        let catalogue = *catalogue;
        Box::new(move || catalogue.reference(&mutants))
    } else {
        Box::new(subject(command, deadline, limits))
    }
}

/// The subject that a command starts.
pub(super) fn subject(command: &[String], deadline: Duration, limits: Limits) -> Command {
    Command::new(command.to_vec(), deadline).within(limits).until(&INTERRUPTED)
}

/// How many workers there may be, where nobody says how many, and more than there are cores help.
const MOST_JOBS: usize = 16;

/// The most workers to use where more of them help.
pub(super) fn most_jobs(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| jobs(None).max(MOST_JOBS))
}

/// The name that this program was called by, where it is another than `proofmark`: it has suites of its own.
pub(super) fn program() -> Option<String> {
    let called = std::env::args_os().next()?;
    let name = std::path::Path::new(&called).file_stem()?.to_str()?;
    (name != "proofmark").then(|| name.to_owned())
}

/// How many workers to use.
pub(super) fn jobs(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get)).max(1)
}
