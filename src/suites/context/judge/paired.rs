//! A rule of section 5 is judged where nothing but its own matter stands in a plain manifest.

use serde_json::{Value, json};

use super::answer::is_ok;
use crate::rule::{Case, Judgement, Stop, Talk};
use crate::subject::Call;
use crate::suites::context::draw::plain;
use crate::suites::context::methods::MANIFEST;
use crate::suites::context::model::manifest::Lists;
use crate::suites::context::model::slot::put;

/// Blocked where a sound manifest is refused, and not for what the rule of the case is about.
pub(super) fn in_the_manifest(case: &Case<'_>, talk: &mut Talk<'_>, ok: bool) -> Result<Option<Judgement>, Stop> {
    let Ok(lists) = Lists::of(&case["manifest"]) else { return Ok(None) };
    if ok || !lists.are_of_one_length() {
        return Ok(None);
    }
    let plain = json!({"manifest": plain::many(lists.calls.len())});
    let (fields, in_order): (&[&str], bool) = match case.rule_id() {
        "5.count" if lists.calls.is_empty() => return Ok(None),
        "5.count" => {
            let fine = accepts(talk, &plain)?;
            return Ok(
                fine.then(|| Judgement::blocked("refuses a manifest for something else than its length", &plain))
            );
        }
        "5.order" => (&["toolCallId"], true),
        "5.tool-call-id" => (&["toolCallId"], false),
        "5.name" => (&["name"], false),
        _ => (&["resultJson", "errorMessage"], false),
    };
    let mut alone = plain.clone();
    for (list, entries) in [("toolCalls", lists.calls), ("toolCallResults", lists.results)] {
        for (index, entry) in entries.iter().enumerate() {
            for field in
                fields.iter().filter(|field| list == "toolCallResults" || ["toolCallId", "name"].contains(field))
            {
                put(&mut alone["manifest"][list][index], field, entry.get(*field).cloned());
            }
        }
    }
    if accepts(talk, &alone)? {
        return Ok(Some(Judgement::blocked(
            "treats this rule's matter rightly by itself, not what is beside it",
            &alone,
        )));
    }
    let mut sorted = alone.clone();
    for list in ["toolCalls", "toolCallResults"] {
        if let Some(entries) = sorted["manifest"][list].as_array_mut() {
            entries.sort_by_key(|entry| entry["toolCallId"].to_string());
        }
    }
    let by_order = sorted != alone && accepts(talk, &sorted)?;
    Ok(if in_order {
        (!by_order).then(|| Judgement::blocked("refuses the same calls in ascending order as well", &sorted))
    } else if by_order {
        Some(Judgement::blocked("minds the order of the calls: the rule on order says so", &sorted))
    } else if accepts(talk, &plain)? {
        None
    } else {
        Some(Judgement::blocked("refuses a plain manifest", &plain))
    })
}

fn accepts(talk: &mut Talk<'_>, params: &Value) -> Result<bool, Stop> {
    Ok(is_ok(talk.ask(Call::new(MANIFEST, params.clone()).remembered())?)?)
}
