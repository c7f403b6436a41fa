//! What puts the harness into everyone's hands: cases without it, a memory of failures, workflows checked, adapters begun.

mod cases;
mod check;
mod doctor;
mod init;
mod regressions;

use std::process::ExitCode;

use libtest_mimic::{Arguments, Completion, Trial};

use crate::installed::skipped_without;

#[path = "../program.rs"]
mod built;
#[path = "../installed.rs"]
mod installed;
#[path = "../gate/program.rs"]
#[expect(dead_code, reason = "the tests of gates use more of it")]
mod program;

fn main() -> ExitCode {
    let trials = vec![
        test("cases: the preflight suite end to end", &["python3"], cases::the_preflight_suite_end_to_end),
        test(
            "cases: what is no answer",
            &[],
            cases::what_is_no_answer_is_said_and_what_was_not_answered_is_counted_apart,
        ),
        test("check: every format says the same", &[], check::every_format_says_the_same),
        test(
            "check: what cannot be checked",
            &[],
            check::what_cannot_be_checked_is_named_and_keeps_nothing_else_from_being_checked,
        ),
        test(
            "check: a watched workflow",
            &[],
            check::a_watched_workflow_is_checked_again_when_it_changes_until_stdin_ends,
        ),
        test(
            "doctor: inputs that hurt",
            &["python3"],
            doctor::inputs_that_hurt_are_put_and_what_a_run_makes_of_them_is_said,
        ),
        test("init: python", &["python3"], init::python),
        test("init: typescript", &["node"], init::typescript),
        test("init: go", &["go"], init::go),
        test("init: csharp", &["mcs", "mono"], init::csharp),
        test("init: rust", &[], init::rust),
        test("init: what is missing is said", &[], init::what_is_missing_is_said),
        test("regressions: a failing input is kept", &[], regressions::a_failing_input_is_kept_where_that_is_wanted),
        test(
            "regressions: what is kept is put first",
            &["python3"],
            regressions::what_is_kept_is_put_first_replays_by_its_name_and_confuses_no_gate,
        ),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A test that needs these programs, and is skipped with the reason where one is not installed.
fn test(name: &str, needs: &'static [&'static str], body: fn()) -> Trial {
    Trial::ignorable_test(name, move || {
        if let Some(skipped) = skipped_without(needs) {
            return Ok(skipped);
        }
        body();
        Ok(Completion::Completed)
    })
}
