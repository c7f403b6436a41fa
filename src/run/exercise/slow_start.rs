//! A start that takes longer than a call may take is nobody's fault.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::{Clock, Examined, Limits, Starts, Task, Worker};
use crate::rule::CheckRef;
use crate::run::plan::Planned;
use crate::subject::{InProcess, LaunchError, Launcher, Link};
use crate::suites;

/// Every start takes three seconds, by the clock of this test.
struct Slow {
    seconds: &'static AtomicU64,
    starts: AtomicU64,
}

impl Launcher for Slow {
    fn launch(&self) -> Result<Box<dyn Link>, LaunchError> {
        self.seconds.fetch_add(3, Ordering::Relaxed);
        self.starts.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(InProcess::new(suites::builtin().reference(&[]))))
    }
}

/// Puts cases of a check, many side by side, each call with two seconds; how many processes it took, and the faults.
fn put(of: CheckRef, seconds: &'static AtomicU64) -> (u64, Vec<Examined>) {
    let (interrupted, starts) = (AtomicBool::new(false), Starts::default());
    let slow = Slow { seconds, starts: AtomicU64::new(0) };
    let limits = Limits {
        clock: Clock::Held(Instant::now(), seconds),
        ..Limits::new(Duration::from_secs(2), &interrupted, &starts)
    };
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
    static SECONDS: AtomicU64 = AtomicU64::new(0);
    for rule in ["contract/CP-002", "contract/SEL-001", "preflight/stateless", "context/2.stateless"] {
        let (suite, rule) = suites::builtin().rule(rule).unwrap();
        let mut starts = 0;
        for check in rule.checks {
            let (started, faults) = put(CheckRef { suite, rule, check }, &SECONDS);
            assert!(faults.is_empty(), "{}/{}: {faults:?}", rule.id, check.id);
            starts += started - 1;
        }
        assert!(starts > 0, "{} starts no process of its own", rule.id);
    }
}
