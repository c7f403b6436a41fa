//! Neighbours: the smallest accepted and the smallest rejected input that
//! differ in a single place, at every boundary that the edges of a rule show.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{CheckRef, Expect, Rule, Step, Suite, read_corpus};
use crate::draw::json::pointer_key;
use crate::draw::json::size;
use crate::draw::near::edits;

/// Two inputs, one edit apart, on either side of a rule.
#[derive(Debug, Clone, PartialEq)]
pub struct Neighbours {
    /// The method whose params they are.
    pub method: &'static str,
    /// Where they differ, as a JSON Pointer.
    pub at: String,
    /// The input that must be accepted.
    pub accepted: Value,
    /// The input that must be rejected.
    pub rejected: Value,
    /// Why.
    pub reason: String,
}

impl Neighbours {
    /// What stands at the place where they differ, accepted and rejected; `None` where nothing does.
    #[must_use]
    pub fn values(&self) -> (Option<&Value>, Option<&Value>) {
        (self.accepted.pointer(&self.at), self.rejected.pointer(&self.at))
    }
}

/// How large something may be that one side has and the other has not.
const LARGE: usize = 8;

/// Every pair of neighbours among the corpus and the edges of a rule: for every
/// rejected input the nearest accepted one, a single place away.
#[must_use]
pub fn neighbours(suite: &'static Suite, rule: &'static Rule) -> Vec<Neighbours> {
    let mut accepted: Vec<(&'static str, Value)> = Vec::new();
    let mut rejected: Vec<(&'static str, Value, String)> = Vec::new();
    for (method, params) in inputs(suite, rule) {
        let Some(expected) = (suite.expect)(method, &params) else { continue };
        match expected.expect {
            Expect::Accept => accepted.push((method, params)),
            Expect::Reject if expected.rules.len() <= 1 => rejected.push((method, params, expected.reason)),
            Expect::Reject | Expect::Unspecified => {}
        }
    }
    accepted.sort_by_key(|(_, params)| size(params));
    rejected.sort_by_key(|(_, params, _)| size(params));
    let mut found: BTreeMap<(String, String, String), Neighbours> = BTreeMap::new();
    for (method, rejected, reason) in rejected {
        let alike = accepted.iter().filter(|(other, _)| *other == method);
        let near = alike.filter_map(|(_, accepted)| {
            let at = only_difference(accepted, &rejected)?;
            Some((distance(accepted.pointer(&at), rejected.pointer(&at)), size(accepted), at, accepted))
        });
        let Some((_, _, at, accepted)) = near.min_by_key(|(distance, size, ..)| (*distance, *size)) else { continue };
        let pair = Neighbours { method, at: at.clone(), accepted: accepted.clone(), rejected, reason };
        let values = pair.values();
        let key = (last_key(&at), text(values.0), text(values.1));
        found.entry(key).or_insert(pair);
    }
    let all: Vec<Neighbours> = found.into_values().collect();
    let mut pairs: Vec<Neighbours> =
        all.iter().filter(|pair| !all.iter().any(|other| is_nearer(other, pair))).cloned().collect();
    // Whatever a whole subtree adds shows no line of the rule, if anything else does.
    let is_large = |pair: &Neighbours| distance(pair.values().0, pair.values().1) > (true, LARGE);
    if !pairs.iter().all(is_large) {
        pairs.retain(|pair| !is_large(pair));
    }
    pairs.sort_by_key(|pair| (pair.at.clone(), distance(pair.values().0, pair.values().1)));
    pairs
}

/// Whether both pairs cross the same line with a number, in the same direction, and `other` does not go as far.
fn is_nearer(other: &Neighbours, pair: &Neighbours) -> bool {
    let step = |pair: &Neighbours| {
        let (accepted, rejected) = pair.values();
        Some(rejected?.as_f64()? - accepted?.as_f64()?)
    };
    let (Some(near), Some(far)) = (step(other), step(pair)) else { return false };
    other.at == pair.at
        && near * far > 0.0
        && near.abs() < far.abs()
        && without_numbers(&other.reason) == without_numbers(&pair.reason)
}

/// A reason of several parts is the reason of its first: what a number far away breaks besides is not the line.
fn without_numbers(reason: &str) -> String {
    let line = reason.split(';').next().unwrap_or_default();
    let (_, line) = line.split_once(": ").unwrap_or(("", line));
    line.chars().filter(|char| !char.is_ascii_digit() && !matches!(char, '.' | '-')).collect()
}

/// The params of the first call of every corpus case and every edge of a rule.
fn inputs(suite: &'static Suite, rule: &'static Rule) -> Vec<(&'static str, Value)> {
    let corpus = read_corpus(suite, rule).unwrap_or_default();
    let mut inputs = Vec::new();
    for check in rule.checks {
        let first = rule.checks.first().map_or("", |check| check.id);
        let mine = corpus.iter().filter(|case| case.check.as_deref().unwrap_or(first) == check.id);
        for case in mine.map(|case| case.case.clone()).chain((check.edges)()) {
            let of = CheckRef { suite, rule, check };
            if let Ok(Step::Ask(calls)) = of.step(&case, &[]) {
                inputs.extend(calls.iter().take(1).map(|call| (call.method, call.params(&case).clone())));
            }
        }
    }
    inputs
}

/// The one place where two values differ; none if there are more, or if it is the whole.
fn only_difference(a: &Value, b: &Value) -> Option<String> {
    let mut places = Vec::new();
    differences(a, b, &mut String::new(), &mut places);
    match places.as_slice() {
        [one] if !one.is_empty() => Some(one.clone()),
        _ => None,
    }
}

fn differences(a: &Value, b: &Value, path: &mut String, places: &mut Vec<String>) {
    if places.len() > 1 || a == b {
        return;
    }
    match (a, b) {
        (Value::Object(left), Value::Object(right)) => {
            let keys: std::collections::BTreeSet<&String> = left.keys().chain(right.keys()).collect();
            for key in keys {
                let length = path.len();
                path.push('/');
                path.push_str(&pointer_key(key));
                match (left.get(key), right.get(key)) {
                    (Some(left), Some(right)) => differences(left, right, path, places),
                    _ => places.push(path.clone()),
                }
                path.truncate(length);
            }
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            for (index, (left, right)) in left.iter().zip(right).enumerate() {
                let length = path.len();
                path.push('/');
                path.push_str(&index.to_string());
                differences(left, right, path, places);
                path.truncate(length);
            }
        }
        _ => places.push(path.clone()),
    }
}

/// How far apart two values are. Values of the same type are nearer than any others; what is absent is the
/// farther away the larger it is.
fn distance(a: Option<&Value>, b: Option<&Value>) -> (bool, usize) {
    match (a, b) {
        (Some(Value::String(a)), Some(Value::String(b))) => (false, edits(a, b)),
        (Some(Value::Number(a)), Some(Value::Number(b))) => {
            let gap = (a.as_f64().unwrap_or_default() - b.as_f64().unwrap_or_default()).abs() * 10_000.0;
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a gap is positive, and cut off at ten million"
            )]
            let gap = gap.min(1e7) as usize;
            (false, gap)
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => (false, a.len().abs_diff(b.len()).max(1)),
        (None, Some(present)) | (Some(present), None) => (true, size(present)),
        _ => (true, 2),
    }
}

fn last_key(pointer: &str) -> String {
    pointer.rsplit('/').next().unwrap_or_default().to_owned()
}

fn text(value: Option<&Value>) -> String {
    value.map_or_else(|| "nothing".to_owned(), Value::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_single_place_is_found_and_two_are_not() {
        assert_eq!(only_difference(&json!({"a": [1, {"b": 2}]}), &json!({"a": [1, {"b": 3}]})).unwrap(), "/a/1/b");
        assert_eq!(only_difference(&json!({"a": 1}), &json!({"a": 1, "b": 2})).unwrap(), "/b");
        assert_eq!(only_difference(&json!({"a": 1, "b": 1}), &json!({"a": 2, "b": 2})), None);
        assert_eq!(only_difference(&json!(1), &json!(2)), None);
    }

    #[test]
    fn the_limit_of_a_name_is_among_its_boundaries() {
        let (suite, rule) = crate::suites::builtin().rule("awp/R2").unwrap();
        let lengths: Vec<(usize, usize)> = neighbours(suite, rule)
            .iter()
            .filter_map(|pair| Some((pair.values().0?.as_str()?.len(), pair.values().1?.as_str()?.len())))
            .collect();
        assert!(lengths.contains(&(64, 65)) && lengths.contains(&(2, 1)), "{lengths:?}");
    }

    #[test]
    fn every_must_rule_of_the_load_time_has_neighbours() {
        for (suite, rule) in
            crate::suites::builtin().rules().filter(|(suite, rule)| suite.name == "awp" && rule.id.starts_with('R'))
        {
            let wanted = rule.level == crate::rule::Level::Must && rule.checks[0].methods == ["awp/validate"];
            assert!(!wanted || !neighbours(suite, rule).is_empty(), "{}", rule.id);
        }
    }
}
