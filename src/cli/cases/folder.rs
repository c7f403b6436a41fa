//! What such a folder looks like: an index, a file per case, a file per answer.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::cli::{CliError, saved};
use crate::rule::Expect;
use crate::subject::{Implementation, Refusal};

/// The version of the index.
pub(super) const VERSION: u32 = 1;
/// The index.
pub(super) const INDEX: &str = "index.json";
/// The folder of the answers.
pub(super) const ANSWERS: &str = "answers";
/// Beside the answers: who gave them.
const SUBJECT: &str = "answers/subject.json";

/// The index of a folder.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Index {
    pub(super) cases: u32,
    pub(super) harness: String,
    pub(super) seed: u64,
    /// How many random cases an ordinary check draws.
    pub(super) drawn: u64,
    pub(super) rules: Vec<String>,
    pub(super) not_exercised: Vec<NotExercised>,
    pub(super) files: Vec<Entry>,
}

/// A check that no recorded answers can show.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NotExercised {
    pub(super) check: String,
    pub(super) reason: String,
}

/// One case, as the index has it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) file: String,
    pub(super) method: String,
    pub(super) expect: Expect,
    pub(super) drawn: bool,
    pub(super) checks: Vec<String>,
}

/// One case, as its file has it; what the document demands stands beside it.
#[derive(Debug, Deserialize)]
struct Case {
    method: String,
    params: Value,
}

/// One answer, as its file has it.
#[derive(Debug, Deserialize)]
struct Answer {
    result: Option<Value>,
    error: Option<Error>,
}

#[derive(Debug, Deserialize)]
struct Error {
    code: i64,
    #[serde(default)]
    message: String,
}

/// A call with its answer, if there is one.
pub(super) type Answered = ((String, Value), Option<Result<Value, Refusal>>);

impl Index {
    /// Reads the index of a folder.
    pub(super) fn read(folder: &Path) -> Result<Self, CliError> {
        let index: Self = read(&folder.join(INDEX))?;
        if index.cases != VERSION {
            return Err(CliError::Usage(format!(
                "{} is of version {}, and this program knows version {VERSION}: write the cases again",
                folder.join(INDEX).display(),
                index.cases
            )));
        }
        Ok(index)
    }

    /// Every call of the folder, with its answer.
    pub(super) fn answers(&self, folder: &Path) -> Result<Vec<Answered>, CliError> {
        self.files.iter().map(|entry| answered(folder, entry)).collect()
    }
}

fn answered(folder: &Path, entry: &Entry) -> Result<Answered, CliError> {
    let path = inside(folder, &entry.file)?;
    let Case { method, params } = read(&path)?;
    let file = folder.join(ANSWERS).join(&entry.file);
    if !file.exists() {
        return Ok(((method, params), None));
    }
    let text = saved::text(&file)?;
    // What is no answer is the subject's fault, and not a mistake of whoever judges it.
    let answer = match serde_json::from_str(&text) {
        Ok(Answer { result: _, error: Some(Error { code: -32601, .. }) }) => Err(Refusal::NotOffered),
        Ok(Answer { result: _, error: Some(Error { code: -32001, message }) }) => Err(Refusal::Inexpressible(message)),
        Ok(Answer { result: _, error: Some(Error { code, message }) }) => {
            Err(Refusal::Failed(format!("error {code}: {message}")))
        }
        Ok(Answer { result: Some(result), error: None }) => Ok(result),
        Ok(Answer { result: None, error: None }) => {
            Err(Refusal::Failed(format!("{} has neither `result` nor `error`", entry.file)))
        }
        Err(error) => Err(Refusal::Failed(format!("{} is no answer: {error}", entry.file))),
    };
    Ok(((method, params), Some(answer)))
}

/// A file of the folder; an index that leads out of it was not written by `cases`.
fn inside(folder: &Path, file: &str) -> Result<PathBuf, CliError> {
    let plain = Path::new(file).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    if plain { Ok(folder.join(file)) } else { Err(CliError::Usage(format!("the index names `{file}`, outside of it"))) }
}

/// Who gave the answers: what `answers/subject.json` says, and the methods that were answered.
pub(super) fn subject(folder: &Path, answers: &[Answered]) -> Result<Implementation, CliError> {
    let path = folder.join(SUBJECT);
    let mut subject = if path.exists() { read(&path)? } else { Implementation::default() };
    if subject.name.is_empty() {
        subject.name = format!("the answers in {}", folder.display());
    }
    for ((method, _), answer) in answers {
        if matches!(answer, Some(answer) if *answer != Err(Refusal::NotOffered)) && !subject.methods.contains(method) {
            subject.methods.push(method.clone());
        }
    }
    Ok(subject)
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T, CliError> {
    serde_json::from_str(&saved::text(path)?)
        .map_err(|error| CliError::Usage(format!("{} is not what `proofmark cases` wrote: {error}", path.display())))
}
