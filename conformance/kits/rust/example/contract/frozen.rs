//! The result of a tool, which nobody can change (TOOL-002).
//!
//! In Rust that is a value behind an `Arc` of which the runtime keeps one: as long as
//! it is shared, there is no way to a `&mut`, neither at the top nor deep inside.

use std::sync::Arc;

use serde_json::Value;

/// A result that is shared.
pub(super) struct Frozen(Arc<Value>);

impl Frozen {
    /// Freezes a value, all through.
    pub(super) fn new(value: Value) -> Self {
        Self(Arc::new(value))
    }

    /// The same result for somebody else.
    pub(super) fn handed_out(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    /// What is in it.
    pub(super) fn value(&self) -> &Value {
        &self.0
    }

    /// Tries to set or, without a value, to delete what is at `path`, as its holder might. Whether Rust let it.
    pub(super) fn change(&mut self, path: &str, value: Option<&Value>) -> bool {
        let Some(thawed) = Arc::get_mut(&mut self.0) else { return false };
        let Some((parent, key)) = path.rsplit_once('/') else { return false };
        let key = key.replace("~1", "/").replace("~0", "~");
        match (thawed.pointer_mut(parent), value) {
            (Some(Value::Object(members)), Some(value)) => {
                members.insert(key, value.clone());
                true
            }
            (Some(Value::Object(members)), None) => members.remove(&key).is_some(),
            (Some(Value::Array(items)), value) => change_entry(items, &key, value),
            _ => false,
        }
    }
}

fn change_entry(items: &mut Vec<Value>, key: &str, value: Option<&Value>) -> bool {
    let index = key.parse().ok().filter(|index| *index < items.len());
    match (index, value) {
        (Some(index), Some(value)) => items[index] = value.clone(),
        (Some(index), None) => drop(items.remove(index)),
        (None, Some(value)) if key == "-" => items.push(value.clone()),
        (None, _) => return false,
    }
    true
}
