//! The way of a stranger: from an empty folder to a first finding, and from there to green.
//!
//! The program is copied away from the checkout, the environment is empty but for the PATH, and the commands are those
//! of the README that `init` writes.

use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output, Stdio};

use libtest_mimic::{Failed, Trial};

use crate::again::again;
use crate::init::{expect, fresh};
use crate::kits::with;
use crate::support::{PROOFMARK, project};

/// The first step.
const INIT: &str = "proofmark init python adapter";

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::ignorable_test("walk::from nothing to green", || with("python3", |_| walk())),
        Trial::test("walk::the program needs nothing but itself", needs_nothing_else),
    ]
}

/// A machine with nothing on it but the program and what is on the PATH.
struct Machine {
    folder: PathBuf,
    path: String,
}

impl Machine {
    fn new(name: &str) -> Result<Self, Failed> {
        let folder = fresh(name);
        let programs = folder.join("bin");
        std::fs::create_dir_all(&programs)?;
        // A copy would be open for writing in whatever another test starts meanwhile, and could not be run.
        std::fs::hard_link(PROOFMARK, programs.join("proofmark"))?;
        let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap_or_default());
        Ok(Self { folder, path })
    }

    /// Types `command` into a shell, in a folder below the home folder.
    fn types(&self, folder: &str, command: &str) -> Result<Output, Failed> {
        Ok(Process::new("sh")
            .args(["-c", command])
            .current_dir(self.folder.join(folder))
            .env_clear()
            .env("PATH", &self.path)
            .stdin(Stdio::null())
            .output()?)
    }

    /// The same, where the exit code has to be `code`; what was printed.
    fn does(&self, folder: &str, command: &str, code: i32) -> Result<String, Failed> {
        let output = self.types(folder, command)?;
        expect(&output, code).map_err(|failed| format!("$ {command}\n{}", failed.message().unwrap_or_default()))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

fn walk() -> Result<(), Failed> {
    let machine = Machine::new("walk")?;
    machine.does("", INIT, 0)?;
    machine.does("", INIT, 2)?;

    let readme = std::fs::read_to_string(machine.folder.join("adapter/README.md"))?;
    let commands: Vec<&str> = readme.lines().filter_map(|line| line.strip_prefix("$ ")).collect();
    said_by_the_readme(&commands)?;
    let [doctor, run, replay] = commands[..] else { return Err(format!("other commands: {commands:?}").into()) };
    // Fewer cases than a stranger gets: what is found here, the edges find.
    let run = &run.replace("proofmark run", "proofmark run --cases 3");

    let said = machine.does("adapter", doctor, 0)?;
    holds(said.contains("Well behaved."), &said)?;
    let report = machine.does("adapter", run, 1)?;
    let again = again(&report).ok_or_else(|| format!("no finding says how to replay it\n{report}"))?;
    for replay in [replay, &again] {
        let conversation = machine.does("adapter", replay, 1)?;
        holds(conversation.contains("→ {") && conversation.contains("fails"), &conversation)?;
    }

    // What cannot be mended today is known, with a reason that somebody has to give. Two rules show it as well as all.
    let some = |more: &str| {
        let rules = "--rule preflight/control-fields-denied --rule preflight/any-input";
        run.replace("run --cases 3 --suite preflight", &format!("run --cases 3 {rules} {more}"))
    };
    let (saving, knowing) = (&some("--json proof.json"), &some("--known known.toml"));
    machine.does("adapter", saving, 1)?;
    machine.does("adapter", "proofmark known update --known known.toml proof.json", 0)?;
    let report = machine.does("adapter", knowing, 1)?;
    holds(report.contains("say why"), &report)?;
    let known = machine.folder.join("adapter/known.toml");
    let explained = std::fs::read_to_string(&known)?.replace("reason = \"\"", "reason = \"not written yet\"");
    std::fs::write(&known, explained)?;
    machine.does("adapter", knowing, 0)?;

    plug_in(&machine.folder.join("adapter"))?;
    machine.does("adapter", &again, 0)?;
    let report = machine.does("adapter", run, 0)?;
    holds(report.contains("preflight: conforms"), &report)?;
    // An excuse that is no longer needed has to go.
    let report = machine.does("adapter", knowing, 1)?;
    holds(report.contains("objection"), &report)?;
    machine.does("adapter", saving, 0)?;
    machine.does("adapter", "proofmark known update --known known.toml proof.json", 0)?;
    machine.does("adapter", knowing, 0)?;

    // In CI: the proof is there to keep, and every way to end has a code of its own.
    machine.does("adapter", "proofmark run --rule preflight/path --json proof.json -- python3 adapter.py", 0)?;
    let proof = std::fs::read_to_string(machine.folder.join("adapter/proof.json"))?;
    holds(serde_json::from_str::<serde_json::Value>(&proof)?["proof"] == 1, &proof)?;
    machine.does("adapter", "proofmark run --rule preflight/pth -- python3 adapter.py", 2)?;
    machine.does("adapter", "proofmark run -- python3 adaptor.py", 3)?;
    machine.does("adapter", "proofmark run --suite turn -- python3 adapter.py", 4)?;
    Ok(())
}

/// Where README.md takes a stranger along (between `<!-- walk -->` and `<!-- /walk -->`), it takes this way.
fn said_by_the_readme(commands: &[&str]) -> Result<(), Failed> {
    let readme = std::fs::read_to_string(project("README.md"))?;
    let Some((_, walk)) = readme.split_once("<!-- walk -->") else { return Ok(()) };
    let walk = walk.split_once("<!-- /walk -->").ok_or("the walk in README.md has no end")?.0;
    for command in walk.lines().filter(|line| line.starts_with("proofmark ")) {
        // What follows a number sign is a remark.
        let command = command.split(" #").next().unwrap_or(command).trim();
        if command != INIT && !commands.contains(&command) {
            return Err(format!("README.md says `{command}`, which nobody walks").into());
        }
    }
    Ok(())
}

/// Does what the template says: imports a runtime, and asks it.
fn plug_in(folder: &Path) -> Result<(), Failed> {
    let runtime = std::fs::read_to_string(project("conformance/kits/python/example_preflight.py"))?;
    std::fs::write(folder.join("my_runtime.py"), runtime)?;
    let adapter = std::fs::read_to_string(folder.join("adapter.py"))?;
    let (before, rest) = adapter.split_once("# Ask your runtime here: `").ok_or("the template does not say where")?;
    let (call, after) = rest.split_once('`').ok_or("the template does not say how")?;
    let adapter = format!("{before}{call}{after}").replace("# Import your runtime here.", "import my_runtime");
    Ok(std::fs::write(folder.join("adapter.py"), adapter)?)
}

fn holds(condition: bool, otherwise: &str) -> Result<(), Failed> {
    if condition { Ok(()) } else { Err(otherwise.to_owned().into()) }
}

/// Suites, corpus, kits, pages and schemas are inside of the program.
fn needs_nothing_else() -> Result<(), Failed> {
    let machine = Machine::new("alone")?;
    for command in [
        "proofmark --version",
        "proofmark rules",
        "proofmark explain awp/R6",
        "proofmark run --suite preflight --cases 1",
        "proofmark protocol",
        "proofmark schema proof",
        "proofmark init typescript adapter",
        "proofmark init rust project",
        "proofmark doctor -- proofmark serve",
    ] {
        machine.does("", command, 0)?;
    }
    Ok(())
}
