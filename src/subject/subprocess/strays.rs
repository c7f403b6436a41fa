//! Prose on stdout, put aside by those who want to hear the rest all the same.

use super::visible::excerpt;

/// How many lines are kept; of the others only the number.
const KEPT: usize = 3;

/// The lines of stdout that did not even try to be messages.
#[derive(Debug, Default)]
pub(crate) struct Strays {
    /// The first of them, made safe to show.
    pub(crate) first: Vec<String>,
    /// How many there were.
    pub(crate) count: usize,
}

impl Strays {
    /// Whether a line that is no message does not try to be one: an answer that is spelled wrongly is no prose.
    pub(super) fn is_prose(line: &[u8]) -> bool {
        const MARK: &[u8] = b"\"jsonrpc\"";
        !line.trim_ascii_start().starts_with(b"{") && !line.windows(MARK.len()).any(|part| part == MARK)
    }

    pub(super) fn push(&mut self, line: &[u8]) {
        self.count += 1;
        if self.first.len() < KEPT {
            self.first.push(excerpt(line, 100));
        }
    }

    /// Adds the lines of a later process.
    pub(crate) fn append(&mut self, mut later: Self) {
        self.count += later.count;
        self.first.append(&mut later.first);
        self.first.truncate(KEPT);
    }
}
