//! What differs between a base and a case.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::draw::json::{key_of_pointer, pointer_key};

/// A few places of an input changed: first what is taken away, then what is put.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// What stands where, by JSON Pointer. What is around it is there; the last key may be new.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub set: BTreeMap<String, Value>,
    /// What is not there, by JSON Pointer.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub remove: Vec<String>,
}

/// A change that does not fit its input.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// There is nothing to take away.
    #[error("removes {0}, which its base does not have")]
    NothingThere(String),
    /// There is no place for it.
    #[error("sets {0}, and its base has no such place")]
    NoPlace(String),
}

impl Change {
    /// Whether nothing is changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.set.is_empty() && self.remove.is_empty()
    }

    /// One value put in one place.
    pub(crate) fn putting(part: (String, Value)) -> Self {
        Self { set: BTreeMap::from([part]), remove: Vec::new() }
    }

    /// The change of each place by itself, what is put first.
    pub(crate) fn into_parts(self) -> impl Iterator<Item = Self> {
        self.set
            .into_iter()
            .map(Self::putting)
            .chain(self.remove.into_iter().map(|at| Self { set: BTreeMap::new(), remove: vec![at] }))
    }

    /// The change without the places of another one.
    pub(crate) fn without(&self, other: &Self) -> Self {
        let set = self.set.iter().filter(|(at, _)| !other.set.contains_key(*at));
        let remove = self.remove.iter().filter(|at| !other.remove.contains(at));
        Self { set: set.map(|(at, value)| (at.clone(), value.clone())).collect(), remove: remove.cloned().collect() }
    }

    /// The input with the change.
    ///
    /// # Errors
    /// [`ChangeError`] when a pointer leads nowhere.
    pub fn applied(&self, to: &Value) -> Result<Value, ChangeError> {
        let mut changed = to.clone();
        for pointer in &self.remove {
            take(&mut changed, pointer).ok_or_else(|| ChangeError::NothingThere(pointer.clone()))?;
        }
        for (pointer, value) in &self.set {
            *place(&mut changed, pointer).ok_or_else(|| ChangeError::NoPlace(pointer.clone()))? = value.clone();
        }
        Ok(changed)
    }

    /// What makes `to` of `from`, in as few places as can be told: applied to `from` it gives `to`. Where the
    /// inputs have nothing in common, the place that changes is the whole (`""`), which no change can be applied to.
    #[must_use]
    pub fn between(from: &Value, to: &Value) -> Self {
        let mut change = Self::default();
        change.collect(from, to, "");
        change
    }

    fn collect(&mut self, from: &Value, to: &Value, path: &str) {
        match (from, to) {
            _ if from == to => {}
            (Value::Object(left), Value::Object(right)) => {
                let at = |key: &String| format!("{path}/{}", pointer_key(key));
                self.remove.extend(left.keys().filter(|key| !right.contains_key(*key)).map(at));
                for (key, value) in right {
                    match left.get(key) {
                        Some(before) => self.collect(before, value, &at(key)),
                        None => drop(self.set.insert(at(key), value.clone())),
                    }
                }
            }
            (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
                for (place, (left, right)) in left.iter().zip(right).enumerate() {
                    self.collect(left, right, &format!("{path}/{place}"));
                }
            }
            (Value::Array(left), Value::Array(right)) if fewer(left, right).is_some() => {
                // From the back, so that the places of what is still to go stay right.
                let gone = fewer(left, right).into_iter().flatten().rev();
                self.remove.extend(gone.map(|place| format!("{path}/{place}")));
            }
            _ => drop(self.set.insert(path.to_owned(), to.clone())),
        }
    }
}

/// The entries of `left` that have to go to make `right` of it, if that is all there is to it.
fn fewer(left: &[Value], right: &[Value]) -> Option<Vec<usize>> {
    let (mut gone, mut rest) = (Vec::new(), right);
    for (place, entry) in left.iter().enumerate() {
        match rest.split_first() {
            Some((next, others)) if next == entry => rest = others,
            _ => gone.push(place),
        }
    }
    rest.is_empty().then_some(gone)
}

/// What is around a pointer's end, and its last key.
fn around<'v>(value: &'v mut Value, pointer: &str) -> Option<(&'v mut Value, String)> {
    let (around, key) = pointer.rsplit_once('/')?;
    Some((value.pointer_mut(around)?, key_of_pointer(key)))
}

fn take(value: &mut Value, pointer: &str) -> Option<Value> {
    match around(value, pointer)? {
        (Value::Object(members), key) => members.remove(&key),
        (Value::Array(items), key) => {
            let at = key.parse().ok().filter(|at| *at < items.len())?;
            Some(items.remove(at))
        }
        _ => None,
    }
}

fn place<'v>(value: &'v mut Value, pointer: &str) -> Option<&'v mut Value> {
    match around(value, pointer)? {
        (Value::Object(members), key) => Some(members.entry(key).or_insert(Value::Null)),
        (Value::Array(items), key) => items.get_mut(key.parse::<usize>().ok()?),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_with_slashes_are_escaped_and_lists_keep_their_order() {
        let change = Change {
            set: BTreeMap::from([("/a~1b".to_owned(), json!(1)), ("/list/0".to_owned(), json!("z"))]),
            remove: vec!["/list/1".to_owned()],
        };
        assert_eq!(change.applied(&json!({"list": ["x", "y", "w"]})), Ok(json!({"a/b": 1, "list": ["z", "w"]})));
        let nowhere = Change { set: BTreeMap::new(), remove: vec!["/list/9".to_owned()] };
        assert_eq!(nowhere.applied(&json!({"list": []})), Err(ChangeError::NothingThere("/list/9".to_owned())));
    }

    #[test]
    fn a_difference_leads_from_one_document_to_the_other() {
        let from = json!({"a": [1, 2, 3, 4], "b": {"c": 1, "d": 2}, "e/f": "x", "g": [1]});
        let to = json!({"a": [1, 3], "b": {"c": 2}, "e/f": "y", "g": [1, 2], "h": null});
        let change = Change::between(&from, &to);
        assert_eq!(change.applied(&from), Ok(to));
        assert_eq!(change.remove, ["/a/3", "/a/1", "/b/d"]);
        let places: Vec<&str> = change.set.keys().map(String::as_str).collect();
        assert_eq!(places, ["/b/c", "/e~1f", "/g", "/h"]);
        assert!(Change::between(&from, &from).is_empty());
    }
}
