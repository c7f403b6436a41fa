//! The shared state: whose fields agents may read.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::params::{has_null, items, members, strings};
use super::says::{accept, answering, reject, unspecified};
use crate::rule::Expected;

/// Fields by agent.
pub(in crate::suites::awp) type Visible = BTreeMap<String, BTreeMap<String, Value>>;

/// How the two lists of a selective strategy work together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::suites::awp) enum Lists {
    /// Either list is enough.
    Union,
    /// Both have to name the field, if there are rules.
    Intersection,
    /// Both have to name the field, and without rules nothing is granted.
    Both,
}

impl Lists {
    /// Every way, by the name of its reading.
    pub(in crate::suites::awp) const READINGS: [(&'static str, Self); 3] =
        [("union", Self::Union), ("intersection", Self::Intersection), ("both", Self::Both)];
}

/// What the reader may see of the state; agents of whom nothing is visible are left out.
pub(in crate::suites::awp) fn visible(params: &Value, lists: Lists) -> Visible {
    let reader = params["reader"].as_str().unwrap_or_default();
    let strategy = params["sharing"]["strategy"].as_str().unwrap_or_default();
    let rules = items(&params["sharing"]["rules"]);
    let may = |owner: &str, field: &str| {
        let shared = strings(&params["agents"][owner]["shareOutput"]).any(|name| name == field);
        let granted = rules.iter().any(|rule| {
            rule["from"] == owner && rule["to"] == reader && strings(&rule["fields"]).any(|it| it == field)
        });
        match (strategy, lists) {
            _ if owner == reader => true,
            ("full", _) => true,
            ("selective", Lists::Union) => shared || granted,
            ("selective", Lists::Intersection) => shared && (granted || rules.is_empty()),
            ("selective", Lists::Both) => shared && granted,
            _ => false,
        }
    };
    let mut seen = Visible::new();
    for (owner, fields) in members(&params["state"]) {
        for (field, value) in members(fields).filter(|(field, _)| may(owner, field)) {
            seen.entry(owner.clone()).or_default().insert(field.clone(), value.clone());
        }
    }
    seen
}

/// Why nothing can be said of a reading, if so.
pub(in crate::suites::awp) fn unclear_sharing(params: &Value) -> Option<&'static str> {
    let (agents, state) = (&params["agents"], &params["state"]);
    let reader = params["reader"].as_str().filter(|id| agents.get(id).is_some() || state.get(id).is_some());
    // What the reader itself shares is for others to read, and lists matter to one strategy alone.
    let says = |id: &str| reader == Some(id) || agents[id]["shareOutput"].is_array();
    match params["sharing"]["strategy"].as_str() {
        Some("full" | "isolated") => {}
        Some("selective") if members(state).all(|(id, _)| says(id)) => {}
        Some("selective") => return Some("an agent that does not say what it shares"),
        _ => return Some("a strategy that the document does not name"),
    }
    if params["sharing"]["strategy"] == "selective" && has_wildcard(params) {
        return Some("a wildcard, perhaps");
    }
    if reader.is_none() {
        Some("a reader that is no agent")
    } else if !state.is_object() || members(state).any(|(id, fields)| !fields.is_object() || id.starts_with('_')) {
        Some("a state that is no agent's")
    } else if has_null(state) {
        Some("a state never holds null")
    } else {
        None
    }
}

/// Whether a list that matters to the reader has a star in it, which some take for every field or every agent.
fn has_wildcard(params: &Value) -> bool {
    let star = |name: &Value| name.as_str().is_some_and(|name| name.contains('*'));
    let lists = |fields: &Value| items(fields).iter().any(star);
    let shared = members(&params["agents"]).any(|(id, agent)| params["reader"] != *id && lists(&agent["shareOutput"]));
    let granted = items(&params["sharing"]["rules"]).iter().any(|rule| {
        let to_the_reader = rule["to"] == params["reader"] || star(&rule["to"]);
        to_the_reader && (lists(&rule["fields"]) || star(&rule["from"]) || star(&rule["to"]))
    });
    shared || granted
}

/// Whether every agent says what it shares, as it does in all that the harness sends.
pub(in crate::suites::awp) fn is_sent(params: &Value) -> bool {
    let says = |id: &str| params["agents"][id]["shareOutput"].is_array();
    params["reader"].as_str().is_some_and(says) && members(&params["state"]).all(|(id, _)| says(id))
}

/// Whether the readings of the two lists part on what is visible.
pub(in crate::suites::awp) fn depends_on_lists(params: &Value) -> bool {
    unclear_sharing(params).is_none() && visible(params, Lists::Union) != visible(params, Lists::Both)
}

/// What the document says of a reading.
pub(in crate::suites::awp) fn expect_read(params: &Value) -> Expected {
    if let Some(why) = unclear_sharing(params) {
        return unspecified("R16", why);
    }
    let union = visible(params, Lists::Union);
    if depends_on_lists(params) {
        return unspecified("R16", "only one of the two lists names a field");
    }
    let all = members(&params["state"]).map(|(_, fields)| members(fields).count()).sum::<usize>();
    let shown = union.values().map(BTreeMap::len).sum::<usize>();
    let expected = if shown == all {
        accept("the reader may see everything")
    } else {
        reject("R16", "the strategy hides a part of the state from the reader")
    };
    answering(expected, json!({ "visible": union }))
}
