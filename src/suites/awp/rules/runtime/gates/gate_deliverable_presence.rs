//! What a subtask has to deliver is there, and not empty.
//!
//! The event is part of the rule: it has to say which files are missing and
//! which are empty, and that the paths were declared.

use super::super::prelude::*;
use super::CHECK;
use crate::suites::awp::draw::runtime::evidence::clean;
use crate::suites::awp::draw::runtime::outputs::{broken, classify, edges};
use crate::suites::awp::exam::gate::METHOD;
use crate::suites::awp::model::runtime::gates::base64::decode;
use crate::suites::awp::reference::gates::{letting, misjudge, misjudging, rejecting};

const GATE: &str = "deliverable_presence";

pub(in super::super) static RULE: Rule = Rule {
    id: "gate-deliverable-presence",
    title: "deliverable_presence gate: rejects completion with a declared file missing or empty",
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
        labels: &["broken", "clean", "missing", "empty", "missing and empty", "one byte", "an undeclared empty file"],
        ..CHECK
    }],
    mutants: &[
        letting("does not look for files", GATE, |_| true),
        misjudging("takes an empty file for a file", GATE, |params| {
            let files = params["files"].as_array_mut().into_iter().flatten();
            files.filter(|file| file["base64"] == "").for_each(|file| file["base64"] = json!("eA=="));
        }),
        misjudging("looks at the first subtask only", GATE, |params| first_only(&mut params["subtasks"])),
        Mutant::answers("looks at the first output of a subtask only", |r, a| {
            with_outputs(r, a, |outputs| outputs.truncate(1))
        }),
        Mutant::answers("looks at the first fifty outputs of a subtask", |r, a| {
            with_outputs(r, a, |outputs| outputs.truncate(50))
        }),
        misjudging("compares file names without their folder", GATE, |params| {
            rename(params, |path| path.rsplit('/').next().unwrap_or_default().to_owned());
        }),
        misjudging("compares file names without their extension", GATE, |params| {
            rename(params, |path| path.rsplit_once('.').map_or(path, |(stem, _)| stem).to_owned());
        }),
        misjudging("compares the ASCII letters of file names", GATE, |params| {
            rename(params, |path| path.chars().filter(char::is_ascii).collect());
        }),
        misjudging("takes a dot in a path for any character", GATE, |params| {
            rename(params, |path| path.replace(['.', '_'], "."));
        }),
        Mutant::answers("looks for files with an extension only", |r, a| {
            with_outputs(r, a, |outputs| outputs.retain(|path| path.as_str().is_some_and(|path| path.contains('.'))))
        }),
        misjudging("takes zeros for nothing", GATE, |params| {
            empty_if(params, |bytes| bytes.iter().all(|byte| [0, b'0'].contains(byte)));
        }),
        misjudging("takes a byte order mark for nothing", GATE, |params| {
            empty_if(params, |bytes| bytes == "\u{feff}".as_bytes());
        }),
        misjudging("takes bytes that are no text for nothing", GATE, |params| {
            empty_if(params, |bytes| std::str::from_utf8(bytes).is_err());
        }),
        misjudging("rejects an empty file that nobody declared", GATE, |params| {
            let all: Vec<Value> = items(&params["files"]).iter().map(|file| file["path"].clone()).collect();
            if let Some(first) = params["subtasks"].as_array_mut().and_then(|list| list.first_mut()) {
                let outputs = items(&first["requiredOutputs"]).iter().chain(&all).cloned().collect();
                first["requiredOutputs"] = outputs;
            }
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
        Mutant::answers("lists the first ten files only", |r, a| {
            with_event(r, a, |event| {
                for name in ["missing", "empty"] {
                    event[name].as_array_mut().into_iter().for_each(|list| list.truncate(10));
                }
            })
        }),
        rejecting("wants a file declared that the task names", GATE, |params| {
            let is_named = params["task"].as_str().is_some_and(|task| task.contains(".txt") || task.contains(".md"));
            is_named && items(&params["subtasks"]).is_empty()
        }),
        Mutant::answers("lists missing files and no empty ones", |r, a| {
            with_event(r, a, |event| event["empty"] = json!([]))
        }),
        Mutant::answers("lists files in small letters", |r, a| {
            with_event(r, a, |event| {
                let missing: Value = strings(&event["missing"]).map(str::to_lowercase).collect();
                event["missing"] = missing;
            })
        }),
        Mutant::answers("gives the event of another gate", |r, a| {
            with_event(r, a, |event| event["gate"] = json!("deliverable"))
        }),
        Mutant::answers("does not say where the paths come from", |r, a| {
            with_event(r, a, |event| drop(event.as_object_mut().map(|members| members.remove("source"))))
        }),
        Mutant::answers("says that the paths were found in prose", |r, a| {
            with_event(r, a, |event| event["source"] = json!("success_criteria"))
        }),
        Mutant::answers("gives no event", |r, a| with_event(r, a, |event| *event = Value::Null)),
    ],
    corpus: include_str!("../../../../../../corpus/awp/gate-deliverable-presence.yaml"),
    questions: &[],
};

/// What is answered to a task whose subtasks declare other outputs.
fn with_outputs(request: Request<'_>, answer: Value, change: fn(&mut Vec<Value>)) -> Value {
    misjudge(request, answer, GATE, |params| {
        let subtasks = params["subtasks"].as_array_mut().into_iter().flatten();
        subtasks.filter_map(|subtask| subtask["requiredOutputs"].as_array_mut()).for_each(change);
    })
}

/// Gives all files, there and declared, another name.
fn rename(params: &mut Value, name: impl Fn(&str) -> String) {
    let change = |path: &mut Value| *path = json!(name(path.as_str().unwrap_or_default()));
    params["files"].as_array_mut().into_iter().flatten().for_each(|file| change(&mut file["path"]));
    for subtask in params["subtasks"].as_array_mut().into_iter().flatten() {
        subtask["requiredOutputs"].as_array_mut().into_iter().flatten().for_each(change);
    }
}

/// Takes the bytes of some files away.
fn empty_if(params: &mut Value, is_nothing: fn(&[u8]) -> bool) {
    for file in params["files"].as_array_mut().into_iter().flatten() {
        if file["base64"].as_str().and_then(decode).is_some_and(|bytes| is_nothing(&bytes)) {
            file["base64"] = json!("");
        }
    }
}

fn with_event(request: Request<'_>, answer: Value, change: impl FnOnce(&mut Value)) -> Value {
    edit(request, METHOD, answer, |answer| {
        if answer["rejectedBy"] == GATE {
            change(&mut answer["event"]);
        }
    })
}
