//! Every rule as a test of your own `cargo test`.

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

use crate::proof::{Detail, Outcome, Proof, RuleResult, terminal};
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
/// A rule that could not be judged, or not wholly, is ignored with the reason; [`test_subject_strictly`] has it fail.
pub fn test_subject<S: Subject + 'static>(subject: impl Fn() -> S + Send + Sync + 'static) -> ExitCode {
    libtest_mimic::run(&Arguments::from_args(), trials(&suites::builtin(), &(Arc::new(subject) as Arc<SharedLauncher>)))
        .exit_code()
}

/// The same, where nothing less than a proof passes: a MUST rule that is partial, inconclusive, blocked or not exercised
/// fails. One that is undecided between readings of the document is ignored here too.
pub fn test_subject_strictly<S: Subject + 'static>(subject: impl Fn() -> S + Send + Sync + 'static) -> ExitCode {
    let launcher = Arc::new(subject) as Arc<SharedLauncher>;
    libtest_mimic::run(&Arguments::from_args(), strict_trials(&suites::builtin(), &launcher)).exit_code()
}

/// A launcher that tests can share.
pub type SharedLauncher = dyn Launcher + Send + Sync;

/// One test per rule, to run beside tests of your own.
#[must_use]
pub fn trials(catalogue: &Catalogue, launcher: &Arc<SharedLauncher>) -> Vec<Trial> {
    judged(catalogue, launcher, judge)
}

/// One test per rule, as [`test_subject_strictly`] has them.
#[must_use]
pub fn strict_trials(catalogue: &Catalogue, launcher: &Arc<SharedLauncher>) -> Vec<Trial> {
    judged(catalogue, launcher, judge_strictly)
}

type Judge = fn(&Proof) -> Result<Completion, Failed>;

fn judged(catalogue: &Catalogue, launcher: &Arc<SharedLauncher>, judge: Judge) -> Vec<Trial> {
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

/// As [`judge`], but a MUST rule that nothing was shown of fails.
fn judge_strictly(proof: &Proof) -> Result<Completion, Failed> {
    use Outcome::{Blocked, Inconclusive, NotExercised, Partial};
    match proof.rules.first() {
        Some(RuleResult {
            level: Level::Must,
            outcome: outcome @ (Blocked | Inconclusive | NotExercised | Partial),
            reason,
            ..
        }) => Err(format!("{outcome}: {}", reason.as_deref().unwrap_or("nothing was concluded")).into()),
        _ => judge(proof),
    }
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

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::subject::{Host, Implementation, Reference, Refusal, Request};

    /// The reference of preflight, which does not send its input back.
    struct Secretive(Reference);

    impl Subject for Secretive {
        fn implementation(&self) -> Implementation {
            self.0.implementation()
        }

        fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
            let mut answer = self.0.call(request, host)?;
            answer.as_object_mut().map(|members| members.remove("input"));
            Ok(answer)
        }
    }

    #[test]
    fn what_was_not_wholly_seen_is_ignored_or_fails_where_the_author_asks_for_it() {
        let rule = |id: &str| vec![suites::builtin().rule(id).unwrap()];
        let subject = || Secretive(suites::preflight::SUITE.reference());
        let partial = prove(&rule("preflight/stateless"), &subject).unwrap();
        let why = "`untouched` was not seen";
        assert!(matches!(judge(&partial), Ok(Completion::Ignored { reason: Some(reason) }) if reason.contains(why)));
        let failed = judge_strictly(&partial).err().unwrap();
        assert!(failed.message().is_some_and(|text| text.contains(why)), "{failed:?}");
        for id in ["turn/order", "preflight/severity"] {
            let proof = prove(&rule(id), &subject).unwrap();
            assert_eq!(judge_strictly(&proof).is_err(), id == "turn/order", "{id}");
        }
    }
}
