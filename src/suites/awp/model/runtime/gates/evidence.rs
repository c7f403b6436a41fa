//! What a manager's completion is judged by.

use serde_json::Value;

use super::super::params::{items, strings};
use super::base64::decode;

/// What a gate finds.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::suites::awp) enum Finding {
    /// Nothing wrong.
    Passes,
    /// The completion is rejected, with this event.
    Breaks(Value),
    /// The document leaves it open: why.
    Doubt(&'static str),
}

/// What a manager's completion is judged by.
#[derive(Debug)]
pub(in crate::suites::awp) struct Evidence<'a> {
    pub(in crate::suites::awp) params: &'a Value,
    /// Every file with its bytes.
    pub(in crate::suites::awp) files: Vec<(&'a str, Vec<u8>)>,
    /// The paths that subtasks have to deliver.
    pub(in crate::suites::awp) declared: Vec<&'a str>,
}

impl<'a> Evidence<'a> {
    /// Reads the parameters of a call, or says why they cannot be read.
    pub(in crate::suites::awp) fn read(params: &'a Value) -> Result<Self, &'static str> {
        let mut files = Vec::new();
        for file in items(&params["files"]) {
            let path = file["path"].as_str().ok_or("a file without a path")?;
            let bytes = file["base64"].as_str().and_then(decode).ok_or("a file without contents")?;
            if files.iter().any(|(other, _)| *other == path) {
                return Err("two files of one path");
            }
            files.push((path, bytes));
        }
        let subtasks = items(&params["subtasks"]);
        let declared: Vec<&str> = subtasks.iter().flat_map(|subtask| strings(&subtask["requiredOutputs"])).collect();
        let odd = |path: &&str| path.is_empty() || path.starts_with(['/', '.']) || path.contains(['\\', ' ', '*']);
        if declared.iter().any(odd) {
            return Err("a path that is not plain");
        }
        if subtasks.iter().any(may_declare_in_prose) {
            return Err("a path in prose: the document does not say closely enough what is one");
        }
        Ok(Self { params, files, declared })
    }

    /// The bytes of a file.
    pub(in crate::suites::awp) fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.files.iter().find(|(other, _)| *other == path).map(|(_, bytes)| bytes.as_slice())
    }

    /// The declared files that exist and end in `.extension`.
    pub(in crate::suites::awp) fn declared_with(&self, extension: &str) -> impl Iterator<Item = &[u8]> {
        let wanted = move |path: &&&str| has_extension(path, extension);
        self.declared.iter().filter(wanted).filter_map(|path| self.bytes(path))
    }
}

/// Whether the prose of a subtask has the words that a path in it begins with.
fn may_declare_in_prose(subtask: &Value) -> bool {
    let prose = ["description", "successCriteria"].map(|name| subtask[name].as_str().unwrap_or_default());
    prose.iter().any(|text| text.contains("_output_dir") || text.contains("_workspace_dir"))
}

/// Whether a path ends in `.extension`.
pub(in crate::suites::awp) fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end == extension)
}
