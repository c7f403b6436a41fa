//! The beginning of what a subject said, safe to show.

use crate::inert::plain_lines;

/// The beginning of `bytes`, at most `longest` characters of it, on one line.
pub(crate) fn excerpt(bytes: &[u8], longest: usize) -> String {
    // Four bytes hold any character: what lies beyond them cannot be shown.
    let head = &bytes[..bytes.len().min(longest.saturating_mul(4))];
    let shown = plain_lines(&String::from_utf8_lossy(head)).replace('\n', "\\n").replace('\t', "\\t");
    let end = shown.char_indices().nth(longest).map(|(at, _)| at);
    match end {
        Some(at) => format!("{}…", &shown[..at]),
        None if head.len() < bytes.len() => format!("{shown}…"),
        None => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_is_short_and_on_one_line() {
        assert_eq!(excerpt(b"a\nb", 10), "a\\nb");
        assert_eq!(excerpt("äöü".as_bytes(), 3), "äöü");
        assert_eq!(excerpt("äöüß".as_bytes(), 3), "äöü…");
        assert_eq!(excerpt(&[0xff; 9], 2), "\u{fffd}\u{fffd}…");
        assert_eq!(excerpt(&vec![b'x'; 100_000], 200).chars().count(), 201);
    }
}
