//! The same work on many things, on several threads, with the results in order and a bar on a terminal.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::progress::bar;
use super::target::INTERRUPTED;
use crate::mutex::{lock, unlock};

/// What `work` makes of every item, until the user interrupts it. What was under way then is left out: a result that was
/// cut in the middle says nothing.
pub(super) fn each<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::default();
    let bar = bar(items.len());
    let one_after_the_other = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            if INTERRUPTED.load(Ordering::Relaxed) {
                break;
            }
            let result = work(item);
            if INTERRUPTED.load(Ordering::Relaxed) {
                break;
            }
            lock(&done).push((index, result));
            bar.inc(1);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs {
            scope.spawn(one_after_the_other);
        }
        one_after_the_other();
    });
    bar.finish_and_clear();
    let mut done = unlock(done);
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}
