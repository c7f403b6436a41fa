//! How a run tells that it goes on.

use crate::proof::{Finding, Proof};

/// Hears how a run goes on, from several threads. What it does not take for itself, it hands on.
pub trait Progress: Sync {
    /// Who hears what this one does not take for itself.
    fn next(&self) -> &dyn Progress {
        &Quiet
    }
    /// The run begins: so many checks, so many cases.
    fn begin(&self, checks: usize, cases: u64) {
        self.next().begin(checks, cases);
    }
    /// Cases of this rule are put to the subject; said of each rule more than once.
    fn started(&self, rule: &str) {
        self.next().started(rule);
    }
    /// So many more cases are done.
    fn advance(&self, cases: u64) {
        self.next().advance(cases);
    }
    /// Looking into a failure of this check.
    fn investigating(&self, check: &str) {
        self.next().investigating(check);
    }
    /// The run is over.
    fn end(&self) {
        self.next().end();
    }
    /// The subject has introduced itself: the proof as long as nothing is known.
    fn begun(&self, proof: &Proof) {
        self.next().begun(proof);
    }
    /// So many cases of a check were run, judged, and held.
    fn judged(&self, check: &str, cases: u64, judged: u64, held: u64) {
        self.next().judged(check, cases, judged, held);
    }
    /// The run will take long: how long, in words, as soon as that is known.
    fn estimated(&self, told: &str) {
        self.next().estimated(told);
    }
    /// Something is wrong with the adapter on the whole, and not with a case: said as soon as it is seen.
    fn warned(&self, fault: &str) {
        self.next().warned(fault);
    }
    /// A failure was seen, or looked into.
    fn found(&self, finding: &Finding) {
        self.next().found(finding);
    }
}

/// Says nothing.
#[derive(Debug, Clone, Copy)]
pub struct Quiet;

impl Progress for Quiet {
    fn begin(&self, _: usize, _: u64) {}
    fn started(&self, _: &str) {}
    fn advance(&self, _: u64) {}
    fn investigating(&self, _: &str) {}
    fn end(&self) {}
    fn begun(&self, _: &Proof) {}
    fn judged(&self, _: &str, _: u64, _: u64, _: u64) {}
    fn estimated(&self, _: &str) {}
    fn warned(&self, _: &str) {}
    fn found(&self, _: &Finding) {}
}
