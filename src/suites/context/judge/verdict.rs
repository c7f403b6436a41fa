//! The exam of most checks: what the document accepts is accepted, what breaks the rule is refused.

use serde_json::json;

use super::answer::{is_ok, observed};
use super::sift::sift;
use super::twin::twin;
use crate::rule::{Case, Judgement, Stop, Talk};
use crate::subject::Call;
use crate::suites::context::methods::{CORE, MANIFEST};
use crate::suites::context::model::{Condition, Said, Verdict, said};

/// The kind of failure that a sound input is refused.
pub(in super::super) const REFUSED: &str = "refuses what meets every condition";

/// What the document accepts must be accepted. What breaks the rule of the case must be refused, while its twin, in
/// which only that is repaired, is accepted: a subject that refuses both shows nothing here. The case is put to the
/// first method of its check.
pub(in super::super) fn verdict(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let method = case.of.check.methods.first().copied().unwrap_or_default();
    let Some(said) = said(method, case) else { return Ok(Judgement::open("no such method")) };
    let mine: Vec<&Condition> = said.broken().filter(|one| one.rule == case.rule_id()).collect();
    let twin = if mine.is_empty() { None } else { twin(method, case, &mine) };
    // Where the rule only refers to another, the subject is asked what it thinks of that one.
    let source = source(case, &said);
    let mut calls = vec![case.call(method)];
    calls.extend(twin.iter().map(|twin| Call::new(method, twin.clone()).remembered()));
    calls.extend(source);
    let asked = calls.len();
    let answers = talk.ask_all(calls)?;
    let answer = &answers[0];
    let ok = is_ok(answer)?;
    let of_source = if asked > 1 + usize::from(twin.is_some()) { Some(is_ok(&answers[asked - 1])?) } else { None };
    match said.verdict {
        Verdict::Unspecified(why) => Ok(Judgement::open(why)),
        Verdict::Accept | Verdict::Reject if of_source == Some(ok) && ok != (said.verdict == Verdict::Accept) => {
            let due = if said.verdict == Verdict::Accept { "accept" } else { "reject" };
            let failed = Judgement::failed("errs on the core or the manifest itself", due, observed(answer));
            Ok(Judgement::blocked("errs on the core or the manifest itself: sections 3 and 5 say so", case)
                .instead_of(failed))
        }
        Verdict::Accept if ok => Ok(Judgement::held()),
        Verdict::Accept => sift(case, talk, method, ok, Judgement::failed(REFUSED, "accept", observed(answer))),
        Verdict::Reject => match (mine.first(), twin) {
            (None, _) => Ok(Judgement::open("another rule is broken here")),
            (Some(fault), _) if ok => {
                let kind = format!("accepts although {}", fault.fault);
                sift(case, talk, method, ok, Judgement::failed(kind, "reject", observed(answer)))
            }
            (Some(_), Some(twin)) if !is_ok(&answers[1])? => {
                Ok(Judgement::blocked("refuses the sound twin as well: nothing is shown here", &twin))
            }
            (Some(_), _) => Ok(Judgement::held()),
        },
    }
}

/// The call that asks about the rule that is only referred to.
fn source(case: &Case<'_>, said: &Said) -> Option<Call> {
    let decisive = |one: &&Condition| one.is_broken() || said.verdict == Verdict::Accept;
    if said.broken().any(|one| one.spelt_out_by.is_none()) {
        return None;
    }
    let first = said.conditions.iter().filter(decisive).find_map(|one| one.spelt_out_by)?;
    Some(if first.starts_with('5') {
        Call::new(MANIFEST, json!({"manifest": case["context"]["toolCallManifest"]}))
    } else {
        Call::new(CORE, json!({"context": case["context"]}))
    })
}
