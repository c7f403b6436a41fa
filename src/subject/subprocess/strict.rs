//! A JSON value as the protocol allows it: keys are unique, and there are not more values than are bounded.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

/// Why a text is not taken, although it may be JSON.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// It cannot be read at all: why.
    NotJson(String),
    /// A key of an object is there twice.
    DuplicateKey(String),
    /// It holds more values than are left.
    TooManyValues,
}

/// Reads a value, and takes the number of values in it off `left`.
pub(super) fn read(text: &str, left: &mut usize) -> Result<Value, Refused> {
    let mut refused = None;
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Strict { left, refused: &mut refused }.deserialize(&mut reader);
    match value.and_then(|value| reader.end().map(|()| value)) {
        Ok(value) => Ok(value),
        Err(error) => Err(refused.unwrap_or_else(|| Refused::NotJson(error.to_string()))),
    }
}

struct Strict<'a> {
    left: &'a mut usize,
    refused: &'a mut Option<Refused>,
}

impl Strict<'_> {
    fn again(&mut self) -> Strict<'_> {
        Strict { left: self.left, refused: self.refused }
    }

    fn refuse<E: Error>(&mut self, why: Refused) -> E {
        *self.refused = Some(why);
        E::custom("refused")
    }
}

impl<'de> DeserializeSeed<'de> for Strict<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(mut self, from: D) -> Result<Value, D::Error> {
        match self.left.checked_sub(1) {
            Some(left) => *self.left = left,
            None => return Err(self.refuse(Refused::TooManyValues)),
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self.again())? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if object.contains_key(&key) {
                return Err(self.refuse(Refused::DuplicateKey(key)));
            }
            let value = members.next_value_seed(self.again())?;
            object.insert(key, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_what_they_are() {
        let text = r#"{"a":[1,-2,2.5,1e400,null,true,"xä"],"b":{}}"#;
        assert!(matches!(read(text, &mut 100), Err(Refused::NotJson(_))));
        let text = r#"{"a":[1,-2,2.5,18446744073709551615,null,true,"xä"],"b":{}}"#;
        let mut left = 100;
        let wanted = json!({"a": [1, -2, 2.5, u64::MAX, null, true, "xä"], "b": {}});
        assert_eq!(read(text, &mut left), Ok(wanted));
        assert_eq!(left, 90);
        assert!(matches!(read("[1] x", &mut 100), Err(Refused::NotJson(_))));
        assert!(matches!(read(&"[".repeat(1_000_000), &mut 10_000_000), Err(Refused::NotJson(_))));
    }

    #[test]
    fn a_key_that_is_there_twice_is_seen_at_any_depth() {
        assert_eq!(read(r#"[{"x":{"a":1,"b":2,"\u0061":3}}]"#, &mut 100), Err(Refused::DuplicateKey("a".to_owned())));
    }

    #[test]
    fn values_are_counted_while_they_are_read() {
        assert_eq!(read("[0,0]", &mut 3), Ok(json!([0, 0])));
        assert_eq!(read("[0,0]", &mut 2), Err(Refused::TooManyValues));
    }
}
