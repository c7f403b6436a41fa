//! A real workflow, judged by the suite that judges documents at rest: every violation with
//! its place in the source and how to mend it. Nothing is ever fetched.

mod formats;
mod project;
mod python;
mod render;
mod scalar;
mod source;
mod yaml;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

pub use self::formats::{as_github, as_sarif};
pub(crate) use self::python::named_in_python;
pub use self::render::{as_json, as_text};
pub use self::source::CheckError;
use crate::rule::{Catalogue, Note, OpenPoint, Severity, Suite};

/// What came of a check.
#[derive(Debug)]
pub struct Checked {
    /// What is wrong, worth a warning, or left open by the document, in the order of the files.
    pub remarks: Vec<Remark>,
    sources: Vec<source::Source>,
}

/// One thing to say about a workflow.
#[derive(Debug, Serialize)]
pub struct Remark {
    /// How serious it is.
    pub severity: Severity,
    /// The rule, `awp/R6`.
    pub rule: String,
    /// What the rule demands.
    pub statement: String,
    /// What is there.
    pub message: String,
    /// The question that makes it an open point, where one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<OpenPoint>,
    /// How to mend it.
    pub help: String,
    /// The file, as it was reached.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    #[serde(skip)]
    source: usize,
    #[serde(skip)]
    span: std::ops::Range<usize>,
}

impl Checked {
    /// Whether no rule is broken.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.remarks.iter().all(|remark| remark.severity != Severity::Error)
    }
}

/// Checks a workflow directory, or a single document, by the first suite of the catalogue that judges such.
///
/// # Errors
/// When there is nothing at `path` that could be checked, or nobody to judge it.
pub fn check(catalogue: &Catalogue, path: &Path) -> Result<Checked, CheckError> {
    let read = || if source::is_directory(path)? { project::from_directory(path) } else { project::from_file(path) };
    judged(catalogue, read)
}

/// Checks a single document that was read from `path`.
///
/// # Errors
/// When it cannot be used, or nobody is there to judge it.
pub fn check_document(catalogue: &Catalogue, path: &Path, bytes: Vec<u8>) -> Result<Checked, CheckError> {
    judged(catalogue, || project::from_source(source::text(path, bytes)?))
}

fn judged(
    catalogue: &Catalogue,
    read: impl FnOnce() -> Result<project::Project, CheckError>,
) -> Result<Checked, CheckError> {
    let mut judges = catalogue.suites().iter().filter_map(|suite| Some((*suite, suite.lint.as_ref()?)));
    let (suite, lint) = judges.next().ok_or(CheckError::NoSuite)?;
    let project = read()?;
    let mut remarks: Vec<Remark> = (lint.notes)(&project.params)
        .into_iter()
        .filter(|note| project.judges(note.needs))
        .map(|note| remark(suite, &project, note))
        .collect();
    say_open_points_once(&mut remarks);
    remarks.sort_by(|a, b| {
        let key = |remark: &Remark| (remark.severity, remark.source, remark.span.start, remark.rule.clone());
        key(a).cmp(&key(b))
    });
    Ok(Checked { remarks, sources: project.sources })
}

/// An open point that comes up again and again is one: the first place stands for all of them.
fn say_open_points_once(remarks: &mut Vec<Remark>) {
    let point = |remark: &Remark| {
        let asked = remark.question.as_ref().map(|point| point.question.clone());
        (remark.severity == Severity::Note)
            .then(|| (remark.rule.clone(), asked.unwrap_or_else(|| remark.message.clone())))
    };
    let mut seen: BTreeMap<(String, String), usize> = BTreeMap::new();
    for found in remarks.iter().filter_map(point) {
        *seen.entry(found).or_default() += 1;
    }
    remarks.retain_mut(|remark| {
        let Some(count) = point(remark).and_then(|found| seen.remove(&found).or(Some(0))) else { return true };
        match count {
            0 => return false,
            1 => {}
            2 => remark.message.push_str(" (and in another place)"),
            more => remark.message = format!("{} (and in {} other places)", remark.message, more - 1),
        }
        true
    });
}

fn remark(suite: &Suite, project: &project::Project, note: Note) -> Remark {
    let (source, span) = project.locate(&note.at);
    let (line, column) = project.sources[source].line_and_column(span.start);
    Remark {
        severity: note.severity,
        rule: format!("{}/{}", suite.name, note.rule.id),
        statement: note.rule.statement.to_owned(),
        message: note.why,
        question: note.question.map(|question| OpenPoint::of(suite, note.rule, question)),
        help: note.help.to_owned(),
        file: project.sources[source].name.clone(),
        line,
        column,
        source,
        span,
    }
}

#[cfg(test)]
mod tests;
