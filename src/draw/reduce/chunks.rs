//! Delta debugging over a row of things: all at once, then by halves, down to one by one.

use std::ops::Range;

/// Which of a row to try next.
#[derive(Debug, Clone)]
pub(super) struct Chunks {
    /// The length of the chunks of this sweep; `None` before the first.
    length: Option<usize>,
    at: usize,
    first: First,
    /// Rows up to this long are not halved: after all at once, they go one by one.
    short: usize,
}

/// What is tried first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum First {
    All,
    One,
    /// One of so many equal parts, then the other parts and nothing smaller.
    Part(usize),
}

impl Chunks {
    /// Starts with all at once if `thorough`, otherwise goes one by one.
    pub(super) fn new(thorough: bool) -> Self {
        Self { length: None, at: 0, first: if thorough { First::All } else { First::One }, short: 0 }
    }

    /// For a row of which most is expected to stay: if it is short, halving it only adds tries.
    pub(super) fn of_mostly_needed(thorough: bool) -> Self {
        Self { short: 12, ..Self::new(thorough) }
    }

    /// Goes through a row in so many parts, once.
    pub(super) fn in_parts(parts: usize) -> Self {
        Self { first: First::Part(parts), ..Self::new(true) }
    }

    /// The next chunk of a row that is `row` long now; `None` when single steps are through.
    pub(super) fn next(&mut self, row: usize) -> Option<Range<usize>> {
        let first = match self.first {
            First::All => row,
            First::One => 1,
            First::Part(parts) => row.div_ceil(parts),
        };
        let mut length = (*self.length.get_or_insert(first)).min(row);
        if self.at >= row {
            length = match self.first {
                First::Part(_) => 0,
                _ if length > 1 && row <= self.short => 1,
                _ => length / 2,
            };
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
