//! Running cases on several workers, with a result that does not depend on how many.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::answering::Unheard;
use super::batch::{Batch, Queue};
use super::enough::{Trouble, beyond_hope, in_a_hurry, last_of_a_batch, leave_out, too_many_hangs};
use super::exercise::{Task, Worker};
use super::finding::finding;
use super::found::Found;
use super::history::Past;
use super::plan::Planned;
use super::progress::Progress;
use super::shard::Shard;
use super::shrink::Scene;
use super::tally::{Signature, Tally};
use crate::mutex::{lock, unlock};
use crate::subject::Fault;

/// How many cases that wait for real time are open at a time, at least.
pub(super) const SIDE_BY_SIDE: usize = 64;

/// For the first case of a failure: its index, and what its process had seen before.
type Histories = BTreeMap<(usize, Signature), (u64, Vec<Past>)>;

/// What running batches came to.
#[derive(Debug, Default)]
pub(super) struct Swept {
    /// Per check of the plan.
    pub(super) tallies: Vec<Tally>,
    /// For the first case of a failure: what its process had seen before.
    pub(super) histories: Histories,
    /// What was out of order when subjects were ended.
    pub(super) endings: Vec<Fault>,
    /// How long the workers together waited for subjects to come to rest.
    pub(super) settling: Duration,
}

/// How to sweep.
#[derive(Clone, Copy)]
pub(super) struct Sweep<'a> {
    pub(super) jobs: usize,
    pub(super) shard: Shard,
    /// Stop after the first batch that holds a failure.
    pub(super) first_failure_only: bool,
    /// Nothing but the outcomes of rules is wanted: one that has failed is left alone.
    pub(super) outcomes_only: bool,
    pub(super) progress: &'a dyn Progress,
}

struct Shared {
    queue: Queue,
    /// What does little but wait, for a worker of its own: beside the others it costs nothing.
    waiting: Queue,
    /// Per check: the tally of every batch, by its start.
    done: Mutex<Vec<BTreeMap<u64, Tally>>>,
    histories: Mutex<Histories>,
    endings: Mutex<Vec<Fault>>,
    settling: Mutex<Duration>,
    /// The faults of the adapter that were spoken of.
    unheard: Unheard,
}

/// Runs every batch and adds up what came of it.
pub(super) fn sweep(scene: Scene<'_>, batches: &[Batch], how: Sweep<'_>) -> Swept {
    // A subject behind a pipe gets no more processes than were asked for.
    let waits = |batch: &Batch| scene.launcher.economy().extra_worker && scene.plan[batch.check].check.waits;
    let (waiting, quick): (Vec<Batch>, Vec<Batch>) = batches.iter().copied().partition(waits);
    let jobs = how.jobs.clamp(1, quick.len().max(1));
    let shared = Shared {
        queue: Queue::new(quick),
        waiting: Queue::new(waiting),
        done: Mutex::new(scene.plan.iter().map(|_| BTreeMap::new()).collect()),
        histories: Mutex::default(),
        endings: Mutex::default(),
        settling: Mutex::default(),
        unheard: Unheard::default(),
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(|| work(scene, &shared.queue, how, &shared));
        }
        if !shared.waiting.is_empty() {
            scope.spawn(|| work(scene, &shared.waiting, how, &shared));
        }
        work(scene, &shared.queue, how, &shared);
    });
    let done = unlock(shared.done);
    let mut tallies: Vec<Tally> = done.into_iter().map(add_up).collect();
    let first_of = |check| batches.iter().find(|batch| batch.check == check).map_or(0, |batch| batch.start);
    leave_out(scene.plan, &mut tallies, scene.launcher.economy().batch, first_of);
    if how.shard == Shard::WHOLE {
        for tally in &mut tallies {
            tally.marks.clear();
        }
    }
    Swept {
        tallies,
        histories: unlock(shared.histories),
        endings: unlock(shared.endings),
        settling: unlock(shared.settling),
    }
}

fn add_up(batches: BTreeMap<u64, Tally>) -> Tally {
    let mut sum = Tally::default();
    for tally in batches.into_values() {
        sum.merge(tally);
    }
    sum
}

fn work(scene: Scene<'_>, queue: &Queue, how: Sweep<'_>, shared: &Shared) {
    let mut worker = Worker::new(scene.launcher, scene.limits);
    let mut seen: Vec<Past> = Vec::new();
    while let Some(batch) = queue.take() {
        if scene.limits.are_over() {
            break;
        }
        if scene.launcher.economy().one_per_batch {
            worker.reset();
            seen.clear();
        }
        let planned = &scene.plan[batch.check];
        if pointless(scene.plan, shared, &batch, how.shard) || (how.outcomes_only && has_failed(scene, shared, &batch))
        {
            how.progress.advance(batch.end - batch.start);
            continue;
        }
        how.progress.started(&planned.rule_id());
        let began = Instant::now();
        let mut tally = run_batch(scene, &mut worker, planned, batch, how.shard, &mut seen, shared);
        tally.time = began.elapsed();
        let failed = !tally.failures.is_empty();
        how.progress.judged(&planned.id, tally.cases, tally.judged, tally.held);
        for (signature, first) in &tally.failures {
            if let Some((document, seen)) = planned.case(first.index).zip(tally.seen.get(signature)) {
                let found = Found::as_seen(document, seen, "the run ended before it was looked into");
                how.progress.found(&finding(planned, signature, first.index, first.count, &found));
            }
        }
        if let Some(fault) = shared.unheard.news(planned, &tally) {
            how.progress.warned(&fault);
        }
        lock(&shared.done)[batch.check].insert(batch.start, tally);
        how.progress.advance(batch.end - batch.start);
        if failed && how.first_failure_only {
            shared.queue.clear();
            shared.waiting.clear();
        }
    }
    *lock(&shared.settling) += worker.settling();
    if let Some(fault) = worker.finish() {
        lock(&shared.endings).push(fault);
    }
}

/// Whether the check was given up before this batch, or everything like it.
fn pointless(plan: &[Planned], shared: &Shared, batch: &Batch, part: Shard) -> bool {
    let done = lock(&shared.done);
    let before = Trouble::of(done[batch.check].range(..batch.start).map(|(_, tally)| tally));
    let earlier = done.iter().take(batch.check).map(|batches| Trouble::of(batches.values()));
    before.gives_up()
        || (part == Shard::WHOLE && before.is_in_vain())
        || beyond_hope(plan, batch.check, earlier).is_some()
}

/// Whether there were so many hangs in the checks before this one that hanging is no longer waited for.
fn is_hurried(shared: &Shared, batch: &Batch) -> bool {
    let hangs = |batches: &BTreeMap<u64, Tally>| batches.values().map(|tally| tally.hung).sum();
    too_many_hangs(lock(&shared.done).iter().take(batch.check).map(hangs))
}

/// Whether a check of the same rule has failed already.
fn has_failed(scene: Scene<'_>, shared: &Shared, batch: &Batch) -> bool {
    let rule = scene.plan[batch.check].rule;
    let done = lock(&shared.done);
    let of_the_rule = scene.plan.iter().zip(done.iter()).filter(|(planned, _)| std::ptr::eq(planned.rule, rule));
    of_the_rule.flat_map(|(_, batches)| batches.values()).any(|tally| !tally.failures.is_empty())
}

fn run_batch(
    scene: Scene<'_>,
    worker: &mut Worker<'_>,
    planned: &Planned,
    batch: Batch,
    shard: Shard,
    seen: &mut Vec<Past>,
    common: &Shared,
) -> Tally {
    let hurried = is_hurried(common, &batch);
    worker.hurry(if hurried { in_a_hurry(scene.limits.deadline) } else { scene.limits.deadline });
    let before = seen.len();
    let mine = || (batch.start..batch.end).filter(|index| shard.has(*index));
    seen.extend(mine().map(|index| Past { check: batch.check, index }));
    // Drawn one by one, while the subject is busy with those before.
    let task = |tag| Some(Task::new(tag, planned.of, planned.case(tag)?));
    let mut tally = Tally::default();
    let mut trouble = Trouble::default();
    // What is in vain for a shard need not be so for the whole.
    let begins = batch.start == 0 && shard == Shard::WHOLE;
    let least = if planned.check.waits { SIDE_BY_SIDE } else { 1 };
    worker.examine(least, mine().filter_map(task), |task, examined| {
        tally.add(planned, task, examined, scene.pinned);
        trouble.add(&tally.marks[&task.tag]);
        !(trouble.stops_a_batch(hurried) || begins && trouble.is_in_vain())
    });
    // Cases end in any order: one that was let go may come before the last that counts, if there is one.
    loop {
        let end = last_of_a_batch(&tally.marks, hurried);
        let counts = |index: &u64| end.is_none_or(|end| *index < end) && !tally.marks.contains_key(index);
        let missed: Vec<u64> = mine().filter(counts).collect();
        let known = tally.marks.len();
        if missed.is_empty() || scene.limits.are_over() {
            break;
        }
        worker.examine(1, missed.into_iter().filter_map(task), |task, examined| {
            tally.add(planned, task, examined, scene.pinned);
            true
        });
        if tally.marks.len() == known {
            break;
        }
    }
    for (signature, first) in &tally.failures {
        let earlier = seen[before..].iter().take_while(|past| past.index < first.index).count();
        let mut histories = lock(&common.histories);
        let known = histories.get(&(batch.check, signature.clone()));
        if known.is_none_or(|(index, _)| first.index < *index) {
            let history = seen[..before + earlier].to_vec();
            histories.insert((batch.check, signature.clone()), (first.index, history));
        }
    }
    tally
}
