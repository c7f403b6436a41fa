//! What would stand there if the work had been done.

use serde_json::Value;

use super::files::{extension, lines};

/// Whole words, in capitals where they are: "a todo list" is no placeholder.
const WORDS: [&str; 4] = ["TODO", "FIXME", "XX%", "your_value"];
const CODE: [&str; 8] = ["py", "js", "ts", "sh", "sql", "c", "java", "html"];
const COMMENTS: [&str; 6] = ["#", "//", "/*", "*", "--", "<!--"];

/// Whether a file has a placeholder. In code, a comment may say what is left to do.
pub(super) fn is_in_file(path: &str, content: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(content) else { return false };
    let is_code = CODE.contains(&extension(path).as_str());
    let is_exempt = |line: &str| is_code && COMMENTS.iter().any(|mark| line.trim_start().starts_with(mark));
    lines(text).any(|line| is_in_text(line) && !is_exempt(line))
}

/// Whether one of the strings in a value has a placeholder.
pub(super) fn is_in_value(value: &Value) -> bool {
    match value {
        Value::String(text) => is_in_text(text),
        Value::Array(entries) => entries.iter().any(is_in_value),
        Value::Object(members) => members.values().any(is_in_value),
        _ => false,
    }
}

fn is_in_text(text: &str) -> bool {
    let is_in_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let stands_alone = |(start, word): (usize, &str)| {
        !text[..start].ends_with(is_in_word) && !text[start + word.len()..].starts_with(is_in_word)
    };
    text.contains("???") || WORDS.iter().any(|word| text.match_indices(word).any(stands_alone))
}
