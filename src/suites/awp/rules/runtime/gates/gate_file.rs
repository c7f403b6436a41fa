//! A file that is there can still be a stand-in.
//!
//! What makes an image a stand-in is its pixels, not its bytes: a 1×1 PNG with
//! a long comment is as large as a picture.

use super::super::prelude::*;
use super::contents::{decode, png_size};
use super::draw::{add_file, clean};
use super::{CHECK, examine, has_extension, letting, misjudge, outcome_label, rejecting};

const GATE: &str = "file";

pub(in super::super::super) static RULE: Rule = Rule {
    id: "gate-file",
    title: "completes only with files that are no broken stand-ins",
    level: Level::Must,
    source: "Runtime Completion Gates, file",
    statement: "A declared PNG of one pixel, a declared PDF of no bytes and a declared CSV with nothing but white space \
                reject the completion.",
    checks: &[Check {
        property: "broken stand-ins among the declared files reject, real files do not",
        edges,
        arms: &[
            arm(3, "a broken file", |draw| with(draw, true)),
            arm(1, "a broken file that nobody declared", |draw| with(draw, false)),
            arm(1, "nothing wrong", clean),
        ],
        classify,
        labels: &["broken", "clean", "png", "pdf", "csv", "not declared"],
        steps: |case, answers| examine(GATE, case, answers),
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("never looks into files", |r, a| letting(r, a, GATE, |_| true)),
        Mutant::answers("takes an image of one pixel for an image", |r, a| without(r, a, "png")),
        Mutant::answers("takes a blank table for a table", |r, a| without(r, a, "csv")),
        Mutant::answers("does not check documents at all", |r, a| without(r, a, "pdf")),
        Mutant::answers("tells stand-ins by the size of the file", |r, a| {
            letting(r, a, GATE, |params| {
                items(&params["files"]).iter().all(|file| !is(file, "png") || bytes(file).len() > 512)
            })
        }),
        Mutant::answers("reads one byte of an image's width and height", |r, a| {
            rejecting(r, a, GATE, |params| {
                items(&params["files"]).iter().any(|file| {
                    png_size(&bytes(file)).is_some_and(|(width, height)| width % 256 == 1 && height % 256 == 1)
                })
            })
        }),
        Mutant::answers("takes an empty table for broken, and a blank one for fine", |r, a| {
            letting(r, a, GATE, |params| {
                items(&params["files"]).iter().any(|file| is(file, "csv") && !bytes(file).is_empty() && blank(file))
            })
        }),
        Mutant::answers("looks into files that nobody declared", |r, a| {
            misjudge(r, a, |params| {
                let all: Vec<Value> = items(&params["files"]).iter().map(|file| file["path"].clone()).collect();
                params["subtasks"] = json!([{"id": "all", "requiredOutputs": all}]);
            })
        }),
        Mutant::answers("takes tables with numbers in them for broken", |r, a| {
            rejecting(r, a, GATE, |params| {
                items(&params["files"]).iter().any(|file| {
                    is(file, "csv") && String::from_utf8_lossy(&bytes(file)).chars().any(|c| c.is_ascii_digit())
                })
            })
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/gate-file.yaml"),
    questions: &[],
};

fn is(file: &Value, extension: &str) -> bool {
    file["path"].as_str().is_some_and(|path| has_extension(path, extension))
}

fn bytes(file: &Value) -> Vec<u8> {
    file["base64"].as_str().and_then(decode).unwrap_or_default()
}

fn blank(file: &Value) -> bool {
    String::from_utf8_lossy(&bytes(file)).trim().is_empty()
}

/// What a runtime answers that does not look at files of one kind.
fn without(request: Request<'_>, answer: Value, extension: &str) -> Value {
    misjudge(request, answer, |params| {
        for subtask in params["subtasks"].as_array_mut().into_iter().flatten() {
            if let Some(outputs) = subtask["requiredOutputs"].as_array_mut() {
                outputs.retain(|path| path.as_str().is_some_and(|path| !path.ends_with(extension)));
            }
        }
    })
}

/// Broken stand-ins: one pixel with and without ballast, no document, blank tables.
fn broken() -> Vec<Value> {
    vec![
        json!({"path": "dot.png", "png": {"width": 1, "height": 1}}),
        json!({"path": "dot.png", "png": {"width": 1, "height": 1, "comment": 600}}),
        json!({"path": "none.pdf", "pdf": ""}),
        json!({"path": "blank.csv", "text": "\n"}),
        json!({"path": "blank.csv", "text": "  \n\t\n"}),
        json!({"path": "blank.csv", "text": ""}),
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
    ]
}

fn edges() -> Vec<Value> {
    let mut cases = vec![json!({})];
    for file in broken().into_iter().chain(sound()) {
        for declared in [true, false] {
            let mut case = json!({});
            add_file(&mut case, file.clone(), declared);
            cases.push(case);
        }
        let mut later = json!({});
        add_file(&mut later, json!({"path": "notes.txt", "text": "words"}), true);
        add_file(&mut later, file, true);
        cases.push(later);
    }
    cases
}

fn with(draw: &mut Draw, declared: bool) -> Value {
    let mut case = clean(draw);
    let mut file = draw.pick(&broken()).clone();
    if file["png"]["comment"].is_number() {
        file["png"]["comment"] = json!(draw.int(500..=900));
    }
    add_file(&mut case, file, declared);
    case
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = outcome_label(GATE, case);
    let declared: Vec<&str> = items(&case["subtasks"]).iter().flat_map(|it| strings(&it["requiredOutputs"])).collect();
    for file in items(&case["files"]) {
        labels.extend(["png", "pdf", "csv"].into_iter().filter(|extension| is(file, extension)));
        labels.extend((!declared.iter().any(|path| file["path"] == *path)).then_some("not declared"));
    }
    labels
}
