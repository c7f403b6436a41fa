//! Running cases on several workers, with a result that does not depend on how many.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::exercise::{Examined, Task, Worker};
use super::history::Past;
use super::plan::Planned;
use super::progress::Progress;
use super::shrink::Scene;
use super::tally::{Signature, Tally};
use crate::subject::{Fault, Launcher};

/// How many consecutive cases of a check are handed to a worker at a time.
const BATCH: u64 = 64;
/// The same for subjects behind a pipe: many times the window, so that harness and subject work at the same time
/// and rarely wait for the last answers of a batch.
const BATCH_PIPED: u64 = 1024;
/// How many cases that wait for real time are open at a time, at least.
const SIDE_BY_SIDE: usize = 64;
/// After so many faults a check is given up: every one costs a new process.
const FAULTS_ENOUGH: u64 = 8;
/// After so many hangs a check is given up: every one costs a deadline.
const HANGS_ENOUGH: u64 = 2;
/// After so many hangs in all, nothing more is tried that a hang could meet.
const HANGS_ENOUGH_IN_ALL: usize = 8;

/// Consecutive cases of one check.
#[derive(Debug, Clone, Copy)]
pub(super) struct Batch {
    check: usize,
    start: u64,
    end: u64,
}

/// Cuts the cases `from..to` of a check into batches.
pub(super) fn batches(launcher: &dyn Launcher, check: usize, from: u64, to: u64) -> impl Iterator<Item = Batch> {
    let size = if launcher.is_cheap() { BATCH } else { BATCH_PIPED };
    (from..to).step_by(usize::try_from(size).unwrap_or(1)).map(move |start| Batch {
        check,
        start,
        end: (start + size).min(to),
    })
}

/// Which cases are this run's: all, or those of one shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// From 1.
    pub number: u64,
    /// How many shards there are.
    pub of: u64,
}

impl Shard {
    /// All cases.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    fn has(self, index: u64) -> bool {
        index % self.of.max(1) == self.number.saturating_sub(1)
    }
}

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
    pub(super) progress: &'a dyn Progress,
}

struct Shared {
    next: AtomicUsize,
    hangs: AtomicUsize,
    /// Per check: the tally of every batch, by its start.
    done: Mutex<Vec<BTreeMap<u64, Tally>>>,
    histories: Mutex<Histories>,
    endings: Mutex<Vec<Fault>>,
    settling: Mutex<Duration>,
}

/// Runs every batch and adds up what came of it.
pub(super) fn sweep(scene: Scene<'_>, batches: &[Batch], how: Sweep<'_>) -> Swept {
    let shared = Shared {
        next: AtomicUsize::new(0),
        hangs: AtomicUsize::new(0),
        done: Mutex::new(scene.plan.iter().map(|_| BTreeMap::new()).collect()),
        histories: Mutex::default(),
        endings: Mutex::default(),
        settling: Mutex::default(),
    };
    let jobs = how.jobs.clamp(1, batches.len().max(1));
    std::thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(|| work(scene, batches, how, &shared));
        }
        work(scene, batches, how, &shared);
    });
    let done = shared.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    Swept {
        tallies: done.into_iter().map(add_up).collect(),
        histories: shared.histories.into_inner().unwrap_or_else(PoisonError::into_inner),
        endings: shared.endings.into_inner().unwrap_or_else(PoisonError::into_inner),
        settling: shared.settling.into_inner().unwrap_or_else(PoisonError::into_inner),
    }
}

/// Adds up the batches of a check in their order, up to where there were enough faults. A batch that a
/// quicker worker ran beyond that point does not count, so the sum is the same for any number of workers.
fn add_up(batches: BTreeMap<u64, Tally>) -> Tally {
    let mut sum = Tally::default();
    for tally in batches.into_values() {
        if given_up(&sum) {
            break;
        }
        sum.merge(tally);
    }
    sum
}

fn given_up(tally: &Tally) -> bool {
    tally.faults >= FAULTS_ENOUGH || tally.hung >= HANGS_ENOUGH
}

fn work(scene: Scene<'_>, batches: &[Batch], how: Sweep<'_>, shared: &Shared) {
    let mut worker = Worker::new(scene.launcher, scene.limits);
    let mut seen: Vec<Past> = Vec::new();
    while let Some(batch) = batches.get(shared.next.fetch_add(1, Ordering::Relaxed)) {
        if scene.limits.interrupted.load(Ordering::Relaxed) {
            break;
        }
        if scene.launcher.is_cheap() {
            worker.reset();
            seen.clear();
        }
        let planned = &scene.plan[batch.check];
        if pointless(shared, batch) {
            how.progress.advance(batch.end - batch.start);
            continue;
        }
        let tally = run_batch(scene, &mut worker, planned, *batch, how.shard, &mut seen, shared);
        let failed = !tally.failures.is_empty();
        lock(&shared.done)[batch.check].insert(batch.start, tally);
        how.progress.advance(batch.end - batch.start);
        if failed && how.first_failure_only {
            shared.next.store(usize::MAX / 2, Ordering::Relaxed);
        }
    }
    *lock(&shared.settling) += worker.settling();
    if let Some(fault) = worker.finish() {
        lock(&shared.endings).push(fault);
    }
}

/// Whether the check was given up before this batch.
fn pointless(shared: &Shared, batch: &Batch) -> bool {
    let mut before = Tally::default();
    for (_, tally) in lock(&shared.done)[batch.check].range(..batch.start) {
        before.faults += tally.faults;
        before.hung += tally.hung;
    }
    given_up(&before) || shared.hangs.load(Ordering::Relaxed) >= HANGS_ENOUGH_IN_ALL
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
    let before = seen.len();
    let mine = || (batch.start..batch.end).filter(|index| shard.has(*index));
    seen.extend(mine().map(|index| Past { check: batch.check, index }));
    // Drawn one by one, while the subject is busy with those before.
    let tasks = mine().filter_map(|tag| Some(Task { tag, exam: planned.check.exam, document: planned.case(tag)? }));
    let mut tally = Tally::default();
    let (mut hung, mut broke) = (0, 0);
    let least = if planned.check.waits { SIDE_BY_SIDE } else { 1 };
    worker.examine(least, tasks, |task, examined| {
        if let Examined::Faulted(fault, _) = &examined {
            broke += u64::from(fault.ends_the_process());
            if matches!(fault, Fault::Deadline(_)) {
                hung += 1;
                common.hangs.fetch_add(1, Ordering::Relaxed);
            }
        }
        tally.add(planned, task.tag, &task.document, examined, scene.pinned);
        hung < HANGS_ENOUGH && broke < FAULTS_ENOUGH
    });
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

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
