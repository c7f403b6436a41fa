//! How fast a subject answers, and how many workers help.
//!
//! Whether more processes answer more is a matter of the subject: it may wait for something else, or compute. So it
//! is tried, by doubling the workers as long as that pays.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::mutex::lock;

/// How long is measured before anything is made of it.
const MEASURED: Duration = Duration::from_millis(600);
/// And how many answers of each worker.
const ANSWERS: u64 = 8;
/// Below this an answer takes so little that the harness is as busy as the subject.
const QUICK: Duration = Duration::from_millis(5);
/// Doubling the workers pays if so much more is answered.
const PAYS: f64 = 1.3;
/// How many cases of a batch are taken at a time as long as it is not known how long they take.
const AT_FIRST: u64 = 128;
/// The same where they take long, so that no worker is left with many at the end.
const WHERE_SLOW: u64 = 24;
/// After so long there is an estimate in any case.
const PATIENCE: Duration = Duration::from_secs(8);
/// What takes less than this needs no estimate.
const SOON: Duration = Duration::from_mins(1);

/// The pace of a run.
#[derive(Debug)]
pub(super) struct Pace {
    /// The most workers there may be.
    most: usize,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    began: Instant,
    /// How many workers there are to be, and are.
    wanted: usize,
    there: usize,
    /// How many of them have not answered yet.
    new: usize,
    /// Since when is measured, and how much had been answered then.
    since: Instant,
    answered: u64,
    /// Answers a second and workers, before there were more.
    before: Option<(f64, usize)>,
    /// Nothing more is tried.
    settled: bool,
    /// How long an answer of one worker takes.
    answer: Option<Duration>,
    estimated: bool,
    cases: u64,
}

/// What a run will take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Estimate {
    /// One answer of one worker.
    pub(super) answer: Duration,
    /// One case, with all workers at work.
    pub(super) case: Duration,
}

impl Pace {
    pub(super) fn new(workers: usize, most: usize, now: Instant) -> Self {
        let state = State {
            began: now,
            wanted: workers,
            there: 0,
            new: 0,
            since: now,
            answered: 0,
            before: None,
            settled: most <= workers,
            answer: None,
            estimated: false,
            cases: 0,
        };
        Self { most, state: Mutex::new(state) }
    }

    /// How many workers there are to be.
    pub(super) fn workers(&self) -> usize {
        lock(&self.state).wanted
    }

    /// How many cases a worker takes at a time.
    pub(super) fn portion(&self) -> u64 {
        let state = lock(&self.state);
        match state.answer {
            Some(answer) if answer >= QUICK => WHERE_SLOW,
            None if !state.settled => AT_FIRST,
            _ => u64::MAX,
        }
    }

    /// A worker begins.
    pub(super) fn joins(&self) {
        let mut state = lock(&self.state);
        state.there += 1;
        state.new += 1;
    }

    /// A worker ends; `new` if it has answered nothing.
    pub(super) fn leaves(&self, new: bool) {
        let mut state = lock(&self.state);
        state.there -= 1;
        state.new -= usize::from(new);
    }

    /// Lets a worker go if there are more than pay.
    pub(super) fn lets_one_go(&self) -> bool {
        let mut state = lock(&self.state);
        let goes = state.before.is_some() && state.there > state.wanted;
        state.there -= usize::from(goes);
        goes
    }

    /// A case ended, of a worker that had answered nothing if `new`; `answered` is what all of them have. How many
    /// workers should join.
    pub(super) fn note(&self, now: Instant, new: bool, answered: u64) -> usize {
        let mut state = lock(&self.state);
        state.cases += 1;
        if new {
            state.new -= 1;
            if state.new == 0 {
                (state.since, state.answered) = (now, answered);
            }
        }
        let (time, answers) = (now.duration_since(state.since), answered.saturating_sub(state.answered));
        let enough = ANSWERS * state.there.max(1) as u64;
        if state.new > 0 || time < MEASURED || answers < enough || (state.settled && state.answer.is_some()) {
            return 0;
        }
        #[expect(clippy::cast_precision_loss, reason = "a rate")]
        let (rate, each) = (answers as f64 / time.as_secs_f64(), time.mul_f64(state.there as f64 / answers as f64));
        (state.since, state.answered) = (now, answered);
        state.answer = Some(each);
        if state.settled {
            return 0;
        }
        match state.before {
            // It answered no more, or hardly: the others can go.
            Some((before, workers)) if rate < before * PAYS => {
                state.settled = true;
                state.wanted = workers;
                let (workers, answers) =
                    (u32::try_from(workers).unwrap_or(1), u32::try_from(answers).unwrap_or(u32::MAX));
                state.answer = Some(time * workers / answers.max(1));
                0
            }
            _ if each < QUICK || state.wanted >= self.most => {
                state.settled = true;
                0
            }
            _ => {
                let more = state.wanted.min(self.most - state.wanted);
                state.before = Some((rate, state.wanted));
                state.wanted += more;
                more
            }
        }
    }

    /// What the run will take, told once: as soon as the number of workers is settled.
    pub(super) fn estimate(&self, now: Instant) -> Option<Estimate> {
        let mut state = lock(&self.state);
        let time = now.duration_since(state.began);
        if state.estimated || !(state.settled || time >= PATIENCE) {
            return None;
        }
        let answer = state.answer?;
        let recent = now.duration_since(state.since);
        if recent < MEASURED && time < PATIENCE {
            return None;
        }
        state.estimated = true;
        let cases = u32::try_from(state.cases).unwrap_or(u32::MAX).max(1);
        Some(Estimate { answer, case: time / cases })
    }
}

impl Estimate {
    /// In words, if it is worth a word: `cases` tells how many there are with so many random ones per check.
    pub(super) fn told(self, random: u64, cases: impl Fn(u64) -> u64) -> Option<String> {
        let takes = |random: u64| self.case.saturating_mul(u32::try_from(cases(random)).unwrap_or(u32::MAX));
        let whole = takes(random);
        if whole < SOON {
            return None;
        }
        let answer = format!("answers take {}; this run will take about {}", short(self.answer), long(whole));
        let fewer = random / 10;
        let least = takes(fewer);
        if fewer > 0 && least * 5 < whole * 4 {
            return Some(format!(
                "{answer}; --cases {fewer} takes {}, and --budget {} what it says",
                long(least),
                hint(whole)
            ));
        }
        Some(format!("{answer}; --budget {} takes what it says", hint(whole)))
    }
}

/// A time limit well below the whole.
fn hint(whole: Duration) -> &'static str {
    if whole > Duration::from_mins(4) { "2m" } else { "30s" }
}

fn short(time: Duration) -> String {
    match time.as_millis() {
        0..10 => format!("{:.1} ms", time.as_secs_f64() * 1e3),
        millis @ 10..1000 => format!("{millis} ms"),
        _ => format!("{:.1} s", time.as_secs_f64()),
    }
}

fn long(time: Duration) -> String {
    match time.as_secs_f64().round() {
        seconds if seconds < 100.0 => format!("{seconds} s"),
        seconds if seconds < 7200.0 => format!("{} minutes", (seconds / 60.0).round()),
        seconds => format!("{:.1} hours", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets `workers` answer, so many a second in all, for a while; tells how many there are in the end.
    fn grown(rate: impl Fn(u32) -> f64) -> usize {
        let mut now = Instant::now();
        let pace = Pace::new(2, 16, now);
        let mut new: usize = 2;
        (0..2).for_each(|_| pace.joins());
        for answered in 1..2000 {
            now += Duration::from_secs_f64(1.0 / rate(u32::try_from(lock(&pace.state).there).unwrap()));
            let more = pace.note(now, new > 0, answered);
            new = new.saturating_sub(1) + more;
            (0..more).for_each(|_| pace.joins());
            while pace.lets_one_go() {}
        }
        pace.workers()
    }

    #[test]
    fn a_subject_that_waits_gets_as_many_workers_as_there_may_be() {
        assert_eq!(grown(|workers| f64::from(workers) / 0.03), 16);
    }

    #[test]
    fn a_subject_that_computes_gets_as_many_as_there_are_cores() {
        assert_eq!(grown(|workers| f64::from(workers.min(2)) / 0.03), 2);
        assert_eq!(grown(|workers| f64::from(workers.min(4)) / 0.03), 4);
    }

    #[test]
    fn a_subject_that_is_quick_is_left_alone() {
        assert_eq!(grown(|workers| f64::from(workers) / 0.001), 2);
    }

    #[test]
    fn an_estimate_says_what_fewer_cases_would_take() {
        let estimate = Estimate { answer: Duration::from_millis(30), case: Duration::from_millis(30) };
        let told = estimate.told(200, |random| 2000 + random * 170);
        assert_eq!(
            told.unwrap(),
            "answers take 30 ms; this run will take about 18 minutes; --cases 20 takes 3 minutes, and --budget 2m what it says"
        );
        assert_eq!(estimate.told(200, |_| 100), None);
    }
}
