//! Drawing scripts of registry operations.

use serde_json::{Value, json};

use super::super::model::profile::{LONGEST_ID, Problem};
use super::super::model::registry::{Due, dues};
use super::profile::{invalid, least, valid};
use crate::draw::Draw;

/// The operations of a case.
fn operations(case: &Value) -> &[Value] {
    case["script"].as_array().map_or(&[], Vec::as_slice)
}

/// One operation.
pub(crate) fn operation(op: &str, profile: &Value) -> Value {
    json!({"op": op, "profile": profile})
}

/// Looks an agent up.
pub(crate) fn get(id: &str) -> Value {
    json!({"op": "get", "id": id})
}

/// Lists all agents.
pub(crate) fn list_all() -> Value {
    json!({"op": "list"})
}

/// A script of operations on two agents; as many profiles as `faulty` of four are invalid.
pub(crate) fn script(draw: &mut Draw, faulty: usize) -> Value {
    // One may begin with the other, and one may be what every object has.
    let pair = *draw.pick(&[["writer", "reader"], ["writer", "writer-2"], ["constructor", "writer"]]);
    let ops = draw.list(2..=8, |draw| {
        let id = *draw.pick(&pair);
        let profile = |draw: &mut Draw| if draw.chance(faulty, 4) { invalid(draw, id) } else { valid(draw, id) };
        match draw.below(7) {
            0..=2 => operation("register", &profile(draw)),
            3 | 4 => operation("update", &profile(draw)),
            5 => list_all(),
            _ => get(id),
        }
    });
    json!({ "script": ops.into_iter().collect::<Vec<Value>>() })
}

/// Labels what is wrong with the profiles of a script.
pub(crate) fn classify_profiles(case: &Value) -> Vec<&'static str> {
    let mut labels: Vec<&str> = dues(operations(case))
        .iter()
        .filter_map(|due| match due {
            Due::Invalid(problems) if !problems.iter().any(Problem::is_form_of_id) => Some(problems[0].what.label()),
            Due::Done => Some("valid"),
            _ => None,
        })
        .collect();
    labels.dedup();
    labels
}

/// Labels what comes after a refusal.
pub(crate) fn classify_script(case: &Value) -> Vec<&'static str> {
    let script = operations(case);
    let mut labels = Vec::new();
    let mut refused = false;
    for (due, operation) in dues(script).iter().zip(script) {
        match due {
            Due::Invalid(_) => {
                refused = true;
                labels.extend((operation["op"] == "update").then_some("refused update"));
            }
            Due::Found(_) | Due::Nothing if refused => labels.push("looked up after a refusal"),
            Due::Ids(_) if refused => labels.push("listed after a refusal"),
            _ => {}
        }
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}

/// An agent that is looked up before and after a second registration of its id, or an update, that is refused.
pub(crate) fn looked_up_twice(draw: &mut Draw, op: &str, refused: fn(&mut Draw, &str) -> Value) -> Value {
    let (first, second) = (valid(draw, "writer"), refused(draw, "writer"));
    json!({"script": [operation("register", &first), get("writer"), operation(op, &second), get("writer")]})
}

/// What can become of an id: taken, updated, looked up, in every order that matters.
pub(crate) fn histories() -> Vec<Value> {
    let first = json!({"agentId": "writer", "description": "first", "role": "writes"});
    let second = json!({"agentId": "writer", "description": "second"});
    let third = json!({"agentId": "writer", "description": " The Third ", "displayName": "third"});
    let longer = json!({"agentId": "writer-2", "description": "another"});
    let full = json!({"agentId": "writer", "description": "first", "role": "writes", "enabled": true, "temperature": 0.7,
        "tags": ["a"]});
    let nothings = json!({"agentId": "writer", "description": "second", "role": "", "enabled": false, "temperature": 0,
        "tags": []});
    vec![
        json!({"script": [operation("register", &longer), operation("register", &second), get("writer")]}),
        json!({"script": [operation("register", &longer), get("writer"), operation("update", &second)]}),
        json!({"script": [get("constructor"), operation("register", &least("constructor")), get("constructor")]}),
        json!({"script": [operation("register", &full), operation("update", &nothings), get("writer")]}),
        json!({"script": [operation("register", &first), get("writer"), operation("register", &third), get("writer")]}),
        json!({"script": [operation("register", &third), get("writer"), get("reader")]}),
        json!({"script": [operation("register", &first), operation("register", &second), get("writer")]}),
        json!({"script": [operation("register", &first), operation("register", &first)]}),
        json!({"script": [operation("update", &first), get("writer")]}),
        json!({"script": [operation("register", &first), operation("update", &second), get("writer")]}),
        json!({"script": [operation("register", &first), operation("update", &second), operation("register", &first), get("writer")]}),
    ]
}

/// So many agents that nobody shows them all on one page.
pub(crate) fn crowd() -> Value {
    let ids = (1..=60).map(|number| operation("register", &least(&format!("agent-{number}"))));
    json!({ "script": ids.collect::<Vec<_>>() })
}

/// The same script, and then a list.
pub(crate) fn then_listed(mut case: Value) -> Value {
    case["script"].as_array_mut().into_iter().for_each(|script| script.push(list_all()));
    case
}

/// A refused creation or update, and what is found then.
pub(crate) fn looked_up(draw: &mut Draw) -> Value {
    let mut ops = vec![operation("register", &invalid(draw, "writer")), get("writer")];
    if draw.chance(1, 2) {
        ops = vec![
            operation("register", &valid(draw, "writer")),
            operation("update", &invalid(draw, "writer")),
            get("writer"),
        ];
    }
    json!({ "script": ops })
}

/// An agent of that id, registered and looked up.
pub(crate) fn one(id: &str) -> Value {
    json!({"script": [operation("register", &least(id)), get(id)]})
}

/// Ids of the right form.
pub(crate) fn good_ids() -> Vec<String> {
    let mut ids: Vec<String> =
        ["a", "writer", "code-writer", "a1", "a-1", "gpt4-turbo-x", "x9z"].map(str::to_owned).to_vec();
    ids.push("x".repeat(LONGEST_ID));
    ids
}

/// Ids of the wrong form.
pub(crate) fn bad_ids() -> Vec<String> {
    let mut ids: Vec<String> =
        ["", "Writer", "WRITER", "code_writer", "code writer", " writer", "writer ", "wríter", "a.b", "a/b", "wRiter"]
            .map(str::to_owned)
            .to_vec();
    ids.extend(["writer\n", "code\nwriter", "\u{ff57}riter"].map(str::to_owned));
    ids.push("x".repeat(LONGEST_ID + 1));
    ids
}

/// An agent whose id has one letter that it may not have.
pub(crate) fn one_letter_wrong(draw: &mut Draw) -> Value {
    let ids = good_ids();
    let mut id: Vec<char> = draw.pick(&ids).chars().collect();
    let at = draw.below(id.len());
    id[at] = *draw.pick(&['A', 'Z', '_', ' ', '.', 'é', '/', '\n']);
    one(&id.into_iter().collect::<String>())
}

/// Labels what a script does to ids.
pub(crate) fn classify_ids(case: &Value) -> Vec<&'static str> {
    let script = operations(case);
    let mut labels = Vec::new();
    for (due, operation) in dues(script).iter().zip(script) {
        labels.push(match due {
            Due::Taken => "taken",
            Due::Unknown => "unknown",
            Due::Done if operation["op"] == "update" => "updated",
            Due::Done => "first",
            Due::Found(_) | Due::Nothing => "looked up",
            Due::Invalid(_) => "a bad id",
            Due::Ids(_) | Due::Open(_) => continue,
        });
        let length = operation["profile"]["agentId"].as_str().map_or(0, |id| id.chars().count());
        labels.extend((length == LONGEST_ID).then_some("50 characters"));
        labels.extend((length == LONGEST_ID + 1).then_some("51 characters"));
        labels.extend((*due == Due::Done).then_some("a good id"));
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}
