//! A workflow as the params of `contract/run` describe it, and what the document leaves open about it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::draw::json::whole_number;

/// How many steps may be in flight unless the workflow says otherwise.
pub(crate) const DEFAULT_CONCURRENCY: usize = 5;

/// The params of a run, read.
#[derive(Debug)]
pub(crate) struct Workflow<'a> {
    /// Its steps, in the order of their definition.
    pub(crate) steps: Vec<Step<'a>>,
    /// How they run side by side; none for one after the other.
    pub(crate) parallel: Option<Parallel>,
}

/// One step.
#[derive(Debug)]
pub(crate) struct Step<'a> {
    /// Its name.
    pub(crate) id: &'a str,
    /// The steps it needs the outputs of.
    pub(crate) dependencies: Vec<&'a str>,
    /// Whether it can be undone.
    pub(crate) compensable: bool,
}

/// How steps run side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Parallel {
    /// The most steps in flight.
    pub(crate) limit: usize,
    /// What a failure means for the others.
    pub(crate) strategy: Strategy,
    /// Whether the workflow itself says so.
    pub(crate) is_named: bool,
}

/// What a failure means for the other steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Strategy {
    /// Nothing new starts.
    FailFast,
    /// All that can complete does.
    ContinueOnError,
    /// What completed is undone.
    Rollback,
}

impl<'a> Workflow<'a> {
    /// Reads the params of a run.
    pub(crate) fn of(params: &'a Value) -> Self {
        let texts = |value: &'a Value| value.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let steps = params["steps"].as_array().into_iter().flatten().map(|step| Step {
            id: step["stepId"].as_str().unwrap_or_default(),
            dependencies: texts(&step["dependencies"]),
            compensable: step["compensable"].as_bool().unwrap_or(false),
        });
        let parallel = params["parallel"].as_object().map(|parallel| Parallel {
            limit: parallel
                .get("maxConcurrency")
                .and_then(Value::as_u64)
                .and_then(|limit| usize::try_from(limit).ok())
                .unwrap_or(DEFAULT_CONCURRENCY),
            strategy: match parallel.get("failureStrategy").and_then(Value::as_str) {
                Some("continueOnError") => Strategy::ContinueOnError,
                Some("rollback") => Strategy::Rollback,
                _ => Strategy::FailFast,
            },
            is_named: parallel.contains_key("failureStrategy"),
        });
        Self { steps: steps.collect(), parallel }
    }

    /// The step of that name.
    pub(crate) fn step(&self, id: &str) -> Option<&Step<'a>> {
        self.steps.iter().find(|step| step.id == id)
    }

    /// The names of the steps, in the order of their definition.
    pub(crate) fn ids(&self) -> Vec<&'a str> {
        self.steps.iter().map(|step| step.id).collect()
    }

    /// The steps that lie on a ring of dependencies or behind one: those that could never start.
    pub(crate) fn stuck(&self) -> Vec<&'a str> {
        let mut left: Vec<&Step<'a>> = self.steps.iter().collect();
        loop {
            let names: BTreeSet<&str> = left.iter().map(|step| step.id).collect();
            let before = left.len();
            left.retain(|step| step.dependencies.iter().any(|on| names.contains(on)));
            if left.len() == before {
                return left.iter().map(|step| step.id).collect();
            }
        }
    }

    /// The steps that need, directly or not, one of `those`.
    pub(crate) fn depending_on(&self, those: &BTreeSet<&str>) -> BTreeSet<&'a str> {
        let mut found: BTreeSet<&str> = BTreeSet::new();
        loop {
            let more: Vec<&'a str> = self
                .steps
                .iter()
                .filter(|step| !found.contains(step.id))
                .filter(|step| step.dependencies.iter().any(|on| those.contains(on) || found.contains(on)))
                .map(|step| step.id)
                .collect();
            if more.is_empty() {
                return found;
            }
            found.extend(more);
        }
    }

    /// The length of the shortest ring of dependencies, if there is one.
    pub(crate) fn shortest_ring(&self) -> Option<usize> {
        self.steps.iter().filter_map(|step| self.way_back(step.id)).min()
    }

    fn way_back(&self, start: &str) -> Option<usize> {
        let mut reached: BTreeSet<&str> = BTreeSet::from([start]);
        for length in 1..=self.steps.len() {
            let next: BTreeSet<&str> = reached
                .iter()
                .filter_map(|id| self.step(id))
                .flat_map(|step| step.dependencies.iter().copied())
                .collect();
            if next.contains(start) {
                return Some(length);
            }
            reached = next;
        }
        None
    }

    /// Whether every step has a name of its own.
    pub(crate) fn names_are_unique(&self) -> bool {
        let ids: BTreeSet<&str> = self.ids().into_iter().collect();
        ids.len() == self.steps.len() && !ids.contains("")
    }

    /// Why the document does not say what this run is to do, if it does not. Rings are not in doubt: they are rejected.
    pub(crate) fn doubt(&self, params: &Value) -> Option<&'static str> {
        let ids: BTreeSet<&str> = self.ids().into_iter().collect();
        if self.steps.is_empty() {
            return Some("there are no steps");
        }
        if !self.names_are_unique() {
            return Some("two steps of the same name, or one without");
        }
        if self.steps.iter().any(|step| step.dependencies.iter().any(|on| !ids.contains(on))) {
            return Some("a dependency that is no step");
        }
        if self.parallel.is_some_and(|parallel| !(1..=10).contains(&parallel.limit)) {
            return Some("a limit outside 1 to 10");
        }
        if ["parallel", "resumeFrom"].iter().any(|member| params.get(member).is_some_and(Value::is_null)) {
            return Some("a member that is null");
        }
        let strategy = &params["parallel"]["failureStrategy"];
        if !strategy.is_null() && !STRATEGIES.iter().any(|known| strategy == known) {
            return Some("a strategy that nobody knows");
        }
        if self.parallel.is_some() && (params["checkpoint"] == true || params.get("resumeFrom").is_some()) {
            return Some("checkpoints of a parallel run");
        }
        None
    }

    /// Whether every dependency comes before what needs it.
    pub(crate) fn points_backwards(&self) -> bool {
        self.steps.iter().enumerate().all(|(at, step)| {
            step.dependencies.iter().all(|on| self.steps[..at].iter().any(|earlier| earlier.id == *on))
        })
    }

    /// A step that a checkpoint says is done, that a step after it needs, and whose output the checkpoint does not have.
    pub(crate) fn lost_output(&self, checkpoint: &Value) -> Option<&'a str> {
        let done = whole_number(&checkpoint["stepIndex"])?.checked_add(1)?;
        let needed = self.steps.get(done..)?.iter().flat_map(|step| &step.dependencies).copied();
        let is_done = |id: &&str| self.steps[..done].iter().any(|step| step.id == *id);
        needed.filter(is_done).find(|id| lacks(checkpoint, id))
    }

    /// Whether a checkpoint has outputs of others than the steps that it says are done.
    pub(crate) fn has_other_outputs(&self, checkpoint: &Value) -> bool {
        let done = whole_number(&checkpoint["stepIndex"]).map_or(0, |index| index.saturating_add(1));
        let mut outputs = checkpoint["stepOutputs"].as_object().into_iter().flatten();
        outputs.any(|(id, _)| !self.steps.iter().take(done).any(|step| step.id == id))
    }

    /// A step that a checkpoint says is done and whose output it does not have, whether anybody needs it or not.
    pub(crate) fn unsaved_output(&self, checkpoint: &Value) -> Option<&'a str> {
        let done = whole_number(&checkpoint["stepIndex"])?.checked_add(1)?;
        self.steps.get(..done)?.iter().map(|step| step.id).find(|id| lacks(checkpoint, id))
    }
}

/// Whether a checkpoint has no output of that step.
fn lacks(checkpoint: &Value, step: &str) -> bool {
    checkpoint["stepOutputs"].get(step).is_none_or(Value::is_null)
}

/// What can be done about a failure.
const STRATEGIES: [&str; 3] = ["failFast", "continueOnError", "rollback"];

/// The parts of a checkpoint without which nothing can be resumed.
pub(crate) const CHECKPOINT_PARTS: &[&str] = &["stepIndex", "completedStepId", "stepOutputs", "context"];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rings_are_found_with_their_length() {
        let case = json!({"steps": [
            {"stepId": "a", "dependencies": ["c"]}, {"stepId": "b", "dependencies": ["a"]},
            {"stepId": "c", "dependencies": ["b"]}, {"stepId": "d", "dependencies": ["c"]}, {"stepId": "e"}]});
        let workflow = Workflow::of(&case);
        assert_eq!(workflow.stuck(), ["a", "b", "c", "d"]);
        assert_eq!(workflow.shortest_ring(), Some(3));
        let alone = json!({"steps": [{"stepId": "a", "dependencies": ["a"]}]});
        assert_eq!(Workflow::of(&alone).shortest_ring(), Some(1));
    }

    #[test]
    fn a_diamond_is_no_ring() {
        let case = json!({"steps": [{"stepId": "a"}, {"stepId": "b", "dependencies": ["a"]},
            {"stepId": "c", "dependencies": ["a"]}, {"stepId": "d", "dependencies": ["b", "c"]}]});
        let workflow = Workflow::of(&case);
        assert!(workflow.stuck().is_empty());
        assert_eq!(workflow.shortest_ring(), None);
        assert_eq!(workflow.depending_on(&BTreeSet::from(["b"])), BTreeSet::from(["d"]));
        assert!(workflow.points_backwards());
    }
}
