//! The order in which the keys of an object are written. A [`Value`] keeps them
//! sorted; a subject must not depend on that.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value;

use crate::draw::Draw;

/// A value whose objects are written in the order that `order` stands for: 0 is sorted.
pub(super) struct Ordered<'a> {
    pub(super) value: &'a Value,
    pub(super) order: u64,
}

impl Serialize for Ordered<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { value, order } = *self;
        match value {
            Value::Object(members) if order != 0 => {
                let mut entries: Vec<_> = members.iter().collect();
                Draw::from_seed(order).shuffle(&mut entries);
                let mut map = serializer.serialize_map(Some(entries.len()))?;
                for (key, value) in entries {
                    map.serialize_entry(key, &Self { value, order })?;
                }
                map.end()
            }
            Value::Array(items) if order != 0 => {
                let mut seq = serializer.serialize_seq(Some(items.len()))?;
                for value in items {
                    seq.serialize_element(&Self { value, order })?;
                }
                seq.end()
            }
            value => value.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn keys_move_and_nothing_else_changes() {
        let value = json!({"a": 1, "b": [{"c": 2, "d": 3}], "e": null, "f": "x"});
        let text = |order| serde_json::to_string(&Ordered { value: &value, order }).unwrap();
        assert_eq!(text(0), value.to_string());
        assert!((1..20).any(|order| text(order) != text(0)));
        for order in 0..20 {
            assert_eq!(serde_json::from_str::<Value>(&text(order)).unwrap(), value);
        }
    }
}
