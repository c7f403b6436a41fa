//! Evidence in which nothing is wrong, to be broken in one place.

use serde_json::{Value, json};

use super::contents::evidence;
use crate::draw::{Draw, Shape, optional, required, text};
use crate::suites::awp::model::runtime::gates::{Outcome, outcome};

/// The parts of evidence.
pub(in crate::suites::awp) static SHAPE: Shape = Shape::Object(&[
    optional(
        "critique",
        Shape::Object(&[
            required("enabled", Shape::Fixed),
            required("minScoreToComplete", Shape::Number),
            required("iterations", Shape::List { of: &Shape::List { of: &Shape::Number, least: 0 }, least: 0 }),
        ]),
    ),
    optional(
        "subtasks",
        Shape::List {
            of: &Shape::Object(&[
                required("id", Shape::Id("subtask")),
                required("requiredOutputs", Shape::List { of: &Shape::Fixed, least: 0 }),
            ]),
            least: 0,
        },
    ),
    optional("files", Shape::List { of: &FILE, least: 0 }),
    optional("finalResult", Shape::Map { keys: None, of: &Shape::Any }),
    optional("task", Shape::Text { least: 0 }),
    optional(
        "evaluation",
        Shape::Object(&[
            required("enabled", Shape::Fixed),
            required("score", Shape::Number),
            required(
                "thresholds",
                Shape::Object(&[
                    required("accept", Shape::Number),
                    required("retry", Shape::Number),
                    required("fail", Shape::Number),
                ]),
            ),
        ]),
    ),
]);

static FILE: Shape = Shape::Object(&[
    required("path", Shape::Fixed),
    required("base64", Shape::Fixed),
    required("text", Shape::Text { least: 0 }),
    required("size", Shape::Integer { least: 0 }),
    required("end", Shape::Fixed),
    required(
        "png",
        Shape::Object(&[
            required("width", Shape::Integer { least: 1 }),
            required("height", Shape::Integer { least: 1 }),
            optional("comment", Shape::Integer { least: 0 }),
        ]),
    ),
    required("pdf", Shape::Fixed),
]);

/// Declared files that nobody could object to: notes, tables, code, an image, a document.
pub(in crate::suites::awp) fn clean_file(draw: &mut Draw, number: usize) -> Value {
    match draw.below(7) {
        0 => json!({"path": format!("notes{number}.txt"), "text": text::sentence(draw)}),
        1 => json!({"path": format!("out/page{number}.md"), "text": markdown(draw, 4, 0)}),
        2 => json!({"path": format!("table{number}.csv"), "text": "name,count\npine,3\nkelp,4\n"}),
        3 => json!({"path": format!("code{number}.py"), "text": "# TODO: speed this up\nprint(1)\n"}),
        4 => {
            json!({"path": format!("plot{number}.png"), "png": {"width": draw.int(24..=40), "height": draw.int(24..=40)}})
        }
        5 => json!({"path": format!("paper{number}.pdf"), "pdf": text::sentence(draw)}),
        _ => json!({"path": format!("data{number}.json"), "text": "{\"count\": 3}"}),
    }
}

/// Markdown with so many paragraphs of their own, and one paragraph so many times over.
pub(in crate::suites::awp) fn markdown(draw: &mut Draw, own: usize, repeated: usize) -> String {
    let mut parts = vec!["# Notes".to_owned()];
    for number in 0..own {
        parts.push(format!(
            "Part {number} tells of {} and of {}, at some length.",
            text::sentence(draw),
            text::sentence(draw)
        ));
    }
    for _ in 0..repeated {
        let again = "The same thing is said here once more, word for word and at length, as if nobody had read the page so \
                     far: what was measured, where it was measured, by whom, and why it might matter to anyone but them.";
        parts.push(again.to_owned());
    }
    parts.join("\n\n") + "\n"
}

/// Evidence that every gate lets pass, with some of everything.
pub(in crate::suites::awp) fn clean(draw: &mut Draw) -> Value {
    let mut case = json!({});
    let count = draw.size(0..=3);
    let files: Vec<Value> = (0..count).map(|number| clean_file(draw, number)).collect();
    if !files.is_empty() {
        let mut subtasks: Vec<Value> = Vec::new();
        for (number, file) in files.iter().enumerate() {
            match subtasks.last_mut().and_then(|subtask| subtask["requiredOutputs"].as_array_mut()) {
                Some(outputs) if draw.chance(1, 2) => outputs.push(file["path"].clone()),
                _ => subtasks.push(json!({"id": format!("s{number}"), "requiredOutputs": [file["path"]]})),
            }
        }
        case["subtasks"] = subtasks.into();
        case["files"] = files.into();
    }
    if draw.chance(1, 3) {
        case["critique"] = json!({"enabled": true, "minScoreToComplete": 0.5, "iterations": [[0.25], [0.75, 0.5]]});
    }
    if draw.chance(1, 3) {
        case["finalResult"] = json!({"summary": text::sentence(draw), "parts": [text::word(draw), {"n": 3}]});
    }
    if draw.chance(1, 3) {
        case["evaluation"] =
            json!({"enabled": true, "thresholds": {"accept": 0.75, "retry": 0.5, "fail": 0.25}, "score": 0.875});
    }
    if draw.chance(1, 4) {
        case["task"] = json!(draw.pick(&["Greet the user.", "Add two numbers."]));
    }
    case
}

/// Adds a file to a case, declared by a subtask of its own or by none.
pub(in crate::suites::awp) fn add_file(case: &mut Value, file: Value, declared: bool) {
    let push = |case: &mut Value, name: &str, item: Value| match case[name].as_array_mut() {
        Some(list) => list.push(item),
        None => case[name] = json!([item]),
    };
    if declared {
        push(case, "subtasks", json!({"id": "added", "requiredOutputs": [file["path"]]}));
    }
    push(case, "files", file);
}

/// Labels a case by what the gate makes of it.
pub(in crate::suites::awp) fn outcome_label(gate: &str, case: &Value) -> Vec<&'static str> {
    match outcome(&evidence(case)) {
        Ok(Outcome { broken, .. }) if broken.iter().any(|(name, _)| *name == gate) => vec!["broken"],
        Ok(Outcome { broken, doubts, .. }) if broken.is_empty() && doubts.is_empty() => vec!["clean"],
        _ => vec!["in doubt"],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clean_evidence_is_clean() {
        for seed in 0..300 {
            let case = clean(&mut Draw::from_seed(seed));
            let outcome = outcome(&evidence(&case)).unwrap();
            assert!(outcome.broken.is_empty() && outcome.doubts.is_empty(), "{case} {outcome:?}");
        }
    }
}
