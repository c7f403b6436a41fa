//! The recipes of conformance/ci, run as their systems run them.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use serde::Deserialize;
use serde_yaml::Value;

use crate::program::{FATAL, Folder, PROOFMARK, Ran};

const ACTION: &str = include_str!("../ci/action.yml");
const GITLAB: &str = include_str!("../ci/gitlab-ci.yml");
const KUBERNETES: &str = include_str!("../ci/kubernetes-job.yaml");
const FEW: &str = "--rule preflight/severity --rule preflight/path --cases 10 --jobs 1";

fn documents(text: &str) -> Vec<Value> {
    serde_yaml::Deserializer::from_str(text).map(|document| Value::deserialize(document).unwrap()).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value:?} is no text"))
}

/// Runs a piece of shell with variables, as a CI system does.
fn shell(folder: &Folder, words: &[&str], script: &str, variables: &BTreeMap<&str, String>) -> Ran {
    assert!(!script.contains("${{"), "a value is pasted into the script: hand it over in the environment\n{script}");
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(script).current_dir(&folder.0).stdin(Stdio::null());
    for (name, value) in variables {
        command.env(name, value);
    }
    Ran(command.output().unwrap())
}

fn variables<const N: usize>(pairs: [(&'static str, &str); N]) -> BTreeMap<&'static str, String> {
    pairs.into_iter().map(|(name, value)| (name, value.to_owned())).collect()
}

fn faulty() -> String {
    format!("{PROOFMARK} serve --mutant {FATAL}")
}

#[test]
fn the_github_action() {
    let action = &documents(ACTION)[0];
    assert_eq!(text(&action["runs"]["using"]), "composite");
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    let run = steps.iter().find(|step| step["id"].as_str() == Some("run")).unwrap();
    // Every variable of the script comes from an input that exists.
    for (_, value) in run["env"].as_mapping().unwrap() {
        let input = text(value).trim_start_matches("${{ inputs.").split([' ', '}']).next().unwrap();
        assert!(action["inputs"].get(input).is_some(), "there is no input `{input}`");
    }
    let script = text(&run["run"]).to_owned();
    // Every output of the action is one of its step.
    for (_, output) in action["outputs"].as_mapping().unwrap() {
        let name = text(&output["value"]).trim_start_matches("${{ steps.run.outputs.").trim_end_matches(" }}");
        assert!(script.contains(&format!("{name}=")), "the step sets no {name}");
    }
    let attempt = |name: &str, subject: &str, known: &str| {
        let folder = Folder::new(&format!("action-{name}"));
        folder.write("known.toml", KNOWN);
        let variables = variables([
            ("PROOFMARK", PROOFMARK),
            ("SUBJECT", subject),
            ("OPTIONS", FEW),
            ("KNOWN", known),
            ("BASELINE", ""),
            ("SHARD", "1/1"),
            ("GITHUB_OUTPUT", "output"),
            ("GITHUB_STEP_SUMMARY", "summary"),
            ("RUNNER_TEMP", "temp"),
        ]);
        let ran = shell(&folder, &["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"], &script, &variables);
        (folder, ran)
    };
    let (folder, ran) = attempt("green", &format!("{PROOFMARK} serve"), "");
    ran.exits(0);
    let files = "proof=proof-1-of-1.json\nsarif=proof-1-of-1.sarif\njunit=proof-1-of-1.xml\n";
    assert_eq!(folder.read("output"), format!("{files}exit-code=0\n"));
    assert_eq!(folder.json("proof-1-of-1.sarif")["runs"].as_array().unwrap().len(), 1);
    assert!(folder.read("proof-1-of-1.xml").contains("classname=\"proofmark.preflight\""));
    assert_eq!(folder.json("proof-1-of-1.json")["proof"], 1);
    assert!(folder.read("summary").contains("preflight"));
    let (folder, ran) = attempt("red", &faulty(), "");
    ran.exits(1);
    assert!(folder.read("summary").contains("preflight/severity"));
    assert!(folder.read("output").ends_with("exit-code=1\n"));
    attempt("excused", &faulty(), "known.toml").1.exits(0);
    attempt("missing", "no-such-program-anywhere", "").1.exits(3);
}

#[test]
fn the_github_action_installs_the_wheel_where_it_is_run_from() {
    let action = &documents(ACTION)[0];
    let steps = action["runs"]["steps"].as_sequence().unwrap();
    let step = |id: &str| steps.iter().find(|step| step["id"].as_str() == Some(id)).unwrap();
    let folder = Folder::new("action-install");
    // A pip that puts the program where it is told to.
    folder.write(
        "python3",
        format!("#!/bin/sh\necho \"$@\" >>asked\nwhile [ \"$1\" != --target ]; do shift; done\nmkdir -p \"$2/bin\"\nln -s {PROOFMARK} \"$2/bin/proofmark\"\n"),
    );
    let path = format!("{}:{}", folder.0.display(), std::env::var("PATH").unwrap());
    std::process::Command::new("chmod").args(["+x", "python3"]).current_dir(&folder.0).status().unwrap();
    let all = variables([
        ("PATH", &path),
        ("RUNNER_TEMP", "temp"),
        ("WHEEL", "proofmark==0.1.0"),
        ("PROOFMARK", ""),
        ("SUBJECT", &format!("{PROOFMARK} serve")),
        ("OPTIONS", FEW),
        ("KNOWN", ""),
        ("BASELINE", ""),
        ("SHARD", "1/1"),
        ("GITHUB_OUTPUT", "output"),
        ("GITHUB_STEP_SUMMARY", "summary"),
    ]);
    for id in ["install", "run"] {
        let bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"];
        shell(&folder, &bash, text(&step(id)["run"]), &all).exits(0);
    }
    assert!(folder.read("asked").ends_with("--target temp/proofmark proofmark==0.1.0\n"), "{}", folder.read("asked"));
    // What is cached is what is installed.
    assert_eq!(text(&step("cache")["with"]["path"]), "${{ runner.temp }}/proofmark");
}

#[test]
fn the_pre_commit_hooks_run_what_is_there() {
    let hooks = &documents(include_str!("../../.pre-commit-hooks.yaml"))[0];
    let folder = Folder::new("pre-commit");
    folder.write("workflow.awp.yaml", "awp: \"1.0.0\"\n");
    for hook in hooks.as_sequence().unwrap() {
        for member in ["id", "name", "entry", "language", "files"] {
            assert!(hook[member].is_string(), "{hook:?} has no {member}");
        }
        let words: Vec<&str> = text(&hook["entry"]).split(' ').skip(1).collect();
        // Changed files come last, as pre-commit puts them.
        folder.proofmark(&[&words[..], &["workflow.awp.yaml"]].concat()).exits(1).says("workflow.awp.yaml");
    }
}

const KNOWN: &str = r#"[[known]]
rule = "preflight/severity"
check = "preflight/severity/error"
reason = "The new severities are on their way."
"#;

#[test]
fn the_gitlab_jobs() {
    let pipeline = &documents(GITLAB)[0];
    assert!(pipeline["conformance"]["parallel"].as_u64().is_some());
    let script = |job: &str| text(&pipeline[job]["script"][0]).to_owned();
    let folder = Folder::new("gitlab");
    folder.write("known.toml", KNOWN);
    let with = |more: &[(&'static str, &str)]| {
        let mut all = variables([
            ("PROOFMARK", PROOFMARK),
            ("PROOFMARK_SUBJECT", &faulty()),
            ("PROOFMARK_OPTIONS", FEW),
            ("PROOFMARK_GATE", ""),
        ]);
        all.extend(more.iter().map(|(name, value)| (*name, (*value).to_owned())));
        all
    };
    for index in ["1", "2", "3"] {
        let node = with(&[("CI_NODE_INDEX", index), ("CI_NODE_TOTAL", "3")]);
        shell(&folder, &["sh", "-ec"], &script("conformance"), &node).exits(0);
    }
    let merge = script("conformance-merge");
    shell(&folder, &["sh", "-ec"], &merge, &with(&[])).exits(1).says("FAIL preflight/severity");
    assert!(folder.json("proof.json")["shard"].is_null());
    let junit = text(&pipeline["conformance-merge"]["artifacts"]["reports"]["junit"]);
    assert!(folder.read(junit).contains("<failure"));
    shell(&folder, &["sh", "-ec"], &merge, &with(&[("PROOFMARK_GATE", "--known known.toml")])).exits(0);
    // A job that could not test anything is red by itself, and its absence is noticed.
    let lost = with(&[("CI_NODE_INDEX", "4"), ("CI_NODE_TOTAL", "4"), ("PROOFMARK_SUBJECT", "no-such-program")]);
    shell(&folder, &["sh", "-ec"], &script("conformance"), &lost).exits(3);
    std::fs::remove_file(folder.0.join("proof-2.json")).unwrap();
    shell(&folder, &["sh", "-ec"], &merge, &with(&[])).exits(2).says("shard 2/3 is missing");
}

#[test]
fn the_kubernetes_jobs() {
    let jobs = documents(KUBERNETES);
    let [shards, merge] = jobs.as_slice() else { panic!("{} documents", jobs.len()) };
    assert_eq!(text(&shards["spec"]["completionMode"]), "Indexed");
    let container = |job: &Value| job["spec"]["template"]["spec"]["containers"][0].clone();
    let told = container(shards)["env"].as_sequence().unwrap().clone();
    let told = told.iter().find(|variable| variable["name"].as_str() == Some("SHARDS")).unwrap();
    assert_eq!(text(&told["value"]).parse::<u64>().ok(), shards["spec"]["completions"].as_u64());
    let folder = Folder::new("kubernetes");
    std::fs::create_dir_all(folder.0.join("proofs")).unwrap();
    // The script of the recipe, with fewer rules.
    let script = |job: &Value| text(&container(job)["command"][2]).replace(" run ", &format!(" run {FEW} "));
    // An index counts from 0.
    for index in ["0", "1"] {
        let pod = variables([
            ("PROOFMARK", PROOFMARK),
            ("SUBJECT", &faulty()),
            ("SHARDS", "2"),
            ("PROOFS", "proofs"),
            ("JOB_COMPLETION_INDEX", index),
        ]);
        shell(&folder, &["sh", "-c"], &script(shards), &pod).exits(0);
    }
    let pod = variables([("PROOFMARK", PROOFMARK), ("PROOFS", "proofs")]);
    shell(&folder, &["sh", "-c"], &script(merge), &pod).exits(1).says("FAIL preflight/severity");
    assert!(folder.json("proofs/proof.json")["shard"].is_null());
    // The merge can be run again: the proof of the whole is not taken for a shard.
    shell(&folder, &["sh", "-c"], &script(merge), &pod).exits(1);
}
