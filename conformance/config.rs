//! `proofmark.toml`: settings that are said once, overruled by a profile and by the command line.

use std::path::{Path, PathBuf};
use std::process::{Command as Process, Output, Stdio};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::init::{expect, fresh};
use crate::support::{PROOFMARK, project, snapshot};

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("config::what is in force, and from where", shown),
        Trial::test("config::a run takes its settings from the file, in its folder", runs),
        Trial::test("config::doctor and replay know the command", other_commands),
        Trial::test("config::the README's example is one", example),
        Trial::test("config::what means nothing is pointed at", pointed_at),
    ]
}

/// A folder with settings for a program that is found beside them, and another folder below.
fn settled(name: &str, text: &str) -> Result<PathBuf, Failed> {
    let folder = fresh(&format!("config-{name}"));
    std::fs::create_dir_all(folder.join("below/it"))?;
    std::fs::write(folder.join("adapter"), format!("#!/bin/sh\nexec '{PROOFMARK}' serve \"$@\"\n"))?;
    expect(&Process::new("chmod").args(["+x", "adapter"]).current_dir(&folder).output()?, 0)?;
    std::fs::write(folder.join("proofmark.toml"), text)?;
    Ok(folder)
}

const SETTINGS: &str = "\
command = \"./adapter\"
rules = [\"preflight/path\", \"preflight/severity\"]
seed = 7
cases = 2

[reports]
json = \"proof.json\"

[profile.ci]
cases = 3
timeout = \"1m\"

[profile.ci.reports]
json = \"ci.json\"
junit = \"junit.xml\"
";

const MUTANT: &str = "preflight/control-fields-denied/never-denies-cursor";

fn proofmark(folder: &Path, args: &[&str]) -> std::io::Result<Output> {
    Process::new(PROOFMARK).args(args).current_dir(folder).stdin(Stdio::null()).output()
}

fn shown() -> Result<(), Failed> {
    let folder = settled("shown", SETTINGS)?;
    for (name, args) in [
        ("file", &["config"][..]),
        ("profile", &["config", "--profile", "ci"]),
        ("line", &["config", "--profile=ci", "--suite", "turn", "--seed=1", "--", "python3", "my adapter.py"]),
        ("nothing", &["config", "--no-config"]),
    ] {
        let output = proofmark(&folder.join("below"), args)?;
        expect(&output, 0)?;
        let text = String::from_utf8(output.stdout)?.replace(&*folder.to_string_lossy(), "DIR");
        snapshot("cli", &format!("config-{name}"), &text);
    }
    Ok(())
}

/// The proof in that file: its seed, cases, and rules.
fn proven(folder: &Path, file: &str) -> Result<(u64, u64, Vec<String>, Value), Failed> {
    let path = folder.join(file);
    let proof: Value = serde_json::from_str(&std::fs::read_to_string(&path)?)?;
    std::fs::remove_file(path)?;
    let rules = proof["rules"].as_array().into_iter().flatten();
    let rules = rules.filter_map(|rule| rule["rule"].as_str().map(str::to_owned)).collect();
    let number = |member: &str| proof[member].as_u64().unwrap_or(u64::MAX);
    Ok((number("seed"), number("cases"), rules, proof["subject"]["command"].clone()))
}

fn runs() -> Result<(), Failed> {
    let folder = settled("runs", SETTINGS)?;
    let both = ["preflight/severity", "preflight/path"].map(str::to_owned);
    // Also without a command, which is `run`.
    for args in [&[][..], &["run"]] {
        expect(&proofmark(&folder, args)?, 0)?;
        let (seed, cases, rules, command) = proven(&folder, "proof.json")?;
        if (seed, cases) != (7, 2) || rules != both || command[0] != "./adapter" {
            return Err(format!("{seed} {cases} {rules:?} {command}").into());
        }
    }
    // From below: the command is started, and the file written, where they are meant.
    expect(&proofmark(&folder.join("below/it"), &["run", "--profile", "ci", "--rule", "preflight/path"])?, 0)?;
    let (seed, cases, rules, _) = proven(&folder, "ci.json")?;
    if (seed, cases) != (7, 3) || rules != both[1..] || !folder.join("junit.xml").exists() {
        return Err(format!("{seed} {cases} {rules:?}").into());
    }
    // The command line wins, in all of it.
    let mutant = ["--", "./adapter", "--mutant", MUTANT];
    let args = [&["run", "--cases", "1", "--json=mine.json"][..], &mutant].concat();
    expect(&proofmark(&folder, &args)?, 0)?;
    let (seed, cases, _, command) = proven(&folder, "mine.json")?;
    if (seed, cases, command.as_array().map(Vec::len)) != (7, 1, Some(3)) {
        return Err(format!("{seed} {cases} {command}").into());
    }
    expect(&proofmark(&folder, &["run", "--no-config", "--suite", "turn", "--cases", "1", "--json", "turn.json"])?, 0)?;
    let (seed, _, _, command) = proven(&folder, "turn.json")?;
    if seed == 0 && command.is_null() { Ok(()) } else { Err(format!("{seed} {command}").into()) }
}

fn other_commands() -> Result<(), Failed> {
    let folder = settled("others", SETTINGS)?;
    for args in [&["doctor"][..], &["replay", "preflight/path/any:0:0"], &["doctor", "--profile", "ci"]] {
        let output = proofmark(&folder, args)?;
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        // The name of the check is wrong, and so it is the case that is complained of, not a missing command.
        let fine =
            if args[0] == "doctor" { said.contains("Well behaved.") } else { said.contains("there is no check") };
        if !fine {
            return Err(format!("{args:?}\n{said}").into());
        }
    }
    // A mutant is one of the reference: the command of the file is not meant.
    let output = proofmark(&folder, &["replay", "preflight/path/any:0:0", "--mutant", MUTANT])?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if said.contains("cannot be used with") { Err(said.into()) } else { Ok(()) }
}

fn example() -> Result<(), Failed> {
    let readme = std::fs::read_to_string(project("README.md"))?;
    let text = readme.split_once("<!-- config -->\n```toml\n").and_then(|(_, rest)| rest.split_once("```"));
    let folder = settled("readme", text.ok_or("there is none")?.0)?;
    let output = proofmark(&folder, &["config", "--profile", "ci"])?;
    expect(&output, 0)?;
    let said = String::from_utf8(output.stdout)?;
    if said.matches("profile ci").count() == 4 { Ok(()) } else { Err(said.into()) }
}

fn pointed_at() -> Result<(), Failed> {
    for (number, (text, what)) in [
        ("comand = \"x\"\n", ":1: there is no key `comand`. Did you mean `command`?"),
        ("seed = 1\n\nsuite = [\"awp\"]\n", ":3: there is no key `suite`. Did you mean `suites`?"),
        ("threads = 4\n", ":1: there is no key `threads`.\n"),
        ("[reports]\njunt = \"x\"\n", ":2: there is no key `reports.junt`. Did you mean `reports.junit`?"),
        ("[profile.ci]\nsed = 1\n", ":2: there is no key `sed`. Did you mean `seed`?"),
        ("[profiles.ci]\nseed = 1\n", ":1: there is no key `profiles`. Did you mean `profile`?"),
        ("seed = \"one\"\n", ":1: `seed` is a number"),
        ("cases = -1\n", ":1: `cases` is a number without a sign"),
        ("command = \"sh -c 'exit 1'\"\n", ":1: `command` is a text without quotes, or a list"),
        ("command = []\n", ":1: `command` is a text"),
        ("suites = [1]\n", ":1: `suites` is a text, or a list of texts"),
        ("reports = \"x\"\n", ":1: `reports` is a table: write [reports]"),
        ("seed = \n", ":1: "),
        ("timeout = \"soon\"\n", "invalid value 'soon' for '--timeout <TIME>'"),
        ("suites = [\"awk\"]\n", "there is no suite `awk`"),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = settled(&format!("wrong-{number}"), text)?;
        let output = proofmark(&folder, &["run"])?;
        expect(&output, 2)?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if !said.contains(what) {
            return Err(format!("{text}\n{said}").into());
        }
    }
    let folder = settled("profiles", SETTINGS)?;
    let output = proofmark(&folder, &["run", "--profile", "cj"])?;
    expect(&output, 2)?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !said.contains("there is no profile `cj`, which would be [profile.cj]. Did you mean `ci`?") {
        return Err(said.into());
    }
    // Nowhere above a temporary folder of the system.
    expect(&proofmark(&std::env::temp_dir(), &["run", "--profile", "ci"])?, 2)
}
