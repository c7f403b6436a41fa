//! How a run tells that it goes on.

use crate::proof::{Finding, Proof};

/// Hears how a run goes on, from several threads.
pub trait Progress: Sync {
    /// The run begins: so many checks, so many cases.
    fn begin(&self, checks: usize, cases: u64);
    /// Cases of this rule are put to the subject; said of each rule more than once.
    fn started(&self, _rule: &str) {}
    /// So many more cases are done.
    fn advance(&self, cases: u64);
    /// Looking into a failure of this check.
    fn investigating(&self, check: &str);
    /// The run is over.
    fn end(&self);
    /// The subject has introduced itself: the proof as long as nothing is known.
    fn begun(&self, proof: &Proof) {
        let _ = proof;
    }
    /// So many cases of a check were run, judged, and held.
    fn judged(&self, check: &str, cases: u64, judged: u64, held: u64) {
        let _ = (check, cases, judged, held);
    }
    /// The run will take long: how long, in words, as soon as that is known.
    fn estimated(&self, told: &str) {
        let _ = told;
    }
    /// Something is wrong with the adapter on the whole, and not with a case: said as soon as it is seen.
    fn warned(&self, fault: &str) {
        let _ = fault;
    }
    /// A failure was seen, or looked into.
    fn found(&self, finding: &Finding) {
        let _ = finding;
    }
}

/// Says nothing.
#[derive(Debug, Clone, Copy)]
pub struct Quiet;

impl Progress for Quiet {
    fn begin(&self, _: usize, _: u64) {}
    fn advance(&self, _: u64) {}
    fn investigating(&self, _: &str) {}
    fn end(&self) {}
}
