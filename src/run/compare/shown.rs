//! What a subject shows of one case, as far as it can be compared with what another shows.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::super::ending::Ending;
use super::super::exercise::{Examined, Worker};
use super::super::plan::Planned;
use super::super::reading::Readings;
use crate::proof::Unseen;
use crate::rule::{Case, Check, CheckRef, Judgement, Step, Stop, Talk, Verdict};
use crate::subject::Call;

/// What a subject shows of one case.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// What the document makes of its answers, where it decides.
    pub(super) verdict: Option<String>,
    /// The readings that it is consistent with, by question.
    pub(super) reads: BTreeMap<&'static str, String>,
    /// What it says where the document decides nothing: yes or no, and in which state a run ended.
    pub(super) says: Option<String>,
}

pub(super) fn shown(worker: &mut Worker<'_>, planned: &Planned, input: &Arc<Value>, examined: Examined) -> Shown {
    let (ending, evidence) = Ending::of(planned, input, examined, &Readings::default());
    let reads = evidence.iter().map(|found| (found.question, found.consistent.join(" or "))).collect();
    let (verdict, says) = match ending {
        Ending::Held => (Some("as the document says".to_owned()), None),
        Ending::Failed(disagreement) => (Some(format!("wrong: {}", disagreement.kind)), None),
        Ending::Fault(fault, _) => (Some(format!("no answer: {}", fault.kind())), None),
        Ending::Unjudged(unjudged) if unjudged.how == Unseen::Open => (None, said(worker, planned.of, input)),
        Ending::Unjudged(_) | Ending::Blocked(..) => (None, None),
    };
    Shown { verdict, reads, says }
}

/// Asks what a check does not: how the first call of a case is answered.
static ANSWER: Check = Check { id: "answer", property: "how a call is answered", exam: decisions, ..Check::NEW };

/// What the subject answers to the first call of a case, if that needs no world around it.
fn said(worker: &mut Worker<'_>, of: CheckRef, input: &Value) -> Option<String> {
    let Ok(Step::Ask(calls)) = of.step(input, &[]) else { return None };
    let call = calls.first().filter(|call| call.world.is_none())?;
    let asked = json!({"method": call.method, "params": call.params(input)});
    match worker.examine_one(CheckRef { check: &ANSWER, ..of }, &Arc::new(asked)) {
        Examined::Judged(Judgement { verdict: Verdict::Open(said), .. }) => Some(said),
        _ => None,
    }
}

/// The members of an answer that others act on: its yes and no, and its status. Wording is nobody's difference.
fn decisions(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let known = case.of.suite.methods.iter().find(|method| case.input["method"] == method.name);
    let method = known.map(|method| method.name).unwrap_or_default();
    let answer = talk.ask(Call::new(method, case.input["params"].clone()))?;
    let members = answer.value.as_object().into_iter().flatten();
    let decides = |(name, value): &(&String, &Value)| value.is_boolean() || *name == "status";
    let kept: Map<String, Value> = members.filter(decides).map(|(name, value)| (name.clone(), value.clone())).collect();
    Ok(Judgement::open(Value::from(kept).to_string()))
}
