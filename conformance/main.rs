//! Proofmark put to its own test: every rule on the reference, every corpus
//! case, every mutant, the pipe, the proof and the adapter kits.
//!
//! `cargo test --test conformance preflight::` runs the rules of one suite,
//! `mutants::` the deliberate faults, `-- --list` shows everything.

mod again;
mod blind;
mod causes;
mod checks;
mod compiled;
mod config;
mod decided;
mod doctor;
mod engine;
mod events;
mod findings;
mod five;
mod foreign;
mod init;
mod installed;
mod kits;
mod one_fault;
mod pages;
mod pairs;
mod pipe;
mod proofs;
mod reports;
mod smallest;
mod support;
mod unexplained;
mod walk;

/// The test that `proofmark init rust` writes: here it only has to compile.
#[path = "kits/rust/template/tests/conformance.rs"]
#[expect(dead_code, reason = "it is a program of its own")]
mod template;

use std::process::ExitCode;

use libtest_mimic::{Arguments, run};
use proofmark::suites;

/// As in the program.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let mut trials = proofmark::suite_trials(&suites::builtin(), support::snapshot);
    trials.extend(blind::trials());
    trials.extend(causes::trials());
    trials.extend(smallest::trials());
    trials.extend(checks::trials());
    trials.extend(decided::trials());
    trials.extend(pairs::trials());
    trials.extend(engine::trials());
    trials.extend(one_fault::trials());
    trials.extend(unexplained::trials());
    trials.extend(pipe::trials());
    trials.extend(proofs::trials());
    trials.extend(events::trials());
    trials.extend(reports::trials());
    trials.extend(findings::trials());
    trials.extend(pages::trials());
    trials.extend(kits::trials());
    trials.extend(compiled::trials());
    trials.extend(doctor::trials());
    trials.extend(init::trials());
    trials.extend(config::trials());
    trials.extend(walk::trials());
    let mut arguments = Arguments::from_args();
    // More threads than cores: the mutants of time limits do little but wait.
    arguments.test_threads.get_or_insert(8);
    run(&arguments, trials).exit_code()
}
