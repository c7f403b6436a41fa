//! Files that are broken stand-ins, and files that are easily taken for such.

use serde_json::{Value, json};

use super::evidence::{add_file, clean, outcome_label};
use crate::draw::Draw;
use crate::suites::awp::model::runtime::gates::has_extension;
use crate::suites::awp::model::runtime::params::items;

/// Broken stand-ins: one pixel with and without ballast, no document, blank tables.
fn broken() -> Vec<Value> {
    vec![
        json!({"path": "dot.png", "png": {"width": 1, "height": 1}}),
        json!({"path": "dot.png", "png": {"width": 1, "height": 1, "comment": 600}}),
        json!({"path": "out/dot.png", "png": {"width": 1, "height": 1}}),
        json!({"path": "my.dot.png", "png": {"width": 1, "height": 1}}),
        json!({"path": "none.pdf", "pdf": ""}),
        json!({"path": "blank.csv", "text": "\n"}),
        json!({"path": "blank.csv", "text": "  \n\t\n"}),
        json!({"path": "blank.csv", "text": ""}),
        json!({"path": "out/blank.csv", "text": " \n"}),
    ]
}

/// Real files, some of which are easily taken for broken ones.
fn sound() -> Vec<Value> {
    vec![
        json!({"path": "real.png", "png": {"width": 24, "height": 24}}),
        json!({"path": "real.png", "png": {"width": 257, "height": 257}}),
        json!({"path": "real.png", "png": {"width": 16, "height": 300}}),
        json!({"path": "real.pdf", "pdf": "One page"}),
        json!({"path": "real.csv", "text": "name,count\npine,1\n"}),
        json!({"path": "real.csv", "text": "a,b\nc,d\n"}),
        json!({"path": "real.csv", "text": "NAME,COUNT\nPINE,1\n\n"}),
        json!({"path": "real.csv", "text": "\u{434}\u{435}\u{440}\u{435}\u{432}\u{43e},2024\n\u{441}\u{43e}\u{441}\u{43d}\u{430},1\n"}),
    ]
}

/// Each of them, alone and after another one; real files also where nobody declared them.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let mut cases = vec![json!({})];
    for file in sound() {
        let mut stray = json!({});
        add_file(&mut stray, file, false);
        cases.push(stray);
    }
    for file in broken().into_iter().chain(sound()) {
        let mut alone = json!({});
        add_file(&mut alone, file.clone(), true);
        cases.push(alone);
        let mut later = json!({});
        add_file(&mut later, json!({"path": "notes.txt", "text": "words"}), true);
        add_file(&mut later, file, true);
        cases.push(later);
    }
    cases
}

/// Clean evidence with a broken stand-in.
pub(in crate::suites::awp) fn with_broken(draw: &mut Draw) -> Value {
    let mut case = clean(draw);
    let mut file = draw.pick(&broken()).clone();
    if file["png"]["comment"].is_number() {
        file["png"]["comment"] = json!(draw.int(500..=900));
    }
    add_file(&mut case, file, true);
    case
}

/// What is noteworthy about files.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = outcome_label("file", case);
    for file in items(&case["files"]) {
        labels.extend(
            ["png", "pdf", "csv"]
                .into_iter()
                .filter(|extension| file["path"].as_str().is_some_and(|path| has_extension(path, extension))),
        );
    }
    labels
}
