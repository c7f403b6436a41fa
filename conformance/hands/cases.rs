//! `cases` and `judge`: a runtime that never meets the harness, judged by its answers.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::program::{Folder, Ran};

/// Answers every case of a folder with the Python example's own function: no adapter, no protocol, no harness.
const ANSWERS: &str = r#"
import json, pathlib, sys
kit, folder, spoil = sys.argv[1:]
sys.path.insert(0, kit)
import example_preflight
for entry in json.load(open(folder + "/index.json"))["files"]:
    case = json.load(open(folder + "/" + entry["file"]))
    value = case["params"]["input"]
    result = {"diagnostics": example_preflight.check(value), "input": value}
    if spoil == "cursor" and isinstance(value, dict) and "cursor" in value:
        for one in result["diagnostics"]:
            if one["code"].endswith("-denied") and "cursor" in one["fields"]:
                one["fields"].remove("cursor")
    path = pathlib.Path(folder, "answers", entry["file"])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"result": result}))
"#;

fn answer(folder: &Folder, spoil: &str) {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/kits/python");
    let mut python = Command::new("python3");
    python.args(["-c", ANSWERS]).arg(kit).args(["cases", spoil]).current_dir(&folder.0).stdin(Stdio::null());
    Ran(python.output().unwrap()).exits(0);
}

fn outcome(proof: &Value, rule: &str) -> String {
    let rules = proof["rules"].as_array().unwrap();
    rules.iter().find(|result| result["rule"] == rule).unwrap()["outcome"].as_str().unwrap().to_owned()
}

pub(crate) fn the_preflight_suite_end_to_end() {
    let folder = Folder::new("hands-cases");
    folder.proofmark(&["cases", "--suite", "preflight", "--out", "cases", "--cases", "8"]).exits(0).says("judge cases");
    let index = folder.json("cases/index.json");
    let files = index["files"].as_array().unwrap();
    assert!(files.iter().any(|file| file["expect"] == "accept") && files.iter().any(|file| file["expect"] == "reject"));
    let first_drawn = files.iter().position(|file| file["drawn"] == true).unwrap();
    assert!(files[first_drawn..].iter().all(|file| file["drawn"] == true), "corpus and edges come first");
    // A folder without answers is nobody's failure.
    folder.proofmark(&["judge", "cases"]).exits(2).says("has no answers");
    answer(&folder, "");
    folder.proofmark(&["judge", "cases", "--json", "proof.json", "--junit", "junit.xml"]).exits(0);
    let proof = folder.json("proof.json");
    for result in proof["rules"].as_array().unwrap() {
        let (rule, outcome) = (result["rule"].as_str().unwrap(), result["outcome"].as_str().unwrap());
        let beyond = index["not_exercised"].as_array().unwrap().iter();
        let beyond: Vec<&str> = beyond.filter_map(|left| left["check"].as_str()).collect();
        let mine = beyond.iter().filter(|check| check.starts_with(&format!("{rule}/"))).count();
        let wanted = match mine {
            0 => "pass",
            some if some == result["checks"].as_array().unwrap().len() => "not_exercised",
            _ => "partial",
        };
        assert_eq!(outcome, wanted, "{result}");
    }
    assert!(folder.read("junit.xml").contains("preflight/presence"));
    // Another folder of the same cases, answered wrongly: one rule is red, and its input is one of the files.
    answer(&folder, "cursor");
    let judged = folder.proofmark(&["judge", "cases", "--json", "red.json"]);
    judged.exits(1).says("FAIL preflight/control-fields-denied").says("proofmark judge cases");
    let red = folder.json("red.json");
    assert_eq!(outcome(&red, "preflight/presence"), "pass");
    let finding = &red["findings"][0];
    let params = |file: &Value| folder.json(&format!("cases/{}", file["file"].as_str().unwrap()))["params"].clone();
    assert!(files.iter().any(|file| params(file) == finding["input"]), "{finding}");
}

pub(crate) fn what_is_no_answer_is_said_and_what_was_not_answered_is_counted_apart() {
    let folder = Folder::new("hands-answers");
    let rule = ["--rule", "preflight/severity"];
    folder.proofmark(&[&["cases", "--out", "cases", "--cases", "1"], &rule[..]].concat()).exits(0);
    folder.proofmark(&[&["cases", "--out", "cases"], &rule[..]].concat()).exits(2).says("not empty");
    let files = folder.json("cases/index.json")["files"].as_array().unwrap().clone();
    let answer = |file: &Value, text: &str| {
        let path = folder.0.join("cases/answers").join(file["file"].as_str().unwrap());
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    // One answer is too little to conclude anything from.
    let right = |file: &Value| {
        let case = folder.json(&format!("cases/{}", file["file"].as_str().unwrap()));
        json!({"result": case["answer"]}).to_string()
    };
    answer(&files[0], &right(&files[0]));
    folder.proofmark(&["judge", "cases"]).exits(4).says("recorded answer to it");
    for file in &files {
        answer(file, &right(file));
    }
    folder.proofmark(&["judge", "cases"]).exits(0);
    answer(&files[0], "not JSON");
    folder.proofmark(&["judge", "cases"]).exits(1).says("is no answer");
    answer(&files[0], r#"{"error":{"code":-32001,"message":"no way to say it"}}"#);
    folder.proofmark(&["judge", "cases"]).exits(0);
    std::fs::remove_file(folder.0.join("cases/index.json")).unwrap();
    folder.proofmark(&["judge", "cases"]).exits(2).says("index.json");
}
