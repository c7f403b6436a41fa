//! What a failure goes back to, found out by experiment: the nearest input that is treated rightly, how far the
//! failure reaches, what else is wrong beside it, and which other rules it keeps from being judged.
//!
//! Nothing here depends on which cases a shard has: from the same first case the same comes out.

mod alike;
mod block;
mod neighbour;
mod others;
mod own_example;
mod reach;
mod undo;

use std::sync::Arc;

use serde_json::Value;

pub(super) use self::alike::name_alike;
pub(super) use self::block::trace_blocks;
use super::exercise::{Examined, Worker};
use super::found::{Found, Steadiness};
use super::plan::Planned;
use super::shrink::Scene;
use super::tally::{Ending, Signature};

/// How many inputs are put side by side, where all of them are wanted.
const ROUND: usize = 32;

/// What is put to a subject to learn about a failure.
struct Experiment<'s, 'w> {
    scene: &'s Scene<'w>,
    worker: Worker<'s>,
    planned: &'s Planned,
    signature: &'s Signature,
}

impl Scene<'_> {
    /// Learns what there is to learn about a failure that happens every time. `cases` is how many cases of the check
    /// are searched for other bugs.
    pub(super) fn look_around(&self, planned: &Planned, signature: &Signature, found: &mut Found, cases: u64) {
        let steady = matches!(found.steadiness, Steadiness::Alone);
        if !steady || signature.is_costly() || planned.check.waits || matches!(signature, Signature::Excludes(..)) {
            return;
        }
        let mut experiment = Experiment { scene: self, worker: self.fresh(), planned, signature };
        found.insight.neighbour = experiment.neighbour(&found.input);
        found.insight.reach = experiment.reach(&found.input);
        experiment.show_own_example(found);
        if cases > 0 {
            found.insight.others = experiment.others(found, cases);
        }
    }
}

impl Experiment<'_, '_> {
    /// How an input ends.
    fn ending(&mut self, input: &Arc<Value>) -> Option<Ending> {
        if self.scene.launcher.economy().free_starts {
            self.worker.reset();
        }
        let examined = self.scene.put(&mut self.worker, self.planned.of, input);
        (examined != Examined::Interrupted).then(|| Ending::of(self.planned, input, examined, self.scene.pinned).0)
    }

    /// How inputs end that are put side by side, so that a subject that waits does so for all of them at once. Nobody is
    /// accused by what is seen beside others alone: what becomes a finding is put by itself again.
    fn endings(&mut self, inputs: &[Arc<Value>]) -> Vec<Option<Ending>> {
        if self.round() == 1 {
            return inputs.iter().map(|input| self.ending(input)).collect();
        }
        let examined = self.scene.put_all(&mut self.worker, self.planned.of, inputs);
        let ended = inputs.iter().zip(examined).map(|(input, examined)| {
            (examined != Examined::Interrupted).then(|| Ending::of(self.planned, input, examined, self.scene.pinned).0)
        });
        ended.collect()
    }

    /// How many inputs are put side by side: one, where a new process for each costs nothing.
    fn round(&self) -> usize {
        if self.scene.launcher.economy().free_starts { 1 } else { ROUND }
    }

    /// Whether an ending is the failure that is looked into.
    fn is_the_failure(&self, ending: Option<&Ending>) -> bool {
        ending.is_some_and(|ending| ending.signature().as_ref() == Some(self.signature))
    }

    /// Whether an input fails in the same way.
    fn fails(&mut self, input: &Arc<Value>) -> bool {
        let ending = self.ending(input);
        self.is_the_failure(ending.as_ref())
    }

    /// Whether a case stands on ground that the subject treats rightly.
    fn stands(&mut self, input: &Value) -> bool {
        self.scene.stands(&mut self.worker, self.planned, input)
    }

    /// How many executions something may take that would take `many` of an ordinary check.
    fn budget(&self, many: usize) -> usize {
        let dear = self.signature.fault().is_some() && !self.scene.launcher.economy().free_starts;
        many / self.planned.check.cost.max(1) / if dear { 8 } else { 1 }
    }
}
