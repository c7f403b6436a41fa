//! A run that goes on from a checkpoint: where, with what, and whether it ends there.

use serde_json::{Value, json};

use super::super::model::workflow::Workflow;
use super::super::model::world::{failing, output};
use super::answer::decided;
use super::checkpoint::after_step;
use super::resumption::stands_on_checkpoint;
use super::run::stands_on_plain_run;
use super::scheduler;
use super::tale::{Event, Tale, status};
use crate::draw::json::same;
use crate::draw::json::whole_number;
use crate::rule::{Case, Judgement, Stop, Talk};
use crate::subject::Call;

/// A resumed run.
struct Resumed<'a> {
    case: &'a Value,
    workflow: Workflow<'a>,
    /// The position of the step that the checkpoint was made after.
    at: usize,
    checkpoint: &'a Value,
    tale: Tale<'a>,
    status: &'a str,
}

impl<'a> Resumed<'a> {
    /// Two runs: the first up to the step that fails (or to the end), the second from one of its checkpoints, the last
    /// unless the case says otherwise, with nothing failing.
    fn of<'t: 'a>(case: &'a Value, talk: &mut Talk<'t>, put: fn(Call) -> Call) -> Result<Self, Stop> {
        let workflow = Workflow::of(case);
        let ids = workflow.ids();
        let fails = ids.iter().position(|id| failing(case).contains(id)).unwrap_or(ids.len());
        let is_plain = workflow.doubt(case).is_none() && workflow.points_backwards();
        decided((!is_plain || fails == 0).then_some("there is nothing to resume from"))?;
        let mut first = case.clone();
        first["checkpoint"] = json!(true);
        let why = "there is no checkpoint to resume from: CP-001 asks for it";
        let first = talk.ask(scheduler::run_number(&first, 1))?;
        let at = whole_number(&case["world"]["at"]).map_or(fails - 1, |at| at.min(fails - 1));
        let checkpoint = after_step(first, at).ok_or_else(|| Judgement::open(why))?;
        let mut again = json!({"steps": case["steps"], "resumeFrom": checkpoint});
        if let Some(outputs) = case["world"].get("outputs") {
            again["world"] = json!({"outputs": outputs});
        }
        let second = talk.ask(put(scheduler::run_number(&again, 2)))?;
        let (story, status) = (Tale::of(second)?, status(second)?);
        Ok(Self { case, workflow, at, checkpoint, tale: story, status })
    }

    /// The judgement of `judges`, the first that has something to say, on ground that the subject treats rightly.
    fn judged(&self, talk: &mut Talk<'_>, judges: &[fn(&Self) -> Option<Judgement>]) -> Result<Judgement, Stop> {
        let Some(failed) = judges.iter().find_map(|judge| judge(self)) else { return Ok(Judgement::held()) };
        let run = stands_on_plain_run(self.case, talk);
        failed.on(run.and_then(|()| stands_on_checkpoint(self.case, self.at, self.checkpoint)))
    }

    fn starts_elsewhere(&self) -> Option<Judgement> {
        let ids = self.workflow.ids();
        let (due, started) = (&ids[self.at + 1..], self.tale.starts());
        if due == started {
            return None;
        }
        let repeated = started.iter().any(|step| ids[..=self.at].contains(step));
        let kind = if repeated { "a completed step runs again" } else { "a step that had not completed is left out" };
        let told = self.tale.all(format!("the checkpoint was made after {}", ids[self.at]));
        Some(Judgement::failed(kind, json!(due), told))
    }

    fn loses_inputs(&self) -> Option<Judgement> {
        let ids = self.workflow.ids();
        self.tale.events.iter().enumerate().find_map(|(number, event)| {
            let Event::Start { step, inputs } = event else { return None };
            let mut restored = self.workflow.step(step)?.dependencies.iter().filter(|on| ids[..=self.at].contains(on));
            restored.find_map(|on| {
                let due = output(self.case, on, 1);
                (!same(&due, &inputs[*on])).then(|| {
                    let told = self.tale.told(number, format!("{step} is given {inputs}"));
                    Judgement::failed("a restored output does not reach a dependent", json!({*on: due}), told)
                })
            })
        })
    }

    fn does_not_just_complete(&self) -> Option<Judgement> {
        let is_over = self.at + 1 == self.workflow.steps.len();
        (is_over && (self.status != "completed" || !self.tale.starts().is_empty())).then(|| {
            let told = self.tale.all(format!("the run is {}", self.status));
            let kind = "a run with nothing left does not just complete";
            Judgement::failed(kind, "status completed, and nothing started", told)
        })
    }
}

/// The first step started is the one after the checkpoint, and all the others follow.
pub(crate) fn position(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    Resumed::of(case, talk, |call| call)?.judged(talk, &[Resumed::starts_elsewhere])
}

/// A step that depends on a restored one gets the restored output.
pub(crate) fn restored_inputs(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    Resumed::of(case, talk, |call| call)?.judged(talk, &[Resumed::loses_inputs])
}

/// Resuming after the last step starts nothing and completes.
pub(crate) fn nothing_left(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    Resumed::of(case, talk, |call| call)?.judged(talk, &[Resumed::does_not_just_complete])
}

/// A process that has never seen the first run resumes just the same.
pub(crate) fn fresh_process(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let resumed = Resumed::of(case, talk, Call::on_fresh_process)?;
    resumed.judged(talk, &[Resumed::starts_elsewhere, Resumed::loses_inputs, Resumed::does_not_just_complete])
}
