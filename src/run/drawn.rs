//! How many drawn cases it takes to catch a mutant, with corpus and edges left aside: what drawing itself is worth.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use super::exercise::{Limits, Starts, Task, Worker};
use super::plan::Planned;
use super::tally::Tally;
use super::{Options, RunError, plan};
use crate::rule::{Declared, Rule};

/// After how many drawn cases the rule that declares a mutant catches it: the fewest that any of its checks needs, all
/// checks drawing side by side; none where `options.cases` are not enough.
///
/// # Errors
/// When the rule's corpus cannot be read.
pub fn hunt_by_drawing(declared: Declared, options: &Options<'_>) -> Result<Option<u64>, RunError> {
    let plan = plan(&vec![(declared.suite, declared.rule)], options.seed, None)?;
    let launcher = || declared.reference();
    let starts = Starts::default();
    let mut worker = Worker::new(&launcher, Limits::new(options.deadline, options.interrupted, &starts));
    let mut excluded = BTreeSet::new();
    for drawn in 0..options.cases {
        let mut tasks: Vec<(usize, Task)> = Vec::new();
        for (place, planned) in plan.iter().enumerate() {
            let index = planned.given() + drawn;
            // A costly check draws fewer, as in any run.
            let case = planned.case(index).filter(|_| index < planned.cases(options.cases));
            tasks.extend(case.map(|case| (place, Task::new(index, planned.of, case))));
        }
        if tasks.is_empty() || options.interrupted.load(Ordering::Relaxed) {
            break;
        }
        for (place, task) in tasks {
            let tally = examined(&mut worker, &plan[place], task, options);
            excluded.extend(tally.excluded.keys().copied());
            if tally.fails_or_faults() || is_contradicted(declared.rule, &excluded) {
                return Ok(Some(drawn + 1));
            }
        }
    }
    Ok(None)
}

fn examined(worker: &mut Worker<'_>, planned: &Planned, task: Task, options: &Options<'_>) -> Tally {
    let mut tally = Tally::default();
    worker.examine(1, std::iter::once(task), |task, examined| {
        tally.add(planned, task, examined, &options.readings);
        true
    });
    tally
}

/// Whether a question of the rule has no reading left.
fn is_contradicted(rule: &'static Rule, excluded: &BTreeSet<(&'static str, &'static str)>) -> bool {
    rule.questions
        .iter()
        .any(|question| question.readings.iter().all(|reading| excluded.contains(&(question.id, reading.id))))
}
