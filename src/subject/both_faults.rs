//! Two faults in one runtime: each does to an answer what it does alone.
//!
//! Many a spoiler works its answer out anew, from the request alone. Put after another one it would make that one
//! good again, and a runtime with two faults would have one.

use serde_json::{Map, Value};

/// What `one` and `other`, each made of `right`, come to together. What both have changed is as in `other`.
pub(super) fn both(right: &Value, one: &Value, other: &Value) -> Value {
    match (right, one, other) {
        _ if one == right || one == other => other.clone(),
        _ if other == right => one.clone(),
        (Value::Object(right), Value::Object(one), Value::Object(other)) => settled(members(right, one, other)),
        (Value::Array(right), Value::Array(one), Value::Array(other)) => Value::Array(entries(right, one, other)),
        _ => other.clone(),
    }
}

fn members(right: &Map<String, Value>, one: &Map<String, Value>, other: &Map<String, Value>) -> Map<String, Value> {
    let mut all = other.clone();
    for (key, value) in one {
        match (right.get(key), other.get(key)) {
            (Some(right), Some(other)) => drop(all.insert(key.clone(), both(right, value, other))),
            (None, None) => drop(all.insert(key.clone(), value.clone())),
            _ => {}
        }
    }
    all.retain(|key, value| one.contains_key(key) || right.get(key) != Some(value));
    all
}

/// The entries of `other` without those that `one` took away, and with those that it added.
fn entries(right: &[Value], one: &[Value], other: &[Value]) -> Vec<Value> {
    let mut all = other.to_vec();
    all.retain(|entry| one.contains(entry) || !right.contains(entry));
    for (place, entry) in one.iter().enumerate() {
        if !right.contains(entry) && !all.contains(entry) {
            all.insert(place.min(all.len()), entry.clone());
        }
    }
    all
}

/// A verdict follows from what it lists, and each fault may have taken away a part of that.
fn settled(mut answer: Map<String, Value>) -> Value {
    if let (Some(Value::Bool(_)), Some(Value::Array(listed))) = (answer.get("valid"), answer.get("diagnostics")) {
        let is_valid = !listed.iter().any(|entry| entry["severity"] == "error");
        answer.insert("valid".to_owned(), is_valid.into());
    }
    Value::Object(answer)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(rules: &[&str]) -> Value {
        let listed: Vec<Value> = rules.iter().map(|rule| json!({"severity": "error", "rule": rule})).collect();
        json!({"valid": rules.is_empty(), "diagnostics": listed})
    }

    #[test]
    fn what_either_takes_away_is_gone_and_what_either_adds_is_there() {
        let right = verdict(&["R1", "R2"]);
        assert_eq!(both(&right, &verdict(&["R2"]), &verdict(&["R1"])), verdict(&[]));
        assert_eq!(both(&right, &verdict(&["R1", "R2", "R3"]), &verdict(&["R1"])), verdict(&["R1", "R3"]));
    }

    #[test]
    fn what_one_leaves_as_it_was_is_as_the_other_has_it() {
        let right = json!({"a": 1, "b": 2, "c": 3});
        assert_eq!(both(&right, &json!({"a": 9, "b": 2, "c": 3}), &json!({"a": 1, "b": 2})), json!({"a": 9, "b": 2}));
        assert_eq!(both(&right, &json!({"a": 1, "b": 2}), &json!({"a": 1, "b": 8, "c": 3})), json!({"a": 1, "b": 8}));
    }
}
