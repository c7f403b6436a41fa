//! What the batches of a check came to. Whole ones side by side are added up at once: a long run has tens of thousands.

use std::collections::BTreeMap;

use super::tally::Tally;

/// The batches of a check that were run, by their start.
pub(super) type Done = BTreeMap<u64, Tally>;

/// Files what a batch came to; `is_bound` tells where one batch ends and the next begins. What was run in part stays by
/// itself, because the rest of it may be stopped by it.
pub(super) fn file(done: &mut Done, start: u64, tally: Tally, is_bound: impl Fn(u64) -> bool) {
    done.insert(start, tally);
    let end = |start: u64, tally: &Tally| start + tally.cases;
    let is_whole = |start: u64, tally: &Tally| is_bound(start) && is_bound(end(start, tally));
    let after = done.range(start + 1..).next().map(|(after, _)| *after);
    for place in [Some(start), after].into_iter().flatten() {
        let Some((&before, first)) = done.range(..place).next_back() else { continue };
        let joins = end(before, first) == place && is_bound(before) && is_whole(place, &done[&place]);
        if joins && let Some(next) = done.remove(&place) {
            done.entry(before).or_default().merge(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filed(batches: &[(u64, u64)]) -> Vec<(u64, u64)> {
        let mut done = Done::new();
        for &(start, cases) in batches {
            file(&mut done, start, Tally { cases, ..Tally::default() }, |index| (index - 3) % 10 == 0);
        }
        done.into_iter().map(|(start, tally)| (start, tally.cases)).collect()
    }

    #[test]
    fn whole_batches_side_by_side_are_one_whichever_was_first() {
        assert_eq!(filed(&[(3, 10), (13, 10), (23, 10)]), [(3, 30)]);
        assert_eq!(filed(&[(23, 10), (3, 10), (13, 10)]), [(3, 30)]);
        assert_eq!(filed(&[(3, 10), (23, 10)]), [(3, 10), (23, 10)]);
    }

    #[test]
    fn what_is_not_whole_stays_by_itself() {
        // Run in parts, stopped early, the last one.
        assert_eq!(filed(&[(3, 10), (13, 4), (17, 6), (23, 10)]), [(3, 10), (13, 4), (17, 6), (23, 10)]);
        assert_eq!(filed(&[(3, 7), (13, 10)]), [(3, 7), (13, 10)]);
        assert_eq!(filed(&[(3, 10), (13, 5)]), [(3, 10), (13, 5)]);
    }
}
