//! Answers on record: what can be judged where nobody can be asked.
//!
//! A record has one answer to a call, given nobody knows when. It plays no world, starts no process and says nothing
//! twice: a check that lives by one of these proves nothing on it, and is left out with the reason.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Selection;
use super::exercise::beyond;
use super::plan::Planned;
use crate::rule::{CheckRef, CorpusError, Step};
use crate::subject::{Answer, Host, Request, Subject as _};

/// What exams ask, once each, in the order in which it comes up: corpus and edges first, then what was drawn.
#[derive(Debug)]
pub struct Asks {
    /// The calls.
    pub calls: Vec<Asked>,
    /// The checks that no record can show, with the reason.
    pub beyond: Vec<(String, &'static str)>,
}

/// One call.
#[derive(Debug)]
pub struct Asked {
    /// The method.
    pub method: &'static str,
    /// Its params.
    pub params: Value,
    /// The checks that ask it.
    pub checks: Vec<String>,
    /// Whether it was drawn, and is not one of the corpus or the edges.
    pub drawn: bool,
}

/// What the checks of these rules ask whose answers can stand on record.
///
/// # Errors
/// When a rule's corpus cannot be read.
pub fn asks(selection: &Selection, seed: u64, cases: u64) -> Result<Asks, CorpusError> {
    let mut plan = super::plan(selection, seed, None)?;
    leave_out(&mut plan, cases);
    let mut asks = Asks { calls: Vec::new(), beyond: Vec::new() };
    asks.beyond.extend(plan.iter().filter_map(|planned| Some((planned.id.clone(), planned.beyond?))));
    let mut places: BTreeMap<(&'static str, String), usize> = BTreeMap::new();
    for drawn in [false, true] {
        for planned in plan.iter().filter(|planned| planned.beyond.is_none()) {
            let cases = if drawn { planned.given()..planned.cases(cases) } else { 0..planned.given() };
            for input in cases.filter_map(|index| planned.case(index)) {
                heard_by_anyone(planned.of, &input, |method, params| {
                    let place = *places.entry((method, params.to_string())).or_insert_with(|| {
                        asks.calls.push(Asked { method, params: params.clone(), checks: Vec::new(), drawn });
                        asks.calls.len() - 1
                    });
                    let checks = &mut asks.calls[place].checks;
                    if checks.last() != Some(&planned.id) {
                        checks.push(planned.id.clone());
                    }
                });
            }
        }
    }
    Ok(asks)
}

/// Marks the checks of which a case, put to the reference, asks what no record can answer.
pub(super) fn leave_out(plan: &mut [Planned], cases: u64) {
    for planned in plan {
        let mut inputs = (0..planned.cases(cases)).filter_map(|index| planned.case(index));
        let answer = |method: &str, params: &Value| by_the_document(planned.of, method, params);
        planned.beyond = inputs.find_map(|input| walk(planned.of, &input, &answer, &mut |_, _| {}));
    }
}

/// What a subject answers to a method with params.
type Answers<'a> = &'a dyn Fn(&str, &Value) -> Option<Value>;

/// What the exam of a case may ask: which grounds it wants to see depends on the answers, so it meets a subject that
/// is right, one that accepts everything and one that rejects everything.
fn heard_by_anyone(of: CheckRef, input: &Value, mut hear: impl FnMut(&'static str, &Value)) {
    let right = |method: &str, params: &Value| by_the_document(of, method, params);
    let blind = |accept| move |method: &str, params: &Value| (of.suite.empty_answers)(method, params, accept);
    let (accepts, rejects) = (blind(true), blind(false));
    for subject in [&right as Answers<'_>, &accepts, &rejects] {
        walk(of, input, subject, &mut hear);
    }
}

fn by_the_document(of: CheckRef, method: &str, params: &Value) -> Option<Value> {
    of.suite.reference().call(Request::new(method, params), &Host::none()).ok()
}

/// Goes through one exam, as far as a record leads; why it leads no further, if so.
fn walk(
    of: CheckRef,
    input: &Value,
    answer: Answers<'_>,
    hear: &mut dyn FnMut(&'static str, &Value),
) -> Option<&'static str> {
    let (mut answers, mut put) = (Vec::new(), BTreeSet::new());
    while let Ok(Step::Ask(calls)) = of.step(input, &answers) {
        if calls.is_empty() {
            break;
        }
        for call in calls {
            let params = call.params(input);
            let repeated = !put.insert((call.method, params.to_string()));
            // Who is right is asked twice only to see whether the answers are alike.
            let twice = "it puts a call twice, and there is one recorded answer";
            let twice = (repeated && !call.remembered && !call.spare).then_some(twice);
            if let Some(why) = beyond(&call).or(twice) {
                return Some(why);
            }
            hear(call.method, params);
            answers.push(Answer { value: answer(call.method, params)?, trace: Vec::new() });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_suite(name: &str) -> Asks {
        let selection: Selection = crate::suites::builtin().rules().filter(|(suite, _)| suite.name == name).collect();
        asks(&selection, 0, 2).unwrap()
    }

    #[test]
    fn every_call_is_there_once_and_what_was_drawn_comes_last() {
        let asks = of_suite("preflight");
        let calls: BTreeSet<String> = asks.calls.iter().map(|call| call.params.to_string()).collect();
        assert_eq!(calls.len(), asks.calls.len());
        assert!(asks.calls.is_sorted_by_key(|call| call.drawn));
        assert!(asks.calls.iter().any(|call| call.drawn) && asks.calls.iter().any(|call| !call.drawn));
        assert!(asks.calls.iter().all(|call| !call.checks.is_empty()));
    }

    #[test]
    fn what_a_record_cannot_show_is_left_out_with_the_reason() {
        let asks = of_suite("preflight");
        let beyond = |check: &str| asks.beyond.iter().find(|(id, _)| id == check).map(|(_, why)| *why);
        assert!(beyond("preflight/stateless/history").is_some_and(|why| why.contains("twice")));
        assert!(beyond("preflight/key-order/shuffled").is_some_and(|why| why.contains("order")));
        assert_eq!(asks.beyond.len(), 2, "{:?}", asks.beyond);
        let of_runs = of_suite("contract").beyond.into_iter().filter(|(_, why)| why.contains("host")).count();
        assert!(of_runs > 20, "{of_runs}");
    }
}
