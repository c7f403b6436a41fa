//! A rule of the core is judged where nothing but its own matter stands in a plain context.

use serde_json::{Value, json};

use super::answer::is_ok;
use super::twin::with_slots_of;
use crate::rule::{Case, Judgement, Stop, Talk};
use crate::subject::Call;
use crate::suites::context::draw::{STEP_FIELDS, breach, each, plain};
use crate::suites::context::methods::CORE;
use crate::suites::context::model::kind::{CONTINUATION, TYPES, type_of};
use crate::suites::context::model::path::{ARTIFACTS, IMAGES, INSTRUCTIONS, SESSION_ID, TOOL_RESULTS, TURN_ID, TYPE};
use crate::suites::context::model::{Condition, due, is_sound, said};

/// Blocked where the wrong verdict `ok` on a core is not that of the rule of the case.
pub(super) fn in_the_core(case: &Case<'_>, talk: &mut Talk<'_>, ok: bool) -> Result<Option<Judgement>, Stop> {
    let Some(alone) = alone(case) else { return Ok(without_matter(case, ok)) };
    if alone != **case && accepts(talk, &alone)? != ok {
        return Ok(Some(Judgement::blocked(
            "treats this rule's matter rightly by itself, not what is beside it",
            &alone,
        )));
    }
    if ok {
        return Ok(None);
    }
    let plain = plain::core(type_of(&alone).unwrap_or_default());
    if alone != plain {
        let fine = accepts(talk, &plain)?;
        return Ok((!fine).then(|| Judgement::blocked("refuses the plainest context of this type", &plain)));
    }
    // Even what is plain is refused: whose matter is that?
    let (mine, others) = owners(case, &plain);
    for params in mine {
        if accepts(talk, &params)? {
            return Ok(None);
        }
    }
    for params in others {
        if accepts(talk, &params)? {
            return Ok(Some(Judgement::blocked("refuses a plain context for a reason of another rule", &params)));
        }
    }
    let owned = case.rule_id() == "3.type";
    Ok((!owned)
        .then(|| Judgement::blocked("refuses the plainest context of this type: the rule on it says so", &plain)))
}

/// A rule that has no field of its own fails over what it accepts only.
fn without_matter(case: &Case<'_>, ok: bool) -> Option<Judgement> {
    (!ok).then(|| Judgement::blocked("refuses what is plain: the rules of section 3 say so", case))
}

/// A plain context with this rule's own fields as they are in the case, if the document says the same of it.
fn alone(case: &Case<'_>) -> Option<Value> {
    let all = said(CORE, case)?;
    let mine: Vec<&Condition> = all.conditions.iter().filter(|one| one.rule == case.rule_id()).collect();
    // What has no type has the shape of one.
    let shaped = |kind: &&&str| is_sound(CORE, &each(case, TYPE, [Some(json!(kind))]).swap_remove(0));
    let own = type_of(case).or_else(|| TYPES.iter().find(shaped).copied());
    if mine.is_empty() {
        // Of a continuation, the rule on content demands nothing.
        return own.filter(|_| case.rule_id() == "3.1.content").map(plain::core);
    }
    own.into_iter().chain(TYPES.iter().copied()).find_map(|kind| {
        // That a continuation may bring words as well is the matter of its own rule.
        let words: &[&str] =
            if case.rule_id() == "3.1.continuation" { &[INSTRUCTIONS, ARTIFACTS, IMAGES] } else { &[] };
        let slots = mine.iter().flat_map(|one| one.slots).chain(words);
        let alone = with_slots_of(case, &plain::core(kind), slots);
        (due(CORE, &alone) == due(CORE, case)).then_some(alone)
    })
}

/// Where a plain context is refused: contexts whose acceptance shows that it is refused for this rule's reason, and
/// contexts whose acceptance shows that it is refused for that of another.
fn owners(case: &Case<'_>, plain: &Value) -> (Vec<Value>, Vec<Value>) {
    let breaches = breach::CORE.iter().filter(|breach| breach.rule == case.rule_id());
    let unnamed = || each(&each(plain, SESSION_ID, [None]).swap_remove(0), TURN_ID, [None]);
    let turned = || breaches.clone().flat_map(|breach| (breach.faults)(plain)).chain(unnamed()).collect();
    match case.rule_id() {
        "3.1.content" if type_of(plain) == Some(CONTINUATION) => {
            (each(plain, INSTRUCTIONS, [Some(json!("go on"))]), Vec::new())
        }
        "3.1.initial" | "3.1.follow-on" | "3.1.continuation" => (turned(), Vec::new()),
        "3.type" => {
            let mut laden = plain.clone();
            for field in STEP_FIELDS {
                laden["context"][*field] = plain::member(field);
            }
            let mut others = vec![laden];
            others.extend(each(plain, INSTRUCTIONS, [Some(json!("go on"))]));
            for bare in [None, Some(json!("x1"))] {
                let named = each(plain, SESSION_ID, [bare.clone()]).swap_remove(0);
                let named = each(&named, TURN_ID, [bare]).swap_remove(0);
                others.extend(each(&named, TOOL_RESULTS, [None, Some(json!([plain::tool_result("c1")]))]));
            }
            (Vec::new(), others)
        }
        _ => (Vec::new(), Vec::new()),
    }
}

fn accepts(talk: &mut Talk<'_>, params: &Value) -> Result<bool, Stop> {
    Ok(is_ok(talk.ask(Call::new(CORE, params.clone()).remembered())?)?)
}
