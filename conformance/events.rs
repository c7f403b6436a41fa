//! `run --events`: what a tool hears that shows every rule as a test of its own.

use std::path::Path;
use std::process::{Command as Process, Stdio};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::again::again;
use crate::init::{expect, fresh};
use crate::support::PROOFMARK;

const RULES: [&str; 3] = ["preflight/control-fields-denied", "preflight/run-id-required", "preflight/path"];
const MUTANT: &str = "preflight/control-fields-denied/never-denies-cursor";

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("events::tell of every rule, by their schema", every_rule),
        Trial::test("events::a known failure is expected, and fails once it is mended", known),
        Trial::test("events::what decides nothing is skipped", skipped),
        Trial::test("events::go to a file or to stdout, which only one may have", one_place),
    ]
}

/// A run of the three rules, and its events.
fn run(more: &[&str], command: &[&str], code: i32) -> Result<Vec<Value>, Failed> {
    let rules = RULES.iter().flat_map(|rule| ["--rule", rule]);
    let output = Process::new(PROOFMARK)
        .args(["run", "--cases", "5", "--events", "-"])
        .args(rules)
        .args(more)
        .arg("--")
        .args(command)
        .stdin(Stdio::null())
        .output()?;
    expect(&output, code)?;
    String::from_utf8(output.stdout)?.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

fn spoiled() -> [&'static str; 4] {
    [PROOFMARK, "serve", "--mutant", MUTANT]
}

/// The events of one kind, one member of each.
fn all<'a>(events: &'a [Value], kind: &str, member: &str) -> Vec<&'a str> {
    events.iter().filter(|event| event["event"] == kind).filter_map(|event| event[member].as_str()).collect()
}

fn every_rule() -> Result<(), Failed> {
    let events = run(&[], &spoiled(), 1)?;
    let schema = Process::new(PROOFMARK).args(["schema", "events"]).output()?;
    let validator = jsonschema::validator_for(&serde_json::from_slice(&schema.stdout)?)?;
    for event in &events {
        // Each one by its own part: a wrong member would otherwise be taken for "none of these".
        if let Some(error) = validator.iter_errors(event).next() {
            return Err(format!("{error} in {event}").into());
        }
        let mut broken = event.clone();
        broken["event"] = "unheard-of".into();
        if validator.is_valid(&broken) {
            return Err("the schema accepts anything".into());
        }
    }
    let mut planned: Vec<&str> =
        events[0]["rules"].as_array().into_iter().flatten().filter_map(|rule| rule["rule"].as_str()).collect();
    equal(&all(&events, "finished", "rule"), &planned)?;
    equal(&all(&events, "finished", "test"), &["fail", "pass", "pass"])?;
    let mut started = all(&events, "started", "rule");
    started.sort_unstable();
    planned.sort_unstable();
    equal(&started, &planned)?;
    let (texts, why) = (all(&events, "finding", "text"), all(&events, "finished", "why"));
    equal(&texts, &why)?;
    if !texts[0].contains("FAIL preflight/control-fields-denied")
        || !again(texts[0]).is_some_and(|again| again.starts_with("proofmark replay"))
    {
        return Err(texts[0].to_owned().into());
    }
    let kinds: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    equal(
        &kinds,
        &["planned", "started", "started", "started", "finding", "finished", "finished", "finished", "ended"],
    )?;
    let end = events.last().unwrap_or(&Value::Null);
    if end["exit"] == 1 && end["complete"] == true { Ok(()) } else { Err(end.to_string().into()) }
}

fn known() -> Result<(), Failed> {
    let folder = fresh("events-known");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("known.toml");
    let entry = "[[known]]\nrule = \"preflight/control-fields-denied\"\n\
                 check = \"preflight/control-fields-denied/fields\"\nreason = \"cursor is new\"\n";
    std::fs::write(&file, entry)?;
    let known = ["--known", &file.to_string_lossy()];
    let events = run(&known, &spoiled(), 0)?;
    equal(&all(&events, "finished", "test"), &["expected", "pass", "pass"])?;
    equal(&all(&events, "finished", "why"), &["cursor is new"])?;
    // Strictly: it is mended, and still excused.
    let events = run(&known, &[PROOFMARK, "serve"], 1)?;
    equal(&all(&events, "finished", "test"), &["fail", "pass", "pass"])?;
    let why = all(&events, "finished", "why").join("");
    if why.contains("does not fail any more") { Ok(()) } else { Err(why.into()) }
}

fn skipped() -> Result<(), Failed> {
    let adapter = r#"while read -r line; do echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"implementation":{"name":"sh","version":"1","language":"sh"},"methods":[]}}'; done"#;
    let events = run(&[], &["sh", "-c", adapter], 4)?;
    equal(&all(&events, "finished", "test"), &["skip"; 3])?;
    equal(&all(&events, "started", "rule"), &[""; 0])?;
    let why = all(&events, "finished", "why");
    if why.iter().all(|why| why.starts_with("not exercised: ")) { Ok(()) } else { Err(json!(why).to_string().into()) }
}

fn one_place() -> Result<(), Failed> {
    let program =
        |args: &[&str]| Process::new(PROOFMARK).args(["run", "--rule", RULES[2], "--cases", "1"]).args(args).output();
    expect(&program(&["--events", "-", "--json", "-"])?, 2)?;
    expect(&program(&["--events", "/no/such/folder/events.jsonl"])?, 2)?;
    let folder = fresh("events-file");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("events.jsonl").to_string_lossy().into_owned();
    let output = program(&["--events", &file])?;
    expect(&output, 0)?;
    let (shown, lines) = (String::from_utf8(output.stdout)?, std::fs::read_to_string(Path::new(&file))?);
    if shown.contains("preflight: conforms") && lines.lines().count() == 4 { Ok(()) } else { Err(lines.into()) }
}

fn equal(found: &[&str], expected: &[&str]) -> Result<(), Failed> {
    if found == expected { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}").into()) }
}
