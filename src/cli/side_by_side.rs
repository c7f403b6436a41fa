//! The same work on many things, on several threads, with the results in order and a bar on a terminal.

use std::sync::atomic::Ordering;

use super::progress::bar;
use super::target::INTERRUPTED;
use crate::share::share;

/// What `work` makes of every item, until the user interrupts it. What was under way then is left out: a result that was
/// cut in the middle says nothing.
pub(super) fn each<T: Sync, R: Send>(items: &[T], jobs: usize, work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let bar = bar(items.len());
    let going_on = || !INTERRUPTED.load(Ordering::Relaxed);
    let done = share(items, jobs, |rest| {
        let mut done = Vec::new();
        for (place, item) in rest.take_while(|_| going_on()) {
            let result = work(item);
            if !going_on() {
                break;
            }
            done.push((place, result));
            bar.inc(1);
        }
        done
    });
    bar.finish_and_clear();
    done.into_iter().map(|(_, result)| result).collect()
}
