//! Hostile text in every member of every document that the program reads: none of it comes out alive.
//!
//! What a subject says on its pipes is looked at in the zoo.

use std::io::Write;

use proofmark::proof::{Proof, badge, html, junit, markdown, sarif, terminal};
use serde_json::Value;

use crate::documents::{project, sample};
use crate::program::Folder;

/// Obeyed by terminals, browsers, CI systems, or readers; refused by XML.
const HOSTILE: &str = "x\n::set-output name=a::b\n ##vso[task.x]y ##[error]z\u{1b}]52;c;aGk=\u{7}\r\u{9b}31m\u{202e}\u{2066}\
                       \u{feff}\u{fffe}\u{10ffff}\u{e0041}\u{200b}</script>";

/// The first line of what a terminal or a log shows that would be obeyed.
fn survivor(text: &str) -> Option<String> {
    let commands = |line: &&str| {
        line.trim_start().starts_with("::") || line.contains("##vso[") || line.contains("##[") || acts(line).is_some()
    };
    without_styles(text).lines().find(commands).map(str::to_owned)
}

/// The first character that acts. Line ends are ours.
fn acts(text: &str) -> Option<char> {
    let acts = |c: &char| {
        (c.is_control() && *c != '\n' && *c != '\t') || HOSTILE.chars().any(|hostile| hostile == *c && !c.is_ascii())
    };
    text.chars().find(acts)
}

/// The text without the colours that we give it.
fn without_styles(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once('m') {
            Some((digits, rest)) if digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b';') => {
                out.push_str(rest);
            }
            _ => {
                out.push('\u{1b}');
                out.push_str(part);
            }
        }
    }
    out
}

/// Where the texts of a document are.
fn texts(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(at.to_owned()),
        Value::Array(items) => items.iter().enumerate().for_each(|(n, item)| texts(item, &format!("{at}/{n}"), found)),
        Value::Object(members) => {
            for (key, member) in members {
                texts(member, &format!("{at}/{}", key.replace('~', "~0").replace('/', "~1")), found);
            }
        }
        _ => {}
    }
}

type Report = fn(&[Proof], &mut dyn Write) -> std::io::Result<()>;

fn made(report: Report, proof: &Proof) -> String {
    let mut out = Vec::new();
    report(std::slice::from_ref(proof), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn no_member_of_a_proof_comes_out_alive() {
    let folder = Folder::new("inert-proof");
    let whole = sample();
    let mut places = Vec::new();
    texts(&whole, "", &mut places);
    assert!(places.len() > 100, "{places:?}");
    let mut refused = 0;
    for place in &places {
        let mut document = whole.clone();
        *document.pointer_mut(place).unwrap() = HOSTILE.into();
        let text = document.to_string();
        if let Ok(proof) = Proof::from_json(&text) {
            let mut shown = Vec::new();
            terminal(&proof, proofmark::proof::Detail::Everything, &mut shown).unwrap();
            let shown = String::from_utf8(shown).unwrap();
            assert_eq!(survivor(&shown), None, "{place} at a terminal");
            for (name, report) in
                [("junit", junit as Report), ("html", html), ("markdown", markdown), ("sarif", sarif), ("badge", badge)]
            {
                assert_eq!(acts(&made(report, &proof)), None, "{place} in {name}");
            }
            assert_eq!(survivor(&proof.to_json()), None, "{place} in the proof itself");
        } else {
            // An outcome or a level has few spellings: then the refusal is what is shown.
            refused += 1;
            folder.write("proof.json", text);
            let ran = folder.proofmark(&["report", "proof.json"]);
            let (said, code) = (ran.said(), ran.code());
            assert_eq!((survivor(&said), code), (None, Some(2)), "{place}: {said}");
        }
    }
    assert!(refused < places.len() / 2, "{refused} of {}", places.len());
}

#[test]
fn no_key_of_a_proof_comes_out_alive() {
    let mut document = sample();
    document["rules"][0]["checks"][0]["labels"] = serde_json::json!({ HOSTILE: 1 });
    document["findings"][0]["input"] = serde_json::json!({ HOSTILE: { HOSTILE: 1 } });
    document["questions"][0]["excluded"] = serde_json::json!({ HOSTILE: {"case": HOSTILE, "input": HOSTILE} });
    let proof = Proof::from_json(&document.to_string()).unwrap();
    let mut shown = Vec::new();
    terminal(&proof, proofmark::proof::Detail::Everything, &mut shown).unwrap();
    assert_eq!(survivor(&String::from_utf8(shown).unwrap()), None);
    for report in [junit as Report, html, markdown, sarif, badge] {
        assert_eq!(acts(&made(report, &proof)), None);
    }
}

/// The sample with hostile text in every member that takes any.
fn all_hostile() -> Value {
    let mut document = sample();
    let mut places = Vec::new();
    texts(&document, "", &mut places);
    for place in places {
        let mut candidate = document.clone();
        *candidate.pointer_mut(&place).unwrap() = HOSTILE.into();
        if Proof::from_json(&candidate.to_string()).is_ok() {
            document = candidate;
        }
    }
    document["shard"] = Value::Null;
    document["complete"] = true.into();
    document
}

#[test]
fn no_command_lets_a_proof_speak() {
    let folder = Folder::new("inert-commands");
    folder.write("sample.json", {
        let mut sample = sample();
        sample["shard"] = Value::Null;
        sample.to_string()
    });
    folder.write("hostile.json", all_hostile().to_string());
    folder.write("other.json", serde_json::json!({"proof": 99, "harness": HOSTILE}).to_string());
    for args in [
        &["report", "hostile.json"][..],
        &["report", "other.json"],
        &["diff", "sample.json", "hostile.json"],
        &["diff", "hostile.json", "sample.json"],
        &["known", "update", "--known", "known.toml", "hostile.json"],
        &["report", "sample.json", "--known", "known.toml"],
        &["report", "sample.json", "--baseline", "hostile.json"],
        &["replay", "hostile.json"],
        &["merge", "hostile.json", "sample.json"],
        &["verify", "hostile.json"],
    ] {
        let ran = folder.proofmark(args);
        let (said, code) = (ran.said(), ran.code());
        assert_eq!(survivor(&said), None, "{args:?}: {said}");
        assert!(code.is_some(), "{args:?} was killed");
    }
}

#[test]
fn no_file_of_known_failures_comes_out_alive() {
    let folder = Folder::new("inert-known");
    folder.write("sample.json", sample().to_string());
    let check = sample()["findings"][1]["check"].as_str().unwrap().to_owned();
    let quoted = Value::from(HOSTILE).to_string();
    for entry in [
        format!("check = {quoted}\nkind = \"k\"\nreason = \"r\"\n"),
        format!("check = \"{check}\"\nkind = {quoted}\nreason = \"r\"\n"),
        format!("check = \"{check}\"\nkind = \"k\"\nreason = {quoted}\n"),
        format!("check = \"{check}\"\nkind = \"k\"\nreason = \"r\"\nissue = {quoted}\n"),
        format!("check = \"{check}\"\nkind = \"k\"\nreason = \"r\"\nuntil = {quoted}\n"),
        format!("{quoted} = 1\n"),
    ] {
        folder.write("known.toml", format!("[[known]]\n{entry}"));
        let said = folder.proofmark(&["report", "sample.json", "--known", "known.toml"]).said();
        assert_eq!(survivor(&said), None, "{entry}: {said}");
    }
}

#[test]
fn no_certificate_comes_out_alive() {
    let folder = Folder::new("inert-certificate");
    let schema: Value = serde_json::from_str(&project("conformance/certificate.schema.json")).unwrap();
    let text = |name: &str| schema["properties"][name]["type"] == "string";
    let names = schema["properties"].as_object().unwrap().keys();
    for hostile in names.filter(|name| text(name)) {
        folder
            .write("certificate.json", serde_json::json!({ "certificate": 1, hostile.as_str(): HOSTILE }).to_string());
        let said = folder.proofmark(&["verify", "certificate.json"]).said();
        assert_eq!(survivor(&said), None, "{hostile}: {said}");
    }
}

#[test]
fn no_workflow_comes_out_alive() {
    let folder = Folder::new("inert-workflow");
    let quoted = Value::from(HOSTILE.replace('/', "")).to_string();
    folder.write(
        "w/workflow.awp.yaml",
        format!(
            "awp: {quoted}\nworkflow:\n  name: {quoted}\norchestration:\n  graph:\n    - id: {quoted}\n      depends_on: [{quoted}]\n"
        ),
    );
    folder.write("w/tools.py", format!("@app.tool(\"{}\")\n", HOSTILE.replace('\n', "")));
    for args in [&["check", "w"][..], &["check", "w", "--json"], &["check", &format!("w/{}", HOSTILE.replace('/', ""))]]
    {
        let said = folder.proofmark(args).said();
        assert_eq!(survivor(&said), None, "{args:?}: {said}");
    }
    let hostile_name = HOSTILE.replace('/', "");
    folder.write(&format!("{hostile_name}/workflow.awp.yaml"), "awp: 7\n");
    for args in [&["check", hostile_name.as_str()][..], &["check", hostile_name.as_str(), "--json"]] {
        let said = folder.proofmark(args).said();
        assert_eq!(survivor(&said), None, "{said}");
    }
}
