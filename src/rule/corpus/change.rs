//! What differs between a base and a case.

use crate::draw::json::key_of_pointer;
use std::collections::BTreeMap;

use serde_json::Value;

/// A few places of a document changed: first what is taken away, then what is put.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Change {
    /// What stands where, by JSON Pointer. What is around it is there; the last key may be new.
    pub set: BTreeMap<String, Value>,
    /// What is not there, by JSON Pointer.
    pub remove: Vec<String>,
}

/// A change that does not fit its document.
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

    /// The document with the change.
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
}
