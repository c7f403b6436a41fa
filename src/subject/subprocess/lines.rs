//! A byte stream cut into lines, without copying what is already complete.

use std::io::{self, BufRead, Read};
use std::ops::Range;

const CHUNK: usize = 64 * 1024;
/// A buffer that one long line made larger than this is given back.
const ROOMY: usize = 1024 * 1024;

/// The bytes read and not yet handed out as lines.
#[derive(Debug)]
pub(super) struct Lines {
    bytes: Vec<u8>,
    start: usize,
    /// No line ends between `start` and here.
    scanned: usize,
    end: usize,
    longest: usize,
}

/// A line is longer than is read.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong(pub(super) usize);

impl Lines {
    /// Lines of at most `longest` bytes.
    pub(super) fn new(longest: usize) -> Self {
        Self { bytes: vec![0; CHUNK], start: 0, scanned: 0, end: 0, longest }
    }

    /// Where the next complete line is, without its end.
    pub(super) fn next(&mut self) -> Result<Option<Range<usize>>, TooLong> {
        let mut unseen = &self.bytes[self.scanned..self.end];
        // Reading from memory cannot fail.
        let seen = unseen.skip_until(b'\n').unwrap_or(0);
        self.scanned += seen;
        let complete = seen > 0 && self.bytes[self.scanned - 1] == b'\n';
        if self.scanned - self.start - usize::from(complete) > self.longest {
            return Err(TooLong(self.longest));
        }
        if !complete {
            return Ok(None);
        }
        let line = self.start..self.scanned - 1;
        self.start = self.scanned;
        Ok(Some(line))
    }

    /// What follows the last complete line, once no more will come.
    pub(super) fn rest(&mut self) -> Range<usize> {
        let rest = self.start..self.end;
        (self.start, self.scanned) = (self.end, self.end);
        rest
    }

    /// The bytes of a line.
    pub(super) fn get(&self, line: Range<usize>) -> &[u8] {
        &self.bytes[line]
    }

    /// Reads once; 0 is the end of the stream. To be called when [`Lines::next`] has no more.
    pub(super) fn fill(&mut self, from: &mut impl Read) -> io::Result<usize> {
        self.make_room();
        let read = from.read(&mut self.bytes[self.end..])?;
        self.end += read;
        Ok(read)
    }

    fn make_room(&mut self) {
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.scanned, self.end) = (self.scanned - self.start, self.end - self.start);
            self.start = 0;
        }
        if self.end == 0 && self.bytes.len() > ROOMY {
            self.bytes = vec![0; CHUNK];
        }
        if self.bytes.len() - self.end < CHUNK {
            // Fresh memory comes zeroed from the system: only what is there is copied.
            let mut larger = vec![0; (2 * self.bytes.len()).max(self.end + CHUNK)];
            larger[..self.end].copy_from_slice(&self.bytes[..self.end]);
            self.bytes = larger;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(lines: &mut Lines) -> Vec<String> {
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(String::from_utf8_lossy(lines.get(line)).into_owned());
        }
        found
    }

    #[test]
    fn lines_are_found_however_they_arrive() {
        let mut lines = Lines::new(100);
        lines.fill(&mut &b"one\ntwo\nthr"[..]).unwrap();
        assert_eq!(all(&mut lines), ["one", "two"]);
        lines.fill(&mut &b"ee"[..]).unwrap();
        assert_eq!(all(&mut lines), [""; 0]);
        lines.fill(&mut &b"\n\nrest"[..]).unwrap();
        assert_eq!(all(&mut lines), ["three", ""]);
        let rest = lines.rest();
        assert_eq!(lines.get(rest), b"rest");
        assert_eq!(all(&mut lines), [""; 0]);
    }

    #[test]
    fn a_line_longer_than_a_chunk_is_put_together() {
        let long = "x".repeat(5 * CHUNK + 7);
        let text = format!("{long}\nshort\n");
        let (mut lines, mut from) = (Lines::new(10 * CHUNK), text.as_bytes());
        let mut found = Vec::new();
        while lines.fill(&mut from).unwrap() > 0 {
            found.extend(all(&mut lines));
        }
        assert_eq!(found, [&long, "short"]);
    }

    #[test]
    fn a_line_too_long_is_refused_complete_or_not() {
        let mut lines = Lines::new(3);
        lines.fill(&mut &b"abc\nabcd"[..]).unwrap();
        assert!(lines.next().unwrap().is_some());
        assert_eq!(lines.next(), Err(TooLong(3)));
        let mut lines = Lines::new(3);
        lines.fill(&mut &b"abcd\n"[..]).unwrap();
        assert_eq!(lines.next(), Err(TooLong(3)));
    }
}
