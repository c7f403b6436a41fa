//! What a subject wrote to stderr: the last of it, and how it began since the last answer.
//!
//! A panic says what happened in its first line, and then where, in many: whoever keeps the end alone keeps the frames.

use crate::inert::plain_lines;

const LONGEST: usize = 4096;
const LINES: usize = 20;
/// As much of that is for the beginning, where not everything fits.
const HEAD: usize = 1024;
const HEAD_LINES: usize = 6;
/// Between beginning and end.
const GAP: &str = "\n…\n";

/// Keeps the end of a stream, however long the stream is, and the beginning of its latest part.
#[derive(Debug, Default)]
pub(super) struct Tail {
    bytes: Vec<u8>,
    head: Vec<u8>,
    /// How much has come since the last answer.
    lately: usize,
}

impl Tail {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.lately == 0 {
            self.head.clear();
        }
        let room = HEAD.saturating_sub(self.head.len()).min(bytes.len());
        self.head.extend_from_slice(&bytes[..room]);
        self.lately = self.lately.saturating_add(bytes.len());
        let last = &bytes[bytes.len().saturating_sub(LONGEST)..];
        self.bytes.extend_from_slice(last);
        // Twice the length before anything is moved: a flood then costs one copy per byte.
        if self.bytes.len() > 2 * LONGEST {
            self.bytes.drain(..self.bytes.len() - LONGEST);
        }
    }

    /// An answer has come: what is written from now on belongs to the next.
    pub(super) fn answered(&mut self) {
        self.lately = 0;
    }

    /// How much has come since the last answer.
    pub(super) fn lately(&self) -> usize {
        self.lately
    }

    /// At most 20 lines and 4 KiB, made safe to show: the last ones, and the first since the last answer where those
    /// would be lost.
    pub(super) fn shown(&self) -> String {
        let lost = self.lately > LONGEST.min(self.bytes.len())
            || self.bytes[self.bytes.len() - self.lately..].split(|byte| *byte == b'\n').count() > LINES + 1;
        if !lost {
            return last(&self.bytes, LINES, LONGEST);
        }
        let head = plain_lines(&String::from_utf8_lossy(whole_characters(&self.head)));
        let head: Vec<&str> = head.lines().take(HEAD_LINES).collect();
        let head = head.join("\n");
        let head = &head[..head.floor_char_boundary(HEAD)];
        let end = last(&self.bytes, LINES - HEAD_LINES - 1, LONGEST - HEAD - GAP.len());
        format!("{head}{GAP}{end}")
    }
}

/// The last of `bytes`, in at most so many lines and bytes.
fn last(bytes: &[u8], lines: usize, longest: usize) -> String {
    let mut bytes = &bytes[bytes.len().saturating_sub(longest)..];
    // The cut may have gone through a character.
    while let [0x80..=0xbf, rest @ ..] = bytes {
        bytes = rest;
    }
    let text = plain_lines(&String::from_utf8_lossy(bytes));
    let text = text.trim_end();
    let start = text.rmatch_indices('\n').nth(lines - 1).map_or(0, |(at, _)| at + 1);
    // Spelling out control characters may have made it longer again.
    let start = (start.max(text.len().saturating_sub(longest))..=text.len()).find(|at| text.is_char_boundary(*at));
    text[start.unwrap_or(text.len())..].to_owned()
}

/// Bytes without a character that was cut at their end.
fn whole_characters(bytes: &[u8]) -> &[u8] {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => &bytes[..error.valid_up_to()],
        _ => bytes,
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
    fn the_first_and_the_last_lines_are_kept() {
        let lines: Vec<String> = (0..50).map(|n| n.to_string()).collect();
        let shown = tail(&[lines.join("\n").as_bytes()]);
        assert_eq!(shown, format!("{}\n…\n{}", lines[..6].join("\n"), lines[37..].join("\n")));
        assert_eq!(shown.lines().count(), LINES);
    }

    #[test]
    fn what_came_before_the_last_answer_has_no_beginning() {
        let mut stderr = Tail::default();
        stderr.push("log\n".repeat(100).as_bytes());
        stderr.answered();
        assert_eq!(stderr.shown().lines().count(), LINES);
        assert!(!stderr.shown().contains('…'));
        stderr.push(format!("panicked\n{}the end", "frame\n".repeat(100)).as_bytes());
        let shown = stderr.shown();
        assert!(shown.starts_with("panicked\nframe") && shown.ends_with("the end"), "{shown}");
    }

    #[test]
    fn a_flood_leaves_its_beginning_and_its_end() {
        let shown = tail(&[&vec![b'a'; 100_000], &[b'b'; 3000], &[b'c'; 3000]]);
        assert!(shown.len() <= LONGEST && shown.len() > LONGEST - 10, "{}", shown.len());
        assert!(shown.ends_with(&"c".repeat(3000)) && shown.starts_with(&"a".repeat(HEAD)));
        assert!(tail(&[&vec![0x1b; 100_000]]).len() <= LONGEST);
    }

    #[test]
    fn a_cut_character_is_left_out() {
        let shown = tail(&["ä".repeat(4000).as_bytes(), b"x"]);
        assert!(shown.chars().all(|c| "äx\n…".contains(c)));
    }
}
