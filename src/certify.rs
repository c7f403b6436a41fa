//! Every rule as a test of your own `cargo test`.

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::proof::{Detail, Outcome, Proof, terminal};
use crate::rule::{Catalogue, Level, Rule, Suite};
use crate::run::{Options, RunError, Selection, run};
use crate::subject::{Launcher, Subject};
use crate::suites;

/// Tests a runtime of your own, in-process, with one test per rule. `subject` makes a new one for every worker.
///
/// In `Cargo.toml`, `[[test]] name = "conformance"` with `harness = false`, and in `tests/conformance.rs`:
///
/// ```no_run
/// use proofmark::{Host, Implementation, Refusal, Request, Subject};
/// use serde_json::{Value, json};
///
/// struct MyRuntime;
///
/// impl Subject for MyRuntime {
///     fn implementation(&self) -> Implementation {
///         Implementation { name: "mine".into(), methods: vec!["preflight/validate".into()], ..Default::default() }
///     }
///     fn call(&self, request: Request<'_>, _: &Host) -> Result<Value, Refusal> {
///         Ok(json!({"diagnostics": my_validator(&request.params["input"])}))
///     }
/// }
/// # fn my_validator(_: &Value) -> Vec<Value> { vec![] }
///
/// fn main() -> std::process::ExitCode {
///     proofmark::test_subject(|| MyRuntime)
/// }
/// ```
///
/// `cargo test --test conformance preflight::` filters, `-- --list` lists, and nextest runs them as any other tests.
pub fn test_subject<S: Subject + 'static>(subject: impl Fn() -> S + Send + Sync + 'static) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), trials(&suites::builtin(), &(Arc::new(subject) as Arc<SharedLauncher>)))
        .exit_code()
}

/// A launcher that tests can share.
pub type SharedLauncher = dyn Launcher + Send + Sync;

/// One test per rule, to run beside tests of your own.
#[must_use]
pub fn trials(catalogue: &Catalogue, launcher: &Arc<SharedLauncher>) -> Vec<Trial> {
    let trial = |(suite, rule): (&'static Suite, &'static Rule)| {
        let launcher = Arc::clone(launcher);
        Trial::ignorable_test(format!("{}::{}", suite.name, rule.id), move || {
            judge(&prove(&vec![(suite, rule)], &*launcher)?)
        })
    };
    catalogue.rules().map(trial).collect()
}

fn prove(selection: &Selection, launcher: &dyn Launcher) -> Result<Proof, RunError> {
    // One worker: the tests themselves already run side by side.
    run(selection, launcher, &Options { score: false, ..Options::default() })
}

fn judge(proof: &Proof) -> Result<Completion, Failed> {
    let Some(rule) = proof.rules.first() else { return Err("the rule is gone".into()) };
    let mut report = Vec::new();
    terminal(proof, Detail::Everything, &mut report).map_err(|error| error.to_string())?;
    let report = anstream::adapter::strip_bytes(&report).into_vec();
    let report = String::from_utf8_lossy(&report).into_owned();
    match rule.outcome {
        Outcome::Pass => Ok(Completion::Completed),
        Outcome::Fail | Outcome::Fault if rule.level == Level::Must => Err(report.into()),
        Outcome::Fail | Outcome::Fault => Ok(Completion::ignored_with(format!("{}, and not followed", rule.level))),
        outcome => {
            let why = rule.reason.as_deref().map_or_else(String::new, |reason| format!(": {reason}"));
            Ok(Completion::ignored_with(format!("{outcome}{why}")))
        }
    }
}
