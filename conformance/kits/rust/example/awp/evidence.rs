//! What a run has to show: the files that are there, and those that its subtasks promised.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::base64::decode;
use crate::json::{entries, text, texts};

pub(super) struct Evidence<'a> {
    pub(super) given: &'a Value,
    /// The content of each file.
    pub(super) files: BTreeMap<&'a str, Vec<u8>>,
    /// The paths that subtasks name as their outputs.
    pub(super) required: BTreeSet<&'a str>,
    /// The paths in the prose of subtasks that name no outputs.
    pub(super) scraped: BTreeSet<&'a str>,
}

impl<'a> Evidence<'a> {
    pub(super) fn new(given: &'a Value) -> Self {
        let content = |file: &Value| decode(file["base64"].as_str().unwrap_or_default());
        let files = entries(&given["files"]).iter().filter_map(|file| Some((text(&file["path"])?, content(file))));
        let subtasks = entries(&given["subtasks"]);
        let required = |subtask: &'a Value| texts(&subtask["requiredOutputs"]);
        let silent = subtasks.iter().filter(|subtask| required(subtask).next().is_none());
        let prose = silent.flat_map(|subtask| [&subtask["successCriteria"], &subtask["description"]]);
        Self {
            given,
            files: files.collect(),
            required: subtasks.iter().flat_map(required).collect(),
            scraped: prose.filter_map(text).flat_map(paths_in).collect(),
        }
    }

    /// The paths of the files that a subtask promised, that are there, and of which `is_at_fault` holds.
    pub(super) fn declared_that(&self, is_at_fault: impl Fn(&str, &[u8]) -> bool) -> Vec<&'a str> {
        let declared = self.required.union(&self.scraped).copied();
        declared.filter(|path| self.files.get(path).is_some_and(|content| is_at_fault(path, content))).collect()
    }
}

/// A path in prose is one if it is said to be in the output or the workspace directory: `{_output_dir}/a.csv`.
fn paths_in(prose: &str) -> impl Iterator<Item = &str> {
    prose.match_indices("_dir").filter_map(|(start, name)| {
        let (before, after) = (&prose[..start], &prose[start + name.len()..]);
        if !before.ends_with("_output") && !before.ends_with("_workspace") {
            return None;
        }
        // Between the name and the slash there may be a bracket.
        let bracketed = after.strip_prefix(|letter| !is_in_word(letter)).and_then(|rest| rest.strip_prefix('/'));
        let path = bracketed.or_else(|| after.strip_prefix('/'))?;
        let end = path.find(|letter| !is_in_word(letter) && !['.', '/', '-'].contains(&letter)).unwrap_or(path.len());
        // A full stop ends the sentence, not the path.
        Some(path[..end].trim_end_matches(['.', '/', '-'])).filter(|path| !path.is_empty())
    })
}

fn is_in_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}
