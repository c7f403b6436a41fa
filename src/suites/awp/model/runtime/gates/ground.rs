//! The ground that a gate is judged on: the same evidence without what the gate looks at.

use serde_json::Value;

use super::super::params::items;
use super::base64::decode;
use super::evidence::has_extension;
use super::placeholders::is_text;

/// The evidence without what `gate` looks at; the same evidence where there is nothing of it.
pub(in crate::suites::awp) fn without(gate: &str, evidence: &Value) -> Value {
    let mut ground = evidence.clone();
    match gate {
        "critique" => remove(&mut ground, "critique"),
        "eval" => remove(&mut ground, "evaluation"),
        "deliverable" => remove(&mut ground, "task"),
        "placeholder" => {
            remove(&mut ground, "finalResult");
            remove_files(&mut ground, is_text);
        }
        "file" => {
            remove_files(&mut ground, |path| ["png", "pdf", "csv"].iter().any(|kind| has_extension(path, kind)));
        }
        "structural_integrity" => remove_files(&mut ground, |path| has_extension(path, "md")),
        _ => {
            let bytes = |file: &Value| file["base64"].as_str().and_then(decode).unwrap_or_default();
            let there: Vec<&Value> =
                items(&evidence["files"]).iter().filter(|it| !bytes(it).is_empty()).map(|it| &it["path"]).collect();
            remove_files(&mut ground, |path| !there.iter().any(|known| *known == path));
        }
    }
    ground
}

fn remove(evidence: &mut Value, name: &str) {
    evidence.as_object_mut().map(|members| members.remove(name));
}

/// Takes files away, and the declarations of them.
fn remove_files(evidence: &mut Value, which: impl Fn(&str) -> bool) {
    let goes = |path: &Value| path.as_str().is_some_and(&which);
    if let Some(files) = evidence.get_mut("files").and_then(Value::as_array_mut) {
        files.retain(|file| !goes(&file["path"]));
    }
    for subtask in evidence.get_mut("subtasks").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(outputs) = subtask.get_mut("requiredOutputs").and_then(Value::as_array_mut) {
            outputs.retain(|path| !goes(path));
        }
    }
}
