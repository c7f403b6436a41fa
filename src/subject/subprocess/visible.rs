//! Text of the subject's making, made safe to show on a terminal.

use std::fmt::Write;

/// `text` with everything that a terminal or a reader would not see as it is spelled out.
///
/// Line ends and tabs stay: they do no harm.
pub(super) fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => shown.push(c),
            '\r' => shown.push_str("\\r"),
            c if c.is_ascii_control() => {
                // Writing to memory cannot fail.
                let _ = write!(shown, "\\x{:02x}", u32::from(c));
            }
            c if c.is_control() || reorders(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    shown
}

/// The beginning of `bytes`, at most `longest` characters of it, on one line.
pub(crate) fn excerpt(bytes: &[u8], longest: usize) -> String {
    // Four bytes hold any character: what lies beyond them cannot be shown.
    let head = &bytes[..bytes.len().min(longest.saturating_mul(4))];
    let shown = visible(&String::from_utf8_lossy(head)).replace('\n', "\\n").replace('\t', "\\t");
    let end = shown.char_indices().nth(longest).map(|(at, _)| at);
    match end {
        Some(at) => format!("{}…", &shown[..at]),
        None if head.len() < bytes.len() => format!("{shown}…"),
        None => shown,
    }
}

/// Characters that are invisible or make the text around them read in another order.
fn reorders(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_spelled_out() {
        assert_eq!(visible("\u{1b}[31mred\u{7}\r\n\tok"), "\\x1b[31mred\\x07\\r\n\tok");
        assert_eq!(visible("a\u{202e}b\u{9b}c\u{7f}"), "a\\u{202e}b\\u{9b}c\\x7f");
        assert_eq!(visible("grüße, 日本"), "grüße, 日本");
    }

    #[test]
    fn an_excerpt_is_short_and_on_one_line() {
        assert_eq!(excerpt(b"a\nb", 10), "a\\nb");
        assert_eq!(excerpt("äöü".as_bytes(), 3), "äöü");
        assert_eq!(excerpt("äöüß".as_bytes(), 3), "äöü…");
        assert_eq!(excerpt(&[0xff; 9], 2), "\u{fffd}\u{fffd}…");
        assert_eq!(excerpt(&vec![b'x'; 100_000], 200).chars().count(), 201);
    }
}
