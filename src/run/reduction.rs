//! The way down to the smallest input, one candidate after the other or in rounds.
//!
//! Most candidates hold, so it is known before the subject has answered which ones come next: those that come if this
//! one holds. They go out together, and their answers are read in order. What comes of it is what comes of asking one by
//! one; those behind a candidate that fails were asked in vain. Where answers take no time, or come one after the
//! other, there is nothing to gain, so that is measured.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use proptest::strategy::ValueTree;
use serde_json::Value;

use super::exercise::Clock;
use super::plan::Planned;
use crate::draw::Reducer;
use crate::draw::json::size;

/// How many values the candidates may have together: of large ones fewer are tried.
const VALUES: usize = 15_000_000;
/// The most candidates of a round.
const MOST: usize = 16;
/// Below this an answer is worth no round.
const QUICK: Duration = Duration::from_millis(5);
/// How many answers are measured before the first round.
const MEASURED: u32 = 3;
/// Larger rounds are measured: in smaller ones, processes may just be starting.
const STARTING: usize = 4;

/// The smallest input for which `fails` still says so, as far as the reducer finds it.
pub(super) fn reduce(
    planned: &Planned,
    input: &Arc<Value>,
    budget: u64,
    fails: impl Fn(&Arc<Value>) -> bool,
) -> Arc<Value> {
    reduce_in_rounds(planned, input, budget, &mut Rounds::of_one(), |candidates| candidates.iter().position(&fails))
}

/// The same, where `first_failing` looks at several candidates and names the first of them that fails.
pub(super) fn reduce_in_rounds(
    planned: &Planned,
    input: &Arc<Value>,
    budget: u64,
    rounds: &mut Rounds,
    mut first_failing: impl FnMut(&[Arc<Value>]) -> Option<usize>,
) -> Arc<Value> {
    let mut best = Arc::clone(input);
    if budget == 0 || first_failing(std::slice::from_ref(input)).is_none() {
        return best;
    }
    let (tried, values) = (Cell::new(1), Cell::new(size(input)));
    let allows = |candidate: &Arc<Value>| {
        tried.set(tried.get() + 1);
        values.set(values.get() + size(candidate));
        tried.get() <= budget && values.get() <= VALUES
    };
    let mut tree = Reducer::new(Arc::clone(input), planned.check.shape);
    let mut goes_on = tree.simplify();
    while goes_on {
        let before = (rounds.width > 1).then(|| (tree.clone(), tried.get(), values.get()));
        let mut candidates = Vec::with_capacity(rounds.width);
        while goes_on && candidates.len() < rounds.width {
            if !candidates.is_empty() && !tree.complicate() {
                goes_on = false;
                break;
            }
            let candidate = tree.current();
            goes_on = allows(&candidate);
            candidates.extend(goes_on.then_some(candidate));
        }
        if candidates.is_empty() {
            break;
        }
        let began = rounds.clock.now();
        let failing = first_failing(&candidates);
        rounds.took(candidates.len(), rounds.clock.now().duration_since(began), failing.is_some());
        let Some(place) = failing else {
            goes_on = goes_on && tree.complicate();
            continue;
        };
        if let Some((stood, tried_then, values_then)) = before {
            tree = stood;
            tried.set(tried_then);
            values.set(values_then);
            // What was asked in vain is not counted: the result does not depend on the width of the rounds.
            candidates.iter().take(place + 1).for_each(|candidate| _ = allows(candidate));
            for _ in 0..place {
                tree.complicate();
            }
        }
        best = candidates.swap_remove(place);
        goes_on = tree.simplify();
    }
    best
}

/// How many candidates go out together.
#[derive(Debug)]
pub(super) struct Rounds {
    clock: Clock,
    width: usize,
    most: usize,
    /// What answers to one candidate by itself took, and how many they were.
    alone: Duration,
    answers: u32,
}

impl Rounds {
    /// One at a time.
    pub(super) fn of_one() -> Self {
        Self { most: 1, ..Self::measured_by(Clock::default()) }
    }

    /// As many as pay.
    pub(super) fn measured_by(clock: Clock) -> Self {
        Self { clock, width: 1, most: MOST, alone: Duration::ZERO, answers: 0 }
    }

    /// So many took so long, and one of them failed or none. Rounds grow while nothing fails.
    fn took(&mut self, candidates: usize, time: Duration, one_failed: bool) {
        if candidates == 1 && !one_failed {
            self.alone += time;
            self.answers += 1;
        }
        let usual = self.alone.checked_div(self.answers).unwrap_or_default();
        let one_by_one = usual * u32::try_from(candidates).unwrap_or(u32::MAX);
        if candidates > STARTING && !one_failed && time * 3 > one_by_one * 2 {
            self.most = 1;
        }
        let pays = self.answers >= MEASURED && usual >= QUICK && !one_failed;
        self.width = if pays { (self.width * 2).min(self.most) } else { 1 };
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use serde_json::json;

    use super::*;
    use crate::suites::builtin;

    /// The rounds of a subject that has been slow for so long that nothing it does now changes that.
    fn of_width(width: usize) -> Rounds {
        Rounds { alone: Duration::from_hours(1), answers: 100, most: width, ..Rounds::measured_by(Clock::default()) }
    }

    #[test]
    fn rounds_come_to_what_one_by_one_comes_to_and_ask_in_fewer_turns() {
        let catalogue = builtin();
        let of = catalogue.check("awp/R6/verdict").expect("R6 has a verdict");
        let planned = Planned::new(of, 0).expect("its corpus can be read");
        // Whatever has so many nodes, and a name with an "e" in it.
        let fails = |input: &Value| {
            let graph = input.pointer("/workflow/orchestration/graph").and_then(Value::as_array);
            graph.is_some_and(|nodes| nodes.len() >= 3) && input.to_string().contains('e')
        };
        let mut turns: Vec<(u32, u32)> = Vec::new();
        for index in planned.given()..planned.given() + 40 {
            let Some(input) = planned.case(index).filter(|input| fails(input)) else { continue };
            let way = |width: usize| {
                let (turn, asked) = (Cell::new(0), RefCell::new(Vec::new()));
                let smallest = reduce_in_rounds(&planned, &input, 5000, &mut of_width(width), |candidates| {
                    turn.set(turn.get() + 1);
                    let first = candidates.iter().position(|candidate| fails(candidate));
                    let answered = first.map_or(candidates.len(), |place| place + 1);
                    asked.borrow_mut().extend(candidates[..answered].iter().map(ToString::to_string));
                    first
                });
                (smallest, asked.into_inner(), turn.get())
            };
            let (one_by_one, in_rounds) = (way(1), way(16));
            assert_eq!(one_by_one.0, in_rounds.0);
            assert_eq!(one_by_one.1, in_rounds.1, "the same candidates in the same order");
            turns.push((in_rounds.2, one_by_one.2));
        }
        assert!(turns.len() >= 10, "only {} inputs were shrunk", turns.len());
        let sums = turns.iter().fold((0, 0), |sums, it| (sums.0 + it.0, sums.1 + it.1));
        assert!(sums.0 < sums.1, "{} turns, and {} one by one", sums.0, sums.1);
        assert_eq!(reduce(&planned, &Arc::new(json!({})), 10, |_| false), Arc::new(json!({})));
    }

    #[test]
    fn rounds_grow_while_they_pay() {
        let widths = |single: Duration, round: fn(Duration, u32) -> Duration| {
            let mut rounds = Rounds::measured_by(Clock::default());
            (0..8)
                .map(|_| {
                    let width = rounds.width;
                    let time = if width == 1 { single } else { round(single, u32::try_from(width).unwrap()) };
                    rounds.took(width, time, false);
                    width
                })
                .collect::<Vec<_>>()
        };
        let slow = Duration::from_millis(30);
        assert_eq!(widths(slow, |single, _| single), [1, 1, 1, 2, 4, 8, 16, 16]);
        assert_eq!(widths(slow, |single, width| single * width), [1, 1, 1, 2, 4, 8, 1, 1], "one after the other");
        assert_eq!(widths(QUICK / 2, |single, _| single), [1; 8], "too quick to gain anything");
        let mut rounds = of_width(16);
        rounds.took(1, slow, false);
        assert_eq!(rounds.width, 2);
        rounds.took(2, slow, true);
        assert_eq!(rounds.width, 1, "after a failure the next candidate is a guess again");
    }
}
