//! Damaged documents: every reader of files takes them or says no, and nothing else.
//!
//! What is on the pipes of a subject is damaged in the tests of the pipes themselves.

use std::path::Path;

use proofmark::check::{as_json, as_text, check};
use proofmark::draw::Draw;
use proofmark::gate::{Certificate, KnownFile};
use proofmark::proof::{Proof, badge, html, junit, markdown, sarif, terminal};
use proofmark::rule::parse_corpus;
use proofmark::suites::{builtin, preflight};
use serde_json::Value;

use crate::program::{Folder, project, sample};

/// How many damaged documents each reader gets.
const DOCUMENTS: u64 = 1500;

/// What damage is made of, beside the document itself.
const DEBRIS: &[&str] = &[
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "\"",
    "'",
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\n",
    "\t",
    "  ",
    "-",
    "- ",
    "&a ",
    "*a",
    "<<: *a",
    "!!binary ",
    "|",
    ">",
    "---\n",
    "...",
    "%YAML 1.2\n",
    "# ",
    "null",
    "true",
    "-1",
    "1e999",
    "99999999999999999999999999",
    "0x",
    "NaN",
    "\\u0000",
    "\\ud800",
    "\\",
    "💥",
    "é",
    "[[[[[[[[[[[[[[[[[[[[",
    "{\"a\":",
    "@app.tool(\"",
    "@property\n",
    "def name(self):\n",
    "return \"",
    "[[known]]\n",
    "reason = \"",
    "\"\"\"",
    "'''",
];

/// `text`, damaged in up to four places.
fn damaged(text: &str, seed: u64) -> String {
    let mut draw = Draw::from_seed(seed);
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=draw.below(4) {
        let at = draw.below(bytes.len() + 1);
        let until = (at + draw.below(40)).min(bytes.len());
        match draw.below(6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..until)),
            2 => {
                let copy = bytes[at..until].to_vec();
                let to = draw.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            3 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << draw.below(8);
                }
            }
            4 => {
                let debris = draw.pick(DEBRIS).repeat(1 + draw.below(3));
                bytes.splice(at..at, debris.into_bytes());
            }
            _ => {
                let debris = draw.pick(DEBRIS).as_bytes().to_vec();
                bytes.splice(at..until, debris);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Damages `text` again and again; how many of the documents are taken.
fn taken(text: &str, read: impl Fn(&str) -> bool) -> u64 {
    (0..DOCUMENTS).filter(|seed| read(&damaged(text, *seed))).count() as u64
}

#[test]
fn damaged_proofs() {
    let text = serde_json::to_string_pretty(&sample()).unwrap();
    let taken = taken(&text, |text| {
        let Ok(proof) = Proof::from_json(text) else { return false };
        // What is taken can be shown, in every form.
        let proofs = std::slice::from_ref(&proof);
        let mut out = Vec::new();
        terminal(&proof, proofmark::proof::Detail::Everything, &mut out).unwrap();
        for report in [junit, html, markdown, sarif, badge] {
            report(proofs, &mut out).unwrap();
        }
        true
    });
    assert!(taken > 0 && taken < DOCUMENTS, "{taken}");
}

#[test]
fn damaged_certificates() {
    let certificate = serde_json::json!({
        "certificate": 1, "harness": "0.1.0", "digest": "d", "seed": 0, "cases": 200, "suites": [],
    });
    taken(&certificate.to_string(), |text| serde_json::from_str::<Certificate>(text).is_ok());
}

#[test]
fn damaged_files_of_known_failures() {
    let text = project("conformance/subjects/awp-agents/known.toml");
    let path = Path::new("known.toml");
    assert!(KnownFile::parse(path, &text).is_ok());
    let taken = taken(&text, |text| KnownFile::parse(path, text).is_ok());
    assert!(taken > 0 && taken < DOCUMENTS, "{taken}");
}

#[test]
fn damaged_corpus_files() {
    let text = project("corpus/preflight/presence.yaml");
    let read = |text: &str| parse_corpus(&preflight::SUITE, "preflight/presence".to_owned(), text).is_ok();
    assert!(read(&text));
    let taken = taken(&text, read);
    assert!(taken > 0 && taken < DOCUMENTS, "{taken}");
}

const WORKFLOW: &str = "awp: \"1.0.0\"\nworkflow:\n  name: demo\n  description: &text a text\norchestration:\n  engine: dag\n  \
                        graph:\n    - {id: reader, depends_on: []}\n    - id: writer\n      depends_on: [reader]\n      \
                        note: *text\nevaluation:\n  thresholds: {accept: 0.9, repair: 0.5, fail: 0.1}\n";
const AGENT: &str = "identity:\n  id: reader\noutput:\n  format: json\n  contract: {type: object}\ncapabilities:\n  tools:\n    \
                     enabled: true\n    allowed: [web.search]\n";
const PYTHON: &str = "import app\n\n@app.tool(\"web.custom\")\ndef f(): ...\n\nclass Agent(AWPAgent):\n    @property\n    \
                      def name(self):\n        return \"reader\"\n";

#[test]
fn damaged_workflows() {
    let folder = Folder::new("damaged-workflows");
    folder.write("w/agents/reader/agent.awp.yaml", AGENT);
    folder.write("w/agents/writer/agent.awp.yaml", AGENT.replace("reader", "writer"));
    let path = folder.0.join("w");
    let parts = [
        ("w/workflow.awp.yaml", WORKFLOW),
        ("w/agents/reader/agent.awp.yaml", AGENT),
        ("w/agents/reader/agent.py", PYTHON),
    ];
    for (name, text) in parts {
        folder.write(name, text);
    }
    assert!(check(&builtin(), &path).is_ok());
    for (name, text) in parts {
        let taken = taken(text, |damaged| {
            folder.write(name, damaged);
            let Ok(checked) = check(&builtin(), &path) else { return false };
            let shown = as_text(&checked, false);
            assert!(as_json(std::slice::from_ref(&checked))["remarks"].is_array() && !shown.is_empty());
            true
        });
        assert!(taken > 0, "{name}");
        folder.write(name, text);
    }
}

#[test]
fn damaged_single_documents() {
    let folder = Folder::new("damaged-documents");
    let params: Value = serde_json::json!({"workflow": {}, "agents": {"a": {}}, "files": [], "tools": ["x.y"]});
    for text in [WORKFLOW.to_owned(), AGENT.to_owned(), params.to_string()] {
        taken(&text, |damaged| {
            let path = folder.write("document.yaml", damaged);
            check(&builtin(), &path).map(|checked| as_text(&checked, true)).is_ok()
        });
    }
}

#[test]
fn bytes_that_are_no_text() {
    let folder = Folder::new("damaged-bytes");
    let mut draw = Draw::from_seed(1);
    for _ in 0..200 {
        let bytes: Vec<u8> = (0..draw.below(300)).map(|_| u8::try_from(draw.below(256)).unwrap()).collect();
        let _ = check(&builtin(), &folder.write("document.yaml", bytes)).map(|checked| as_text(&checked, false));
    }
}
