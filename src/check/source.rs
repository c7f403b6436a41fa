//! Files as they are: read within limits, refused with the reason and the place.

use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::yaml::{self, Document, Unusable};

/// How large a file may be.
const MAX_BYTES: u64 = 1 << 20;

/// How many bytes of a line are shown before and after what is wrong in it.
const AROUND: usize = 200;

/// A text with the name it goes by.
#[derive(Debug)]
pub(super) struct Source {
    /// The path, as it was reached.
    pub(super) name: String,
    /// What is in it.
    pub(super) text: String,
    /// Where its lines begin.
    lines: Vec<usize>,
}

/// The part of a text that a remark is about.
#[derive(Debug)]
pub(super) struct Excerpt<'t> {
    pub(super) text: &'t str,
    /// The number of its first line, from 1.
    pub(super) line: usize,
    /// What it is about, in `text`.
    pub(super) span: Range<usize>,
    /// Whether the first line lacks its beginning.
    pub(super) is_cut: bool,
}

/// Why something cannot be checked.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It cannot be read.
    #[error("failed to read {}: {}", path.display(), reason(source))]
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is larger than any workflow.
    #[error("{} is larger than {} KiB: no workflow is, so it is not read", path.display(), MAX_BYTES / 1024)]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// It is not text.
    #[error("{}:{line}: this is not UTF-8; save the file as UTF-8 and check again", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line of the first bad byte.
        line: usize,
    },
    /// It is not a document that can be used.
    #[error("{name}:{line}:{column}: {why}")]
    NotUsable {
        /// The file.
        name: String,
        /// From 1.
        line: usize,
        /// From 1, in characters.
        column: usize,
        /// What is wrong.
        why: String,
    },
    /// No suite judges documents at rest.
    #[error("no suite of this program judges documents at rest; put them to a subject with `run`")]
    NoSuite,
    /// The directory is no workflow.
    #[error("{} has no workflow.awp.yaml: give the directory of a workflow, or a single document", path.display())]
    NoWorkflow {
        /// The directory.
        path: PathBuf,
    },
}

fn reason(error: &io::Error) -> String {
    // ELOOP has a stable kind only on nightly.
    if error.to_string().contains("symbolic link") {
        "the link leads back to itself".to_owned()
    } else {
        error.to_string()
    }
}

/// Whether there is a directory at `path`.
pub(super) fn is_directory(path: &Path) -> Result<bool, CheckError> {
    std::fs::metadata(path).map(|data| data.is_dir()).map_err(|source| unreadable(path, source))
}

pub(super) fn unreadable(path: &Path, source: io::Error) -> CheckError {
    CheckError::Unreadable { path: path.to_owned(), source }
}

/// Reads a text file.
pub(super) fn read(path: &Path) -> Result<Source, CheckError> {
    // Opening a pipe would wait for somebody to write to it.
    let data = std::fs::metadata(path).map_err(|source| unreadable(path, source))?;
    if !data.is_file() {
        return Err(unreadable(path, io::Error::other("it is not a file")));
    }
    let file = std::fs::File::open(path).map_err(|source| unreadable(path, source))?;
    let mut bytes = Vec::new();
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|source| unreadable(path, source))?;
    text(path, bytes)
}

/// What was read from `path`, as a text.
pub(super) fn text(path: &Path, bytes: Vec<u8>) -> Result<Source, CheckError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(CheckError::TooLarge { path: path.to_owned() });
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let line = good.matches('\n').count() + 1;
        CheckError::NotText { path: path.to_owned(), line }
    })?;
    let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    Ok(Source { name: path.display().to_string(), text, lines })
}

impl Source {
    /// The document in it.
    pub(super) fn document(&self) -> Result<Document, CheckError> {
        yaml::read(&self.text).map_err(|Unusable { why, at }| {
            let (line, column) = self.line_and_column(at.start);
            CheckError::NotUsable { name: self.name.clone(), line, column, why }
        })
    }

    /// The line and the column of a byte, both from 1.
    pub(super) fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let byte = self.text.floor_char_boundary(byte);
        let line = self.line_of(byte);
        (line + 1, self.text[self.lines[line]..byte].chars().count() + 1)
    }

    /// The lines from that of `span` on to its end, of long ones only what is around it: a file may be one line, with
    /// something to say about every word.
    pub(super) fn excerpt(&self, span: &Range<usize>) -> Excerpt<'_> {
        let (from, to) = (span.start.min(self.text.len()), span.end.min(self.text.len()));
        let (first, last) = (self.line_of(from), self.line_of(to));
        let begin = self.lines[first];
        let end = self.lines.get(last + 1).copied().unwrap_or(self.text.len());
        let start = begin.max(self.text.floor_char_boundary(from.saturating_sub(AROUND)));
        let end = end.min(self.text.ceil_char_boundary(to.saturating_add(AROUND)));
        let text = &self.text[start..end];
        Excerpt { text, line: first + 1, span: from - start..to - start, is_cut: start > begin }
    }

    /// The line of a byte, from 0.
    fn line_of(&self, byte: usize) -> usize {
        self.lines.partition_point(|start| *start <= byte).saturating_sub(1)
    }
}
