//! Points that the document leaves open: each is tried once, and the answer
//! tells which reading the subject follows. No answer is wrong.

use serde_json::Value;

use super::answer::is_ok;
use super::twin::{plainest, with_slots_of};
use crate::rule::{Case, Judgement, Stop, Talk};
use crate::subject::Call;
use crate::suites::context::draw::{manifest_faults, mismatch, plain};
use crate::suites::context::methods::MANIFEST;
use crate::suites::context::model::kind::{INITIAL, type_of};
use crate::suites::context::model::slot::put;
use crate::suites::context::model::{Condition, Truth, due, said};

/// Puts the case to the first method of its check and reports which reading of the question that it names the answer
/// follows. A reading is read only where the subject treats the plain cases on either side of it rightly.
pub(super) fn probe(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let method = case.of.check.methods.first().copied().unwrap_or_default();
    let mut params = case.input.clone();
    let name = params.as_object_mut().and_then(|members| members.remove("question"));
    let question = case.of.rule.questions.iter().find(|question| name.as_ref().is_some_and(|name| name == question.id));
    let (Some(question), [accepts, refuses, ..]) = (question, question.map_or(&[][..], |question| question.readings))
    else {
        return Ok(Judgement::open("a question that this rule does not ask"));
    };
    let ok = is_ok(talk.ask(Call::new(method, params.clone()))?)?;
    // What is accepted says something only if the rule refuses at all, and the other way round.
    if let Some(ground) = other_side(case.rule_id(), method, &params, ok)
        && is_ok(talk.ask(Call::new(method, ground.clone()).remembered())?)? == ok
    {
        return Ok(Judgement::blocked("a rule that is not kept says nothing about its readings", &ground));
    }
    let reading = if ok { accepts } else { refuses };
    Ok(Judgement::open(question.asks).consistent_with(question.id, &[reading.id]))
}

/// The same params with the open matter plainly broken, after they were accepted; plainly right, after they were not.
fn other_side(rule: &str, method: &'static str, params: &Value, ok: bool) -> Option<Value> {
    if method == MANIFEST {
        let breach = mismatch::MANIFEST.iter().find(|breach| breach.rule == rule)?;
        return if ok { manifest_faults(breach).into_iter().next() } else { Some(plain::calls(&[("c1", "grep")])) };
    }
    let all = said(method, params)?;
    let open: Vec<&Condition> =
        all.conditions.iter().filter(|one| one.rule == rule && matches!(one.truth, Truth::Open(_))).collect();
    let slots = open.iter().flat_map(|one| one.slots);
    let other = if ok {
        let mut broken = params.clone();
        slots.for_each(|path| put(&mut broken, path, None));
        broken
    } else {
        with_slots_of(&plainest(method, params, type_of(params).unwrap_or(INITIAL))?, params, slots)
    };
    (due(method, &other) == Some(!ok)).then_some(other)
}
