//! A progress bar on a terminal; a line now and then elsewhere. A failure is told when it is seen.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::inert::plain;
use crate::mutex::lock;
use crate::proof::{Finding, Outcome, Proof};
use crate::run::Progress;

/// How many failures are told as they are seen: the report has them all.
const TOLD: usize = 12;

/// Shows on stderr how a run goes on.
pub(super) struct Shown {
    bar: ProgressBar,
    terminal: bool,
    total: AtomicU64,
    done: AtomicU64,
    rules: AtomicUsize,
    /// The rules of which cases were put to the subject.
    begun: Mutex<BTreeSet<String>>,
    /// The failures seen so far, by check and kind.
    failures: Mutex<BTreeSet<(String, String)>>,
    /// How many of them were looked into, or are.
    looked_into: AtomicUsize,
}

/// A bar for so many things, drawn where stderr is a terminal.
pub(super) fn bar(things: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(things as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:16} {percent:>3}% {per_sec} {eta} left {wide_msg:.dim}") {
        bar.set_style(style);
    }
    bar
}

impl Shown {
    pub(super) fn new() -> Self {
        Self {
            bar: bar(0),
            terminal: std::io::stderr().is_terminal(),
            total: AtomicU64::new(0),
            done: AtomicU64::new(0),
            rules: AtomicUsize::new(0),
            begun: Mutex::default(),
            failures: Mutex::default(),
            looked_into: AtomicUsize::new(0),
        }
    }

    /// Outside a terminal: one plain line.
    fn line(&self, text: &str) {
        if !self.terminal {
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// How far the run is.
    fn state(&self) -> String {
        let (begun, failures) = (lock(&self.begun).len(), lock(&self.failures).len());
        let failures = match failures {
            0 => String::new(),
            1 => ", 1 failure".to_owned(),
            several => format!(", {several} failures"),
        };
        format!("{begun} of {} rules begun{failures}", self.rules.load(Ordering::Relaxed))
    }
}

impl Progress for Shown {
    fn begun(&self, proof: &Proof) {
        self.rules.store(proof.rules.len(), Ordering::Relaxed);
    }

    fn begin(&self, checks: usize, cases: u64) {
        self.total.store(cases, Ordering::Relaxed);
        self.bar.set_length(cases);
        self.line(&format!("{checks} checks, {cases} cases"));
    }

    fn started(&self, rule: &str) {
        if lock(&self.begun).insert(rule.to_owned()) {
            self.bar.set_message(self.state());
        }
    }

    fn advance(&self, cases: u64) {
        let total = self.total.load(Ordering::Relaxed).max(1);
        let before = self.done.fetch_add(cases, Ordering::Relaxed);
        self.bar.set_position(before + cases);
        let quarter = |done: u64| done * 4 / total;
        if quarter(before + cases) > quarter(before) && before + cases < total {
            self.line(&format!("{} of {total} cases, {}", before + cases, self.state()));
        }
    }

    fn estimated(&self, told: &str) {
        // Above the bar, and once: it is worth reading twice.
        if self.terminal {
            self.bar.println(format!("proofmark: {told}"));
        } else {
            self.line(&format!("proofmark: {told}"));
        }
    }

    fn investigating(&self, check: &str) {
        let number = 1 + self.looked_into.fetch_add(1, Ordering::Relaxed);
        let all = lock(&self.failures).len();
        let text = if number <= all { format!("{number} of {all}: ") } else { String::new() };
        self.bar.set_message(format!("shrinking {text}{check}"));
    }

    fn found(&self, finding: &Finding) {
        let seen = {
            let mut failures = lock(&self.failures);
            if !failures.insert((finding.check.clone(), finding.kind.clone())) {
                return;
            }
            failures.len()
        };
        if seen > TOLD {
            return;
        }
        let word = if finding.outcome == Outcome::Fault { "fault" } else { "fail" };
        let more = if seen == TOLD { " (others are in the report)" } else { "" };
        let text = format!("{word} {}: {}{more}", plain(&finding.rule), plain(&finding.kind));
        if self.terminal {
            self.bar.println(text);
        } else {
            self.line(&text);
        }
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
