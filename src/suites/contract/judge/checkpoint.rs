//! Checkpoints, as a run's result holds them.

use serde_json::{Map, Value};

use crate::draw::json::same;
use crate::draw::json::whole_number;
use crate::subject::Answer;

/// The checkpoints of a result.
pub(crate) fn checkpoints(answer: &Answer) -> &[Value] {
    answer.value["checkpoints"].as_array().map_or(&[], Vec::as_slice)
}

/// The step that a checkpoint was made after, by its position.
pub(crate) fn step_index(checkpoint: &Value) -> Option<usize> {
    whole_number(&checkpoint["stepIndex"])
}

/// The checkpoint made after step number `index`.
pub(crate) fn after_step(answer: &Answer, index: usize) -> Option<&Value> {
    checkpoints(answer).iter().find(|checkpoint| step_index(checkpoint) == Some(index))
}

/// Whether a snapshot holds the memory that was given: as the list, or as a map of it.
pub(crate) fn holds_memory(snapshot: &Value, memory: &Value) -> bool {
    let entries = memory.as_array().into_iter().flatten();
    let map: Map<String, Value> =
        entries.filter_map(|entry| Some((entry["key"].as_str()?.to_owned(), entry["value"].clone()))).collect();
    is_list_of(snapshot, memory) || same(snapshot, &Value::Object(map))
}

/// Whether a snapshot is the list, entry by entry; what else an entry holds is the subject's own.
fn is_list_of(snapshot: &Value, memory: &Value) -> bool {
    let (Some(found), Some(given)) = (snapshot.as_array(), memory.as_array()) else { return false };
    let is_kept =
        |(found, given): (&Value, &Value)| found["key"] == given["key"] && same(&found["value"], &given["value"]);
    found.len() == given.len() && found.iter().zip(given).all(is_kept)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn memory_comes_back_as_a_list_or_as_a_map() {
        let memory = json!([{"key": "a", "value": 1}, {"key": "b", "value": [2]}]);
        assert!(holds_memory(&memory, &memory));
        assert!(holds_memory(&json!({"b": [2], "a": 1.0}), &memory));
        assert!(!holds_memory(&json!({"a": 1}), &memory));
        let stamped = json!([{"key": "a", "value": 1, "at": 7}, {"key": "b", "value": [2], "at": 8}]);
        assert!(holds_memory(&stamped, &memory));
        assert!(!holds_memory(&json!([]), &memory));
    }

    #[test]
    fn an_index_is_a_whole_number() {
        assert_eq!(step_index(&json!({"stepIndex": 2.0})), Some(2));
        assert_eq!(step_index(&json!({"stepIndex": -1})), None);
        assert_eq!(step_index(&json!({"stepIndex": "2"})), None);
    }
}
