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
    let has_markdown = Folder::new("action").proofmark(&["run", "--help"]).out().contains("--markdown");
    let script = text(&run["run"]);
    let script = if has_markdown { script.to_owned() } else { script.replace(" --markdown summary.md", "") };
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
        ]);
        let ran = shell(&folder, &["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"], &script, &variables);
        (folder, ran)
    };
    let (folder, ran) = attempt("green", &format!("{PROOFMARK} serve"), "");
    ran.exits(0);
    assert_eq!(folder.read("output"), "proof=proof-1-of-1.json\n");
    assert_eq!(folder.json("proof-1-of-1.json")["proof"], 1);
    assert!(!has_markdown || folder.read("summary").contains("preflight"));
    let (folder, ran) = attempt("red", &faulty(), "");
    ran.exits(1);
    assert!(!has_markdown || folder.read("summary").contains("preflight/severity"));
    attempt("excused", &faulty(), "known.toml").1.exits(0);
    attempt("missing", "no-such-program-anywhere", "").1.exits(3);
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
