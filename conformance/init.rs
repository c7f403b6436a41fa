//! `proofmark init`: what it writes runs, is well behaved, and has something to find.

use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::compiled::built;
use crate::kits::{built_example, with};
use crate::support::{PROOFMARK, project, snapshot};

/// The tests of this file. The project that `init rust` writes is compiled here as an example of this package, from the
/// same files: building it as a package of its own would build all of Proofmark a second time.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::ignorable_test("init::python", || {
            with("python3", |python| {
                let folder = written("python", &[])?;
                runs(&[python, "adapter.py"], &folder)
            })
        }),
        Trial::ignorable_test("init::typescript", || {
            with("node", |node| {
                let folder = written("typescript", &[])?;
                runs(&[node, "adapter.mjs"], &folder)
            })
        }),
        Trial::ignorable_test("init::csharp", || {
            with("mcs", |mcs| {
                let folder = written("csharp", &[])?;
                let files = ["-warnaserror", "-out:adapter.exe", "Adapter.cs", "ProofmarkAdapter.cs"];
                built(Process::new(mcs).args(files), &folder)?;
                runs(&["mono", "adapter.exe"], &folder)
            })
        }),
        Trial::ignorable_test("init::go", || {
            with("go", |go| {
                let folder = written("go", &[])?;
                built(Process::new(go).args(["build", "-o", "adapter", "."]), &folder)?;
                runs(&["./adapter"], &folder)
            })
        }),
        Trial::test("init::rust", || {
            let folder = written("rust", &["--proofmark", env!("CARGO_MANIFEST_DIR")])?;
            let manifest = std::fs::read_to_string(folder.join("Cargo.toml"))?;
            let wanted = format!("proofmark = {{ path = \"{}\" }}", project("").canonicalize()?.display());
            if !manifest.contains(&wanted) {
                return Err(format!("{wanted} is not in\n{manifest}").into());
            }
            runs(&[&built_example("rust-template")?], &folder)
        }),
        Trial::test("init::nothing is overwritten", nothing_is_overwritten),
        Trial::test("init::folders are made", || {
            let folder = fresh("init-deep").join("a/b");
            expect(&proofmark(&["init", "python", &folder.to_string_lossy()], None)?, 0)
        }),
        Trial::test("init::wrong requests are explained", wrong_requests),
    ]
}

/// A folder of that name that is not there yet.
pub(crate) fn fresh(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn proofmark(args: &[&str], folder: Option<&Path>) -> std::io::Result<Output> {
    let mut process = Process::new(PROOFMARK);
    process.args(args).stdin(Stdio::null());
    if let Some(folder) = folder {
        process.current_dir(folder);
    }
    process.output()
}

/// The exit code is `code`.
pub(crate) fn expect(output: &Output, code: i32) -> Result<(), Failed> {
    if output.status.code() == Some(code) {
        return Ok(());
    }
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(format!("expected exit code {code}, got {}\n{stdout}{stderr}", output.status).into())
}

/// What `init` writes, and what it says.
fn written(language: &str, more: &[&str]) -> Result<PathBuf, Failed> {
    let folder = fresh(&format!("init-{language}"));
    let shown = folder.to_string_lossy().into_owned();
    let output = proofmark(&[&["init", language, &shown], more].concat(), None)?;
    expect(&output, 0)?;
    snapshot("cli", &format!("init-{language}"), &String::from_utf8_lossy(&output.stdout).replace(&shown, "DIR"));
    Ok(folder)
}

/// The adapter is well behaved as it comes; one rule holds, and another has a finding.
fn runs(command: &[&str], folder: &Path) -> Result<(), Failed> {
    let with_command = |args: &[&str]| proofmark(&[args, &["--"], command].concat(), Some(folder));
    expect(&with_command(&["doctor"])?, 0)?;
    expect(&with_command(&["run", "--rule", "preflight/action-invalid", "--cases", "5"])?, 0)?;
    expect(&with_command(&["run", "--rule", "preflight/run-id-required", "--cases", "5"])?, 1)
}

fn nothing_is_overwritten() -> Result<(), Failed> {
    let folder = fresh("init-occupied");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("adapter.py"), "mine")?;
    std::fs::write(folder.join("notes.txt"), "mine")?;
    let shown = folder.to_string_lossy().into_owned();
    let output = proofmark(&["init", "python", &shown], None)?;
    expect(&output, 2)?;
    snapshot("cli", "init-occupied", &String::from_utf8_lossy(&output.stderr).replace(&shown, "DIR"));
    if std::fs::read_to_string(folder.join("adapter.py"))? != "mine" || folder.join("README.md").exists() {
        return Err("it wrote something all the same".into());
    }
    // What is not in the way is no reason to refuse.
    std::fs::remove_file(folder.join("adapter.py"))?;
    expect(&proofmark(&["init", "python", &shown], None)?, 0)
}

fn wrong_requests() -> Result<(), Failed> {
    let folder = fresh("init-wrong").to_string_lossy().into_owned();
    let elsewhere = project("src").to_string_lossy().into_owned();
    for args in [
        vec!["init", "cobol", &folder],
        vec!["init", "python", &folder, "--proofmark", "."],
        vec!["init", "rust", &folder, "--proofmark", &elsewhere],
        vec!["init", "python", PROOFMARK],
        vec!["init", "python"],
    ] {
        expect(&proofmark(&args, None)?, 2)?;
    }
    if Path::new(&folder).exists() { Err("it wrote something all the same".into()) } else { Ok(()) }
}
