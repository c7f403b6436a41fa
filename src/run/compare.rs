//! Inputs on which two subjects differ, whoever is right: where two runtimes that both conform differ is where a
//! document needs a sentence.

mod difference;
mod shown;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use self::difference::{Difference, between};
use self::shown::{Shown, shown};
use super::exercise::{Limits, Starts, Task, Worker};
use super::plan::Planned;
use super::reduction::reduce;
use super::{Options, RunError, Selection, plan, probe};
use crate::draw::json::size;
use crate::rule::Level;
use crate::subject::Launcher;

/// How many cases of a check that waits for real time are put side by side.
const SIDE_BY_SIDE: usize = 16;
/// How many candidates the reduction of an input may try.
const CANDIDATES: u64 = 1000;

/// An input on which two subjects differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Parting {
    /// The rule whose cases show it.
    pub rule: String,
    /// How binding that rule is.
    pub level: Level,
    /// The check, by its full id.
    pub check: String,
    /// Whether the document decides which of the two is right.
    pub decided: bool,
    /// The question on which their readings differ, by its full id.
    pub question: Option<String>,
    /// What the first subject does.
    pub first: String,
    /// What the second subject does.
    pub second: String,
    /// The name of the first case that shows it.
    pub case: String,
    /// How many cases show it.
    pub count: u64,
    /// The smallest input that does.
    pub input: Value,
    /// How large it is: the number of JSON values in it.
    pub size: usize,
}

/// Puts the cases of the selected rules to both subjects, as far as both can be asked, and tells where they differ: by
/// rule, and within a rule what the document decides before what it leaves open.
///
/// # Errors
/// [`RunError`] when a subject cannot be started.
pub fn compare(
    selection: &Selection,
    [first, second]: [&dyn Launcher; 2],
    options: &Options<'_>,
) -> Result<Vec<Parting>, RunError> {
    let known = [probe(first)?, probe(second)?];
    let plan = plan(selection, options.seed, options.first)?;
    let starts = [Starts::default(), Starts::default()];
    let limits = |starts| Limits { life: options.life, ..Limits::new(options.deadline, options.interrupted, starts) };
    let mut workers = [Worker::new(first, limits(&starts[0])), Worker::new(second, limits(&starts[1]))];
    let can_be_asked =
        |planned: &&Planned| known.iter().all(|subject| planned.lacks(&subject.methods, &subject.features).is_none());
    let mut found = Vec::new();
    for planned in plan.iter().filter(can_be_asked) {
        let [first, second] = workers.each_mut().map(|worker| sweep(worker, planned, options.cases));
        let mut seen: BTreeMap<Difference, (u64, u64)> = BTreeMap::new();
        for (index, first) in &first {
            let Some(difference) = second.get(index).and_then(|second| between(first, second)) else { continue };
            seen.entry(difference).or_insert((*index, 0)).1 += 1;
        }
        for (difference, (index, count)) in seen {
            let Some(input) = planned.case(index) else { continue };
            found.push(parting(&mut workers, planned, difference, (index, &input), count));
        }
    }
    Ok(found)
}

/// What a subject shows of every case of a check, by its number.
fn sweep(worker: &mut Worker<'_>, planned: &Planned, random: u64) -> BTreeMap<u64, Shown> {
    let tasks = (0..planned.cases(random)).filter_map(|index| Some(Task::new(index, planned.of, planned.case(index)?)));
    let mut ended = Vec::new();
    let least = if planned.check.waits { SIDE_BY_SIDE } else { 1 };
    worker.examine(least, tasks, |task, (examined, _)| {
        ended.push((task.tag, Arc::clone(&task.input), examined));
        true
    });
    ended.into_iter().map(|(index, input, examined)| (index, shown(worker, planned, &input, examined))).collect()
}

fn parting(
    workers: &mut [Worker<'_>; 2],
    planned: &Planned,
    difference: Difference,
    (index, input): (u64, &Arc<Value>),
    count: u64,
) -> Parting {
    let workers = std::cell::RefCell::new(workers);
    let smallest = reduce(planned, input, CANDIDATES, |candidate| {
        let mut workers = workers.borrow_mut();
        let [first, second] = workers.each_mut().map(|worker| {
            let examined = worker.examine_one(planned.of, candidate);
            shown(worker, planned, candidate, examined)
        });
        between(&first, &second).as_ref() == Some(&difference)
    });
    let rule = format!("{}/{}", planned.suite.name, planned.rule.id);
    Parting {
        question: difference.question.map(|question| format!("{rule}/{question}")),
        rule,
        level: planned.rule.level,
        check: planned.id.clone(),
        decided: !difference.undecided,
        first: difference.first,
        second: difference.second,
        case: planned.name(index),
        count,
        size: size(&smallest),
        input: (*smallest).clone(),
    }
}
