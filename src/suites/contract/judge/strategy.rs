//! What a run did after a failure, held against its strategy.

use std::collections::BTreeSet;

use serde_json::json;

use super::super::model::workflow::Strategy;
use super::answer::list;
use super::run::Ran;
use super::tale::{Event, step_status};
use crate::rule::Judgement;

impl<'a> Ran<'a> {
    /// Whether the run follows that strategy.
    pub(crate) fn follows(&self, strategy: Strategy) -> bool {
        self.workflow.parallel.is_some_and(|parallel| parallel.strategy == strategy)
    }

    /// Whether a step failed.
    pub(crate) fn has_failure(&self) -> bool {
        self.tale.first_failure() < self.tale.events.len()
    }

    fn failed(&self) -> Vec<&'a str> {
        self.tale.answered(false, self.tale.events.len())
    }

    /// What starts in spite of a failure, once the runtime has rested; or a run that has not failed then.
    pub(crate) fn goes_on_after_failure(&self) -> Option<Judgement> {
        let tale = &self.tale;
        let failure = tale.first_failure();
        let rest = tale.events.iter().skip(failure).position(|event| *event == Event::Rest).map(|at| at + failure);
        let late =
            rest.and_then(|rest| (rest..tale.events.len()).find(|at| matches!(tale.events[*at], Event::Start { .. })));
        if let Some(at) = late {
            let told = tale.told(at, "a step starts after the failure was taken in");
            return Some(Judgement::failed("a step starts after a failure", "nothing new starts", told));
        }
        self.has_not_failed("a run with a failure has not failed")
    }

    /// A run that should have failed and has not.
    fn has_not_failed(&self, kind: &str) -> Option<Judgement> {
        (self.status != "failed")
            .then(|| Judgement::failed(kind, "status failed", self.tale.all(format!("the run is {}", self.status))))
    }

    /// A step that does not complete although it depends on no failure.
    pub(crate) fn stops_early(&self) -> Option<Judgement> {
        let failed: BTreeSet<&str> = self.failed().into_iter().collect();
        let behind = self.workflow.depending_on(&failed);
        let started = self.tale.starts();
        let mut innocent = self.workflow.ids().into_iter().filter(|id| !failed.contains(id) && !behind.contains(id));
        innocent.find_map(|id| {
            let status = step_status(self.answer, id).1.unwrap_or("not reported");
            (!started.contains(&id) || status != "completed").then(|| {
                let told = self.tale.all(format!("{id}, which depends on no failure, is {status}"));
                let kind = "a step that depends on no failure does not complete";
                Judgement::failed(kind, format!("{id} completes"), told)
            })
        })
    }

    /// A failure that is not reported.
    pub(crate) fn hides_a_failure(&self) -> Option<Judgement> {
        let errors = list(&self.answer.value, "errors").iter();
        let reported: Vec<&str> = errors.filter_map(|error| error["stepId"].as_str()).collect();
        let id = self.failed().into_iter().find(|id| !reported.contains(id))?;
        let told = self.tale.all(format!("errors holds {}", json!(reported)));
        Some(Judgement::failed("a failure is not in errors", format!("{id} is in errors"), told))
    }

    /// The compensable steps that had completed when the failure was answered, in that order.
    pub(crate) fn to_undo(&self) -> Vec<&'a str> {
        let compensable = |id: &&str| self.workflow.step(id).is_some_and(|step| step.compensable);
        self.tale.answered(true, self.tale.first_failure()).into_iter().filter(compensable).collect()
    }

    /// A step that is not undone and should be, or is and should not.
    pub(crate) fn undoes_others(&self) -> Option<Judgement> {
        let tale = &self.tale;
        let undone = tale.compensations();
        let times = |id: &str| undone.iter().filter(|undone| **undone == id).count();
        let wrong = |kind: &str, id: &str, what: &str| {
            let told = tale.all(format!("compensated: {}", json!(undone)));
            Some(Judgement::failed(kind, format!("{id} {what}"), told))
        };
        if let Some(id) = self.to_undo().into_iter().find(|id| times(id) == 0) {
            return wrong("a completed step is not undone", id, "is compensated, it had completed");
        }
        let well = tale.answered(true, tale.events.len());
        for id in &undone {
            if !well.contains(id) {
                return wrong("a step is undone that did not complete", id, "is not compensated, it did not complete");
            }
            if times(id) > 1 {
                return wrong("a step is undone twice", id, "is compensated once");
            }
            if self.workflow.step(id).is_some_and(|step| !step.compensable) {
                return wrong("a step is undone that cannot be", id, "is not compensated, it is not compensable");
            }
        }
        self.has_not_failed("a run that was rolled back has not failed")
    }

    /// A step that is undone where none is to be: under another strategy than `rollback`, or where nothing failed.
    pub(crate) fn undoes_anything(&self) -> Option<Judgement> {
        let undone = self.tale.compensations();
        let id = undone.first()?;
        let told = self.tale.all(format!("compensated: {}", json!(undone)));
        Some(Judgement::failed("a step is undone for no reason", format!("{id} is not compensated"), told))
    }

    /// Steps that are undone in another order than the reverse of that in which they completed.
    pub(crate) fn undoes_out_of_order(&self) -> Option<Judgement> {
        let mut due = self.to_undo();
        due.reverse();
        let undone: Vec<&str> = self.tale.compensations().into_iter().filter(|id| due.contains(id)).collect();
        let order: Vec<&str> = due.into_iter().filter(|id| undone.contains(id)).collect();
        (order != undone && undone.len() == order.len()).then(|| {
            let told = self.tale.all(format!("compensated in the order {}", undone.join(", ")));
            Judgement::failed("steps are undone in another order", json!(order), told)
        })
    }

    /// A step that is not listed once.
    pub(crate) fn is_not_listed_once(&self) -> Option<Judgement> {
        self.workflow.ids().into_iter().find_map(|id| {
            let (times, status) = step_status(self.answer, id);
            (times != 1)
                .then(|| self.misreported(id, times, status, "a step is not listed exactly once", "listed once"))
        })
    }

    fn misreported(&self, id: &str, times: usize, status: Option<&str>, kind: &str, due: &str) -> Judgement {
        let status = status.unwrap_or("without a status");
        let told = self.tale.all(format!("{id} is listed {times} times, as {status}"));
        Judgement::failed(kind, format!("{id} is {due}"), told)
    }

    /// A step that is not listed once, as what became of it.
    pub(crate) fn misreports(&self) -> Option<Judgement> {
        let (tale, failed, started) = (&self.tale, self.failed(), self.tale.starts());
        let (well, before_failure) =
            (tale.answered(true, tale.events.len()), tale.answered(true, tale.first_failure()));
        // A step in flight when the run was stopped may be cancelled, whatever its answer is then.
        let first = if self.follows(Strategy::ContinueOnError) { failed.len() } else { 1 };
        let must_fail: Vec<&str> = failed.iter().copied().take(first).collect();
        self.is_not_listed_once().or_else(|| {
            self.workflow.ids().into_iter().find_map(|id| {
                let (times, status) = step_status(self.answer, id);
                let agrees = match status.unwrap_or_default() {
                    "completed" => well.contains(&id),
                    "failed" => !before_failure.contains(&id),
                    "skipped" => !started.contains(&id),
                    "cancelled" => !must_fail.contains(&id) && !before_failure.contains(&id),
                    _ => false,
                };
                let (kind, due) = ("a step has another status than it came to", "listed as what became of it");
                (!agrees).then(|| self.misreported(id, times, status, kind, due))
            })
        })
    }
}
