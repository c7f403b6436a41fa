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

/// Puts cases of a check, many side by side, each call with two seconds; how many processes it took, and the faults.
fn put(of: CheckRef, seconds: u64) -> (u64, Vec<Examined>) {
    static CLOCK: AtomicU64 = AtomicU64::new(0);
    let (interrupted, starts) = (AtomicBool::new(false), Starts::default());
    let slow = Slow { seconds, clock: &CLOCK, starts: AtomicU64::new(0) };
    let clock = Clock::Held(Instant::now(), &CLOCK);
    let limits = Limits { clock, ..Limits::new(Duration::from_secs(2), &interrupted, &starts) };
    let planned = Planned::new(of, 0).unwrap();
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
fn a_start_that_takes_longer_than_a_call_may_is_no_fault() {
    for rule in ["contract/CP-002", "contract/SEL-001", "preflight/stateless", "context/2.stateless"] {
        let (suite, rule) = suites::builtin().rule(rule).unwrap();
        let mut fresh = 0;
        for check in rule.checks {
            let of = CheckRef { suite, rule, check };
            let ((quick, _), (slow, faults)) = (put(of, 0), put(of, 3));
            assert!(faults.is_empty(), "{}: {faults:?}", of.id());
            // Nor did anything have to be tried again.
            assert_eq!(quick, slow, "{}", of.id());
            fresh += slow - 1;
        }
        assert!(fresh > 0, "{} starts no process of its own", rule.id);
    }
}
