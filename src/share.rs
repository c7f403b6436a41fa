//! The same work on many things, shared among several workers.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::scope;

/// The items that nobody has taken yet, each with its place: whoever is free takes the next one.
pub(crate) struct Rest<'a, T> {
    items: &'a [T],
    next: &'a AtomicUsize,
}

impl<'a, T> Iterator for Rest<'a, T> {
    type Item = (usize, &'a T);

    fn next(&mut self) -> Option<Self::Item> {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        Some((place, self.items.get(place)?))
    }
}

/// What up to `jobs` workers make of the items, each with its place, in order. A worker takes as many as it likes.
pub(crate) fn share<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&mut Rest<'_, T>) -> Vec<(usize, R)> + Sync,
) -> Vec<(usize, R)> {
    let next = AtomicUsize::new(0);
    let work = || work(&mut Rest { items, next: &next });
    let mut done = scope(|scope| {
        let others: Vec<_> = (1..jobs.min(items.len())).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_by_key(|(place, _)| *place);
    done
}
