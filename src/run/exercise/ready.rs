//! Processes that are started ahead of need, for calls that want a new one each.
//!
//! Nothing is started before the first such call, and no more than a few wait at a time.

use std::sync::{Condvar, Mutex};
use std::time::Duration;

use crate::mutex::lock;
use crate::subject::{Heard, Launcher, Link};

/// How many wait at most, and how many are started at a time.
const AHEAD: usize = 3;

/// New processes that wait for a call.
#[derive(Default)]
pub(crate) struct Ready {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: Vec<Box<dyn Link>>,
    /// How many are being started.
    coming: usize,
    /// How many may be started still: as many as were asked for, and a few more.
    wanted: usize,
    over: bool,
}

impl std::fmt::Debug for Ready {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ready").finish_non_exhaustive()
    }
}

impl Ready {
    /// A process that has seen nothing yet, once one is there that was started ahead; none where the caller starts its own.
    pub(crate) fn take(&self) -> Option<Box<dyn Link>> {
        let mut state = lock(&self.state);
        state.wanted = AHEAD;
        self.changed.notify_all();
        loop {
            if state.over {
                return None;
            }
            if let Some(mut link) = state.waiting.pop() {
                self.changed.notify_all();
                // One that did not outlive the wait is nobody's case.
                if !matches!(link.hear(Duration::ZERO), Some(Heard::Broken(_))) {
                    return Some(link);
                }
            } else if state.coming == 0 {
                return None;
            } else {
                state = self.changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
            }
        }
    }

    /// Starts processes as they are needed, until all is over.
    fn supply(&self, launcher: &dyn Launcher) {
        loop {
            let mut state = lock(&self.state);
            while !state.over && (state.wanted == 0 || state.waiting.len() + state.coming >= AHEAD) {
                state = self.changed.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
            }
            if state.over {
                return;
            }
            state.coming += 1;
            state.wanted -= 1;
            drop(state);
            let started = launcher.launch();
            let mut state = lock(&self.state);
            state.coming -= 1;
            match started {
                Ok(link) => state.waiting.push(link),
                // Whoever needs one starts it, and sees why that fails.
                Err(_) => state.wanted = 0,
            }
            self.changed.notify_all();
        }
    }

    /// Supplies whatever `work` needs, as long as it goes on.
    pub(crate) fn during<T>(&self, launcher: &dyn Launcher, work: impl FnOnce() -> T) -> T {
        std::thread::scope(|threads| {
            // However the work ends, nobody waits for more of it.
            let _closing = Closing(self);
            if !launcher.economy().free_starts {
                for _ in 0..AHEAD {
                    threads.spawn(|| self.supply(launcher));
                }
            }
            work()
        })
    }

    /// Nothing more is needed: those that wait are let go.
    fn close(&self) {
        let mut state = lock(&self.state);
        state.over = true;
        let waiting = std::mem::take(&mut state.waiting);
        self.changed.notify_all();
        drop(state);
        drop(waiting);
    }
}

/// Closes when it is dropped.
struct Closing<'a>(&'a Ready);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;
    use crate::subject::{Economy, InProcess, LaunchError};
    use crate::suites;

    /// Counts how often it was asked to start something.
    #[derive(Default)]
    struct Counted(AtomicU64);

    impl Launcher for Counted {
        fn launch(&self) -> Result<Box<dyn Link>, LaunchError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok(Box::new(InProcess::new(suites::builtin().reference(&[]))))
        }

        fn economy(&self) -> Economy {
            Economy::PROCESSES
        }
    }

    #[test]
    fn nothing_is_started_that_nobody_needs() {
        let launcher = Counted::default();
        Ready::default().during(&launcher, || ());
        assert_eq!(launcher.0.load(Ordering::Relaxed), 0);
    }

    #[test]
    fn only_a_few_more_are_started_than_are_needed() {
        let launcher = Counted::default();
        let ready = Ready::default();
        let taken = ready.during(&launcher, || (0..20).filter_map(|_| ready.take()).count() as u64);
        let started = launcher.0.load(Ordering::Relaxed);
        assert!((taken..=taken + AHEAD as u64).contains(&started), "{taken} taken, {started} started");
    }

    #[test]
    fn where_all_is_over_everybody_starts_their_own() {
        let ready = Ready::default();
        ready.during(&Counted::default(), || ());
        assert!(ready.take().is_none());
    }
}
