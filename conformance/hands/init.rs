//! `init --suite`: every method of a suite, and an adapter that the doctor has nothing to say about.

use std::process::Command;

use crate::program::Folder;

const SUITES: [&str; 5] = ["preflight", "context", "turn", "awp", "contract"];

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

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
        if is_there(command[0]) {
            let visit = inside.proofmark(&[&["doctor", "--json", "--"], command].concat());
            let text = visit.out();
            assert!(visit.exits(0).out().contains(r#""ok":true"#), "{text}");
            assert!(text.contains(&format!("\"{suite}/")), "{suite} offers nothing: {text}");
        }
    }
}

#[test]
fn python() {
    is_well("python", &["python3", "adapter.py"]);
}

#[test]
fn typescript() {
    is_well("typescript", &["node", "adapter.mjs"]);
}

#[test]
fn go_and_csharp_compile() {
    let folder = Folder::new("hands-init-compiled");
    // One suite with every kind of stub: what the compilers say of the others is said of the kits.
    for (language, program, args) in [
        ("go", "go", &["build", "-o", "adapter", "."][..]),
        ("csharp", "mcs", &["-warnaserror", "-out:adapter.exe", "Adapter.cs", "ProofmarkAdapter.cs"][..]),
    ] {
        folder.proofmark(&["init", language, language, "--suite", "contract"]).exits(0);
        let home = folder.0.join("home");
        let built = Command::new(program).args(args).current_dir(folder.0.join(language)).env("HOME", home).output();
        let Ok(built) = built else { continue };
        assert!(
            built.status.success(),
            "{}{}",
            String::from_utf8_lossy(&built.stdout),
            String::from_utf8_lossy(&built.stderr)
        );
    }
}

#[test]
fn what_is_missing_is_said() {
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
