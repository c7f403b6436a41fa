//! Before a failure is reported: is it this rule's?

use serde_json::{Value, json};

use super::answer::is_ok;
use super::{alone, paired, state, style};
use crate::rule::{Case, Judgement, Stop, Talk};
use crate::subject::Call;
use crate::suites::context::draw::plain_fault;
use crate::suites::context::methods::{CORE, MANIFEST, POST};
use crate::suites::context::model::place::post;

/// The failure, unless the wrong verdict `ok` on the case comes from where its rule is not concerned.
pub(in super::super) fn sift(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    method: &'static str,
    ok: bool,
    failure: Judgement,
) -> Result<Judgement, Stop> {
    if let Some(blocked) = state::disturbed(talk, method, case, ok)? {
        return Ok(blocked.instead_of(failure));
    }
    if let Some(blocked) = style::minded(talk, method, case, ok)? {
        return Ok(blocked.instead_of(failure));
    }
    let blocked = match method {
        CORE => alone::in_the_core(case, talk, ok)?,
        MANIFEST => paired::in_the_manifest(case, talk, ok)?,
        _ => at_a_step(case, talk, method, ok)?,
    };
    Ok(failure.unless(blocked))
}

/// A step is judged where the core of the same context is, rightly; and where not every step passes.
fn at_a_step(case: &Case<'_>, talk: &mut Talk<'_>, method: &'static str, ok: bool) -> Result<Option<Judgement>, Stop> {
    let of_null = case.rule_id() == "2.null-context";
    if of_null && !ok {
        return Ok(Some(Judgement::blocked("refuses what is plain: the rule of the step says so", case)));
    }
    let hollow = json!({"context": {}, "step": case["step"]});
    if of_null && is_ok(talk.ask(Call::new(method, hollow.clone()).remembered())?)? {
        return Ok(Some(Judgement::blocked("accepts an empty context as well: the rule of the step says so", &hollow)));
    }
    let core = json!({"context": case["context"]});
    if !ok && !is_ok(talk.ask(Call::new(CORE, core.clone()).remembered())?)? {
        return Ok(Some(Judgement::blocked("refuses the core of this context: section 3 says so", &core)));
    }
    if ok && method == POST && accepts_whatever_a_step_leaves(talk)? {
        return Ok(Some(Judgement::blocked(
            "accepts whatever any step leaves behind: the rule on flows says so",
            case,
        )));
    }
    Ok(None)
}

/// Whether the subject accepts a plain fault after each of several steps that have nothing in common.
pub(in super::super) fn accepts_whatever_a_step_leaves(talk: &mut Talk<'_>) -> Result<bool, Stop> {
    let faults: Vec<Value> = [2, 3, 5, 7, 9].into_iter().filter_map(|number| plain_fault(post(number))).collect();
    let calls = faults.into_iter().map(|params| Call::new(POST, params).remembered()).collect();
    for answer in talk.ask_all(calls)? {
        if !is_ok(answer)? {
            return Ok(false);
        }
    }
    Ok(true)
}
