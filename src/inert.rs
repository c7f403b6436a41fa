//! Text of foreign origin, made into text and nothing else.
//!
//! What a subject says, what stands in a file and what a file is called reaches a terminal, a page, XML, SARIF,
//! Markdown and the log of a CI system. Everything that any of these would obey, hide or refuse is spelled out here,
//! once for all of them.

use std::fmt::Write;

/// Whether a terminal, a browser, an XML parser or a reader's eye could be misled by a character: controls, what is
/// invisible or looks like a plain space, marks that turn one letter into another that exists by itself, what turns the
/// direction of reading, and what is no character at all.
pub(crate) fn acts(c: char) -> bool {
    c.is_control()
        || (c.is_whitespace() && c != ' ')
        || matches!(c,
            '\u{300}'..='\u{36f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180d}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}')
        || matches!(c,
            '\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fdd0}'..='\u{fdef}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
        || u32::from(c) & 0xfffe == 0xfffe
}

/// Whether the character at the end of `before` begins something in `rest` (itself and what follows) that CI systems
/// take for a command: `::name::` at the begin of a line, `##[name]` and `##name[` anywhere.
fn commands(before: &str, rest: &str) -> bool {
    let begins = before.chars().next_back().is_none_or(char::is_whitespace);
    let hashes = rest.starts_with('#') && before.ends_with('#');
    (begins && rest.starts_with("::"))
        || (hashes && rest[1..].starts_with(|c: char| c == '[' || c.is_ascii_alphabetic()))
}

/// `text` with every character that acts written by `escape`, except those in `kept`.
fn spelled(text: &str, kept: &[char], escape: impl Fn(char, &mut String)) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let (before, rest) = text.split_at(at);
        if (acts(c) && !kept.contains(&c)) || (matches!(c, ':' | '#') && commands(before, rest)) {
            escape(c, &mut out);
        } else {
            out.push(c);
        }
    }
    out
}

/// A text on one line.
#[must_use]
pub fn plain(text: &str) -> String {
    spelled(text, &[], |c, out| match c {
        '\t' | '\n' => out.push(' '),
        c => out.extend(c.escape_unicode()),
    })
}

/// A text on as many lines as it has.
#[must_use]
pub(crate) fn plain_lines(text: &str) -> String {
    spelled(text, &['\n', '\t'], |c, out| out.extend(c.escape_unicode()))
}

/// JSON text that is still the same JSON.
#[must_use]
pub(crate) fn json(text: &str) -> String {
    spelled(text, &['\n'], |c, out| {
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to memory cannot fail.
            let _ = write!(out, "\\u{unit:04x}");
        }
    })
}

/// A word as a shell takes it, on one line.
#[must_use]
pub(crate) fn shell_word(word: &str) -> String {
    let safe = |c: char| c.is_ascii_alphanumeric() || "-_./=:,@%+".contains(c);
    if !word.is_empty() && word.chars().all(safe) && !word.starts_with("::") {
        return word.to_owned();
    }
    let inside = word.replace('\\', r"\\").replace('\'', r"\'");
    let spelled = spelled(&inside, &[], |c, out| {
        let _ = match u32::from(c) {
            code @ 0..=0xffff => write!(out, "\\u{code:04x}"),
            code => write!(out, "\\U{code:08x}"),
        };
    });
    if spelled == inside { format!("'{}'", word.replace('\'', r"'\''")) } else { format!("$'{spelled}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "a\u{1b}[31mb\u{7}\r\u{9b}c\u{202e}\u{fffe}\u{10ffff}\u{e0041}";

    #[test]
    fn nothing_acts_in_any_form() {
        for text in [plain(HOSTILE), plain_lines(HOSTILE), json(HOSTILE), shell_word(HOSTILE)] {
            assert!(!text.chars().any(acts), "{text:?}");
        }
        assert_eq!(plain("a\u{1b}[31mb\u{7}\nc\u{202e}"), "a\\u{1b}[31mb\\u{7} c\\u{202e}");
        assert_eq!(plain("grüße, 日本 👩‍💻"), "grüße, 日本 👩\\u{200d}💻");
        assert_eq!(plain_lines("one\n\ttwo\u{7f}"), "one\n\ttwo\\u{7f}");
        assert_eq!(plain("a\u{85}b\u{3000}e\u{301}\u{e9}"), "a\\u{85}b\\u{3000}e\\u{301}\u{e9}");
    }

    #[test]
    fn no_ci_system_is_told_anything() {
        assert_eq!(plain("::set-output name=x::y"), "\\u{3a}:set-output name=x::y");
        assert_eq!(plain_lines("a\n  ::stop-commands::x"), "a\n  \\u{3a}:stop-commands::x");
        assert_eq!(plain("std::mem and a::b"), "std::mem and a::b");
        assert_eq!(plain("x ##[error]y ##vso[task] ## heading"), "x #\\u{23}[error]y #\\u{23}vso[task] ## heading");
        assert_eq!(json(r###"["##vso[x]"]"###), "[\"#\\u0023vso[x]\"]");
    }

    #[test]
    fn json_stays_the_same_json() {
        let value = serde_json::json!({ "k\u{202e}": [HOSTILE, "##[x]", "::a"] });
        let shown = json(&serde_json::to_string_pretty(&value).unwrap());
        assert!(!shown.chars().any(|c| acts(c) && c != '\n'));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), value);
    }

    #[test]
    fn commands_can_be_pasted() {
        assert_eq!(shell_word("python3"), "python3");
        assert_eq!(shell_word("it's here"), r"'it'\''s here'");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_word("a\u{1b}'b\n"), r"$'a\u001b\'b\u000a'");
    }
}
