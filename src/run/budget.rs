//! A run that has to end in time: as many cases of every check as fit.
//!
//! All checks get further side by side, first through what is given (corpus, then edges), then through random cases.
//! How far follows from what the cases so far took, in stages, so that a wrong guess is mended by the next.

use std::time::{Duration, Instant};

use super::Options;
use super::plan::Planned;
use super::pool::{Pool, Swept};

/// How many cases of every check are run before anything is guessed.
const PROBED: u64 = 1;

/// The share of a budget that goes into running cases: failures are looked into as well.
const FOR_CASES: f64 = 0.75;

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
            #[expect(clippy::cast_precision_loss, reason = "a guess")]
            let cases = (to - from) as f64;
            times[check].map_or(usual, |time| time.as_secs_f64()) * cases
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
        let left = budget.mul_f64(FOR_CASES).saturating_sub(now().duration_since(began));
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
