//! Files that are no files, and files without end.

use crate::program::Folder;

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = Folder::new("pipe");
    let made = std::process::Command::new("mkfifo").arg(folder.0.join("pipe")).status().unwrap();
    assert!(made.success());
    let ran = folder.proofmark(&["check", "pipe"]);
    let (said, code) = (ran.said(), ran.code());
    assert!(said.contains("not a file") && code == Some(2), "{said}");
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    let folder = Folder::new("endless");
    folder.write("sample.json", crate::documents::sample().to_string());
    for args in [
        &["report", "/dev/zero"][..],
        &["verify", "/dev/zero"],
        &["report", "sample.json", "--known", "/dev/zero"],
        &["diff", "/dev/zero", "sample.json"],
        &["check", "/dev/zero"],
    ] {
        let ran = folder.proofmark(args);
        let (said, code) = (ran.said(), ran.code());
        assert_eq!(code, Some(2), "{args:?}: {said}");
    }
}

#[test]
fn times_and_numbers_beyond_reason_are_usage_errors() {
    let folder = Folder::new("usage");
    for args in [
        &["run", "--timeout", "10000000000000000000s"][..],
        &["run", "--for", "1e300h"],
        &["run", "--cases", "1000000000000"],
        &["run", "--jobs", "1000000000"],
        &["mutants", "--cases", "1000000000000"],
        &["certify", "--cases", "1000000000000"],
        &["run", "--memory-limit", "99999999999G"],
        &["run", "--cpu-limit", "0"],
        &["run", "--timeout", "NaN"],
        &["run", "--timeout", "-1s"],
    ] {
        let ran = folder.proofmark(args);
        let (said, code) = (ran.said(), ran.code());
        assert_eq!(code, Some(2), "{args:?}: {said}");
    }
}
