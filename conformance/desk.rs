//! The spec author's desk: which sentence is judged by what, what documents leave open, and where subjects part.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{PROOFMARK, code, proofmark, scratch, snapshot, text, with_input};

/// Sentences by paragraph and by place.
type Paragraphs = BTreeMap<u64, BTreeMap<u64, String>>;

/// The objects that a command prints, one a line.
fn objects(args: &[&str]) -> Vec<Value> {
    let output = proofmark(args);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A document in which every sentence that the turn suite lists stands at its place, made of the words that find it.
fn document() -> String {
    let mut sections: Vec<(String, Paragraphs)> = Vec::new();
    for object in objects(&["coverage", "--suite", "turn", "--json"]) {
        let name = object["section"].as_str().unwrap();
        if sections.last().is_none_or(|(last, _)| last != name) {
            sections.push((name.to_owned(), BTreeMap::new()));
        }
        let (paragraph, sentence) = (object["paragraph"].as_u64().unwrap(), object["sentence"].as_u64().unwrap());
        let place = sections.last_mut().unwrap().1.entry(paragraph).or_default();
        place.insert(sentence, object["words"].as_str().unwrap().to_owned());
    }
    let (mut page, mut above) = (String::new(), String::new());
    for (name, paragraphs) in sections {
        let (parent, own) = name.split_once(" > ").map_or((None, name.as_str()), |(parent, own)| (Some(parent), own));
        if let Some(parent) = parent.filter(|parent| *parent != above) {
            page.extend(["# ", parent, "\n"]);
            above = parent.to_owned();
        }
        page.extend(["## ", own, "\n"]);
        for paragraph in 1..=paragraphs.keys().max().copied().unwrap_or(0) {
            let listed = paragraphs.get(&paragraph);
            let last = listed.and_then(|sentences| sentences.keys().max().copied()).unwrap_or(1);
            let said = |at| listed.and_then(|sentences| sentences.get(&at)).map_or("Filler", String::as_str);
            let sentences: Vec<String> = (1..=last).map(|at| format!("X {}.", said(at))).collect();
            page.extend(["- ", &sentences.join(" "), "\n"]);
        }
    }
    page
}

fn last_line(output: &std::process::Output) -> String {
    text(&output.stdout).lines().last().unwrap_or_default().to_owned()
}

#[test]
fn coverage_lists_every_sentence_and_sums_up() {
    let output = proofmark(&["coverage", "--suite", "turn"]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    snapshot("coverage-turn", &text(&output.stdout));
    let all = proofmark(&["coverage"]);
    snapshot("coverage-sum", &last_line(&all));
    let unjudged = objects(&["coverage", "--json"]);
    let settled = |line: &Value| !line["checks"].as_array().unwrap().is_empty() || line["because"].is_string();
    assert!(unjudged.iter().all(settled));
}

#[test]
fn coverage_shows_the_document_marked() {
    let (whole, changed) = (scratch("desk-document.md"), scratch("desk-changed.md"));
    let page = document();
    std::fs::write(&whole, &page).unwrap();
    let output = proofmark(&["coverage", "--document", whole.to_str().unwrap()]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    snapshot("coverage-document", &text(&output.stdout));
    // One sentence is gone, one has moved, and one is new.
    let edited = page
        .replace("- X Contributions are additive.\n", "")
        .replace("- X User instruction text.\n", "- Providers shall sing.\n- X User instruction text.\n");
    assert_ne!(edited, page);
    std::fs::write(&changed, edited).unwrap();
    let output = proofmark(&["coverage", "--document", changed.to_str().unwrap()]);
    assert_eq!(code(&output), 1);
    let shown = text(&output.stdout);
    assert!(shown.contains("?   1.1    Providers shall sing."), "{shown}");
    let end: Vec<&str> = shown.lines().filter(|line| !line.starts_with([' ', '+', '-', '?'])).skip(1).collect();
    snapshot("coverage-changed-document", end.join("\n").trim());
    let objects = proofmark(&["coverage", "--json", "--document", changed.to_str().unwrap()]);
    assert!(text(&objects.stdout).contains("\"missing\":true"));
}

#[test]
fn coverage_says_what_it_cannot_do() {
    let other = scratch("desk-other.md");
    std::fs::write(&other, "# A poem\nabout rain").unwrap();
    let output = proofmark(&["coverage", "--document", other.to_str().unwrap()]);
    assert_eq!(code(&output), 2);
    assert!(text(&output.stderr).contains("is none of the documents that are covered"));
    assert_eq!(code(&proofmark(&["coverage", "--suite", "tern"])), 2);
}

/// A proof of some rules, on the reference or on one of its mutants.
fn proof(name: &str, rules: &[&str], mutant: &str) -> String {
    let path = scratch(name);
    let mut args = vec!["run", "--cases", "0", "--json", path.to_str().unwrap()];
    for rule in rules {
        args.extend(["--rule", rule]);
    }
    if !mutant.is_empty() {
        args.extend(["--", PROOFMARK, "serve", "--mutant", mutant]);
    }
    proofmark(&args);
    path.to_str().unwrap().to_owned()
}

#[test]
fn questions_have_readings_an_input_and_what_subjects_do() {
    let proof = proof("desk-questions.json", &["awp/R1"], "");
    let output = proofmark(&["questions", "--rule", "awp/R1", "--rule", "context/3.timestamp", &proof]);
    assert_eq!(code(&output), 0, "{}", text(&output.stderr));
    snapshot("questions", &text(&output.stdout));
    let lines = objects(&["questions", "--suite", "contract", "--json"]);
    assert!(lines.len() > 5);
    for line in lines {
        assert!(line["readings"].as_array().unwrap().len() > 1, "{line}");
        assert!(!line["input"].is_null(), "no input parts the readings of {}", line["question"]);
    }
}

#[test]
fn expect_names_the_question_that_is_the_reason() {
    let with_sandbox = |kind: &str| {
        format!(
            r#"{{"workflow":{{"awp":"{kind}","workflow":{{"name":"demo","version":"1.0.0","description":"d"}},
            "orchestration":{{"engine":"dag","graph":[{{"id":"writer","agent":"agents/writer","depends_on":[]}}]}}}},
            "agents":{{"writer":{{"identity":{{"id":"writer"}},"runtime":{{"class_name":"Agent"}},
            "output":{{"format":"json","contract":{{"type":"object","properties":{{}}}}}}}}}},
            "files":["workflow.awp.yaml","agents/writer/agent.awp.yaml"],"tools":[]}}"#
        )
    };
    let said = |version: &str| -> Value {
        let output = with_input(&["expect", "awp/validate"], &with_sandbox(version));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    let open = said("2.0.0");
    assert_eq!(open["questions"][0]["question"], "awp/R1/supported-versions");
    assert_eq!(open["questions"][0]["readings"][1]["reading"], "major-one");
    assert!(said("1.0.0").get("questions").is_none());
    assert!(said("1.0").get("questions").is_none());
}

const CURSOR: &str = "preflight/control-fields-denied/never-denies-cursor";

#[test]
fn compare_shows_where_two_subjects_part() {
    let rule = "preflight/control-fields-denied";
    let compare = |first: &[&str], second: &[&str]| {
        let mut args = vec!["compare", "--cases", "3", "--rule", rule, "--", PROOFMARK, "serve"];
        args.extend(first);
        args.extend(["---", PROOFMARK, "serve"]);
        args.extend(second);
        proofmark(&args)
    };
    let different = compare(&["--mutant", CURSOR], &[]);
    assert_eq!(code(&different), 1, "{}", text(&different.stderr));
    snapshot("compare-commands", &text(&different.stdout));
    let same = compare(&[], &[]);
    assert_eq!((code(&same), text(&same.stdout).trim()), (0, "no input was found on which they differ"));
    assert_eq!(code(&proofmark(&["compare"])), 2);
    assert_eq!(code(&proofmark(&["compare", "--", "---", "x"])), 2);
}

#[test]
fn compare_reads_proofs() {
    let rules = ["preflight/control-fields-denied", "awp/R1"];
    let (right, wrong) = (proof("desk-right.json", &rules, ""), proof("desk-wrong.json", &rules, CURSOR));
    let output = proofmark(&["compare", &right, &wrong]);
    assert_eq!(code(&output), 1, "{}", text(&output.stderr));
    snapshot("compare-proofs", &text(&output.stdout));
    assert_eq!(code(&proofmark(&["compare", &right, &right])), 0);
}

#[test]
fn edges_are_compared_with_what_they_were() {
    let file = scratch("desk-edges.jsonl");
    let saved = text(&proofmark(&["edges", "awp/R32", "--json"]).stdout);
    std::fs::write(&file, &saved).unwrap();
    let path = file.to_str().unwrap();
    let output = proofmark(&["edges", "awp/R32", "--against", path]);
    assert_eq!(code(&output), 0, "{}", text(&output.stdout));
    // As if the ceiling had been lower: what is accepted now was rejected.
    let mut edge: Value = serde_json::from_str(saved.lines().next().unwrap()).unwrap();
    let accepted = edge["accepted"].take();
    edge["rejected"] = accepted.clone();
    edge["accepted"] = accepted;
    edge["accepted"]["workflow"]["orchestration"]["delegation_loop"]["budget"]["max_depth"] = 0.into();
    std::fs::write(&file, edge.to_string()).unwrap();
    let output = proofmark(&["edges", "awp/R32", "--against", path]);
    assert_eq!(code(&output), 1, "{}", text(&output.stderr));
    snapshot("edges-against", &text(&output.stdout));
    std::fs::write(&file, "{}").unwrap();
    assert_eq!(code(&proofmark(&["edges", "awp/R32", "--against", path])), 2);
}

#[test]
fn edges_show_what_cannot_be_seen() {
    let shown = text(&proofmark(&["edges", "preflight/message-text-required"]).stdout);
    assert!(shown.contains(r#""\u0085""#) && shown.contains(r#""\u3000""#), "{shown}");
    assert!(!shown.chars().any(|c| (c.is_whitespace() && c != ' ' && c != '\n') || c.is_control() && c != '\n'));
}
