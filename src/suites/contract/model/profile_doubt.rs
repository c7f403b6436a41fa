//! What the document leaves open about an agent profile: as long as nothing else is wrong with it.

use serde_json::{Value, json};

use super::profile::{LISTS, NUMBERS, STEP_TEXTS, TEXTS, steps};
use super::workflow::Workflow;

/// The members of a profile that stand in none of its tables.
const OTHERS: &[&str] = &["agentId", "enabled", "version", "workflow", "abilities", "selectionMetadata"];

/// The members of a workflow step.
const STEP_MEMBERS: &[&str] = &["stepId", "name", "type", "dependencies"];

/// Why the document does not say whether `profile` is valid, if it does not: as long as nothing else is wrong with it.
pub(crate) fn doubt(profile: &Value) -> Option<&'static str> {
    let id = profile["agentId"].as_str().unwrap_or("a");
    let odd_hyphens = id.starts_with('-') || id.ends_with('-') || id.contains("--");
    if odd_hyphens || id.starts_with(|first: char| first.is_ascii_digit()) {
        return Some("an id with a leading digit or a hyphen at an odd place");
    }
    if holds_null(profile) {
        return Some("a field that is null");
    }
    let ids: Vec<&Value> = steps(profile.get("workflow")).iter().filter_map(|step| step.get("stepId")).collect();
    if (1..ids.len()).any(|at| ids[..at].contains(&ids[at])) {
        return Some("two steps of the same name");
    }
    if has_unknown_keys(profile) {
        return Some("a key that is none of a profile's");
    }
    if Workflow::of(&json!({"steps": profile["workflow"]})).shortest_ring().is_some() {
        return Some("steps that depend on each other in a ring");
    }
    if has_disputed_length(profile) {
        return Some("a text that is too long or not by what is counted: characters, code units or bytes");
    }
    None
}

/// The members of a profile; one that holds several lists comes as often.
pub(crate) fn members() -> impl Iterator<Item = &'static str> {
    let texts = TEXTS.iter().map(|(field, _, _)| *field);
    let numbers = NUMBERS.iter().map(|(field, _, _, _)| *field);
    let lists = LISTS.iter().map(|(path, _, _)| path[0]);
    OTHERS.iter().copied().chain(texts).chain(numbers).chain(lists)
}

fn has_unknown_keys(profile: &Value) -> bool {
    let known: Vec<&str> = members().collect();
    let has_other = |value: &Value, known: &[&str]| {
        value.as_object().is_some_and(|members| members.keys().any(|key| !known.contains(&key.as_str())))
    };
    let inner = |parent: &str| -> Vec<&str> {
        LISTS.iter().filter(|(path, _, _)| path[0] == parent).filter_map(|(path, _, _)| path.get(1)).copied().collect()
    };
    has_other(profile, &known)
        || ["abilities", "selectionMetadata"].iter().any(|parent| has_other(&profile[*parent], &inner(parent)))
        || steps(profile.get("workflow")).iter().any(|step| has_other(step, STEP_MEMBERS))
}

/// Whether a text is within its limit by its characters and beyond it by its bytes: limits are tested with ASCII.
fn has_disputed_length(profile: &Value) -> bool {
    let disputed = |value: &Value, most: usize| {
        value.as_str().is_some_and(|text| text.len() > most && text.chars().count() <= most)
    };
    let at = |path: &[&str]| path.iter().try_fold(profile, |value, key| value.get(key));
    let listed = |(path, length, _): &(&[&str], usize, usize)| {
        at(path).and_then(Value::as_array).is_some_and(|items| items.iter().any(|item| disputed(item, *length)))
    };
    let step_texts = |step: &Value| STEP_TEXTS.iter().any(|(field, most)| disputed(&step[*field], *most));
    TEXTS.iter().any(|(field, _, most)| disputed(&profile[*field], *most))
        || LISTS.iter().any(listed)
        || steps(profile.get("workflow")).iter().any(step_texts)
}

fn holds_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(holds_null),
        Value::Object(members) => members.values().any(holds_null),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::profile::{Problem, problems};
    use super::*;

    fn fields(profile: &Value) -> Vec<String> {
        problems(profile).iter().map(Problem::field).collect()
    }

    #[test]
    fn what_is_open_hides_nothing_that_is_certain() {
        let with = |changes: Value| {
            let mut profile = json!({"agentId": "writer", "description": "writes"});
            for (key, value) in changes.as_object().unwrap() {
                profile[key] = value.clone();
            }
            (fields(&profile), doubt(&profile).is_some())
        };
        let none = Vec::<String>::new;
        for open in [
            json!({"agentId": "1a"}),
            json!({"maxTokens": null}),
            json!({"colour": "red"}),
            json!({"abilities": {"core": [], "more": []}}),
            json!({"displayName": "\u{1f600}".repeat(60)}),
            json!({"workflow": [{"stepId": "s", "name": "n", "type": "tool", "dependencies": ["s"]}]}),
        ] {
            assert_eq!(with(open.clone()), (none(), true), "{open}");
            let mut broken = open;
            broken["priority"] = json!(0);
            assert_eq!(with(broken.clone()).0, ["priority"], "{broken}");
        }
        assert_eq!(with(json!({"agentId": "1A"})).0, ["agentId"]);
        assert_eq!(with(json!({"description": null})).0, ["description"]);
        assert_eq!(with(json!({"displayName": "\u{1f600}".repeat(25)})), (none(), false));
    }
}
