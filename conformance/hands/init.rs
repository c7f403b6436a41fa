//! `init --suite`: every method of a suite, and an adapter that the doctor has nothing to say about.

use std::path::Path;
use std::process::Command;

use crate::program::{Folder, PROOFMARK};

const SUITES: [&str; 5] = ["preflight", "context", "turn", "awp", "contract"];

/// Writes every suite in a language, and has the doctor look at what it offers.
fn is_well(language: &str, command: &[&str]) {
    let folder = Folder::new(&format!("hands-init-{language}"));
    for suite in SUITES {
        folder.proofmark(&["init", language, suite, "--suite", suite]).exits(0).says(&format!("--suite {suite}"));
        let inside = Folder(folder.0.join(suite));
        let page = inside.read("README.md");
        assert!(
            page.contains(&format!("--suite {suite}")) && (suite == "preflight" || !page.contains("--suite preflight"))
        );
        is_offered(&inside, suite, command);
    }
}

/// The doctor is content with an adapter, and it offers something of the suite.
fn is_offered(folder: &Folder, suite: &str, command: &[&str]) {
    let visit = folder.proofmark(&[&["doctor", "--json", "--"], command].concat());
    let text = visit.out();
    assert!(visit.exits(0).out().contains(r#""ok":true"#), "{text}");
    assert!(text.contains(&format!("\"{suite}/")), "{suite} offers nothing: {text}");
}

pub(crate) fn python() {
    is_well("python", &["python3", "adapter.py"]);
}

pub(crate) fn typescript() {
    is_well("typescript", &["node", "adapter.mjs"]);
}

/// Writes every suite in a language that is compiled, compiles it, and has the doctor look at it.
fn compiles(language: &str, compiler: &str, args: &[&str], command: &[&str]) {
    let folder = Folder::new(&format!("hands-init-{language}"));
    let home = folder.0.join("home");
    for suite in SUITES {
        folder.proofmark(&["init", language, suite, "--suite", suite]).exits(0);
        let inside = Folder(folder.0.join(suite));
        let built = Command::new(compiler).args(args).current_dir(&inside.0).env("HOME", &home).output().unwrap();
        let said = [&built.stdout, &built.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat();
        assert!(built.status.success(), "{suite}: {said}");
        is_offered(&inside, suite, command);
    }
}

pub(crate) fn go() {
    compiles("go", "go", &["build", "-buildvcs=false", "-o", "adapter", "."], &["./adapter"]);
}

pub(crate) fn csharp() {
    let files = ["-warnaserror", "-out:adapter.exe", "Adapter.cs", "ProofmarkAdapter.cs"];
    compiles("csharp", "mcs", &files, &["mono", "adapter.exe"]);
}

/// What is written is what stands beside the kit, where it is compiled with everything else.
pub(crate) fn rust() {
    let folder = Folder::new("hands-init-rust");
    let program = Path::new(PROOFMARK).with_file_name("examples").join("rust-stubs");
    // `cargo test` builds the examples; a single target does not.
    assert!(program.is_file(), "{} is not built: run `cargo build --examples`", program.display());
    for suite in SUITES {
        folder.proofmark(&["init", "rust", suite, "--suite", suite]).exits(0);
        let inside = Folder(folder.0.join(suite));
        let compiled = format!("conformance/kits/rust/stubs/{suite}.rs");
        let beside = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&compiled)).unwrap();
        let written = inside.0.join("src/runtime.rs");
        assert_eq!(inside.read("src/runtime.rs"), beside, "copy {} to {compiled}", written.display());
        assert!(inside.read("src/main.rs").contains(&format!("--suite {suite}")));
        is_offered(&inside, suite, &[&program.to_string_lossy(), suite]);
    }
}

pub(crate) fn what_is_missing_is_said() {
    let folder = Folder::new("hands-init-usage");
    folder.proofmark(&["init"]).exits(2).says("proofmark init python adapter");
    folder.proofmark(&["init", "python"]).exits(2).says("name a language and a folder");
    folder.proofmark(&["init", "python", "x", "--suite", "nothing"]).exits(2).says("there is no suite `nothing`");
    assert!(!folder.0.join("x").exists());
    folder.proofmark(&["init", "rust", "r", "--suite", "turn"]).exits(0).says("not published");
    assert!(
        folder
            .read("r/src/runtime.rs")
            .contains(r#""turn/compose" => Ok(json!({"request": [], "session": params["session"]}))"#)
    );
}
