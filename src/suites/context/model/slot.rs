//! Reading one place of the params: what the document's words *present*,
//! *empty*, *populated* and *one or more* mean for what stands there.

use serde_json::{Map, Value};

use super::truth::Truth;
use super::why::{BLANK, EMPTY_ID, MISSING_TWICE, NULL_ELEMENT};

const ODD: &str = "a value of another type than the field's";

/// What stands at a place.
#[derive(Debug, Clone, Copy)]
pub(in super::super) enum Found<'a> {
    /// Nothing: `null`, no key, or `null` on the way.
    Nothing,
    /// A value.
    Value(&'a Value),
    /// Something that has no members is in the way.
    Lost,
}

/// What stands where a text belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Text<'a> {
    /// Null or the empty text.
    Empty,
    /// White space only.
    Blank,
    /// A text.
    Given(&'a str),
    /// Not a text.
    Odd,
}

/// What stands at `path`, its steps separated by dots.
pub(in super::super) fn at<'a>(root: &'a Value, path: &str) -> Found<'a> {
    let mut here = root;
    for step in path.split('.') {
        match here {
            Value::Null => return Found::Nothing,
            Value::Object(members) => match members.get(step) {
                Some(next) => here = next,
                None => return Found::Nothing,
            },
            _ => return Found::Lost,
        }
    }
    if here.is_null() { Found::Nothing } else { Found::Value(here) }
}

/// Puts `value` at `path`; removes what is there for `None`. Objects on the way are made.
pub(in super::super) fn put(root: &mut Value, path: &str, value: Option<Value>) {
    let (way, last) = path.rsplit_once('.').map_or((None, path), |(way, last)| (Some(way), last));
    let mut here = root;
    for step in way.into_iter().flat_map(|way| way.split('.')) {
        here = members(here).entry(step).or_insert(Value::Null);
    }
    match value {
        Some(value) => members(here).insert(last.to_owned(), value),
        None => members(here).remove(last),
    };
}

fn members(value: &mut Value) -> &mut Map<String, Value> {
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    match value {
        Value::Object(members) => members,
        _ => unreachable!("it was just made an object"),
    }
}

/// The text at `path`.
pub(in super::super) fn text<'a>(root: &'a Value, path: &str) -> Text<'a> {
    match at(root, path) {
        Found::Nothing => Text::Empty,
        Found::Value(Value::String(text)) if text.is_empty() => Text::Empty,
        Found::Value(Value::String(text)) if is_blank(text) => Text::Blank,
        Found::Value(Value::String(text)) => Text::Given(text),
        Found::Value(_) | Found::Lost => Text::Odd,
    }
}

/// Whether some program takes this text for blank.
pub(in super::super) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || matches!(c, '\u{feff}' | '\u{200b}' | '\u{180e}'))
}

/// A text is there.
pub(in super::super) fn present(root: &Value, path: &str) -> Truth {
    match text(root, path) {
        Text::Empty => Truth::Broken,
        Text::Given(_) => Truth::Holds,
        Text::Blank => Truth::Open(BLANK),
        Text::Odd => Truth::Open(ODD),
    }
}

/// No text is there.
pub(in super::super) fn empty(root: &Value, path: &str) -> Truth {
    present(root, path).negated()
}

/// An object is there, whatever is in it.
pub(in super::super) fn populated(root: &Value, path: &str) -> Truth {
    match at(root, path) {
        Found::Nothing => Truth::Broken,
        Found::Value(Value::Object(_)) => Truth::Holds,
        Found::Value(_) | Found::Lost => Truth::Open(ODD),
    }
}

/// An object with an id is there. One without an id may or may not do.
pub(in super::super) fn party(root: &Value, path: &str) -> Truth {
    match (populated(root, path), present(root, &format!("{path}.id"))) {
        (Truth::Holds, Truth::Broken) => Truth::Open(EMPTY_ID),
        (Truth::Holds, id) => id,
        (other, _) => other,
    }
}

/// A list with an element is there. A null list is an empty one.
pub(in super::super) fn one_or_more(root: &Value, path: &str) -> Truth {
    match at(root, path) {
        Found::Nothing => Truth::Broken,
        Found::Value(Value::Array(items)) if items.is_empty() => Truth::Broken,
        Found::Value(Value::Array(items)) if items.iter().any(|item| !item.is_null()) => Truth::Holds,
        Found::Value(Value::Array(_)) => Truth::Open(NULL_ELEMENT),
        Found::Value(_) | Found::Lost => Truth::Open(ODD),
    }
}

/// Two texts are the same, to the letter.
pub(in super::super) fn equal(a: Text<'_>, b: Text<'_>) -> Truth {
    match (a, b) {
        (Text::Odd, _) | (_, Text::Odd) => Truth::Open(ODD),
        (Text::Empty, Text::Empty) => Truth::Open(MISSING_TWICE),
        (Text::Blank, _) | (_, Text::Blank) => Truth::Open(BLANK),
        (a, b) => Truth::of(a == b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn null_absent_and_empty_are_alike_and_blank_is_open() {
        for empty in
            [json!({}), json!({"a": null}), json!({"a": {}}), json!({"a": {"b": null}}), json!({"a": {"b": ""}})]
        {
            assert_eq!(present(&empty, "a.b"), Truth::Broken, "{empty}");
        }
        assert_eq!(present(&json!({"a": {"b": "x"}}), "a.b"), Truth::Holds);
        for open in [json!({"a": {"b": " "}}), json!({"a": {"b": 1}}), json!({"a": 1})] {
            assert!(matches!(present(&open, "a.b"), Truth::Open(_)), "{open}");
        }
        assert_eq!(one_or_more(&json!({"a": []}), "a"), Truth::Broken);
        assert!(matches!(one_or_more(&json!({"a": [null]}), "a"), Truth::Open(_)));
        assert_eq!(one_or_more(&json!({"a": [null, {}]}), "a"), Truth::Holds);
    }

    #[test]
    fn putting_makes_its_own_way() {
        let mut root = json!({"a": 1});
        put(&mut root, "a.b.c", Some(json!(2)));
        put(&mut root, "d", Some(json!(3)));
        put(&mut root, "a.b.c", None);
        assert_eq!(root, json!({"a": {"b": {}}, "d": 3}));
    }
}
