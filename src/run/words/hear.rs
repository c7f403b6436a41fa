//! Hears what a subject says, before anything is drawn.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use super::said::{Said, words};
use super::{MOST, NONSENSE};
use crate::rule::Step;
use crate::run::Options;
use crate::run::exercise::{Limits, Starts, Worker};
use crate::run::plan::Planned;
use crate::subject::{Implementation, Launcher};

/// How many of the corpus cases and edges of a check are asked.
const GIVEN: u64 = 2;

/// Which part of a budget is spent on listening, at most.
const OF_A_BUDGET: u32 = 10;

/// How many calls are not answered before the subject is left in peace.
const PATIENCE: usize = 3;

/// The words of the subject, put among the cases of the plan. None are heard where no random case is drawn.
pub(in crate::run) fn take_along(
    launcher: &dyn Launcher,
    subject: &Implementation,
    plan: &mut [Planned],
    options: &Options<'_>,
) -> Arc<[String]> {
    if options.cases == 0 && options.time_box.is_none() || launcher.record().is_some() {
        return Arc::default();
    }
    let exercised: Vec<&Planned> =
        plan.iter().filter(|planned| planned.lacks(&subject.methods, &subject.features).is_none()).collect();
    let starts = Starts::default();
    let limits = Limits { life: options.life, ..Limits::new(options.deadline, options.interrupted, &starts) };
    // Where time is short, cases come first.
    let until = options.budget.map(|budget| limits.clock.now() + budget / OF_A_BUDGET);
    let is_late = || until.is_some_and(|until| limits.clock.now() > until);
    let words = hear(Worker::new(launcher, limits), &exercised, options.words, &is_late).into();
    for planned in plan {
        planned.take_words(&words);
    }
    words
}

/// The words that the subject says, the likeliest of a closed vocabulary first, after the words `added` by the user.
/// Every shard asks the same, one call after the other on a process of its own, so that all hear the same.
fn hear(mut worker: Worker<'_>, plan: &[&Planned], added: &[String], is_late: &dyn Fn() -> bool) -> Vec<String> {
    let known: BTreeSet<String> = plan
        .iter()
        .flat_map(|planned| &planned.closed().places)
        .flat_map(|place| place.known.iter().cloned())
        .collect();
    let mut said = Said::default();
    let mut asked: BTreeSet<(&'static str, String)> = BTreeSet::new();
    let mut unanswered = 0;
    for planned in plan.iter().filter(|planned| !planned.check.waits) {
        for input in inputs(planned) {
            let Ok(Step::Ask(calls)) = planned.of.step(&input, &[]) else { continue };
            for call in calls.into_iter().filter(|call| call.world.is_none() && !call.fresh && call.key_order == 0) {
                let params = call.params(&input).to_string();
                if !asked.insert((call.method, params.clone())) {
                    continue;
                }
                if is_late() {
                    return listed(added, said);
                }
                let Some(answer) = worker.answer_to((planned.of, &input), call) else {
                    unanswered += 1;
                    if unanswered >= PATIENCE {
                        return listed(added, said);
                    }
                    continue;
                };
                said.hear(&answer.value, &words(&params).collect(), &known);
            }
        }
    }
    worker.finish();
    listed(added, said)
}

/// What is asked of a check: nonsense wherever it has a closed vocabulary, for then a message may list the words; and
/// the first of the corpus and the edges.
fn inputs(planned: &Planned) -> Vec<Arc<Value>> {
    let bases = planned.closed().places.iter().flat_map(|place| &place.bases);
    let given = (0..planned.given().min(GIVEN)).filter_map(|index| planned.case(index));
    bases.map(|base| base.with(NONSENSE)).chain(given).collect()
}

fn listed(added: &[String], said: Said) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let room = MOST.max(added.len());
    added.iter().cloned().chain(said.into_words()).filter(|word| seen.insert(word.clone())).take(room).collect()
}
