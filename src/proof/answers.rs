//! What was expected and what came, so that the difference shows.

use serde_json::{Map, Value};
use unicode_width::UnicodeWidthStr;

use super::Finding;
use super::short::block;
use super::story::Story;
use super::words::{self, is_sentence, wrapped};
use crate::inert::plain;

/// The most lines of either side.
const MOST: usize = 5;

/// Both sides in lines of at most `room` columns, each without what is the same in the other where it is long.
pub(super) fn expected_and_observed(finding: &Finding, room: usize) -> [Vec<String>; 2] {
    let (expected, observed) = (&finding.expected, &finding.observed);
    if one_line(expected, room).is_some() && one_line(observed, room).is_some() {
        return [expected, observed].map(|value| lines(value, room));
    }
    let ([expected, observed], same) = apart(expected, observed);
    let note = same.map(|same| plain(&same));
    [expected, observed].map(|value| {
        let mut lines = lines(&value, room);
        lines.extend(note.clone());
        lines
    })
}

fn one_line(value: &Value, room: usize) -> Option<String> {
    match words::value_lines(value).as_slice() {
        [line] if line.width() <= room => Some(line.clone()),
        _ => None,
    }
}

/// Two values without what they have in common, and a word on that.
fn apart(left: &Value, right: &Value) -> ([Value; 2], Option<String>) {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            let same = |key: &String| left.get(key) == right.get(key);
            let without = |of: &Map<String, Value>| -> Value {
                of.iter().filter(|(key, _)| !same(key)).map(|(key, value)| (key.clone(), value.clone())).collect()
            };
            let names: Vec<&str> = left.keys().filter(|key| same(key)).map(String::as_str).collect();
            (
                [without(left), without(right)],
                (!names.is_empty()).then(|| format!("(and the same {})", names.join(", "))),
            )
        }
        (Value::Array(left), Value::Array(right)) if !left.iter().chain(right).any(is_sentence) => {
            let before = left.iter().zip(right).take_while(|(left, right)| left == right).count();
            let (left, right) = (&left[before..], &right[before..]);
            let after = left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count();
            let kept = |of: &[Value]| Value::from(of[..of.len() - after].to_vec());
            let same = match (before, after) {
                (0, 0) => None,
                (before, 0) => Some(format!("(behind {before} that are the same)")),
                (0, after) => Some(format!("(before {after} that are the same)")),
                (before, after) => Some(format!("(between {before} and {after} that are the same)")),
            };
            ([kept(left), kept(right)], same)
        }
        _ => ([left.clone(), right.clone()], None),
    }
}

/// A value in few lines: a story as a picture, or its beginning and end; of a sentence the beginning.
fn lines(value: &Value, room: usize) -> Vec<String> {
    if let Some(line) = one_line(value, room) {
        return vec![line];
    }
    if let Some(drawn) = Story::read(value).and_then(|story| story.drawn(room)) {
        return drawn;
    }
    match value {
        Value::String(text) => {
            let lines = words::first_lines(wrapped(&plain(text), room), MOST, room);
            lines.iter().map(|line| words::fit(line, room)).collect()
        }
        Value::Array(items) if !items.is_empty() && items.iter().all(is_sentence) => {
            let story: Vec<String> =
                items.iter().filter_map(Value::as_str).map(|line| words::fit(&plain(line), room)).collect();
            if story.len() <= MOST + 2 {
                return story;
            }
            let (head, tail) = (&story[..2], &story[story.len() - MOST + 1..]);
            let gap = format!("… {} more", story.len() - head.len() - tail.len());
            head.iter().cloned().chain([gap]).chain(tail.iter().cloned()).collect()
        }
        _ => {
            let mut lines = block(value, room);
            if lines.len() > MOST {
                let left_out = lines.len() - MOST + 1;
                lines.truncate(MOST - 1);
                lines.push(format!("… {left_out} lines more"));
            }
            lines
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(expected: Value, observed: Value) -> [String; 2] {
        let finding = Finding { expected, observed, ..Finding::default() };
        expected_and_observed(&finding, 40).map(|lines| lines.join("\n"))
    }

    #[test]
    fn what_is_the_same_is_said_once() {
        assert_eq!(shown(json!({"a": 1}), json!({"a": 2})), [r#"{"a":1}"#, r#"{"a":2}"#]);
        let long = "x".repeat(40);
        assert_eq!(
            shown(json!({"a": 1, "b": long}), json!({"a": 2, "b": long})),
            ["{\"a\":1}\n(and the same b)", "{\"a\":2}\n(and the same b)"]
        );
        assert_eq!(
            shown(json!([long, 1, long]), json!([long, 2, long])),
            ["[1]\n(between 1 and 1 that are the same)", "[2]\n(between 1 and 1 that are the same)"]
        );
    }

    #[test]
    fn a_story_keeps_its_end() {
        let story: Vec<String> = (0..20).map(|number| format!("step {number}")).collect();
        let [_, observed] = shown(json!("a"), json!(story));
        assert_eq!(observed, "step 0\nstep 1\n… 14 more\nstep 16\nstep 17\nstep 18\nstep 19");
    }
}
