//! Delta debugging over a row of things: all at once, then by halves, down to one by one.

use std::ops::Range;

/// Which of a row to try next.
#[derive(Debug)]
pub(super) struct Chunks {
    /// The length of the chunks of this sweep; `None` before the first.
    length: Option<usize>,
    at: usize,
    thorough: bool,
    /// Rows up to this long are not halved: after all at once, they go one by one.
    short: usize,
}

impl Chunks {
    /// Starts with all at once if `thorough`, otherwise goes one by one.
    pub(super) fn new(thorough: bool) -> Self {
        Self { length: None, at: 0, thorough, short: 0 }
    }

    /// For a row of which most is expected to stay: if it is short, halving it only adds tries.
    pub(super) fn of_mostly_needed(thorough: bool) -> Self {
        Self { short: 12, ..Self::new(thorough) }
    }

    /// The next chunk of a row that is `row` long now; `None` when single steps are through.
    pub(super) fn next(&mut self, row: usize) -> Option<Range<usize>> {
        let first = if self.thorough { row } else { 1 };
        let mut length = (*self.length.get_or_insert(first)).min(row);
        if self.at >= row {
            length = if length > 1 && row <= self.short { 1 } else { length / 2 };
            self.at = 0;
        }
        self.length = Some(length);
        (length > 0).then(|| self.at..row.min(self.at + length))
    }

    /// After a success the row is shorter and the next chunk has moved to the same position.
    pub(super) fn judged(&mut self, failed: bool) {
        if !failed {
            self.at += self.length.unwrap_or(1);
        }
    }
}
