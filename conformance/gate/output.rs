//! Whoever reads the output decides nothing.

use std::process::{Command, Stdio};

use crate::program::{FATAL, Folder, PROOFMARK};

#[test]
fn a_reader_that_has_gone_changes_neither_the_verdict_nor_the_reports() {
    let folder = Folder::new("gone");
    let mut run = Command::new(PROOFMARK);
    run.args(["run", "--rule", "preflight/severity", "--cases", "5", "--junit", "junit.xml", "--json", "proof.json"]);
    run.args(["--", PROOFMARK, "serve", "--mutant", FATAL]).current_dir(&folder.0);
    let mut child = run.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(folder.read("junit.xml").contains("<failure"));
    assert_eq!(folder.json("proof.json")["complete"], true);
}
