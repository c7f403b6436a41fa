//! How a run tells that it goes on.

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
