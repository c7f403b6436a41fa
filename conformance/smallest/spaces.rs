//! Inputs so small that all of them can be tried.

use serde_json::{Map, Value, json};

use super::{GOAL, Space};

/// Every space.
pub(super) static SPACES: &[Space] = &[
    Space {
        name: "preflight",
        suite: "preflight",
        members: &["input"],
        most: 5,
        at_least: 100,
        goal: GOAL,
        inputs: preflight,
    },
    Space {
        name: "compositions",
        suite: "turn",
        members: &["invocations", "session"],
        most: 15,
        at_least: 40,
        goal: GOAL - 1,
        inputs: compositions,
    },
    Space {
        name: "manifests",
        suite: "context",
        members: &["manifest"],
        most: 11,
        at_least: 20,
        // An id that is missing makes a smaller input than one that differs, and tells less.
        goal: 89,
        inputs: manifests,
    },
    Space {
        name: "cores",
        suite: "context",
        members: &["context"],
        most: 14,
        at_least: 20,
        goal: GOAL - 1,
        inputs: cores,
    },
];

/// The fields that more than their presence is asked of, and those that stand for all the others.
const FIELDS: &[&str] =
    &["action", "runId", "stepId", "channel", "text", "kind", "cursor", "graph", "graphFile", "preview", "objective"];
/// What is tried in a field. More is tried in `action`.
const VALUES: &[&str] = &["null", "false", "true", "0", "1", "\"\"", "\" \"", "\"a\"", "\"steer\"", "[]", "{}"];
const ACTIONS: &[&str] = &["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"];

/// All inputs with no field, one field, and one beside an action.
fn preflight() -> Vec<Value> {
    let values: Vec<Value> = VALUES.iter().filter_map(|text| serde_json::from_str(text).ok()).collect();
    let actions: Vec<Value> = ACTIONS.iter().map(|action| json!(action)).chain([json!(null), json!("x")]).collect();
    let of_field = |field: &str| if field == "action" { &actions } else { &values };
    let mut inputs = values.clone();
    for field in FIELDS {
        inputs.extend(of_field(field).iter().map(|value| json!({ (*field): value })));
        let beside = actions.iter().filter(|_| *field != "action");
        inputs.extend(
            beside.flat_map(|action| values.iter().map(move |value| json!({"action": action, (*field): value}))),
        );
    }
    inputs.into_iter().map(|input| json!({ "input": input })).collect()
}

/// Every way to choose one of each.
fn objects(members: &[(&str, &[Option<Value>])]) -> Vec<Value> {
    let mut all = vec![Map::new()];
    for (name, values) in members {
        let with = |object: &Map<String, Value>, value: &Option<Value>| {
            let mut object = object.clone();
            object.extend(value.clone().map(|value| ((*name).to_owned(), value)));
            object
        };
        all = all.iter().flat_map(|object| values.iter().map(move |value| with(object, value))).collect();
    }
    all.into_iter().map(Value::Object).collect()
}

/// The lists with at most `most` of these entries.
fn lists(entries: &[Value], most: usize) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = |list: &Vec<Value>, entry: &Value| list.iter().cloned().chain([entry.clone()]).collect();
        last = last.iter().flat_map(|list| entries.iter().map(move |entry| longer(list, entry))).collect();
        all.extend(last.iter().cloned());
    }
    all
}

const PROVIDERS: &[&str] = &["user", "clientContext", "kfr", "rag", "turnMetadata"];

/// At most two providers that contribute at most two texts together.
fn compositions() -> Vec<Value> {
    let texts: Vec<Value> = ["a", "b", " ", "A", "a "].map(Value::from).to_vec();
    let lists = lists(&texts, 2);
    let invocation = |provider: &str, texts: &[Value], first: usize| {
        let contribution =
            |(place, text): (usize, &Value)| json!({"id": format!("c{}", first + place), "content": text});
        let contributions: Vec<Value> = texts.iter().enumerate().map(contribution).collect();
        json!({"provider": provider, "contributions": contributions})
    };
    let mut all = vec![json!([])];
    for one in PROVIDERS {
        all.extend(lists.iter().map(|texts| json!([invocation(one, texts, 1)])));
        for other in PROVIDERS.iter().filter(|other| *other != one) {
            let pairs = lists.iter().flat_map(|a| lists.iter().map(move |b| (a, b)));
            let few = pairs.filter(|(a, b)| a.len() + b.len() <= 2);
            all.extend(few.map(|(a, b)| json!([invocation(one, a, 1), invocation(other, b, 1 + a.len())])));
        }
    }
    all.into_iter().map(|invocations| json!({"session": {}, "invocations": invocations})).collect()
}

/// At most two calls and results together, and lists that are not there. Results belong to calls by their ids and names:
/// one of a result may be missing beside a call, and none else.
fn manifests() -> Vec<Value> {
    let texts: &[Option<Value>] = &[None, Some(json!("a")), Some(json!("b"))];
    let calls = lists(&objects(&[("toolCallId", texts), ("name", texts)]), 2);
    let flags: &[Option<Value>] = &[None, Some(json!("{}")), Some(json!(""))];
    let results = lists(&objects(&[("toolCallId", texts), ("name", texts), ("resultJson", flags)]), 2);
    let mut all: Vec<Value> = [json!({}), json!(null), json!({"toolCalls": []}), json!({"toolCallResults": []})].into();
    for calls in &calls {
        all.push(json!({ "toolCalls": calls }));
        let few = results.iter().filter(|results| results.len() + calls.len() <= 2);
        all.extend(few.map(|results| json!({"toolCalls": calls, "toolCallResults": results})));
    }
    all.extend(results.iter().map(|results| json!({ "toolCallResults": results })));
    all.retain(|manifest| {
        let beside_a_call = manifest["toolCalls"].as_array().is_some_and(|calls| !calls.is_empty());
        nameless(&manifest["toolCalls"]) == 0 && nameless(&manifest["toolCallResults"]) <= usize::from(beside_a_call)
    });
    all.into_iter().map(|manifest| json!({ "manifest": manifest })).collect()
}

/// How many ids and names are missing in a list.
fn nameless(list: &Value) -> usize {
    let entries = list.as_array().into_iter().flatten();
    entries.map(|entry| ["toolCallId", "name"].iter().filter(|name| entry.get(**name).is_none()).count()).sum()
}

/// Cores with every field there, empty, or left out.
fn cores() -> Vec<Value> {
    let text: &[Option<Value>] = &[None, Some(json!("a"))];
    let party: &[Option<Value>] = &[None, Some(json!({})), Some(json!({"id": "a"}))];
    let envelopes = objects(&[
        ("org", party),
        ("user", party),
        ("instructions", text),
        ("sessionId", text),
        ("turnId", text),
        ("toolResults", &[None, Some(json!([{}]))]),
    ]);
    let envelopes: Vec<Option<Value>> = std::iter::once(None).chain(envelopes.into_iter().map(Some)).collect();
    let kinds = ["Initial", "FollowOn", "ClientToolCallContinuation"].map(|kind| Some(json!(kind)));
    let kinds: Vec<Option<Value>> = std::iter::once(None).chain(kinds).collect();
    let contexts =
        objects(&[("type", kinds.as_slice()), ("timeStamp", text), ("correlationId", text), ("envelope", &envelopes)]);
    contexts.into_iter().chain([json!(null)]).map(|context| json!({ "context": context })).collect()
}
