//! The adapter kits: their own tests, and their example through every suite.

use std::path::Path;
use std::process::Command as Process;
use std::time::Duration;

use libtest_mimic::{Completion, Failed, Trial};
use proofmark::proof::{Outcome, terminal};
use proofmark::run::{Options, Selection, Shard};
use proofmark::subject::Command;
use proofmark::suites;

use crate::installed::skipped_without;
use crate::support::{PROOFMARK, options, project, prove};

/// The tests of this file. What needs a language that is not installed is skipped, with the reason.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::ignorable_test("kits::python::tests", || {
            with("python3", |python| {
                succeeds(Process::new(python).args(["-m", "unittest", "-q"]), "conformance/kits/python")
            })
        }),
        Trial::ignorable_test("kits::python::example", || {
            with("python3", |python| passes(1, vec![python.to_owned(), path("conformance/kits/python/example.py")]))
        }),
        Trial::ignorable_test("kits::typescript::tests", || {
            with("node", |node| succeeds(Process::new(node).arg("--test"), "conformance/kits/typescript"))
        }),
        Trial::ignorable_test("kits::typescript::example", || {
            with("node", |node| passes(2, vec![node.to_owned(), path("conformance/kits/typescript/example.mjs")]))
        }),
        Trial::test("kits::rust::example", || passes(3, vec![built_example("rust-kit")?])),
    ]
}

fn path(of: &str) -> String {
    project(of).to_string_lossy().into_owned()
}

/// The program that Cargo made of an example of this package.
pub(crate) fn built_example(name: &str) -> Result<String, Failed> {
    let program = Path::new(PROOFMARK).with_file_name("examples").join(name);
    if program.is_file() {
        return Ok(program.to_string_lossy().into_owned());
    }
    // `cargo test` builds the examples; a single target does not.
    Err(format!("{} is not built: run `cargo build --examples`", program.display()).into())
}

/// Runs a test that needs `program`, or says that it is not installed.
pub(crate) fn with(program: &str, test: impl FnOnce(&str) -> Result<(), Failed>) -> Result<Completion, Failed> {
    if let Some(skipped) = skipped_without(&[program]) {
        return Ok(skipped);
    }
    test(program).map(|()| Completion::Completed)
}

fn succeeds(process: &mut Process, folder: &str) -> Result<(), Failed> {
    let output = process.current_dir(project(folder)).output()?;
    let said = || String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() { Ok(()) } else { Err(said().into()) }
}

/// The example conforms, on its third of the cases of every suite: `.ci/run` puts all of them to each.
fn passes(third: u64, words: Vec<String>) -> Result<(), Failed> {
    let options = Options { shard: Shard { number: third, of: 3 }, ..options(0, 10, 2) };
    all_pass(&suites::builtin().rules().collect(), words, &options)
}

/// The example conforms to these suites.
pub(crate) fn conforms(names: &[&str], words: Vec<String>) -> Result<(), Failed> {
    let selection = suites::builtin().rules().filter(|(suite, _)| names.contains(&suite.name)).collect();
    all_pass(&selection, words, &options(0, 10, 2))
}

fn all_pass(selection: &Selection, words: Vec<String>, options: &Options<'_>) -> Result<(), Failed> {
    let proof = prove(selection, &Command::new(words, Duration::from_secs(30)), options)?;
    let fine = |outcome| matches!(outcome, Outcome::Pass | Outcome::Undecided);
    if proof.rules.iter().all(|rule| fine(rule.outcome)) {
        return Ok(());
    }
    let mut report = Vec::new();
    terminal(&proof, proofmark::proof::Detail::Everything, &mut report)?;
    Err(String::from_utf8_lossy(&report).into_owned().into())
}
