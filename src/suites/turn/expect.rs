//! What the document says of any call.
//!
//! Nothing in AGN-029 is rejected: a call either has an answer that the
//! document fixes, wholly or up to a provider's own labels, or is left open.

use serde_json::{Value, json};

use super::methods::{COMPOSE, CONTRIBUTE};
use super::model::composition::{Composed, Composition};
use super::model::record::{Supplied, contributions, to_json};
use super::model::vocabulary::Provider;
use crate::rule::{Expect, Expected};

/// What the document says of a call; `None` for a method of another suite.
pub(super) fn expect(method: &str, params: &Value) -> Option<Expected> {
    match method {
        COMPOSE => Some(composed(params)),
        CONTRIBUTE => Some(contributed(params)),
        _ => None,
    }
}

fn composed(params: &Value) -> Expected {
    if let Some(why) = without_kind(params) {
        return open(&why);
    }
    match Composition::read(params) {
        Ok(given) => {
            let entries = given.due();
            let reason = match entries.len() {
                0 => "nothing was contributed: the request is empty, and the session is as it was".to_owned(),
                count => format!(
                    "each of the {count} contributions comes out once, unchanged, in the order of invocation; \
                     the session is as it was"
                ),
            };
            accept(reason, Some(Composed { session: given.session, entries }.to_answer()))
        }
        Err(why) => open(&why),
    }
}

/// In cases a kind may be left out; in calls it may not.
fn without_kind(params: &Value) -> Option<String> {
    let invocations = params["invocations"].as_array()?;
    let mut contributions = invocations.iter().filter_map(|one| one["contributions"].as_array()).flatten();
    contributions.any(|one| !one["kind"].is_string()).then(|| "a contribution has no kind".to_owned())
}

fn contributed(params: &Value) -> Expected {
    let Some(provider) = params["provider"].as_str().and_then(Provider::named) else {
        return open("a provider nobody knows");
    };
    match contributions(provider.name, &params["turn"]) {
        Err(why) => open(&why),
        Ok(list) if list.is_empty() => {
            accept(format!("there is nothing for {} to contribute", provider.name), Some(json!({"contributions": []})))
        }
        Ok(list) if list.iter().all(|one| one.kind == "instruction") => accept(
            "the instruction is the only thing the user provided, and comes back as it is".to_owned(),
            Some(json!({"contributions": to_json(&list)})),
        ),
        Ok(list) if is_nested(&list) => open("one text is part of another, and cannot be in one contribution only"),
        Ok(list) => {
            let kinds: Vec<&str> = list.iter().map(|one| one.kind.as_str()).collect();
            accept(
                format!(
                    "{} contributes {}; each text occurs in exactly one contribution of its kind, while order and \
                     labels are the provider's own",
                    provider.name,
                    kinds.join(", ")
                ),
                None,
            )
        }
    }
}

/// Whether one text is found in another, or twice.
fn is_nested(list: &[Supplied]) -> bool {
    let holds = |at: usize, other: usize| at != other && list[at].content.contains(&list[other].content);
    (0..list.len()).any(|at| (0..list.len()).any(|other| holds(at, other)))
}

fn accept(reason: String, answer: Option<Value>) -> Expected {
    Expected { expect: Expect::Accept, rules: Vec::new(), reason, answer }
}

fn open(why: &str) -> Expected {
    let reason = format!("{why}: the document does not say what comes of it");
    Expected { expect: Expect::Unspecified, rules: Vec::new(), reason, answer: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(method: &str, params: &Value) -> (Expect, Option<Value>) {
        let expected = expect(method, params).unwrap();
        (expected.expect, expected.answer)
    }

    #[test]
    fn a_request_is_fixed_to_the_letter() {
        let params = json!({"session": {"id": "s1"}, "invocations": [
            {"provider": "rag", "contributions": [{"id": "c1", "kind": "retrieved", "content": "x", "origin": "web"}]}]});
        let answer = json!({"session": {"id": "s1"}, "request": [
            {"provider": "rag", "id": "c1", "kind": "retrieved", "content": "x"}]});
        assert_eq!(said(COMPOSE, &params), (Expect::Accept, Some(answer)));
    }

    #[test]
    fn labels_are_the_providers_own_and_the_instruction_is_not() {
        let turn = json!({"user": {"instructions": "go", "attachments": []}, "metadata": ["short"]});
        let ask = |provider: &str| said(CONTRIBUTE, &json!({"provider": provider, "turn": turn}));
        let instruction = json!({"contributions": [{"kind": "instruction", "content": "go"}]});
        assert_eq!(ask("user"), (Expect::Accept, Some(instruction)));
        assert_eq!(ask("turnMetadata"), (Expect::Accept, None));
        assert_eq!(ask("rag"), (Expect::Accept, Some(json!({"contributions": []}))));
        assert_eq!(ask("tools").0, Expect::Unspecified);
    }

    #[test]
    fn anything_at_all_gets_an_answer() {
        for seed in 0..300 {
            let params = crate::draw::json::any(&mut crate::draw::Draw::from_seed(seed));
            assert!(expect(COMPOSE, &params).is_some() && expect(CONTRIBUTE, &params).is_some());
        }
        let twice = json!([{"provider": "rag", "contributions": []}, {"provider": "rag", "contributions": []}]);
        assert_eq!(said(COMPOSE, &json!({"session": {}, "invocations": twice})).0, Expect::Unspecified);
        assert_eq!(expect("awp/validate", &json!({})), None);
    }
}
