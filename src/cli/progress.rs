//! A progress bar on a terminal; a line now and then elsewhere.

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::inert::plain;
use crate::run::Progress;

/// Shows on stderr how a run goes on.
pub(super) struct Shown {
    bar: ProgressBar,
    terminal: bool,
    total: AtomicU64,
    done: AtomicU64,
}

impl Shown {
    pub(super) fn new() -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} cases {wide_msg:.dim}") {
            bar.set_style(style);
        }
        Self { bar, terminal, total: AtomicU64::new(0), done: AtomicU64::new(0) }
    }

    /// Outside a terminal: one plain line.
    fn line(&self, text: &str) {
        if !self.terminal {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }
}

impl Progress for Shown {
    fn begin(&self, checks: usize, cases: u64) {
        self.total.store(cases, Ordering::Relaxed);
        self.bar.set_length(cases);
        self.line(&format!("{checks} checks, {cases} cases"));
    }

    fn advance(&self, cases: u64) {
        let total = self.total.load(Ordering::Relaxed).max(1);
        let before = self.done.fetch_add(cases, Ordering::Relaxed);
        self.bar.set_position(before + cases);
        let quarter = |done: u64| done * 4 / total;
        if quarter(before + cases) > quarter(before) && before + cases < total {
            self.line(&format!("{} of {total} cases", before + cases));
        }
    }

    fn investigating(&self, check: &str) {
        self.bar.set_message(format!("shrinking a failure of {check}"));
    }

    fn warned(&self, fault: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(std::io::stderr(), "proofmark: {}", plain(fault));
        });
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
