//! A start that takes longer than a call may take is nobody's fault.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Clock, Examined, Limits, Starts, Task, Worker};
use crate::rule::CheckRef;
use crate::run::plan::Planned;
use crate::subject::{Fault, Heard, HostId, Implementation, InProcess, LaunchError, Launcher, Link, Request};
use crate::suites;

/// Every start takes this long, by the clock of this test.
struct Slow {
    seconds: u64,
    clock: &'static AtomicU64,
    starts: AtomicU64,
}

impl Launcher for Slow {
    fn launch(&self) -> Result<Box<dyn Link>, LaunchError> {
        self.clock.fetch_add(self.seconds, Ordering::Relaxed);
        self.starts.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(Hesitant { link: InProcess::new(suites::builtin().reference(&[])), silent: false }))
    }
}

/// Lets the harness listen in vain before everything that it says, so that calls stay open over a start.
struct Hesitant {
    link: InProcess,
    silent: bool,
}

impl Link for Hesitant {
    fn implementation(&self) -> &Implementation {
        self.link.implementation()
    }

    fn send(&mut self, id: u64, request: Request<'_>, hosted: bool) {
        self.link.send(id, request, hosted);
    }

    fn reply(&mut self, call: u64, to: &HostId, value: &Value) {
        self.link.reply(call, to, value);
    }

    fn hear(&mut self, wait: Duration) -> Option<Heard> {
        self.silent = !self.silent;
        if self.silent { None } else { self.link.hear(wait) }
    }

    fn window(&self) -> usize {
        self.link.window()
    }

    fn stderr_tail(&self) -> String {
        String::new()
    }

    fn end(self: Box<Self>) -> Option<Fault> {
        None
    }
}

/// The rules that start processes of their own.
const RULES: [&str; 4] = ["contract/CP-002", "contract/SEL-001", "preflight/stateless", "context/2.stateless"];

/// How often: faults that come of time are there in some runs only.
const RUNS: u64 = 20;

/// Tells the time of a test.
type HeldClock = fn(Instant, &'static AtomicU64) -> Clock;

/// The checks of a rule.
fn checks(rule: &str) -> impl Iterator<Item = CheckRef> {
    let (suite, rule) = suites::builtin().rule(rule).unwrap();
    rule.checks.iter().map(move |check| CheckRef { suite, rule, check })
}

/// Puts cases of a check, many side by side, each call with two seconds; how many processes it took, and the faults.
fn put(of: CheckRef, seed: u64, seconds: u64, clock: HeldClock) -> (u64, Vec<Examined>) {
    let now: &'static AtomicU64 = Box::leak(Box::default());
    let (interrupted, starts) = (AtomicBool::new(false), Starts::default());
    let slow = Slow { seconds, clock: now, starts: AtomicU64::new(0) };
    let clock = clock(Instant::now(), now);
    let limits = Limits { clock, ..Limits::new(Duration::from_secs(2), &interrupted, &starts) };
    let planned = Planned::new(of, seed).unwrap();
    let mut worker = Worker::new(&slow, limits);
    let mut faults = Vec::new();
    let tasks = (0..planned.cases(20)).filter_map(|index| Some(Task::new(index, of, planned.case(index)?)));
    worker.examine(8, tasks, |_, (examined, _)| {
        if matches!(examined, Examined::Faulted(..)) {
            faults.push(examined);
        }
        true
    });
    (slow.starts.load(Ordering::Relaxed), faults)
}

#[test]
fn a_start_that_takes_longer_than_a_call_may_is_no_fault_in_twenty_runs() {
    for rule in RULES {
        let mut fresh = 0;
        for (of, seed) in checks(rule).flat_map(|of| (0..RUNS).map(move |seed| (of, seed))) {
            let ((quick, _), (slow, faults)) = (put(of, seed, 0, Clock::Held), put(of, seed, 3, Clock::Held));
            assert!(faults.is_empty(), "{} with seed {seed}: {faults:?}", of.id());
            // Nor did anything have to be tried again.
            assert_eq!(quick, slow, "{} with seed {seed}", of.id());
            fresh += slow - 1;
        }
        assert!(fresh > 0, "{rule} starts no process of its own");
    }
}

/// What the test above would show if time in which nobody listens were taken from the calls that are open.
#[test]
fn without_time_given_back_such_a_start_costs_processes() {
    let suffers =
        |rule: &&str| checks(rule).any(|of| put(of, 0, 3, Clock::Unforgiving).0 > put(of, 0, 3, Clock::Held).0);
    assert!(RULES.iter().any(suffers), "time is given back to nobody");
}
