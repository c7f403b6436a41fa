//! A task that asks for a file is not done without one worth the name.
//!
//! 512 bytes make a file, in one file and not in all of them together.

use super::super::prelude::*;
use super::CHECK;
use crate::suites::awp::draw::runtime::evidence::outcome_label;
use crate::suites::awp::model::runtime::gates::base64::decode;
use crate::suites::awp::model::runtime::gates::files::HINTS;
use crate::suites::awp::reference::gates::{letting, misjudging, rejecting};

const GATE: &str = "deliverable";

pub(in super::super) static RULE: Rule = Rule {
    id: "gate-deliverable",
    title: "deliverable gate: rejects completion without a file of at least 512 bytes",
    level: Level::Should,
    source: "Runtime Completion Gates, deliverable",
    statement: "If the task names an image, a report, a chart or a dataset, and no file in the output directory has 512 \
                bytes, the completion is rejected.",
    checks: &[Check {
        property: "a task with a hint word needs a file of 512 bytes",
        edges,
        arms: &[
            arm(3, "files around the limit", around),
            arm(1, "no hint", |draw| case("Greet the user.", &sizes(draw))),
        ],
        classify: |case| {
            let mut labels = outcome_label(GATE, case);
            let sizes: Vec<u64> = items(&case["files"]).iter().filter_map(|file| file["size"].as_u64()).collect();
            labels.extend(sizes.contains(&511).then_some("511 bytes"));
            labels.extend(sizes.contains(&512).then_some("512 bytes"));
            labels.extend(sizes.is_empty().then_some("no file"));
            labels
        },
        labels: &["broken", "clean", "511 bytes", "512 bytes", "no file"],
        ..CHECK
    }],
    mutants: &[
        letting("never asks for a file", GATE, |_| true),
        rejecting("wants more than 512 bytes", GATE, |params| asks(params) && lengths(params).max() == Some(512)),
        rejecting("counts characters instead of bytes", GATE, |params| {
            asks(params) && characters(params).all(|count| count < 512)
        }),
        letting("is content with 500 bytes", GATE, |params| lengths(params).any(|length| length >= 500)),
        letting("adds up the sizes of all files", GATE, |params| lengths(params).sum::<usize>() >= 512),
        rejecting("does not count white space at the end of a file", GATE, |params| {
            asks(params) && items(&params["files"]).iter().all(|file| text_of(file).trim_end().len() < 512)
        }),
        misjudging("does not look into folders", GATE, |params| {
            if let Some(files) = params["files"].as_array_mut() {
                files.retain(|file| file["path"].as_str().is_some_and(|path| !path.contains('/')));
            }
        }),
        letting("does not know a hint before a full stop", GATE, |params| {
            params["task"].as_str().is_some_and(|task| task.split(' ').all(|word| !HINTS.contains(&word)))
        }),
        letting("looks at the first six words of a task", GATE, |params| {
            let plain = |word: &str| !HINTS.contains(&word.trim_end_matches(['.', ',']));
            params["task"].as_str().is_some_and(|task| task.split(' ').take(6).all(plain))
        }),
        misjudging("looks at the first file only", GATE, |params| first_only(&mut params["files"])),
        misjudging("does not take dataset for a hint", GATE, |params| {
            if params["task"].as_str().is_some_and(|task| task.contains("dataset")) {
                params["task"] = json!("Greet the user.");
            }
        }),
        rejecting("asks for a file whatever the task is", GATE, |params| {
            params["task"].is_string() && lengths(params).all(|length| length < 512)
        }),
    ],
    corpus: include_str!("../../../../../../corpus/awp/gate-deliverable.yaml"),
    questions: &[],
};

fn asks(params: &Value) -> bool {
    params["task"].as_str().is_some_and(|task| HINTS.iter().any(|hint| task.contains(hint)))
}

fn text_of(file: &Value) -> String {
    let bytes = decode(file["base64"].as_str().unwrap_or_default()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn characters(params: &Value) -> impl Iterator<Item = usize> {
    items(&params["files"]).iter().map(|file| text_of(file).chars().count())
}

fn lengths(params: &Value) -> impl Iterator<Item = usize> {
    let decoded = |file: &Value| decode(file["base64"].as_str().unwrap_or_default());
    items(&params["files"]).iter().map(move |file| decoded(file).map_or(0, |bytes| bytes.len()))
}

fn case(task: &str, sizes: &[i64]) -> Value {
    let files: Vec<Value> =
        sizes.iter().enumerate().map(|(n, size)| json!({"path": format!("file{}.txt", n + 1), "size": size})).collect();
    json!({"task": task, "files": files})
}

fn edges() -> Vec<Value> {
    let mut cases = vec![json!({}), case("Greet the user.", &[]), case("Greet the user.", &[10])];
    for hint in HINTS {
        let task = format!("Make a {hint} of the sales.");
        let sizes: [&[i64]; 7] = [&[], &[1], &[511], &[512], &[513], &[300, 300], &[20, 600]];
        cases.extend(sizes.map(|sizes| case(&task, sizes)));
    }
    for task in ["Make a report.", "Look at the sales of the year, and then make a chart of them."] {
        cases.extend([vec![], vec![511], vec![512]].map(|sizes| case(task, &sizes)));
    }
    let folder = |size: u32| json!({"path": "out/file1.txt", "size": size});
    cases.extend([511, 512].map(|size| json!({"task": "Draw an image of a tree.", "files": [folder(size)]})));
    let blank = json!({"path": "file1.txt", "text": format!("{:<512}", "words")});
    cases.push(json!({"task": "Make a report of the sales.", "files": [blank]}));
    // So many characters of two bytes each: it is bytes that count.
    for count in [255, 256, 511] {
        let file = json!({"path": "file1.txt", "text": "\u{e9}".repeat(count)});
        cases.push(json!({"task": "Make a report of the sales.", "files": [file]}));
    }
    cases
}

fn sizes(draw: &mut Draw) -> Vec<i64> {
    draw.list(0..=3, |draw| match draw.below(4) {
        0 => *draw.pick(&[511, 512, 513]),
        1 => draw.int(500..=520),
        _ => draw.int(1..=400),
    })
}

fn around(draw: &mut Draw) -> Value {
    let (hint, word) = (*draw.pick(&HINTS), text::word(draw));
    let task = match draw.below(3) {
        0 => format!("Make a {hint} of {word}."),
        1 => format!("Look at {word} and at {}, and make a {hint}.", text::sentence(draw)),
        _ => format!("A {hint}, please."),
    };
    let sizes = sizes(draw);
    let mut case = case(&task, &sizes);
    if draw.chance(1, 3) {
        for file in case["files"].as_array_mut().into_iter().flatten() {
            file["path"] = json!(format!("out/{}", file["path"].as_str().unwrap_or_default()));
        }
    }
    case
}
