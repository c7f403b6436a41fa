//! What the document says about a script of registry operations.

use std::collections::BTreeMap;

use serde_json::Value;

use super::prelude::{results, truth};
use super::profile::{self, Problem};
use crate::rule::{Judgement, Step, WrongShape};
use crate::subject::{Answer, Call};

/// What is due for one operation.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Due {
    /// The profile breaks these constraints: refused.
    Invalid(Vec<Problem>),
    /// The id is taken: refused.
    Taken,
    /// There is no such agent to update: refused.
    Unknown,
    /// It goes through.
    Done,
    /// This profile is found.
    Found(Value),
    /// Nothing is found.
    Nothing,
    /// The ids are listed, among others that the registry was born with.
    Ids(Vec<String>),
    /// The document does not say: why.
    Open(&'static str),
}

/// What is due for every operation of a script, up to the first one that the document leaves open.
pub(super) fn dues(script: &[Value]) -> Vec<Due> {
    let mut registry: BTreeMap<String, Value> = BTreeMap::new();
    let mut dues = Vec::new();
    for operation in script {
        let due = perform(&mut registry, operation);
        let is_open = matches!(due, Due::Open(_));
        dues.push(due);
        if is_open {
            break;
        }
    }
    dues
}

fn perform(registry: &mut BTreeMap<String, Value>, operation: &Value) -> Due {
    let named = operation["id"].as_str();
    match (operation["op"].as_str(), operation.get("profile"), named) {
        (Some("list"), _, _) => Due::Ids(registry.keys().cloned().collect()),
        (Some("get"), _, Some(id)) if id != "standard" => {
            registry.get(id).map_or(Due::Nothing, |profile| Due::Found(profile.clone()))
        }
        (Some(op @ ("register" | "update")), Some(profile), _) => {
            let problems = profile::problems(profile);
            let id = profile["agentId"].as_str().unwrap_or_default();
            if let Some(doubt) = profile::doubt(profile) {
                return Due::Open(doubt);
            }
            if id == "standard" {
                return Due::Open("the agent that every registry may be born with");
            }
            match (op, registry.contains_key(id)) {
                _ if !problems.is_empty() => return Due::Invalid(problems),
                ("register", true) => return Due::Taken,
                ("update", false) => return Due::Unknown,
                _ => {}
            }
            registry.insert(id.to_owned(), profile.clone());
            Due::Done
        }
        _ => Due::Open("no operation of a registry"),
    }
}

/// An operation with what is due for it and what came back.
pub(super) struct Performed<'a> {
    /// What is due.
    pub(super) due: &'a Due,
    /// Whether it went through.
    pub(super) ok: bool,
    /// All that came back.
    pub(super) result: &'a Value,
    /// Its number within the script.
    pub(super) number: usize,
    /// The operation itself.
    pub(super) operation: &'a Value,
    /// The operations before it.
    pub(super) earlier: &'a [Value],
}

/// The exam of a script: every operation is looked at until `judge` has something to say, or until the
/// registry of the subject can no longer be what it should be.
pub(super) fn exam(
    case: &Value,
    answers: &[Answer],
    judge: impl Fn(&Performed<'_>) -> Option<Judgement>,
) -> Result<Step, WrongShape> {
    let script = case["script"].as_array().map_or(&[][..], Vec::as_slice);
    let dues = dues(script);
    let Some(answer) = answers.first() else {
        return Ok(Step::Ask(vec![Call::of_case("contract/registry")]));
    };
    let results = results(answer, "results", script.len())?;
    for (number, due) in dues.iter().enumerate() {
        let result = &results[number];
        let performed = Performed {
            due,
            ok: truth(result, "ok")?,
            result,
            number,
            operation: &script[number],
            earlier: &script[..number],
        };
        if let Some(judgement) = judge(&performed) {
            return Ok(Step::Judged(judgement));
        }
        let agrees = match due {
            Due::Done | Due::Found(_) | Due::Ids(_) => performed.ok,
            Due::Invalid(_) | Due::Taken | Due::Unknown => !performed.ok,
            Due::Nothing => true,
            Due::Open(why) => return Ok(Step::Judged(Judgement::open(*why))),
        };
        if !agrees {
            return Ok(Step::Judged(Judgement::open(
                "an operation went another way: another check says whether it may",
            )));
        }
    }
    Ok(Step::Judged(Judgement::held()))
}

/// Whether `got` holds everything that `given` holds; it may hold defaults besides.
pub(super) fn covers(given: &Value, got: &Value) -> bool {
    match (given, got) {
        (Value::Object(given), Value::Object(got)) => {
            given.iter().all(|(key, value)| got.get(key).is_some_and(|got| covers(value, got)))
        }
        (Value::Array(given), Value::Array(got)) => {
            given.len() == got.len() && given.iter().zip(got).all(|(given, got)| covers(given, got))
        }
        _ => crate::draw::json::same(given, got),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_script_is_followed() {
        let profile = json!({"agentId": "writer", "description": "writes"});
        let other = json!({"agentId": "writer", "description": "reads"});
        let script = [
            json!({"op": "update", "profile": profile}),
            json!({"op": "register", "profile": profile}),
            json!({"op": "register", "profile": other}),
            json!({"op": "get", "id": "writer"}),
            json!({"op": "update", "profile": other}),
            json!({"op": "get", "id": "writer"}),
            json!({"op": "get", "id": "reader"}),
        ];
        assert_eq!(
            dues(&script),
            [Due::Unknown, Due::Done, Due::Taken, Due::Found(profile), Due::Done, Due::Found(other), Due::Nothing]
        );
    }

    #[test]
    fn defaults_may_be_added() {
        assert!(covers(&json!({"a": {"b": 1}}), &json!({"a": {"b": 1.0, "c": 2}, "enabled": true})));
        assert!(!covers(&json!({"a": [1]}), &json!({"a": [1, 2]})));
    }
}
