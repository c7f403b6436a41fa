//! A run that has to end in time: as many cases of every check as fit.
//!
//! All checks get further side by side, first through what is given (corpus, then edges), then through random cases.
//! How far follows from what the cases so far took, in stages, so that a wrong guess is mended by the next.

use std::time::{Duration, Instant};

use super::Options;
use super::plan::Planned;
use super::pool::{Pool, SIDE_BY_SIDE, Swept};

/// How many cases of every check are run before anything is guessed.
const PROBED: u64 = 1;

/// The share of a budget that goes into running cases where some failed: failures are looked into as well.
const BEFORE_FAILURES: f64 = 0.75;
/// The same where none failed: little is left to do.
const WITHOUT_FAILURES: f64 = 0.85;
/// After this share of a budget no other failure is looked into: the rest is for the subjects that do nothing, and for
/// ending those that were started.
const FOR_THE_SUBJECT: f64 = 0.9;

/// When a run that `began` then stops asking the subject.
pub(super) fn until(began: Instant, budget: Duration) -> Instant {
    began + budget.mul_f64(FOR_THE_SUBJECT)
}

/// How far a run got.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    /// No check ran more than so many cases, where not even all that is given was run.
    pub(super) first: Option<u64>,
    /// How many random cases an ordinary check drew.
    pub(super) random: u64,
}

impl Extent {
    /// What a budget has cut of the `asked` random cases per check, in words.
    pub(super) fn told(self, asked: u64, budget: Duration) -> Option<String> {
        let Self { first, random } = self;
        let again = |how: &str| format!("cut to fit {} s: {how}", budget.as_secs_f64());
        match first {
            Some(first) => Some(again(&format!(
                "of every check the first {first} cases were run, and no random ones (again: --cases 0 --first {first})"
            ))),
            None if random < asked => {
                Some(again(&format!("{random} of {asked} random cases per check were drawn (again: --cases {random})")))
            }
            None => None,
        }
    }
}

/// The ways of checks through their cases, all on the same level.
struct Way<'a> {
    plan: &'a [Planned],
    exercised: &'a [usize],
    /// The most cases that any of them is given.
    given: u64,
    /// The last level.
    top: u64,
}

impl<'a> Way<'a> {
    fn new(plan: &'a [Planned], exercised: &'a [usize], random: u64) -> Self {
        let given = exercised.iter().map(|&check| plan[check].given().min(plan[check].cases(0))).max().unwrap_or(0);
        Self { plan, exercised, given, top: given + random }
    }

    /// Where a check stands on a level.
    fn end(&self, check: usize, level: u64) -> u64 {
        match level.checked_sub(self.given) {
            Some(random) => self.plan[check].cases(random),
            None => self.plan[check].cases(0).min(level),
        }
    }

    fn ranges(&self, from: u64, to: u64) -> Vec<(usize, u64, u64)> {
        self.exercised.iter().map(|&check| (check, self.end(check, from), self.end(check, to))).collect()
    }

    /// The work of getting from one level to another, all checks together.
    fn work(&self, times: &[Option<Duration>], from: u64, to: u64) -> f64 {
        let known: Vec<f64> = times.iter().flatten().map(Duration::as_secs_f64).collect();
        #[expect(clippy::cast_precision_loss, reason = "a guess")]
        let usual = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let of = |(check, from, to): (usize, u64, u64)| {
            // Those that wait for real time do so side by side.
            let beside = if self.plan[check].check.waits { SIDE_BY_SIDE as u64 } else { 1 };
            #[expect(clippy::cast_precision_loss, reason = "a guess")]
            let turns = (to - from).div_ceil(beside) as f64;
            times[check].map_or(usual, |time| time.as_secs_f64()) * turns
        };
        self.ranges(from, to).into_iter().map(of).sum()
    }

    /// The highest level that can be reached with so much work.
    fn reach(&self, times: &[Option<Duration>], from: u64, work: f64) -> u64 {
        let (mut low, mut high) = (from, self.top);
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if self.work(times, from, middle) <= work { low = middle } else { high = middle - 1 }
        }
        low
    }

    fn extent(&self, level: u64) -> Extent {
        let random = level.saturating_sub(self.given);
        Extent { first: (level < self.given).then_some(level), random }
    }
}

/// Runs as many cases as `budget` allows, up to those that were asked for; how far that was.
pub(super) fn sweep_within(
    mut pool: Pool<'_>,
    (plan, exercised): (&[Planned], &[usize]),
    options: &Options<'_>,
    (began, budget): (Instant, Duration),
    now: impl Fn() -> Instant,
) -> (Swept, Extent) {
    let way = Way::new(plan, exercised, options.cases);
    let mut level = PROBED.min(way.top);
    pool.stage(&way.ranges(0, level));
    while level < way.top && !pool.is_over() {
        let share = if pool.has_failures() { BEFORE_FAILURES } else { WITHOUT_FAILURES };
        let left = budget.mul_f64(share).saturating_sub(now().duration_since(began));
        #[expect(clippy::cast_precision_loss, reason = "a guess")]
        let workers = pool.workers() as f64;
        let (times, work) = (pool.times(), left.as_secs_f64() * workers);
        // Half of what is left is spent at a time, unless all of it is enough.
        let all = way.work(&times, level, way.top) <= work;
        let next = if all { way.top } else { way.reach(&times, level, work / 2.0) };
        let next = if next == level { way.reach(&times, level, work).min(level + 1) } else { next };
        if next == level {
            break;
        }
        pool.stage(&way.ranges(level, next));
        level = next;
    }
    (pool.finish(), way.extent(level))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many random cases a check has, and what they take where one by itself takes a second.
    #[expect(clippy::cast_precision_loss, reason = "ten thousand at most")]
    fn cases_and_seconds(id: &str) -> (f64, f64) {
        let plan = [Planned::new(crate::suites::builtin().check(id).unwrap(), 0).unwrap()];
        let way = Way::new(&plan, &[0], 10_000);
        let cases = way.end(0, way.top) - way.end(0, way.given);
        (cases as f64, way.work(&[Some(Duration::from_secs(1))], way.given, way.top))
    }

    #[test]
    fn what_waits_side_by_side_takes_no_longer_than_a_few_of_it() {
        let (cases, seconds) = cases_and_seconds("preflight/any-input/answers");
        assert!((cases - seconds).abs() < 1e-9, "{cases} cases, {seconds} s");
        let (cases, seconds) = cases_and_seconds("awp/R17/limits");
        assert!(seconds >= 1.0 && seconds * 10.0 < cases, "{cases} cases, {seconds} s");
    }
}
