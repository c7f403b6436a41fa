//! What a scalar of YAML means, and where it ends.

use std::borrow::Cow;
use std::ops::Range;

use saphyr_parser::ScalarStyle;
use serde_json::{Number, Value};

/// What a scalar means by the core schema of YAML 1.2; none for a number that JSON does not have.
pub(super) fn plain_value(text: Cow<'_, str>, style: ScalarStyle) -> Option<Value> {
    if style != ScalarStyle::Plain {
        return Some(Value::String(text.into_owned()));
    }
    Some(match text.as_ref() {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        ".inf" | ".Inf" | ".INF" | "-.inf" | "-.Inf" | "-.INF" | "+.inf" | ".nan" | ".NaN" | ".NAN" => return None,
        plain => match number(plain) {
            Some(Ok(number)) => Value::Number(number),
            Some(Err(NotFinite)) => return None,
            None => Value::String(text.into_owned()),
        },
    })
}

/// A number that JSON does not have.
struct NotFinite;

/// The number that a plain scalar is, if it is one.
fn number(text: &str) -> Option<Result<Number, NotFinite>> {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let hexadecimal = text.strip_prefix("0x").map(|digits| i64::from_str_radix(digits, 16));
    let octal = text.strip_prefix("0o").map(|digits| i64::from_str_radix(digits, 8));
    if let Some(Ok(whole)) = hexadecimal.or(octal) {
        return Some(Ok(whole.into()));
    }
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        if let Ok(whole) = text.parse::<i64>() {
            return Some(Ok(whole.into()));
        }
    } else if !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        || !digits.contains(|c: char| c.is_ascii_digit())
    {
        return None;
    }
    let is_float = digits.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    let float = if is_float { text.parse::<f64>().ok() } else { None };
    float.map(|float| Number::from_f64(float).ok_or(NotFinite))
}

/// The bytes of a scalar alone: the parser counts what follows it on its line in, white space and comments.
pub(super) fn trimmed(text: &str, at: Range<usize>, style: ScalarStyle) -> Range<usize> {
    let inside = &text[at.clone()];
    let end = match style {
        ScalarStyle::SingleQuoted => end_of_single_quotes(inside),
        ScalarStyle::DoubleQuoted => end_of_double_quotes(inside),
        _ => None,
    };
    at.start..at.start + end.unwrap_or(inside.trim_end().len())
}

fn end_of_single_quotes(text: &str) -> Option<usize> {
    let mut quotes = text.match_indices('\'').map(|(at, _)| at).skip(1).peekable();
    while let Some(at) = quotes.next() {
        // Two of them stand for one.
        if quotes.next_if_eq(&(at + 1)).is_none() {
            return Some(at + 1);
        }
    }
    None
}

fn end_of_double_quotes(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(at + 1),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_text_ends_with_its_quote() {
        let end = |text: &str, style| trimmed(text, 0..text.len(), style).end;
        assert_eq!(end(r#""a\"b"  # "c""#, ScalarStyle::DoubleQuoted), 6);
        assert_eq!(end("'it''s'  # 'c'", ScalarStyle::SingleQuoted), 7);
        assert_eq!(end("plain  ", ScalarStyle::Plain), 5);
    }
}
