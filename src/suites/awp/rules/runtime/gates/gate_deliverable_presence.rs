//! What a subtask has to deliver is there, and not empty.
//!
//! The event is part of the rule: it has to say which files are missing and
//! which are empty, and that the paths were declared.

use super::super::prelude::*;
use super::draw::{add_file, clean};
use super::{CHECK, METHOD, examine, first_only, letting, misjudge, outcome_label};

const GATE: &str = "deliverable_presence";

pub(in super::super::super) static RULE: Rule = Rule {
    id: "gate-deliverable-presence",
    title: "completes only when every declared file exists and is not empty",
    level: Level::Must,
    source: "Runtime Completion Gates, deliverable_presence",
    statement: "A path among the required outputs of any subtask that is missing, or a file without a byte, rejects the \
                completion. The event lists the missing and the empty ones and gives `required_outputs` as its source.",
    checks: &[Check {
        property: "missing and empty files reject, and the event lists exactly them",
        edges,
        arms: &[
            arm(2, "one file gone", |draw| broken(draw, 1)),
            arm(2, "several files gone", |draw| broken(draw, 4)),
            arm(1, "nothing wrong", clean),
        ],
        classify,
        labels: &[
            "broken",
            "clean",
            "missing",
            "empty",
            "missing and empty",
            "one byte",
            "an empty file nobody declared",
        ],
        steps: |case, answers| examine(GATE, case, answers),
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("does not look for files", |r, a| letting(r, a, GATE, |_| true)),
        Mutant::answers("takes an empty file for a file", |r, a| {
            misjudge(r, a, |params| {
                for file in params["files"].as_array_mut().into_iter().flatten() {
                    if file["base64"] == "" && file["path"].as_str().is_some_and(|path| !path.ends_with("pdf")) {
                        file["base64"] = json!("eA==");
                    }
                }
            })
        }),
        Mutant::answers("looks at the first subtask only", |r, a| {
            misjudge(r, a, |params| first_only(&mut params["subtasks"]))
        }),
        Mutant::answers("looks at the first output of a subtask only", |r, a| {
            misjudge(r, a, |params| {
                for subtask in params["subtasks"].as_array_mut().into_iter().flatten() {
                    first_only(&mut subtask["requiredOutputs"]);
                }
            })
        }),
        Mutant::answers("compares file names without their folder", |r, a| {
            misjudge(r, a, |params| {
                let base = |path: &mut Value| {
                    *path = json!(path.as_str().and_then(|path| path.rsplit('/').next()).unwrap_or_default());
                };
                params["files"].as_array_mut().into_iter().flatten().for_each(|file| base(&mut file["path"]));
                for subtask in params["subtasks"].as_array_mut().into_iter().flatten() {
                    subtask["requiredOutputs"].as_array_mut().into_iter().flatten().for_each(base);
                }
            })
        }),
        Mutant::answers("rejects an empty file that nobody declared", |r, a| {
            misjudge(r, a, |params| {
                let all: Vec<Value> = items(&params["files"]).iter().map(|file| file["path"].clone()).collect();
                if let Some(first) = params["subtasks"].as_array_mut().and_then(|list| list.first_mut()) {
                    let outputs = items(&first["requiredOutputs"]).iter().chain(&all).cloned().collect();
                    first["requiredOutputs"] = outputs;
                }
            })
        }),
        Mutant::answers("calls an empty file missing", |r, a| {
            with_event(r, a, |event| {
                let all: Vec<Value> = items(&event["missing"]).iter().chain(items(&event["empty"])).cloned().collect();
                (event["missing"], event["empty"]) = (json!(all), json!([]));
            })
        }),
        Mutant::answers("lists the first missing file only", |r, a| {
            with_event(r, a, |event| first_only(&mut event["missing"]))
        }),
        Mutant::answers("lists missing files and no empty ones", |r, a| {
            with_event(r, a, |event| event["empty"] = json!([]))
        }),
        Mutant::answers("does not say where the paths come from", |r, a| {
            with_event(r, a, |event| drop(event.as_object_mut().map(|members| members.remove("source"))))
        }),
        Mutant::answers("says that the paths were found in prose", |r, a| {
            with_event(r, a, |event| event["source"] = json!("success_criteria"))
        }),
        Mutant::answers("gives no event", |r, a| with_event(r, a, |event| *event = Value::Null)),
    ],
    corpus: include_str!("../../../../../corpus/awp/gate-deliverable-presence.yaml"),
    questions: &[],
};

fn with_event(request: Request<'_>, answer: Value, change: impl FnOnce(&mut Value)) -> Value {
    edit(request, METHOD, answer, |answer| {
        if answer["rejectedBy"] == GATE {
            change(&mut answer["event"]);
        }
    })
}

/// Texts only: an empty image or table may be blamed on the file gate as well.
const PATHS: [&str; 6] = ["notes.txt", "out/notes.txt", "page.md", "data.json", "deep/er/page.md", "list.txt"];

fn edges() -> Vec<Value> {
    let subtasks = |outputs: &[&[&str]]| -> Value {
        let each = outputs.iter().enumerate();
        each.map(|(n, paths)| json!({"id": format!("s{}", n + 1), "requiredOutputs": paths})).collect()
    };
    let file = |path: &str, text: &str| json!({"path": path, "text": text});
    let case = |outputs: &[&[&str]], files: &[Value]| json!({"subtasks": subtasks(outputs), "files": files});
    let full = file("notes.txt", "words");
    vec![
        json!({}),
        json!({"subtasks": []}),
        case(&[&[]], &[]),
        case(&[&["notes.txt"]], std::slice::from_ref(&full)),
        case(&[&["notes.txt"]], &[file("notes.txt", "x")]),
        case(&[&["notes.txt"]], &[]),
        case(&[&["notes.txt"]], &[file("notes.txt", "")]),
        case(&[&["notes.txt"]], &[file("Notes.txt", "words")]),
        case(&[&["out/notes.txt"]], std::slice::from_ref(&full)),
        case(&[&["notes.txt"]], &[file("out/notes.txt", "words")]),
        case(&[&["notes.txt"], &["page.md"]], std::slice::from_ref(&full)),
        case(&[&["notes.txt", "page.md"]], std::slice::from_ref(&full)),
        case(&[&["notes.txt", "page.md"], &["data.json"]], &[file("page.md", "")]),
        case(&[&["notes.txt"]], &[full.clone(), file("other.txt", "")]),
        case(&[&["notes.txt"], &["notes.txt"]], &[]),
    ]
}

fn broken(draw: &mut Draw, most: usize) -> Value {
    let mut case = clean(draw);
    let count = draw.size(1..=most);
    for path in draw.sample(&PATHS, count) {
        let kind = draw.below(3);
        let text = if kind == 1 { String::new() } else { text::sentence(draw) };
        if kind == 0 {
            add_file(&mut case, json!({"path": format!("{path}.bak"), "text": "words"}), false);
            let subtask = json!({"id": format!("for {path}"), "requiredOutputs": [path]});
            case["subtasks"]
                .as_array_mut()
                .map(|list| list.push(subtask.clone()))
                .unwrap_or_else(|| case["subtasks"] = json!([subtask]));
        } else {
            add_file(&mut case, json!({"path": path, "text": text}), true);
        }
    }
    case
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = outcome_label(GATE, case);
    let declared: Vec<&str> = items(&case["subtasks"]).iter().flat_map(|it| strings(&it["requiredOutputs"])).collect();
    let text = |path: &str| items(&case["files"]).iter().find(|file| file["path"] == path).map(|file| &file["text"]);
    let missing = declared.iter().any(|path| text(path).is_none());
    let empty = declared.iter().any(|path| text(path).is_some_and(|text| text == ""));
    labels.extend(missing.then_some("missing"));
    labels.extend(empty.then_some("empty"));
    labels.extend((missing && empty).then_some("missing and empty"));
    labels.extend(
        declared
            .iter()
            .any(|path| text(path).and_then(Value::as_str).is_some_and(|it| it.len() == 1))
            .then_some("one byte"),
    );
    let stray = |file: &Value| file["text"] == "" && !declared.iter().any(|path| file["path"] == *path);
    labels.extend(items(&case["files"]).iter().any(stray).then_some("an empty file nobody declared"));
    labels
}
