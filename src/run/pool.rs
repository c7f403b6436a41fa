//! Running cases on several workers, with a result that does not depend on how many.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Scope;
use std::time::{Duration, Instant};

use super::answering::Unheard;
use super::batch::{Batch, Queue, batches};
use super::done::{self, Done};
use super::enough::{Trouble, beyond_hope, in_a_hurry, last_of_a_batch, leave_out, too_many_hangs};
use super::exercise::{Task, Worker};
use super::finding::finding;
use super::found::Found;
use super::history::{Past, REACH};
use super::pace::Pace;
use super::plan::Planned;
use super::progress::Progress;
use super::shard::Shard;
use super::shrink::Scene;
use super::tally::{Marks, Signature, Tally};
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
    /// How many workers it came to.
    pub(super) workers: usize,
}

/// How to sweep.
#[derive(Clone, Copy)]
pub(super) struct Sweep<'a> {
    pub(super) jobs: usize,
    /// How many workers there may be where more of them help.
    pub(super) most_jobs: usize,
    pub(super) shard: Shard,
    /// Stop after the batch with which so many checks have failed.
    pub(super) most_failures: Option<usize>,
    /// Whether later cases are made from what the answers to these show.
    pub(super) learns: bool,
    /// Nothing but the outcomes of rules is wanted: one that has failed is left alone.
    pub(super) outcomes_only: bool,
    pub(super) progress: &'a dyn Progress,
    /// Says once what the run will take, as soon as that is known.
    pub(super) tell: &'a (dyn Fn(super::pace::Estimate) + Sync),
}

/// The workers of a run and what they have seen, from stage to stage.
pub(super) struct Pool<'a> {
    scene: Scene<'a>,
    how: Sweep<'a>,
    pace: Pace,
    /// Per check: where its cases begin, once some were run.
    begins: Vec<Option<u64>>,
    /// Per check: the tally of every batch, by its start.
    done: Mutex<Vec<Done>>,
    histories: Mutex<Histories>,
    endings: Mutex<Vec<Fault>>,
    settling: Mutex<Duration>,
    /// The workers between two stages.
    resting: Mutex<Vec<Crew<'a>>>,
    /// The faults of the adapter that were spoken of.
    unheard: Unheard,
}

/// A worker, and what its process has seen.
struct Crew<'a> {
    worker: Worker<'a>,
    seen: Vec<Past>,
}

/// The batches of one stage.
struct Stage {
    queue: Queue,
    /// What does little but wait, for a worker of its own: beside the others it costs nothing.
    waiting: Queue,
}

/// Runs the cases `ranges` of their checks and adds up what came of it.
pub(super) fn sweep<'a>(scene: Scene<'a>, ranges: &[(usize, u64, u64)], how: Sweep<'a>) -> Swept {
    let mut pool = Pool::new(scene, how);
    pool.stage(ranges);
    pool.finish()
}

impl<'a> Pool<'a> {
    pub(super) fn new(scene: Scene<'a>, how: Sweep<'a>) -> Self {
        Self {
            scene,
            how,
            // Where a start costs nothing there is no waiting that another would help with.
            pace: Pace::new(
                how.jobs,
                if scene.launcher.economy().free_starts { how.jobs } else { how.most_jobs },
                scene.limits.clock.now(),
            ),
            begins: vec![None; scene.plan.len()],
            done: Mutex::new(scene.plan.iter().map(|_| Done::new()).collect()),
            histories: Mutex::default(),
            endings: Mutex::default(),
            settling: Mutex::default(),
            resting: Mutex::default(),
            unheard: Unheard::default(),
        }
    }

    /// Runs cases, given as a check with the first and the end of them, and keeps what came of it.
    pub(super) fn stage(&mut self, ranges: &[(usize, u64, u64)]) {
        let economy = self.scene.launcher.economy();
        let mut all: Vec<Batch> = Vec::new();
        for &(check, from, to) in ranges {
            let begin = *self.begins[check].get_or_insert(from);
            all.extend(batches(economy.batch, check, begin, (from, to)));
        }
        // A subject behind a pipe gets no more processes than were asked for.
        let waits = |batch: &Batch| economy.extra_worker && self.scene.plan[batch.check].check.waits;
        let (waiting, quick): (Vec<Batch>, Vec<Batch>) = all.into_iter().partition(waits);
        let jobs = self.pace.workers().clamp(1, quick.len().max(1));
        let stage = Stage { queue: Queue::new(quick), waiting: Queue::new(waiting) };
        let (pool, stage) = (&*self, &stage);
        std::thread::scope(|scope| {
            for _ in 1..jobs {
                scope.spawn(move || pool.work(scope, stage, &stage.queue));
            }
            if !stage.waiting.is_empty() {
                scope.spawn(move || pool.work(scope, stage, &stage.waiting));
            }
            pool.work(scope, stage, &stage.queue);
        });
    }

    /// What a case of every check took, on the worker that ran it, or all that waited side by side; none where none
    /// was run.
    pub(super) fn times(&self) -> Vec<Option<Duration>> {
        let of = |(planned, batches): (&Planned, &Done)| {
            let beside = if planned.check.waits { SIDE_BY_SIDE as u64 } else { 1 };
            let turns: u64 = batches.values().map(|tally| tally.cases.div_ceil(beside)).sum();
            let time: Duration = batches.values().map(|tally| tally.time).sum();
            (turns > 0).then(|| time / u32::try_from(turns).unwrap_or(u32::MAX))
        };
        self.scene.plan.iter().zip(lock(&self.done).iter()).map(of).collect()
    }

    /// Whether any case has failed so far.
    pub(super) fn has_failures(&self) -> bool {
        lock(&self.done).iter().flat_map(Done::values).any(|tally| !tally.failures.is_empty())
    }

    /// Whether nothing more is to be tried.
    pub(super) fn is_over(&self) -> bool {
        self.scene.limits.are_over()
    }

    /// How many workers there are.
    pub(super) fn workers(&self) -> usize {
        self.pace.workers()
    }

    /// Adds up what all stages came to.
    pub(super) fn finish(self) -> Swept {
        for crew in unlock(self.resting) {
            *lock(&self.settling) += crew.worker.settling();
            if let Some(fault) = crew.worker.finish() {
                lock(&self.endings).push(fault);
            }
        }
        let mut tallies: Vec<Tally> = unlock(self.done).into_iter().map(add_up).collect();
        let first_of = |check: usize| self.begins[check].unwrap_or(0);
        leave_out(self.scene.plan, &mut tallies, self.scene.launcher.economy().batch, first_of);
        if self.how.shard == Shard::WHOLE {
            for tally in &mut tallies {
                tally.marks = Marks::default();
            }
        }
        Swept {
            tallies,
            histories: unlock(self.histories),
            endings: unlock(self.endings),
            settling: unlock(self.settling),
            workers: self.pace.workers(),
        }
    }

    /// Takes batches as long as there are any. More workers join where that helps.
    fn work<'scope, 'env>(&'env self, scope: &'scope Scope<'scope, 'env>, stage: &'env Stage, queue: &'env Queue)
    where
        'a: 'env,
    {
        let Self { scene, how, pace, .. } = self;
        pace.joins();
        let rested = lock(&self.resting).pop();
        let mut crew =
            rested.unwrap_or_else(|| Crew { worker: Worker::new(scene.launcher, scene.limits), seen: Vec::new() });
        let new = AtomicBool::new(true);
        let noted = || {
            let now = scene.limits.clock.now();
            let more = pace.note(now, new.swap(false, Ordering::Relaxed), scene.limits.starts.answers());
            for _ in 0..more {
                scope.spawn(move || self.work(scope, stage, &stage.queue));
            }
            if let Some(estimate) = pace.estimate(now) {
                (how.tell)(estimate);
            }
        };
        // What a process keeps from case to case shows in the same cases however fast it is.
        let whole = scene.launcher.economy().one_per_batch;
        while let Some(batch) = queue.take(if whole { u64::MAX } else { pace.portion() }) {
            if scene.limits.are_over() {
                break;
            }
            if whole {
                crew.worker.reset();
                crew.seen.clear();
            }
            let planned = &scene.plan[batch.check];
            if self.is_pointless(&batch) || (how.outcomes_only && self.has_failed(&batch)) {
                how.progress.advance(batch.end - batch.start);
                continue;
            }
            how.progress.started(&planned.rule_id());
            let began = Instant::now();
            let mut tally = self.run_batch(&mut crew, planned, batch, &noted);
            tally.time = began.elapsed();
            let failed = !tally.failures.is_empty();
            how.progress.judged(&planned.id, tally.cases, tally.judged, tally.held);
            for (signature, first) in &tally.failures {
                if let Some((input, seen)) = planned.case(first.index).zip(tally.seen.get(signature)) {
                    let found = Found::as_seen(input, seen, "the run ended before it was looked into");
                    how.progress.found(&finding(planned, signature, first.index, first.count, &found));
                }
            }
            if let Some(fault) = self.unheard.news(planned, &tally) {
                how.progress.warned(&fault);
            }
            self.file(&batch, tally);
            how.progress.advance(batch.end - batch.start);
            if failed && let Some(last) = how.most_failures.and_then(|most| self.last_failure(most)) {
                stage.queue.begin_none_from(last);
                stage.waiting.begin_none_from(last);
            }
            if !new.load(Ordering::Relaxed) && pace.lets_one_go() {
                lock(&self.resting).push(crew);
                return;
            }
        }
        pace.leaves(new.load(Ordering::Relaxed));
        lock(&self.resting).push(crew);
    }

    /// The check with which `most` of them have failed, in their order, if so many have.
    fn last_failure(&self, most: usize) -> Option<usize> {
        let failed = |batches: &Done| batches.values().any(|tally| !tally.failures.is_empty());
        let done = lock(&self.done);
        let mut checks = done.iter().enumerate().filter_map(|(check, batches)| failed(batches).then_some(check));
        checks.nth(most.saturating_sub(1))
    }

    fn file(&self, batch: &Batch, tally: Tally) {
        let (size, begin) = (self.scene.launcher.economy().batch.max(1), self.begins[batch.check].unwrap_or(0));
        let is_bound = |index: u64| index.checked_sub(begin).is_some_and(|from| from % size == 0);
        done::file(&mut lock(&self.done)[batch.check], batch.start, tally, is_bound);
    }

    /// Whether the check was given up before this batch, or everything like it.
    fn is_pointless(&self, batch: &Batch) -> bool {
        let size = self.scene.launcher.economy().batch.max(1);
        let begin = self.begins[batch.check].unwrap_or(0);
        let block = |start: u64| start.saturating_sub(begin) / size;
        let done = lock(&self.done);
        // Of a batch that is run in parts, the parts before this one stop it only as they would stop the whole.
        let (mut earlier, mut beside) = (Trouble::default(), Trouble::default());
        for (start, tally) in done[batch.check].range(..batch.start) {
            let sum = if block(*start) == block(batch.start) { &mut beside } else { &mut earlier };
            *sum = sum.and(Trouble::of([tally]));
        }
        let checks_before = done.iter().take(batch.check).map(|batches| Trouble::of(batches.values()));
        earlier.gives_up()
            || beside.stops_a_batch(false)
            || (self.how.shard == Shard::WHOLE && earlier.and(beside).is_in_vain())
            || beyond_hope(self.scene.plan, batch.check, checks_before).is_some()
    }

    /// Whether there were so many hangs in the checks before this one that hanging is no longer waited for.
    fn is_hurried(&self, batch: &Batch) -> bool {
        let hangs = |batches: &Done| batches.values().map(|tally| tally.hung).sum();
        too_many_hangs(lock(&self.done).iter().take(batch.check).map(hangs))
    }

    /// Whether a check of the same rule has failed already.
    fn has_failed(&self, batch: &Batch) -> bool {
        let rule = self.scene.plan[batch.check].rule;
        let done = lock(&self.done);
        let of_the_rule =
            self.scene.plan.iter().zip(done.iter()).filter(|(planned, _)| std::ptr::eq(planned.rule, rule));
        of_the_rule.flat_map(|(_, batches)| batches.values()).any(|tally| !tally.failures.is_empty())
    }

    fn run_batch(&self, crew: &mut Crew<'_>, planned: &Planned, batch: Batch, noted: &impl Fn()) -> Tally {
        let (scene, shard) = (self.scene, self.how.shard);
        let Crew { worker, seen } = crew;
        let hurried = self.is_hurried(&batch);
        worker.hurry(if hurried { in_a_hurry(scene.limits.deadline) } else { scene.limits.deadline });
        // No history is searched further back.
        seen.drain(..seen.len().saturating_sub(REACH));
        let before = seen.len();
        let mine = || (batch.start..batch.end).filter(|index| shard.has(*index));
        seen.extend(mine().map(|index| Past { check: batch.check, index }));
        // Drawn one by one, while the subject is busy with those before.
        let learns = self.how.learns;
        let task = |tag| Some(Task { learns, ..Task::new(tag, planned.of, planned.case(tag)?) });
        let mut tally = Tally::default();
        let mut trouble = Trouble::default();
        // What is in vain for a shard need not be so for the whole.
        let begins = batch.start == 0 && shard == Shard::WHOLE;
        let least = if planned.check.waits { SIDE_BY_SIDE } else { 1 };
        worker.examine(least, mine().filter_map(task), |task, examined| {
            tally.add(planned, task, examined, scene.pinned);
            tally.marks.get(task.tag).into_iter().for_each(|mark| trouble.add(mark));
            noted();
            !(trouble.stops_a_batch(hurried) || begins && trouble.is_in_vain())
        });
        // Cases end in any order: one that was let go may come before the last that counts, if there is one.
        loop {
            let end = last_of_a_batch(&tally.marks, hurried);
            let counts = |index: &u64| end.is_none_or(|end| *index < end) && tally.marks.get(*index).is_none();
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
            let mut histories = lock(&self.histories);
            let known = histories.get(&(batch.check, signature.clone()));
            if known.is_none_or(|(index, _)| first.index < *index) {
                let history = seen[..before + earlier].to_vec();
                histories.insert((batch.check, signature.clone()), (first.index, history));
            }
        }
        tally
    }
}

fn add_up(batches: Done) -> Tally {
    let mut sum = Tally::default();
    for tally in batches.into_values() {
        sum.merge(tally);
    }
    sum
}
