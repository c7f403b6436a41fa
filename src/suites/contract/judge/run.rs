//! Putting a run to a subject, with its scheduler.

use serde_json::{Value, json};

use super::super::model::workflow::Workflow;
use super::answer::decided;
use super::scheduler;
use super::tale::{Tale, status};
use crate::rule::{Judgement, Stop, Talk, WrongShape};
use crate::subject::Answer;

/// A run that came to its end.
#[derive(Debug)]
pub(crate) struct Ran<'a> {
    /// What was to be run.
    pub(crate) workflow: Workflow<'a>,
    /// What happened.
    pub(crate) tale: Tale<'a>,
    /// What came back.
    pub(crate) answer: &'a Answer,
    /// How the run ended.
    pub(crate) status: &'a str,
}

impl<'a> Ran<'a> {
    /// Puts the run of a case. Runs that the document leaves open, or rejects, are not for the rules that use this.
    pub(crate) fn of<'t: 'a>(case: &'a Value, talk: &mut Talk<'t>) -> Result<Self, Stop> {
        let workflow = Workflow::of(case);
        decided(workflow.doubt(case))?;
        decided((!workflow.stuck().is_empty()).then_some("a ring of dependencies: PE-002 says what is due"))?;
        Ok(Self::read(case, talk.ask(scheduler::run(case))?)?)
    }

    /// Reads what came back.
    pub(crate) fn read(case: &'a Value, answer: &'a Answer) -> Result<Self, WrongShape> {
        Ok(Self { workflow: Workflow::of(case), tale: Tale::of(answer)?, answer, status: status(answer)? })
    }

    /// Whether every step ran once, after all that it depends on, and the run completed.
    fn is_whole(&self) -> bool {
        let mut started = self.tale.starts();
        started.sort_unstable();
        let mut due = self.workflow.ids();
        due.sort_unstable();
        self.status == "completed" && started == due && self.tale.early_start(&self.workflow).is_none()
    }

    /// Whether the steps ran in array order, one after the other.
    fn is_in_order(&self) -> bool {
        self.tale.starts() == self.workflow.ids() && self.tale.overlap().is_none()
    }
}

/// The plain run below a case: the same steps in the same way, of which none fails, and nothing else.
pub(crate) fn plain(case: &Value) -> Value {
    let mut plain = json!({ "steps": case["steps"] });
    for step in plain["steps"].as_array_mut().into_iter().flatten() {
        step.as_object_mut().map(|members| members.remove("compensable"));
    }
    if let Some(limit) = case.get("parallel").map(|parallel| &parallel["maxConcurrency"]) {
        plain["parallel"] = if limit.is_null() { json!({}) } else { json!({ "maxConcurrency": limit }) };
    }
    plain
}

/// Stops where the subject does not run the plain run below a case as the document says.
pub(crate) fn stands_on_plain_run(case: &Value, talk: &mut Talk<'_>) -> Result<(), Stop> {
    let ground = plain(case);
    let ran = Ran::read(&ground, talk.ask(scheduler::run(&ground).remembered())?)?;
    if ran.is_whole() && (ran.workflow.parallel.is_some() || ran.is_in_order()) {
        return Ok(());
    }
    let why = format!("the same steps go wrong where none fails and nothing is saved: the run is {}", ran.status);
    Err(Judgement::blocked(why, &ground).into())
}
