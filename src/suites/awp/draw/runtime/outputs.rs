//! Declared outputs that are missing or empty.

use serde_json::{Value, json};

use super::evidence::{add_file, clean, outcome_label};
use crate::draw::{Draw, text};
use crate::suites::awp::model::runtime::params::{items, strings};

/// Texts only: an empty image or table may be blamed on the file gate as well.
const PATHS: [&str; 9] = [
    "notes.txt",
    "out/notes.txt",
    "page.md",
    "data.json",
    "deep/er/page.md",
    "list.txt",
    "README.rst",
    "Makefile",
    "r\u{e9}sum\u{e9}.txt",
];

/// Bytes that are not nothing, however little they say.
const LITTLE: [&str; 4] = ["MA==", "AA==", "77u/", "/w=="];

/// Paths that are easily taken for `path`.
fn lookalikes(path: &str) -> Vec<String> {
    let stem = path.split('.').next().unwrap_or_default();
    let ascii: String = path.chars().filter(char::is_ascii).collect();
    let mut others =
        vec![format!("{path}.bak"), format!("old/{path}"), format!("{stem}.log"), path.replace('.', "_"), ascii];
    others.retain(|other| other != path);
    others
}

/// One and two subtasks with every way of not delivering.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let subtasks = |outputs: &[&[&str]]| -> Value {
        let each = outputs.iter().enumerate();
        each.map(|(n, paths)| json!({"id": format!("s{}", n + 1), "requiredOutputs": paths})).collect()
    };
    let file = |path: &str, text: &str| json!({"path": path, "text": text});
    let case = |outputs: &[&[&str]], files: &[Value]| json!({"subtasks": subtasks(outputs), "files": files});
    let full = file("notes.txt", "words");
    let mut cases = vec![
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
    ];
    for path in PATHS {
        cases.push(case(&[&[path]], &[file(path, "words")]));
        cases.push(case(&[&[path]], &[]));
        cases.extend(lookalikes(path).iter().map(|other| case(&[&[path]], &[file(other, "words")])));
    }
    cases.extend(LITTLE.map(|bytes| case(&[&["list.bin"]], &[json!({"path": "list.bin", "base64": bytes})])));
    for count in [12, 25, 60, 300] {
        let paths: Vec<String> = (0..count).map(|number| format!("part{number}.txt")).collect();
        let files: Vec<Value> = paths.iter().map(|path| file(path, "words")).collect();
        for there in [count, count - 1, 0] {
            cases.push(json!({"subtasks": [{"id": "s1", "requiredOutputs": paths}], "files": files[..there]}));
        }
        let empty: Vec<Value> = paths.iter().map(|path| file(path, "")).collect();
        cases.push(json!({"subtasks": [{"id": "s1", "requiredOutputs": paths}], "files": empty}));
    }
    // A task may name a file that nobody declared: there is nothing to look for, whether it is there or not.
    cases.push(json!({"task": "Write notes.txt and stop."}));
    for task in ["Write notes.txt and stop.", "Create the file page.md.", "- [ ] notes.txt is there"] {
        cases.push(
            json!({"task": task, "files": [{"path": "notes.txt", "size": 600}, {"path": "page.md", "size": 600}]}),
        );
    }
    cases
}

/// Many outputs of one subtask, all of them there or all but the last.
fn many(draw: &mut Draw) -> Value {
    let count = *draw.pick(&[12, 25, 60]);
    let paths: Vec<String> = (0..count).map(|number| format!("part{number}.txt")).collect();
    let there = if draw.chance(1, 4) { 0 } else { count - draw.below(2) };
    let files: Vec<Value> = paths[..there].iter().map(|path| json!({"path": path, "text": "words"})).collect();
    json!({"subtasks": [{"id": "s1", "requiredOutputs": paths}], "files": files})
}

/// Asks for `path` in the last of the subtasks or in one of its own.
fn require(draw: &mut Draw, case: &mut Value, path: &str) {
    let own = json!({"id": format!("for {path}"), "requiredOutputs": [path]});
    match case["subtasks"].as_array_mut() {
        None => case["subtasks"] = json!([own]),
        Some(subtasks) => match subtasks.last_mut().and_then(|last| last["requiredOutputs"].as_array_mut()) {
            Some(outputs) if draw.chance(1, 2) => outputs.push(json!(path)),
            _ => subtasks.push(own),
        },
    }
}

/// Clean evidence with up to `most` outputs missing or empty; now and then beside an empty file that nobody asked for.
pub(in crate::suites::awp) fn broken(draw: &mut Draw, most: usize) -> Value {
    if draw.chance(1, 8) {
        return many(draw);
    }
    let mut case = clean(draw);
    let stray = draw.chance(1, 6);
    if stray {
        add_file(&mut case, json!({"path": "stray.txt", "text": ""}), false);
    }
    let count = draw.size(usize::from(!stray)..=most);
    for path in draw.sample(&PATHS, count) {
        let kind = draw.below(3);
        let text = if kind == 1 { String::new() } else { text::sentence(draw) };
        if kind == 0 {
            add_file(&mut case, json!({"path": draw.pick(&lookalikes(path)), "text": "words"}), false);
        } else {
            add_file(&mut case, json!({"path": path, "text": text}), false);
        }
        require(draw, &mut case, path);
    }
    case
}

/// What is noteworthy about declared outputs.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = outcome_label("deliverable_presence", case);
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
    labels.extend(items(&case["files"]).iter().any(stray).then_some("an undeclared empty file"));
    labels
}
