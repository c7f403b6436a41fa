//! A cause undone in another input: what made the neighbour right is done there too.

use serde_json::Value;

use crate::draw::json::{key_of_pointer, pointer_key, with_leaves};
use crate::draw::{Shape, Spot, spots};
use crate::proof::{HowFar, Neighbour, Reach};
use crate::rule::Change;

/// The most places of one text that a cause is undone in, one by one.
const PLACES: usize = 12;
/// How much of what is around a part of a text says that it is the same one.
const AROUND: usize = 4;
/// A text of so many characters is a word: where it stands elsewhere, it is the same one.
const WORD: usize = 3;
/// How many times as far a limit is put where the whole way is to be gone.
const FURTHER: f64 = 100.0;

/// What a failure goes back to.
#[derive(Debug, Clone)]
pub(super) struct Cause {
    shape: &'static Shape,
    /// What is not there in the neighbour, by pattern.
    removed: Vec<String>,
    /// What is added in the neighbour: the pattern of what is around it, the key, and the value.
    added: Vec<(String, String, Value)>,
    /// What is otherwise in the neighbour: by pattern, before and after.
    changed: Vec<(String, Value, Value)>,
    /// What is around it and unknown to the shape, by pattern: as good a place to undo it.
    around: Vec<String>,
    /// The fields that fail in each other's place, by pattern.
    alike: Vec<String>,
}

impl Cause {
    /// What the failure of `input` goes back to, as its neighbour and its reach show it.
    pub(super) fn of(input: &Value, shape: &'static Shape, neighbour: &Neighbour, reach: &[Reach]) -> Self {
        let spots = spots(input, shape);
        let pattern = |at: &str| spots.iter().find(|spot| spot.at == at).map(|spot| spot.pattern.clone());
        let loose = |at: &str| spots.iter().find(|spot| spot.at == at && spot.loose).map(|spot| spot.pattern.clone());
        let mut cause = Self {
            shape,
            removed: Vec::new(),
            added: Vec::new(),
            changed: Vec::new(),
            around: Vec::new(),
            alike: Vec::new(),
        };
        // The patterns of a place and of the fields that fail in its place.
        let patterns = |at: &str| -> Vec<String> {
            let fields = reach.iter().filter(|reach| reach.at == *at).filter_map(|reach| match &reach.how {
                HowFar::Fields(fields) => Some(&fields.names),
                _ => None,
            });
            let around = at.rsplit_once('/').and_then(|(around, _)| pattern(around)).unwrap_or_default();
            pattern(at).into_iter().chain(fields.flatten().map(|field| format!("{around}/{field}"))).collect()
        };
        for at in &neighbour.difference.remove {
            cause.removed.extend(patterns(at));
        }
        for at in neighbour.difference.remove.iter().chain(neighbour.difference.set.keys()) {
            cause.around.extend(at.rsplit_once('/').and_then(|(around, _)| loose(around)));
        }
        for reach in reach.iter().filter(|reach| matches!(reach.how, HowFar::Fields(_))) {
            cause.alike.extend(patterns(&reach.at));
        }
        for (at, value) in &neighbour.difference.set {
            match (input.pointer(at), at.rsplit_once('/')) {
                (Some(before), _) => {
                    let changed = |pattern| (pattern, before.clone(), value.clone());
                    cause.changed.extend(patterns(at).into_iter().map(changed));
                }
                (None, Some((around, key))) => {
                    let around = pattern(around).unwrap_or_default();
                    cause.added.push((around, key_of_pointer(key), value.clone()));
                }
                (None, None) => {}
            }
        }
        cause
    }

    /// Whether it is undone by the same change, letters and numbers aside.
    pub(super) fn is_undone_like(&self, other: &Self) -> bool {
        let changed = self.changed.iter().zip(&other.changed);
        self.removed == other.removed
            && self.added == other.added
            && self.changed.len() == other.changed.len()
            && changed.into_iter().all(|((one, before, after), (two, earlier, later))| {
                one == two && is_the_same_change((before, after), (earlier, later))
            })
    }

    /// Whether both are about one place. A text may have several causes, each in a part of it.
    pub(super) fn is_about(&self, other: &Self) -> bool {
        let texts = self.is_in_a_text() && other.is_in_a_text();
        !texts && self.places().iter().any(|place| other.places().contains(place))
    }

    fn places(&self) -> Vec<&str> {
        let added = self.added.iter().map(|(around, ..)| around);
        let changed = self.changed.iter().map(|(pattern, ..)| pattern);
        self.removed.iter().chain(added).chain(changed).chain(&self.alike).map(String::as_str).collect()
    }

    /// Whether it is a part of a text: one place may then have several causes.
    fn is_in_a_text(&self) -> bool {
        let one = self.removed.is_empty() && self.added.is_empty() && self.changed.len() == 1;
        one && self.changed.iter().all(|(_, before, after)| match (before.as_str(), after.as_str()) {
            (Some(before), Some(after)) => Edit::between(before, after).from.len() < before.chars().count(),
            _ => false,
        })
    }

    /// The ways in which `input` can be put right, if this is what is wrong with it; none where it is not there.
    pub(super) fn undone(&self, input: &Value) -> Vec<Value> {
        let spots = spots(input, self.shape);
        let matching = |pattern: &str| -> Vec<&Spot> { spots.iter().filter(|spot| spot.pattern == pattern).collect() };
        let mut change = Change::default();
        let mut one_by_one: Vec<Change> = Vec::new();
        for (around, key, value) in &self.added {
            for spot in matching(around) {
                let there = input.pointer(&spot.at).and_then(Value::as_object);
                if there.is_some_and(|members| members.get(key) != Some(value)) {
                    let at = format!("{}/{}", spot.at, pointer_key(key));
                    change.set.insert(at, value.clone());
                }
            }
        }
        for (pattern, before, after) in &self.changed {
            for spot in matching(pattern) {
                let Some(here) = input.pointer(&spot.at) else { continue };
                match (before, after, here) {
                    (Value::String(before), Value::String(after), Value::String(here)) => {
                        let edit = Edit::between(before, after);
                        if edit.from.len() == before.chars().count() {
                            change.set.insert(spot.at.clone(), Value::from(after.as_str()));
                            continue;
                        }
                        let texts = edit.applied(here);
                        if let Some(all) = edit.everywhere(here) {
                            change.set.insert(spot.at.clone(), Value::from(all));
                        }
                        one_by_one.extend(texts.into_iter().map(|text| Change {
                            set: [(spot.at.clone(), Value::from(text))].into(),
                            remove: Vec::new(),
                        }));
                    }
                    _ if here != after => drop(change.set.insert(spot.at.clone(), after.clone())),
                    _ => {}
                }
            }
        }
        // From the back, so that the places of what is still to go stay right.
        let gone = |patterns: &[String]| -> Vec<String> {
            spots.iter().rev().filter(|spot| patterns.contains(&spot.pattern)).map(|spot| spot.at.clone()).collect()
        };
        change.remove = gone(&self.removed);
        one_by_one.push(Change { remove: gone(&self.around), ..Change::default() });
        let mut ways: Vec<Value> = one_by_one.iter().filter_map(|change| change.applied(input).ok()).collect();
        ways.extend(change.applied(input));
        ways.retain(|way| way != input);
        ways.dedup();
        ways
    }

    /// The ways in which `input` can be put right if what is wrong with it is the same thing elsewhere. They change more than
    /// the neighbour did: only one that is rightly accepted says anything.
    pub(super) fn undone_elsewhere(&self, input: &Value) -> Vec<Value> {
        let mut ways: Vec<Value> =
            [self.with_other_words(input), self.with_other_limits(input), self.with_other_keys(input)]
                .into_iter()
                .flatten()
                .collect();
        ways.retain(|way| way != input);
        ways.dedup();
        ways
    }

    /// With the words of the cause changed wherever they stand.
    fn with_other_words(&self, input: &Value) -> Option<Value> {
        let words = self.changed.iter().filter_map(|(_, before, after)| before.as_str().zip(after.as_str()));
        let words: Vec<(&str, &str)> = words.filter(|(before, _)| before.chars().count() >= WORD).collect();
        let replaced =
            |text: &str| words.iter().fold(text.to_owned(), |text, (before, after)| text.replace(before, after));
        let with = || with_leaves(input, &|leaf| leaf.as_str().map(|text| replaced(text).into()));
        (!words.is_empty()).then(with)
    }

    /// With the numbers of the cause as far again as the neighbour's, and further: a limit that is too low by one in the
    /// smallest input is too low by more in others.
    fn with_other_limits(&self, input: &Value) -> Option<Value> {
        let spots = spots(input, self.shape);
        let mut change = Change::default();
        for (pattern, before, after) in &self.changed {
            let Some((before, after)) = before.as_f64().zip(after.as_f64()) else { continue };
            #[expect(clippy::cast_possible_truncation, reason = "limits are small")]
            let further = (after + FURTHER * (after - before)).round() as i64;
            let there = spots.iter().filter(|spot| spot.pattern == *pattern);
            change.set.extend(there.map(|spot| (spot.at.clone(), Value::from(further))));
            // Where it is not said, another one is in force.
            let (around, key) = pattern.rsplit_once('/').unwrap_or_default();
            let lacks = |spot: &&Spot| {
                let members = input.pointer(&spot.at).and_then(Value::as_object);
                spot.pattern == around && members.is_some_and(|members| !members.contains_key(&key_of_pointer(key)))
            };
            let missing = spots.iter().filter(lacks);
            change.set.extend(missing.map(|spot| (format!("{}/{key}", spot.at), Value::from(further))));
        }
        change.applied(input).ok()
    }

    /// With the members of the cause gone, or changed as far as they are the same, in whatever object they stand.
    fn with_other_keys(&self, input: &Value) -> Option<Value> {
        let key = |pattern: &str| pattern.rsplit_once('/').map(|(_, key)| key.to_owned()).filter(|key| key != "*");
        let gone: Vec<String> = self.removed.iter().filter_map(|pattern| key(pattern)).collect();
        let changed: Vec<(String, &Value, &Value)> =
            self.changed.iter().filter_map(|(pattern, before, after)| Some((key(pattern)?, before, after))).collect();
        with_members(input, &|name, value| {
            if gone.iter().any(|key| key == name) {
                return None;
            }
            let other = changed.iter().find(|(key, before, _)| key == name && *before == value);
            Some(other.map_or_else(|| value.clone(), |(_, _, after)| (*after).clone()))
        })
        .into()
    }
}

/// The value with what `instead` says in the place of every member of an object, at any depth, or without it.
fn with_members(value: &Value, instead: &dyn Fn(&str, &Value) -> Option<Value>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| with_members(item, instead)).collect(),
        Value::Object(members) => {
            let with = |(key, member): (&String, &Value)| {
                instead(&pointer_key(key), member).map(|member| (key.clone(), with_members(&member, instead)))
            };
            members.iter().filter_map(with).collect()
        }
        leaf => leaf.clone(),
    }
}

/// Whether two values are changed in the same way: by the same kind of letters, in the same direction, to the same value.
fn is_the_same_change(one: (&Value, &Value), other: (&Value, &Value)) -> bool {
    match (one, other) {
        ((Value::String(before), Value::String(after)), (Value::String(earlier), Value::String(later))) => {
            let (edit, other) = (Edit::between(before, after), Edit::between(earlier, later));
            let classes = |part: &[char]| part.iter().copied().map(class).collect::<Vec<_>>();
            classes(&edit.from) == classes(&other.from) && classes(&edit.to) == classes(&other.to)
        }
        ((Value::Number(before), Value::Number(after)), (Value::Number(earlier), Value::Number(later))) => {
            (after.as_f64() > before.as_f64()) == (later.as_f64() > earlier.as_f64())
        }
        _ => one == other,
    }
}

/// What makes one text of another: a part of it is another part.
struct Edit {
    from: Vec<char>,
    to: Vec<char>,
    /// What stands right before and right after it.
    before: Vec<char>,
    after: Vec<char>,
}

impl Edit {
    fn between(before: &str, after: &str) -> Self {
        let (before, after): (Vec<char>, Vec<char>) = (before.chars().collect(), after.chars().collect());
        let same = before.iter().zip(&after).take_while(|(a, b)| a == b).count();
        let (from, to) = (&before[same..], &after[same..]);
        let tail = from.iter().rev().zip(to.iter().rev()).take_while(|(a, b)| a == b).count();
        let (part, rest) = from.split_at(from.len() - tail);
        Self {
            from: part.to_vec(),
            to: to[..to.len() - tail].to_vec(),
            before: before[same.saturating_sub(AROUND)..same].to_vec(),
            after: rest[..tail.min(AROUND)].to_vec(),
        }
    }

    /// Where in `text` stands what the edit changes, or something like it: where most of what is around it is the same
    /// comes first.
    fn places(&self, text: &[char]) -> Vec<usize> {
        let alike = |at: &usize| {
            let window = text.get(*at..*at + self.from.len());
            window.is_some_and(|window| window.iter().zip(&self.from).all(|(a, b)| class(*a) == class(*b)))
        };
        let same_around = |at: &usize| {
            let before = text[..*at].iter().rev().zip(self.before.iter().rev()).take_while(|(a, b)| a == b).count();
            let after = text[*at + self.from.len()..].iter().zip(&self.after).take_while(|(a, b)| a == b).count();
            before + after
        };
        let mut places: Vec<usize> = (0..=text.len()).filter(alike).collect();
        places.sort_by_key(|at| std::cmp::Reverse(same_around(at)));
        places.truncate(PLACES);
        places
    }

    /// The text with the edit, at each place where it can be made.
    fn applied(&self, text: &str) -> Vec<String> {
        let chars: Vec<char> = text.chars().collect();
        let at = |at: usize| chars[..at].iter().chain(&self.to).chain(&chars[at + self.from.len()..]).collect();
        self.places(&chars).into_iter().map(at).collect()
    }

    /// The text with the edit wherever it can be made; none where nothing is replaced.
    fn everywhere(&self, text: &str) -> Option<String> {
        if self.from.is_empty() {
            return None;
        }
        let (chars, mut out, mut at) = (text.chars().collect::<Vec<char>>(), String::new(), 0);
        let places = self.places(&chars);
        while at < chars.len() {
            if places.contains(&at) {
                out.extend(&self.to);
                at += self.from.len();
            } else {
                out.push(chars[at]);
                at += 1;
            }
        }
        (out != text).then_some(out)
    }
}

/// What kind of character it is: a bug hardly ever is about one letter.
fn class(c: char) -> (u8, char) {
    match c {
        'a'..='z' => (0, 'a'),
        'A'..='Z' => (1, 'A'),
        '0'..='9' => (2, '0'),
        c if c.is_whitespace() => (5, ' '),
        c if c.is_ascii() => (3, c),
        c if c.is_numeric() => (4, '\u{660}'),
        c if c.is_alphabetic() => (6, 'ä'),
        _ => (7, '\u{fffd}'),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn cause(input: &Value, right: &Value) -> Cause {
        let neighbour = Neighbour { input: right.clone(), difference: Change::between(input, right) };
        Cause::of(input, &Shape::Any, &neighbour, &[])
    }

    #[test]
    fn a_field_is_taken_out_wherever_it_stands() {
        let cause = cause(&json!({"a": [{"bad": 1}]}), &json!({"a": [{}]}));
        assert_eq!(cause.undone(&json!({"a": [{"x": 1}, {"bad": 2}]})), [json!({"a": [{"x": 1}, {}]})]);
        assert!(cause.undone(&json!({"bad": 1})).is_empty());
    }

    #[test]
    fn a_part_of_a_text_is_taken_out_where_it_is_and_nowhere_else() {
        let cause = cause(&json!("01"), &json!({"x": 0}));
        assert!(cause.undone(&json!(["1\n"])).is_empty());
        let zero = self::cause(&json!({"v": "01.2"}), &json!({"v": "1.2"}));
        assert!(zero.is_in_a_text());
        assert!(zero.undone(&json!({"v": "1.02"})).contains(&json!({"v": "1.2"})));
        let newline = self::cause(&json!({"v": "1\n"}), &json!({"v": "1"}));
        assert!(newline.undone(&json!({"v": "01"})).is_empty());
    }
}
