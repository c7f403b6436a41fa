//! The nearest input that the subject treats as the document says.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use serde_json::Value;

use super::Experiment;
use crate::draw::edits;
use crate::draw::json::size;
use crate::draw::near;
use crate::proof::Neighbour;
use crate::rule::{Change, Expect, Expected};
use crate::run::plan::Planned;
use crate::run::tally::Ending;

/// How many inputs are tried.
const TRIES: usize = 240;
/// How often every place is tried once more after an input was found: another place may tell it in fewer words.
const MORE_ROUNDS: usize = 6;
/// How many of the check's own cases are looked at.
const GIVEN: u64 = 600;
/// What it counts for that an input is rightly refused: what is accepted tells more.
const REFUSED: usize = 8;
/// How many parts of its own cases are put into an input.
const PARTS: usize = 200;
/// How many cases are tried that are rightly accepted and differ in many places.
const ACCEPTED: usize = 6;
/// A change of more places than this tells nothing.
const PLACES: usize = 4;
/// Texts longer than this are compared by their length.
const LONG: usize = 200;

/// An input near another one.
struct Near {
    cost: usize,
    input: Arc<Value>,
    difference: Change,
}

impl Experiment<'_, '_> {
    /// The nearest input to `failing` on which the check holds.
    pub(super) fn neighbour(&mut self, failing: &Arc<Value>) -> Option<Neighbour> {
        let mut left = self.budget(TRIES);
        let mut places = candidates(self.planned, failing);
        let mut best: Option<Near> = None;
        let mut more = MORE_ROUNDS;
        // Round by round, so that a long text somewhere does not keep the others from being looked at.
        while more > 0 && left > 0 && places.values().any(|near| !near.is_empty()) {
            for near in places.values_mut() {
                if near.front().zip(best.as_ref()).is_some_and(|(one, best)| one.cost >= best.cost) {
                    near.clear();
                }
                let Some(one) = near.pop_front().filter(|_| left > 0) else { continue };
                left -= 1;
                if self.ending(&one.input) == Some(Ending::Held) {
                    best = Some(one);
                }
            }
            more -= usize::from(best.is_some());
        }
        let nearest = best.map(|Near { input, difference, .. }| {
            let nearest = Neighbour { input: Arc::unwrap_or_clone(input), difference };
            self.in_fewer_places(failing, nearest)
        });
        let breaks = |input: &Value| breaks_the_rule(self.planned, input);
        if breaks(failing) && nearest.as_ref().is_none_or(|nearest| breaks(&nearest.input)) {
            // What breaks the rule as well, and is refused for another reason, says nothing of this one.
            return self.accepted_neighbour(failing).or(nearest);
        }
        nearest
    }

    /// A case of the check that is rightly accepted, as far as the failing input has to follow it: what it lacks may be
    /// in several places, a type and what goes with it.
    fn accepted_neighbour(&mut self, failing: &Value) -> Option<Neighbour> {
        let mut accepted: Vec<Arc<Value>> = given(self.planned);
        accepted.retain(|case| !is_refused(self.planned, case) && case.is_object() && failing.is_object());
        accepted.sort_by_key(|case| cost(failing, &Change::between(failing, case)));
        for case in accepted.into_iter().take(ACCEPTED) {
            if self.ending(&case) == Some(Ending::Held) {
                let difference = Change::between(failing, &case);
                let whole = Neighbour { input: Arc::unwrap_or_clone(case), difference };
                let near = self.in_fewer_places(failing, whole);
                if is_told_in_words(failing, &near.difference) {
                    return Some(near);
                }
            }
        }
        None
    }

    /// The same neighbour without those changes that it holds without: one of the check's own cases differs in more
    /// than what matters.
    fn in_fewer_places(&mut self, failing: &Value, mut nearest: Neighbour) -> Neighbour {
        for part in nearest.difference.clone().into_parts() {
            let difference = nearest.difference.without(&part);
            if difference.is_empty() {
                break;
            }
            let Ok(input) = difference.applied(failing) else { continue };
            // What is accepted tells more than what is rightly refused.
            let tells_less = is_refused(self.planned, &input) && !is_refused(self.planned, &nearest.input);
            let input = Arc::new(input);
            if !tells_less && self.ending(&input) == Some(Ending::Held) {
                nearest = Neighbour { input: Arc::unwrap_or_clone(input), difference };
            }
        }
        nearest
    }
}

/// Cases of the check's own.
fn given(planned: &Planned) -> Vec<Arc<Value>> {
    (0..planned.given().min(GIVEN)).filter_map(|index| planned.case(index)).collect()
}

/// What lies around an input: by the place that changes, the nearest first.
fn candidates(planned: &Planned, input: &Value) -> BTreeMap<String, VecDeque<Near>> {
    let given = given(planned);
    let mut around = Around::of(planned, input);
    let near = edits(input, planned.check.shape).into_iter().chain((planned.check.ground)(input));
    around.extend(near.chain(given.iter().map(|case| Value::clone(case))));
    if !around.is_mended && is_refused(planned, input) {
        around.extend(mended(planned, input, &given));
    }
    let nearest_first = |(place, mut near): (String, Vec<Near>)| {
        near.sort_by_key(|near| (near.cost, size(&near.input)));
        (place, near.into())
    };
    around.found.into_iter().map(nearest_first).collect()
}

/// What was found around an input so far.
struct Around<'a> {
    planned: &'a Planned,
    input: &'a Value,
    known: BTreeSet<String>,
    found: BTreeMap<String, Vec<Near>>,
    /// Whether a change of one place makes it one to be accepted.
    is_mended: bool,
}

impl<'a> Around<'a> {
    fn of(planned: &'a Planned, input: &'a Value) -> Self {
        let known = BTreeSet::from([input.to_string()]);
        Self { planned, input, known, found: BTreeMap::new(), is_mended: false }
    }

    fn extend(&mut self, candidates: impl IntoIterator<Item = Value>) {
        for candidate in candidates {
            self.add(candidate);
        }
    }

    fn add(&mut self, candidate: Value) {
        let difference = Change::between(self.input, &candidate);
        let mut places = difference.remove.iter().chain(difference.set.keys());
        let Some(place) = places.next().filter(|place| !place.is_empty()).cloned() else { return };
        let more = places.count();
        if more >= PLACES || !self.known.insert(candidate.to_string()) {
            return;
        }
        let is_refused = is_refused(self.planned, &candidate);
        self.is_mended |= more == 0 && !is_refused;
        let cost = cost(self.input, &difference) + if is_refused { REFUSED } else { 0 };
        self.found.entry(place).or_default().push(Near { cost, input: Arc::new(candidate), difference });
    }
}

/// An input that is to be refused, with a part of one of the given cases that makes it one to be accepted: what is
/// missing in it, or a value that would do. Another list or object says less than one entry more or less.
fn mended(planned: &Planned, input: &Value, given: &[Arc<Value>]) -> Vec<Value> {
    let parts = given.iter().flat_map(|case| Change::between(input, case).set);
    let mut parts: Vec<Change> = parts
        .filter(|(at, _)| !at.is_empty() && !input.pointer(at).is_some_and(is_container))
        .map(|part| (format!("{} {}", part.0, part.1), part))
        .collect::<BTreeMap<_, _>>()
        .into_values()
        .map(Change::putting)
        .collect();
    parts.sort_by_key(|part| cost(input, part));
    let with = parts.into_iter().take(PARTS).filter_map(|part| part.applied(input).ok());
    with.filter(|candidate| !is_refused(planned, candidate)).collect()
}

/// Whether a change is one of a few plain values: another list or object says less than what is there instead of it.
fn is_told_in_words(from: &Value, change: &Change) -> bool {
    let places = change.remove.iter().chain(change.set.keys());
    change.remove.len() + change.set.len() <= PLACES
        && places.filter_map(|at| from.pointer(at)).chain(change.set.values()).all(|value| !is_container(value))
}

fn is_container(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

/// Whether the document wants an input refused, or the rule is broken in it still, where it is what the subject is
/// asked about.
pub(super) fn is_refused(planned: &Planned, input: &Value) -> bool {
    expected(planned, input).is_some_and(|expected| expected.expect == Expect::Reject || names(planned, &expected))
}

/// Whether the document wants an input refused, for this rule among others.
pub(super) fn breaks_the_rule(planned: &Planned, input: &Value) -> bool {
    expected(planned, input).is_some_and(|expected| expected.expect == Expect::Reject && names(planned, &expected))
}

/// What the document says of an input, where it is what the subject is asked about.
fn expected(planned: &Planned, input: &Value) -> Option<Expected> {
    planned.check.methods.first().and_then(|method| (planned.suite.expect)(method, input))
}

fn names(planned: &Planned, expected: &Expected) -> bool {
    let (rule, full) = (planned.rule.id, planned.rule_id());
    expected.rules.iter().any(|broken| *broken == rule || *broken == full)
}

/// How far a change goes.
fn cost(from: &Value, change: &Change) -> usize {
    let removed = change.remove.iter().map(|at| 1 + from.pointer(at).map_or(1, size));
    let set = change.set.iter().map(|(at, value)| match (from.pointer(at), value) {
        (None, value) => 2 + size(value),
        (Some(Value::String(a)), Value::String(b)) if a.len().max(b.len()) <= LONG => near::edits(a, b),
        (Some(Value::String(a)), Value::String(b)) => a.len().abs_diff(b.len()).max(1),
        (Some(Value::Number(a)), Value::Number(b)) => {
            let gap = a.as_f64().zip(b.as_f64()).map_or(f64::MAX, |(a, b)| (a - b).abs());
            if gap <= 1.0 { 1 } else { 3 }
        }
        (Some(Value::Bool(_)), Value::Bool(_)) => 2,
        (Some(_), value) => 3 + size(value),
    });
    removed.chain(set).sum()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_character_is_less_than_a_field_and_a_field_less_than_a_tree() {
        let from = json!({"name": "ab", "more": [1, 2]});
        let far = |to: Value| cost(&from, &Change::between(&from, &to));
        assert!(far(json!({"name": "a", "more": [1, 2]})) < far(json!({"name": "ab", "more": [1]})));
        assert!(far(json!({"name": "ab", "more": [1]})) < far(json!({"name": "ab"})));
        assert!(far(json!({"name": "ab", "more": [1, 3]})) < far(json!({"name": "ab", "more": [1, "x"]})));
    }
}
