//! Which rule's failure keeps another rule from being judged.
//!
//! The ground of a blocked case is an input that the subject treats wrongly although the blocked rule is not concerned.
//! It is put to the other checks as a case of theirs: the one that fails on it is the one to blame. That needs no
//! finding, so every shard can tell of its own blocked cases.

use std::sync::Arc;

use serde_json::Value;

use crate::run::exercise::{Examined, Worker};
use crate::run::plan::Planned;
use crate::run::shrink::Scene;
use crate::run::tally::{Ending, Signature, Tally};
use crate::subject::Fault;

/// Finds out for every blocked check which checks fail on the ground of its first blocked case. Of a whole run only
/// those can that have failed: `all` asks every other one too.
pub(in crate::run) fn trace_blocks(scene: Scene<'_>, tallies: &mut [Tally], all: bool) {
    let red: Vec<bool> = tallies.iter().map(|tally| !tally.failures.is_empty()).collect();
    let mut worker = scene.fresh();
    for place in 0..tallies.len() {
        let Some(blocked) = tallies[place].blocked.as_ref() else { continue };
        if red[place] && !all {
            continue;
        }
        let ground = Arc::new(blocked.ground.clone());
        let mut by = Vec::new();
        for (other, suspect) in scene.plan.iter().enumerate() {
            if scene.limits.are_over() {
                break;
            }
            if other != place
                && (all || red[other])
                && could_be(suspect, &scene.plan[place])
                && let Some(signature) = fails_on(&scene, &mut worker, suspect, &ground)
            {
                by.push((suspect.id.clone(), signature));
            }
        }
        if let Some(blocked) = &mut tallies[place].blocked {
            blocked.by = by;
        }
    }
}

/// Whether the input of one check may be one of the other, at little cost.
fn could_be(suspect: &Planned, blocked: &Planned) -> bool {
    let shares = suspect.check.methods.iter().any(|method| blocked.check.methods.contains(method));
    let other_rule = !std::ptr::eq(suspect.rule, blocked.rule);
    other_rule && suspect.suite.name == blocked.suite.name && shares && !suspect.check.waits
}

fn fails_on(scene: &Scene<'_>, worker: &mut Worker<'_>, suspect: &Planned, ground: &Arc<Value>) -> Option<Signature> {
    if scene.launcher.economy().free_starts {
        worker.reset();
    }
    let examined = scene.put(worker, suspect.of, ground);
    // An exam need not know what to do with an input that is not its own.
    if matches!(examined, Examined::Faulted(Fault::Harness(_), _)) {
        return None;
    }
    let (ending, _) = Ending::of(suspect, ground, examined, scene.pinned);
    ending.signature().filter(|signature| matches!(signature, Signature::Disagreement(_)))
}
