//! The places of an input where a word stands: texts that name nothing of the input's own, and known fields.

use serde_json::Value;

use super::pattern::pattern;
use super::place::{Input, Slot, Step, pointer};
use crate::draw::Shape;

/// A place where a word stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Worded {
    /// Where it is, as a JSON Pointer: the text, or the member whose name it is.
    pub(crate) at: String,
    /// The same for every input: see [`super::Spot`].
    pub(crate) pattern: String,
    /// Which part of it is the word.
    pub(crate) part: Part,
    /// The word that stands there.
    pub(crate) word: String,
}

/// Which part of a place is a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    /// The text.
    Whole,
    /// What comes before the first separator of a text that has one: the namespace of a name.
    Head,
    /// The name of a member.
    Key,
}

/// What parts a namespace from the rest of a name.
const SEPARATORS: [char; 3] = ['.', ':', '/'];

/// Every place of `root`, whose parts mean what `shape` says, where a word stands.
pub(crate) fn texts(root: &Value, shape: &'static Shape) -> Vec<Worded> {
    let places = Input { root, shape }.places();
    let mut found = Vec::new();
    for (index, place) in places.iter().enumerate() {
        if let (Step::Key(key), Slot::Optional | Slot::Loose) = (place.step, place.slot)
            && let Some(parent) = place.parent
        {
            let (at, pattern) = (pointer(&places, index), format!("{}/{{}}", pattern(&places, parent)));
            found.push(Worded { at, pattern, part: Part::Key, word: key.to_owned() });
        }
        let names = matches!(place.shape, Shape::Fixed | Shape::Id(_) | Shape::Ref(_) | Shape::RefText { .. });
        let (false, Value::String(text)) = (names, place.value) else { continue };
        let (at, pattern) = (pointer(&places, index), pattern(&places, index));
        if let Some(end) = text.find(SEPARATORS).filter(|end| *end > 0) {
            let word = text[..end].to_owned();
            found.push(Worded { at: at.clone(), pattern: pattern.clone(), part: Part::Head, word });
        }
        found.push(Worded { at, pattern, part: Part::Whole, word: text.clone() });
    }
    found
}

impl Worded {
    /// The input with another word at this place.
    pub(crate) fn with(&self, root: &Value, word: &str) -> Value {
        let mut changed = root.clone();
        match self.part {
            Part::Key => {
                let (parent, _) = self.at.rsplit_once('/').unwrap_or_default();
                if let Some(members) = changed.pointer_mut(parent).and_then(Value::as_object_mut)
                    && !members.contains_key(word)
                    && let Some(value) = members.remove(&self.word)
                {
                    members.insert(word.to_owned(), value);
                }
            }
            part => {
                if let Some(Value::String(text)) = changed.pointer_mut(&self.at) {
                    let rest = if part == Part::Head { text[self.word.len()..].to_owned() } else { String::new() };
                    *text = format!("{word}{rest}");
                }
            }
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::draw::{optional, required};

    static SHAPE: Shape = Shape::Object(&[
        required("id", Shape::Id("node")),
        optional("kind", Shape::Enum(&["a", "b"])),
        optional("tool", Shape::Text { least: 0 }),
    ]);

    #[test]
    fn a_word_takes_the_place_of_a_text_of_its_namespace_and_of_a_key() {
        let root = json!({"id": "n", "kind": "a", "tool": "web.search"});
        let found = texts(&root, &SHAPE);
        let changed: Vec<Value> = found.iter().map(|place| place.with(&root, "word")).collect();
        assert_eq!(
            changed,
            [
                json!({"id": "n", "word": "a", "tool": "web.search"}),
                json!({"id": "n", "kind": "word", "tool": "web.search"}),
                json!({"id": "n", "kind": "a", "word": "web.search"}),
                json!({"id": "n", "kind": "a", "tool": "word.search"}),
                json!({"id": "n", "kind": "a", "tool": "word"}),
            ]
        );
    }
}
