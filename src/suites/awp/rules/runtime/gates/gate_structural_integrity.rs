//! A document that says the same thing over and over is padding.
//!
//! The document gives no ratio, so only Markdown far beyond doubt is judged:
//! nearly everything repeated, or nothing.

use std::collections::BTreeSet;

use super::super::prelude::*;
use super::CHECK;
use crate::suites::awp::draw::runtime::evidence::{add_file, clean, markdown, outcome_label};
use crate::suites::awp::model::runtime::gates::base64::decode;
use crate::suites::awp::model::runtime::gates::has_extension;
use crate::suites::awp::reference::gates::{letting, misjudging, rejecting};

const GATE: &str = "structural_integrity";

pub(in super::super) static RULE: Rule = Rule {
    id: "gate-structural-integrity",
    title: "structural_integrity gate: rejects Markdown whose paragraphs repeat",
    level: Level::Should,
    source: "Runtime Completion Gates, structural_integrity",
    statement: "A declared Markdown file most of whose paragraphs are one and the same rejects the completion; one \
                without any repeated paragraph does not.",
    checks: &[Check {
        property: "Markdown made of one paragraph over and over rejects, ordinary Markdown does not",
        edges,
        arms: &[
            arm(2, "repeated throughout", |draw| page(draw, true)),
            arm(2, "nothing repeated", |draw| page(draw, false)),
        ],
        classify: |case| outcome_label(GATE, case),
        labels: &["broken", "clean"],
        ..CHECK
    }],
    mutants: &[
        letting("never looks at Markdown", GATE, |_| true),
        rejecting("rejects long Markdown", GATE, |params| {
            items(&params["files"]).iter().any(|file| {
                file["path"].as_str().is_some_and(|path| has_extension(path, "md"))
                    && file["base64"].as_str().is_some_and(|text| text.len() > 1500)
            })
        }),
        rejecting("compares the beginnings of paragraphs", GATE, |params| {
            items(&params["files"]).iter().any(begins_alike)
        }),
        rejecting("takes blank lines for paragraphs that repeat", GATE, |params| {
            items(&params["files"]).iter().any(|file| {
                let bytes = file["base64"].as_str().and_then(decode).unwrap_or_default();
                let text = String::from_utf8_lossy(&bytes);
                let parts: Vec<&str> = text.split("\n\n").collect();
                let blank = parts.iter().filter(|part| part.is_empty()).count();
                blank * 3 > parts.len()
            })
        }),
        misjudging("looks at the first declared file only", GATE, |params| first_only(&mut params["subtasks"])),
    ],
    corpus: include_str!("../../../../../../corpus/awp/gate-structural-integrity.yaml"),
    questions: &[],
};

/// Whether half of the paragraphs of a Markdown file begin like another one.
fn begins_alike(file: &Value) -> bool {
    let bytes = file["base64"].as_str().and_then(decode).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let beginnings: Vec<String> = text.split("\n\n").map(|part| part.chars().take(180).collect()).collect();
    let distinct: BTreeSet<&String> = beginnings.iter().collect();
    file["path"].as_str().is_some_and(|path| has_extension(path, "md")) && distinct.len() * 2 < beginnings.len()
}

fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = (0..16).map(|seed| page(&mut Draw::from_seed(seed), seed % 2 == 0)).collect();
    // Blank lines are no paragraphs.
    for blank in ["\n\n\n\n", "\n\n\n\n\n\n"] {
        let text = markdown(&mut Draw::from_seed(3), 12, 0).replace("\n\n", blank);
        let mut case = json!({});
        add_file(&mut case, json!({"path": "paper.md", "text": text}), true);
        cases.push(case);
    }
    for length in [100, 250, 600] {
        cases.push(alike(length));
    }
    cases
}

/// Ten paragraphs that begin alike for so many letters, and go on five times as long in words of their own: nobody can
/// take one for another who reads them to the end.
fn alike(length: usize) -> Value {
    let beginning: String = "What was measured in the woods behind the old station on this day of the year: "
        .chars()
        .cycle()
        .take(length)
        .collect();
    let own = |number: u64| {
        let mut draw = Draw::from_seed(number);
        let mut words = String::new();
        while words.len() < length * 5 {
            words.push_str(&text::sentence(&mut draw));
            words.push(' ');
        }
        words
    };
    let paragraphs: Vec<String> = (0..10).map(|number| format!("{beginning} {}.", own(number).trim())).collect();
    let mut case = json!({});
    add_file(&mut case, json!({"path": "paper.md", "text": paragraphs.join("\n\n")}), true);
    case
}

fn page(draw: &mut Draw, repeated: bool) -> Value {
    let mut case = clean(draw);
    let (own, again) = if repeated { (draw.size(0..=1), draw.size(10..=16)) } else { (draw.size(4..=16), 0) };
    let text = markdown(draw, own, again);
    add_file(&mut case, json!({"path": "paper.md", "text": text}), true);
    case
}
