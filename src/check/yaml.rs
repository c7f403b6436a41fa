//! Strict reading of YAML (and JSON, which is YAML): one document, plain
//! values, no duplicate keys, no tags, merge keys written out, within limits of
//! size and depth, and with the place of everything in the source.

use crate::draw::json::pointer_key;
use std::collections::BTreeMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span};
use serde_json::{Map, Value};

use super::scalar::{plain_value, trimmed};

/// How many values a document may have, aliases counted as often as they are used.
const MAX_VALUES: usize = 100_000;
/// How much memory its values may take, aliases counted as often as they are used.
const MAX_WEIGHT: usize = 16 << 20;
/// How deep a document may be nested.
const MAX_DEPTH: usize = 64;

/// A document with the place of every value.
#[derive(Debug)]
pub(super) struct Document {
    /// What it says.
    pub(super) value: Value,
    /// Where in the source the value at a JSON Pointer stands: its key, if it has one, and itself.
    places: BTreeMap<String, Place>,
}

#[derive(Debug, Clone)]
struct Place {
    key: Option<Range<usize>>,
    value: Range<usize>,
}

/// Why a text cannot be used, and where.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Unusable {
    /// What is wrong.
    pub(super) why: String,
    /// The bytes it is about.
    pub(super) at: Range<usize>,
}

impl Document {
    /// The bytes to underline for a JSON Pointer: the value, or the key nearest to where it is missing.
    pub(super) fn find(&self, pointer: &str) -> Range<usize> {
        if let Some(place) = self.places.get(pointer) {
            return match &self.value.pointer(pointer) {
                // A long section is not underlined as a whole: its key says where it begins.
                Some(Value::Object(_) | Value::Array(_)) => {
                    place.key.clone().unwrap_or(place.value.start..place.value.start)
                }
                _ => place.value.clone(),
            };
        }
        match pointer.rsplit_once('/') {
            Some((around, _)) => self.find(around),
            None => 0..0,
        }
    }
}

/// Reads a document.
pub(super) fn read(text: &str) -> Result<Document, Unusable> {
    let mut reader = Reader {
        text,
        offsets: byte_offsets(text),
        values: 0,
        weight: 0,
        open: Vec::new(),
        anchors: BTreeMap::new(),
        places: BTreeMap::new(),
        root: None,
    };
    for step in Parser::new_from_str(text) {
        let (event, span) = step.map_err(|error| {
            let at = reader.byte(error.marker().index());
            // The scanner has a limit of its own for brackets in brackets.
            let why = match error.info() {
                "recursion limit exceeded" => too_deep(),
                other => format!("this is not YAML: {other}"),
            };
            Unusable { why, at: at..at }
        })?;
        reader.take(event, reader.range(span))?;
    }
    match reader.root {
        Some(value) => Ok(Document { value, places: reader.places }),
        None => Err(Unusable { why: "the document is empty".to_owned(), at: 0..0 }),
    }
}

/// The byte offset of every character, only where they differ from its number.
fn byte_offsets(text: &str) -> Option<Vec<usize>> {
    (!text.is_ascii()).then(|| text.char_indices().map(|(at, _)| at).collect())
}

struct Reader<'t> {
    text: &'t str,
    offsets: Option<Vec<usize>>,
    values: usize,
    /// How much memory the values behind aliases take.
    weight: usize,
    open: Vec<Open>,
    anchors: BTreeMap<usize, Value>,
    places: BTreeMap<String, Place>,
    root: Option<Value>,
}

/// A list or object that is not complete.
struct Open {
    pointer: String,
    anchor: usize,
    start: usize,
    holds: Holds,
}

enum Holds {
    List(Vec<Value>),
    Object { members: Map<String, Value>, key: Option<Key>, merged: Vec<Map<String, Value>> },
}

/// The key of the member that comes next.
struct Key {
    name: String,
    at: Range<usize>,
    /// A plain `<<`: what comes is taken over member by member.
    merges: bool,
}

impl Reader<'_> {
    fn byte(&self, character: usize) -> usize {
        match &self.offsets {
            None => character.min(self.text.len()),
            Some(offsets) => offsets.get(character).copied().unwrap_or(self.text.len()),
        }
    }

    fn range(&self, span: Span) -> Range<usize> {
        let start = self.byte(span.start.index());
        start..self.byte(span.end.index()).max(start)
    }

    fn take(&mut self, event: Event<'_>, at: Range<usize>) -> Result<(), Unusable> {
        match event {
            Event::DocumentStart(_) if self.root.is_some() => {
                Err(unusable("there is a second document in this file", at))
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {
                Ok(())
            }
            Event::Scalar(_, _, _, Some(_)) | Event::SequenceStart(_, Some(_)) | Event::MappingStart(_, Some(_)) => {
                Err(unusable("tags are not allowed", at))
            }
            Event::Alias(anchor) => {
                let value = self.anchors.get(&anchor);
                let value = value.ok_or_else(|| unusable("an alias inside of what it stands for", at.clone()))?;
                self.values += crate::draw::json::size(value);
                self.weight += weight(value);
                // Before anything is copied.
                self.within_limits(&at)?;
                self.put(value.clone(), at)
            }
            Event::Scalar(text, style, anchor, None) => {
                let at = trimmed(self.text, at, style);
                if let Some(Open { holds: Holds::Object { members, key: key @ None, .. }, .. }) = self.open.last_mut() {
                    if members.contains_key(text.as_ref()) {
                        return Err(unusable(&format!("the key {text:?} is there twice"), at));
                    }
                    let merges = text == "<<" && style == ScalarStyle::Plain;
                    *key = Some(Key { name: text.into_owned(), at, merges });
                    return Ok(());
                }
                let value = plain_value(text, style).ok_or_else(|| unusable("numbers must be finite", at.clone()))?;
                self.values += 1;
                if anchor > 0 {
                    self.anchors.insert(anchor, value.clone());
                }
                self.put(value, at)
            }
            Event::SequenceStart(anchor, None) => self.begin(anchor, at, Holds::List(Vec::new())),
            Event::MappingStart(anchor, None) => {
                self.begin(anchor, at, Holds::Object { members: Map::new(), key: None, merged: Vec::new() })
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(at),
        }
    }

    fn begin(&mut self, anchor: usize, at: Range<usize>, holds: Holds) -> Result<(), Unusable> {
        if matches!(self.open.last(), Some(Open { holds: Holds::Object { key: None, .. }, .. })) {
            return Err(unusable("a key must be a text", at));
        }
        if self.open.len() == MAX_DEPTH {
            return Err(unusable(&too_deep(), at));
        }
        self.values += 1;
        let (pointer, _) = self.next_place();
        self.open.push(Open { pointer, anchor, start: at.start, holds });
        Ok(())
    }

    fn end(&mut self, at: Range<usize>) -> Result<(), Unusable> {
        let Some(done) = self.open.pop() else { return Ok(()) };
        let value = match done.holds {
            Holds::List(items) => Value::Array(items),
            Holds::Object { mut members, merged, .. } => {
                // Its own members come first, and of what is taken over the first.
                for (name, value) in merged.into_iter().flatten() {
                    members.entry(name).or_insert(value);
                }
                Value::Object(members)
            }
        };
        if done.anchor > 0 {
            self.anchors.insert(done.anchor, value.clone());
        }
        self.put(value, done.start..at.end)
    }

    /// The JSON Pointer of the value that comes next, and the place of its key.
    fn next_place(&self) -> (String, Option<Range<usize>>) {
        match self.open.last() {
            None => (String::new(), None),
            Some(Open { pointer, holds: Holds::List(items), .. }) => (format!("{pointer}/{}", items.len()), None),
            Some(Open { pointer, holds: Holds::Object { key, .. }, .. }) => match key {
                Some(Key { name, at, .. }) => (format!("{pointer}/{}", pointer_key(name)), Some(at.clone())),
                None => (pointer.clone(), None),
            },
        }
    }

    fn within_limits(&self, at: &Range<usize>) -> Result<(), Unusable> {
        let limit = if self.values > MAX_VALUES {
            format!("{MAX_VALUES} values")
        } else if self.weight > MAX_WEIGHT {
            format!("{} MiB", MAX_WEIGHT >> 20)
        } else {
            return Ok(());
        };
        Err(unusable(&format!("the document has more than {limit}, its aliases written out"), at.clone()))
    }

    fn put(&mut self, value: Value, at: Range<usize>) -> Result<(), Unusable> {
        self.within_limits(&at)?;
        let (pointer, key) = self.next_place();
        self.places.insert(pointer, Place { key, value: at.clone() });
        match self.open.last_mut().map(|open| &mut open.holds) {
            None => self.root = Some(value),
            Some(Holds::List(items)) => items.push(value),
            Some(Holds::Object { members, key, merged }) => match key.take() {
                Some(Key { merges: true, .. }) => merged.extend(to_merge(value).map_err(|why| unusable(why, at))?),
                Some(Key { name, .. }) => drop(members.insert(name, value)),
                None => return Err(unusable("a key must be a text", at)),
            },
        }
        Ok(())
    }
}

/// The objects that a merge key takes over.
fn to_merge(value: Value) -> Result<Vec<Map<String, Value>>, &'static str> {
    const NO_OBJECT: &str = "a merge key takes an object, or a list of objects";
    match value {
        Value::Object(members) => Ok(vec![members]),
        Value::Array(items) => {
            let object = |item| if let Value::Object(members) = item { Ok(members) } else { Err(NO_OBJECT) };
            items.into_iter().map(object).collect()
        }
        _ => Err(NO_OBJECT),
    }
}

/// About how much memory a value takes.
fn weight(value: &Value) -> usize {
    const ONE: usize = size_of::<Value>();
    match value {
        Value::String(text) => ONE + text.len(),
        Value::Array(items) => ONE + items.iter().map(weight).sum::<usize>(),
        Value::Object(members) => ONE + members.iter().map(|(key, value)| key.len() + weight(value)).sum::<usize>(),
        _ => ONE,
    }
}

fn unusable(why: &str, at: Range<usize>) -> Unusable {
    Unusable { why: why.to_owned(), at }
}

fn too_deep() -> String {
    format!("this is nested more than {MAX_DEPTH} levels deep")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn complaint(text: &str) -> String {
        read(text).unwrap_err().why
    }

    #[test]
    fn values_are_those_of_the_core_schema() {
        let text = "a: 1\nb: 1.0\nc: \"1\"\nd: yes\ne: ~\nf: true\ng: 1.0.0\nh: [x, -3, 1e2]\n\
                    i: '1'\nj: 0x10\nk: .5\nl: 1_000\n";
        let wanted = json!({"a": 1, "b": 1.0, "c": "1", "d": "yes", "e": null, "f": true, "g": "1.0.0",
            "h": ["x", -3, 100.0], "i": "1", "j": 16, "k": 0.5, "l": "1_000"});
        assert_eq!(read(text).unwrap().value, wanted);
    }

    #[test]
    fn what_is_not_plain_is_refused() {
        assert!(complaint("a: 1\nb: 2\na: 3\n").contains("twice"));
        assert!(complaint("a: !!str 1\n").contains("tags"));
        assert!(complaint("a: &x 1\nc:\n  <<: *x\n").contains("merge"));
        assert!(complaint("a: [1, 2\nb: 3\n").contains("not YAML"));
        assert!(complaint("a: 1\n---\nb: 2\n").contains("second"));
        assert!(complaint("? [a, b]\n: 1\n").contains("key"));
        assert!(complaint("a: .inf\n").contains("finite"));
        assert!(complaint("").contains("empty"));
    }

    #[test]
    fn merge_keys_are_written_out() {
        let text = "a: &x {b: 1, c: 2}\nd: &y {c: 3, e: 4}\nf:\n  c: 5\n  <<: [*x, *y]\n\"<<\": 6\n";
        let wanted = json!({"a": {"b": 1, "c": 2}, "d": {"c": 3, "e": 4}, "f": {"b": 1, "c": 5, "e": 4}, "<<": 6});
        let document = read(text).unwrap();
        assert_eq!(document.value, wanted);
        assert_eq!(&text[document.find("/f/b")], "f");
    }

    #[test]
    fn a_bomb_does_not_go_off() {
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let previous = format!("*a{}", level - 1);
            let line = vec![previous; 10].join(", ");
            bomb = format!("{bomb}a{level}: &a{level} [{line}]\n");
        }
        assert!(complaint(&bomb).contains("values"));
        let text = format!("a: &a {}\nb: [{}]\n", "x".repeat(1000), "*a, ".repeat(90_000));
        assert!(complaint(&text).contains("16 MiB"), "{}", complaint(&text));
        assert!(complaint(&"[".repeat(100_000)).contains("deep"));
        let nested = (0..100).map(|level| " ".repeat(level) + "a:\n").collect::<String>();
        assert!(complaint(&nested).contains("deep"));
    }

    #[test]
    fn places_are_bytes_of_the_source() {
        let commented = "a: \"1.0\"  # not \"2\"\nb: 'x' # y\n";
        let document = read(commented).unwrap();
        assert_eq!((&commented[document.find("/a")], &commented[document.find("/b")]), ("\"1.0\"", "'x'"));
        let text = "é: 1\nlist:\n  - name: x\n    other: yy\n";
        let document = read(text).unwrap();
        assert_eq!(&text[document.find("/é")], "1");
        assert_eq!(&text[document.find("/list/0/other")], "yy");
        assert_eq!(&text[document.find("/list")], "list");
        assert_eq!(&text[document.find("/list/0/missing")], "");
        assert_eq!(document.find("/list/0/missing").start, text.find("name").unwrap());
    }
}
