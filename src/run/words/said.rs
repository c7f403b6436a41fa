//! From what a subject says to the words in it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// The longest part of a text that is read.
const LONGEST: usize = 4000;

/// How much a word looks like one of a vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Likeness {
    /// The document has it, in whatever place.
    Known,
    /// It stands in some text.
    Plain,
    /// It stands beside a word of a vocabulary.
    Beside,
    /// It is quoted, or written as names are.
    Name,
    /// It stands in a list that has a word of a vocabulary, too.
    Listed,
}

/// Words with how much they look like one of a vocabulary.
#[derive(Debug, Default)]
pub(super) struct Said(BTreeMap<String, Likeness>);

impl Said {
    /// Hears every text of `value` that does not come from `asked`.
    pub(super) fn hear(&mut self, value: &Value, asked: &BTreeSet<&str>, known: &BTreeSet<String>) {
        match value {
            Value::String(text) => self.hear_text(text, asked, known),
            Value::Array(items) => items.iter().for_each(|item| self.hear(item, asked, known)),
            Value::Object(members) => {
                for (key, value) in members {
                    self.note(key, Likeness::Plain, asked, known);
                    self.hear(value, asked, known);
                }
            }
            _ => {}
        }
    }

    fn hear_text(&mut self, text: &str, asked: &BTreeSet<&str>, known: &BTreeSet<String>) {
        let text = &text[..text.floor_char_boundary(LONGEST)];
        let listed: Vec<&str> =
            text.split([',', '|', '/', ';', '[', ']', '(', ')', '{', '}']).filter_map(item).collect();
        let in_a_list = listed.iter().any(|word| known.contains(*word));
        for word in listed.into_iter().filter(|_| in_a_list) {
            self.note(word, Likeness::Listed, asked, known);
        }
        let beside = words(text).any(|word| known.contains(word));
        for word in words(text) {
            let like = if is_a_name(word) || is_quoted(text, word) {
                Likeness::Name
            } else if beside {
                Likeness::Beside
            } else {
                Likeness::Plain
            };
            self.note(word, like, asked, known);
        }
    }

    fn note(&mut self, word: &str, like: Likeness, asked: &BTreeSet<&str>, known: &BTreeSet<String>) {
        if is_a_word(word) && !asked.contains(word) {
            let like = if known.contains(word) { Likeness::Known } else { like };
            let best = self.0.entry(word.to_owned()).or_insert(like);
            *best = like.max(*best);
        }
    }

    /// The words, the likeliest first, the others in the order of the alphabet.
    pub(super) fn into_words(self) -> impl Iterator<Item = String> {
        let mut words: Vec<(String, Likeness)> = self.0.into_iter().collect();
        words.sort_by_key(|(_, like)| std::cmp::Reverse(*like));
        words.into_iter().map(|(word, _)| word)
    }
}

/// The words of a text.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let apart = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    text.split(apart).map(|word| word.trim_matches(['-', '.'])).filter(|word| is_a_word(word))
}

/// Letters, with what joins them. Numbers are left out: they are those of a clock or a counter, and differ every time.
fn is_a_word(word: &str) -> bool {
    (2..=40).contains(&word.len())
        && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '-' | '.'))
}

/// Written as programs write names: in several parts, or with capitals inside.
fn is_a_name(word: &str) -> bool {
    word.contains(['_', '-', '.']) || word.chars().skip(1).any(|c| c.is_ascii_uppercase())
}

fn is_quoted(text: &str, word: &str) -> bool {
    [('\'', '\''), ('"', '"'), ('`', '`')].iter().any(|(open, close)| text.contains(&format!("{open}{word}{close}")))
}

/// The one word of an entry of a list: between its commas, after an "or", before the end of a sentence, in quotes, or
/// the last before the comma where the list begins.
fn item(entry: &str) -> Option<&str> {
    let quotes = ['\'', '"', '`'];
    let entry = entry.split(['.', '!', '?', '\n']).map(str::trim).find(|part| !part.is_empty())?;
    let entry = ["or ", "and "].iter().find_map(|join| entry.strip_prefix(join)).unwrap_or(entry);
    let entry = entry.rsplit([' ', ':', '=']).next()?.trim_matches(quotes);
    is_a_word(entry).then_some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_stands_in_a_list_with_a_known_word_comes_first() {
        let known: BTreeSet<String> = ["schema", "budget"].map(str::to_owned).into();
        let mut said = Said::default();
        let text = "metric kind zyx is unknown; expected one of schema, 'budget', rubric, or judge. Use 3a2f at 10:00.";
        said.hear(&json!({"message": text}), &["zyx", "kind"].into(), &known);
        let words: Vec<String> = said.into_words().collect();
        assert_eq!(words[..2], ["judge", "rubric"], "{words:?}");
        assert!(!words.iter().any(|word| ["zyx", "kind", "3a2f", "a", "f"].contains(&word.as_str())), "{words:?}");
        assert_eq!(words[words.len() - 2..], ["budget", "schema"], "what the document knows comes last");
    }

    #[test]
    fn names_come_before_plain_words() {
        let mut said = Said::default();
        said.hear(&json!(["no rubric_judge here", "a \"quoted\" word"]), &BTreeSet::new(), &BTreeSet::new());
        let words: Vec<String> = said.into_words().collect();
        assert_eq!(words[..2], ["quoted", "rubric_judge"], "{words:?}");
    }
}
