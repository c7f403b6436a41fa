//! The last of what a subject wrote to stderr.

use crate::inert::plain_lines;

const LONGEST: usize = 4096;
const LINES: usize = 20;

/// Keeps the end of a stream, however long the stream is.
#[derive(Debug, Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
    /// How much has come since somebody last set this to nothing.
    pub(super) lately: usize,
}

impl Tail {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.lately = self.lately.saturating_add(bytes.len());
        let last = &bytes[bytes.len().saturating_sub(LONGEST)..];
        self.bytes.extend_from_slice(last);
        // Twice the length before anything is moved: a flood then costs one copy per byte.
        if self.bytes.len() > 2 * LONGEST {
            self.bytes.drain(..self.bytes.len() - LONGEST);
        }
    }

    /// At most the last 20 lines and 4 KiB, made safe to show.
    pub(super) fn shown(&self) -> String {
        let mut bytes = &self.bytes[self.bytes.len().saturating_sub(LONGEST)..];
        // The cut may have gone through a character.
        while let [0x80..=0xbf, rest @ ..] = bytes {
            bytes = rest;
        }
        let text = plain_lines(&String::from_utf8_lossy(bytes));
        let text = text.trim_end();
        let start = text.rmatch_indices('\n').nth(LINES - 1).map_or(0, |(at, _)| at + 1);
        // Spelling out control characters may have made it longer again.
        let start = (start.max(text.len().saturating_sub(LONGEST))..=text.len()).find(|at| text.is_char_boundary(*at));
        text[start.unwrap_or(text.len())..].to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tail(chunks: &[&[u8]]) -> String {
        let mut tail = Tail::default();
        for chunk in chunks {
            tail.push(chunk);
        }
        tail.shown()
    }

    #[test]
    fn little_is_kept_whole() {
        assert_eq!(tail(&[]), "");
        assert_eq!(tail(&[b"one\n", b"two\n"]), "one\ntwo");
    }

    #[test]
    fn only_the_last_lines_are_kept() {
        let lines: Vec<String> = (0..50).map(|n| n.to_string()).collect();
        assert_eq!(tail(&[lines.join("\n").as_bytes()]), lines[30..].join("\n"));
    }

    #[test]
    fn a_flood_leaves_its_end() {
        let shown = tail(&[&vec![b'a'; 100_000], &[b'b'; 3000], &[b'c'; 3000]]);
        assert_eq!(shown.len(), LONGEST);
        assert!(shown.ends_with(&"c".repeat(3000)) && shown.starts_with('b'));
        assert!(tail(&[&vec![0x1b; 100_000]]).len() <= LONGEST);
    }

    #[test]
    fn a_cut_character_is_left_out() {
        let shown = tail(&["ä".repeat(4000).as_bytes(), b"x"]);
        assert!(shown.chars().all(|c| c == 'ä' || c == 'x'));
    }
}
