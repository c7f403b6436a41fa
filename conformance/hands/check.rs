//! `check` in every format, on several workflows, and again and again.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::program::{Folder, PROOFMARK};

const WORKFLOW: &str = r#"awp: "1.0.0"
workflow:
  name: demo
  version: "1.0.0"
  description: a demo
orchestration:
  engine: dag
  graph:
    - id: writer
      agent: agents/writer
      depends_on: [DEPENDS]
"#;

const AGENT: &str = r"identity:
  id: writer
runtime:
  class_name: Agent
output:
  format: json
  contract:
    type: object
    properties: {}
";

/// A workflow of one agent, which depends on nothing or on itself.
fn workflow(folder: &Folder, name: &str, depends: &str) {
    std::fs::create_dir_all(folder.0.join(name).join("agents/writer")).unwrap();
    folder.write(&format!("{name}/workflow.awp.yaml"), WORKFLOW.replace("DEPENDS", depends));
    folder.write(&format!("{name}/agents/writer/agent.awp.yaml"), AGENT);
    folder.write(&format!("{name}/agents/writer/agent.py"), "class Agent:\n    pass\n");
}

pub(crate) fn every_format_says_the_same() {
    let folder = Folder::new("hands-check");
    workflow(&folder, "good", "");
    workflow(&folder, "bad one", "writer");
    let check = |format: &str| folder.proofmark(&["check", "--format", format, "good", "bad one"]);
    folder.proofmark(&["check", "good"]).exits(0).says("valid");
    check("text").exits(1).says("awp/R6").says("not valid");
    let json: Value = serde_json::from_str(&check("json").exits(1).out()).unwrap();
    let remark = json["remarks"].as_array().unwrap().iter().find(|remark| remark["rule"] == "awp/R6").unwrap().clone();
    assert_eq!((&json["valid"], &remark["line"]), (&false.into(), &11.into()), "{json}");
    let line = format!("::error file=bad one/workflow.awp.yaml,line=11,col={},title=awp/R6::", remark["column"]);
    let github = check("github");
    assert!(github.exits(1).out().lines().any(|said| said.starts_with(&line)), "{line}\n{}", github.out());
    let log: Value = serde_json::from_str(&check("sarif").exits(1).out()).unwrap();
    let schema = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/reports/sarif-schema-2.1.0.json");
    // A bracket that ECMAScript takes for itself and stricter dialects do not.
    let schema = std::fs::read_to_string(schema).unwrap().replace("[a-zA-Z]{2}]?$", r"[a-zA-Z]{2}\\]?$");
    let schema = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    assert!(schema.is_valid(&log), "{:?}", schema.iter_errors(&log).next());
    let runs = log["runs"].as_array().unwrap();
    assert_eq!((runs.len(), &runs[0]["automationDetails"]["id"]), (1, &"proofmark/check/".into()));
    let result = runs[0]["results"].as_array().unwrap().iter().find(|result| result["ruleId"] == "awp/R6").unwrap();
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "bad%20one/workflow.awp.yaml");
    assert_eq!(place["region"]["startLine"], 11);
    let hash = result["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap();
    assert!(hash.len() == 18 && hash.ends_with(":1"), "{hash}");
    let rules = runs[0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().all(|rule| rule["helpUri"].is_string() && rule["help"]["markdown"].is_string()), "{rules:?}");
}

pub(crate) fn what_cannot_be_checked_is_named_and_keeps_nothing_else_from_being_checked() {
    let folder = Folder::new("hands-check-missing");
    workflow(&folder, "good", "");
    folder.proofmark(&["check", "missing", "good"]).exits(2).says("missing").says("valid: no rule is broken");
    folder.proofmark(&["check"]).exits(2);
    folder.proofmark(&["check", "good", "--json", "--format", "json"]).exits(2);
}

pub(crate) fn a_watched_workflow_is_checked_again_when_it_changes_until_stdin_ends() {
    let folder = Folder::new("hands-watch");
    workflow(&folder, "flow", "");
    let mut watch = Command::new(PROOFMARK)
        .args(["check", "--watch", "--json", "flow"])
        .current_dir(&folder.0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(watch.stdout.take().unwrap());
    let mut next = || {
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        serde_json::from_str::<Value>(&line).unwrap()["valid"].clone()
    };
    assert_eq!(next(), true);
    workflow(&folder, "flow", "writer");
    // A file may be seen before it is whole: what counts is what it comes to.
    while next() != false {}
    drop(watch.stdin.take());
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert_eq!(watch.wait().unwrap().code(), Some(1), "{rest}");
}
