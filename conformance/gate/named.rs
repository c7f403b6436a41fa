//! A program with a catalogue of its own has a name of its own: what it prints can be typed as it stands.

use std::process::Command;

use crate::again::again;
use crate::program::{Folder, GRAPH, PROOFMARK};

#[test]
fn the_replay_command_names_the_program_that_prints_it() {
    let folder = Folder::new("named");
    let program = folder.0.join("acme-suites");
    std::os::unix::fs::symlink(PROOFMARK, &program).unwrap();
    let shown = |program: &str, args: &[&str]| {
        let output = Command::new(program).args(args).current_dir(&folder.0).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let rule = "preflight/control-fields-denied";
    let run =
        ["run", "--rule", rule, "--cases", "5", "--json", "proof.json", "--", PROOFMARK, "serve", "--mutant", GRAPH];
    let here = shown(program.to_str().unwrap(), &run);
    let named = |report: &str, program: &str| {
        again(report).is_some_and(|again| again.starts_with(&format!("{program} replay {rule}/")))
    };
    assert!(named(&here, "acme-suites"), "{here}");
    // Whoever shows the proof later: the case is the other program's.
    let later = shown(PROOFMARK, &["report", "proof.json"]);
    assert!(named(&later, "acme-suites"), "{later}");
    let own = shown(PROOFMARK, &run);
    assert!(named(&own, "proofmark"), "{own}");
}
