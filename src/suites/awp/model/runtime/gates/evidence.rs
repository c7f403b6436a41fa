//! What a manager's completion is judged by.

use serde_json::{Value, json};

use super::super::params::{items, strings};
use super::base64::decode;

/// What a gate finds.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::suites::awp) enum Finding {
    /// Nothing wrong.
    Passes,
    /// The completion is rejected.
    Breaks {
        /// What the runtime tells of it.
        event: Value,
        /// What is wrong.
        why: String,
    },
    /// The document leaves it open: why.
    Doubt(&'static str),
}

impl Finding {
    /// The completion is rejected, with an event that names the gate alone.
    pub(super) fn breaks(gate: &str, why: impl Into<String>) -> Self {
        Self::Breaks { event: json!({ "gate": gate }), why: why.into() }
    }
}

/// What a manager's completion is judged by.
#[derive(Debug)]
pub(in crate::suites::awp) struct Evidence<'a> {
    pub(in crate::suites::awp) params: &'a Value,
    /// Every file with its bytes.
    pub(in crate::suites::awp) files: Vec<(&'a str, Vec<u8>)>,
    /// The files whose bytes cannot be told.
    pub(super) unread: Vec<&'a str>,
    /// The paths that subtasks have to deliver.
    pub(in crate::suites::awp) declared: Vec<&'a str>,
    /// Why there may be more files, or more declarations, than these.
    pub(super) unclear: Option<&'static str>,
}

impl<'a> Evidence<'a> {
    /// Reads the parameters of a call, as far as they can be read.
    pub(in crate::suites::awp) fn read(params: &'a Value) -> Self {
        let mut evidence = Self { params, files: Vec::new(), unread: Vec::new(), declared: Vec::new(), unclear: None };
        evidence.read_files();
        evidence.read_declared();
        evidence
    }

    fn read_files(&mut self) {
        let params = self.params;
        for file in items(&params["files"]) {
            let Some(path) = file["path"].as_str() else {
                self.unclear = Some("a file without a path");
                continue;
            };
            match file["base64"].as_str().and_then(decode) {
                None => self.unread_file(path, "a file that cannot be read"),
                Some(_) if self.bytes(path).is_some() => self.unread_file(path, "two files of one path"),
                Some(bytes) => self.files.push((path, bytes)),
            }
        }
        if !params["files"].is_null() && !params["files"].is_array() {
            self.unclear = Some("files that are no list");
        }
    }

    fn unread_file(&mut self, path: &'a str, why: &'static str) {
        self.files.retain(|(other, _)| *other != path);
        self.unread.push(path);
        self.unclear = Some(why);
    }

    fn read_declared(&mut self) {
        let is_odd = |path: &str| path.is_empty() || path.starts_with(['/', '.']) || path.contains(['\\', ' ', '*']);
        for subtask in items(&self.params["subtasks"]) {
            let outputs = &subtask["requiredOutputs"];
            if !outputs.is_null() && !outputs.as_array().is_some_and(|paths| paths.iter().all(Value::is_string)) {
                self.unclear = Some("required outputs that are no list of paths");
            }
            if strings(outputs).any(is_odd) {
                self.unclear = Some("a path that is not plain");
            }
            if may_declare_in_prose(subtask) {
                self.unclear = Some("a path in prose: the document does not say closely enough what is one");
            }
            self.declared.extend(strings(outputs).filter(|path| !is_odd(path)));
        }
    }

    /// The bytes of a file.
    pub(in crate::suites::awp) fn bytes(&self, path: &str) -> Option<&[u8]> {
        self.files.iter().find(|(other, _)| *other == path).map(|(_, bytes)| bytes.as_slice())
    }

    /// Whether a file is there whose path cannot be told.
    pub(super) fn has_unnamed(&self) -> bool {
        let files = &self.params["files"];
        !(files.is_null() || files.is_array()) || items(files).iter().any(|file| !file["path"].is_string())
    }

    /// The declared files that exist and end in `.extension`.
    pub(in crate::suites::awp) fn declared_with(&self, extension: &str) -> impl Iterator<Item = (&'a str, &[u8])> {
        let wanted = move |path: &&&str| has_extension(path, extension);
        self.declared.iter().filter(wanted).filter_map(|path| Some((*path, self.bytes(path)?)))
    }
}

/// Whether the prose of a subtask has the words that a path in it begins with.
fn may_declare_in_prose(subtask: &Value) -> bool {
    let prose = ["description", "successCriteria"].map(|name| subtask[name].as_str().unwrap_or_default());
    prose.iter().any(|text| text.contains("_output_dir") || text.contains("_workspace_dir"))
}

/// Whether a path ends in `.extension`, in small letters or in capitals.
pub(in crate::suites::awp) fn has_extension(path: &str, extension: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, end)| end.eq_ignore_ascii_case(extension))
}
