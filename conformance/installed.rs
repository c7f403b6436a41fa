//! Tests that need programs which a machine may not have.

use std::process::Command;

use libtest_mimic::Completion;

/// Where one of these programs is not installed: that a test is skipped, and why.
pub(crate) fn skipped_without(programs: &[&str]) -> Option<Completion> {
    let missing = |program: &&&str| Command::new(program).arg("--version").output().is_err();
    programs.iter().find(missing).map(|program| Completion::ignored_with(format!("{program} is not installed")))
}
