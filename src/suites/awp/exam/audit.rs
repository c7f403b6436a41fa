//! Judging an audit chain by handing it back, changed and unchanged.

use serde_json::{Value, json};

use super::super::draw::runtime::events::{at, audit};
use super::super::draw::runtime::tampering::tamper;
use super::super::model::runtime::chain::{HASH_CHAIN, broken_link};
use super::super::model::runtime::params::items;
use super::reading::{flag, list};
use crate::draw::json::{same, without_nulls};
use crate::rule::{Case, Judgement, Stop, Talk, WrongShape};
use crate::subject::Call;

/// The method that makes a chain.
pub(in crate::suites::awp) const AUDIT: &str = "awp/audit";
/// The method that verifies one.
pub(in crate::suites::awp) const VERIFY: &str = "awp/verify_audit";

/// The entries of an answer, each an object with a text for its hash.
fn entries_of(answer: &Value) -> Result<&Vec<Value>, WrongShape> {
    let entries = list(answer, "entries")?;
    match entries.iter().find(|entry| !entry["hash"].is_string()) {
        Some(_) => Err(WrongShape("an entry has no hash".to_owned())),
        None => Ok(entries),
    }
}

/// Entries repeat their events and are linked by hashes.
pub(in crate::suites::awp) fn chained(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = &talk.ask(case.call(AUDIT))?.value;
    let entries = entries_of(answer)?;
    if case["integrity"] != HASH_CHAIN {
        return Ok(Judgement::open("no hash chain is asked for"));
    }
    let events = items(&case["events"]);
    let told = |kind: &str, due: Value| Ok(Judgement::failed(kind, due, answer.clone()));
    if entries.len() != events.len() {
        return told("not one entry per event", json!(format!("{} entries", events.len())));
    }
    for (event, entry) in events.iter().zip(entries) {
        let repeats = |name: &str| same(&without_nulls(&event[name]), &without_nulls(&entry[name]));
        if !["id", "event", "details"].into_iter().all(repeats) {
            return told("an entry does not repeat its event", event.clone());
        }
        let hash = entry["hash"].as_str().unwrap_or_default();
        if hash.is_empty() || !hash.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c)) {
            return told("a hash is not lower-case hex", json!("digits and letters a to f"));
        }
    }
    match broken_link(entries) {
        Some(why) => told(why, json!("the hash of the entry before, zeros in the first")),
        None => Ok(Judgement::held()),
    }
}

/// Whatever is changed about an event changes its hash and the later ones.
pub(in crate::suites::awp) fn covered(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let events = items(&case["events"]);
    let (at, mut changed) = (at(case), events.to_vec());
    if let Some(place) = changed.get_mut(at) {
        *place = case["instead"].clone();
    }
    let answers = talk.ask_all(vec![Call::new(AUDIT, audit(events)), Call::new(AUDIT, audit(&changed))])?;
    let (before, after) = (entries_of(&answers[0].value)?, entries_of(&answers[1].value)?);
    let altered = events.get(at).is_some_and(|event| !same(&without_nulls(event), &without_nulls(&case["instead"])));
    if !altered || before.len() != changed.len() || after.len() != changed.len() {
        return Ok(Judgement::open("nothing was altered"));
    }
    let unmoved = (at..changed.len()).find(|index| before[*index]["hash"] == after[*index]["hash"]);
    Ok(match unmoved {
        None => Judgement::held(),
        Some(index) => {
            let of = if index == at { "whole entry" } else { "entries before" };
            Judgement::failed(format!("a hash does not cover the {of}"), "another hash", after[index].clone())
        }
    })
}

/// The chain that the subject made verifies, and does not once it was tampered with.
pub(in crate::suites::awp) fn seen(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let made = talk.ask(Call::new(AUDIT, audit(items(&case["events"]))))?;
    let entries = entries_of(&made.value)?;
    let kind = case["tampering"].as_str().unwrap_or_default();
    let Some(changed) = tamper(entries, kind, at(case)).filter(|changed| changed != entries) else {
        return Ok(Judgement::open("there is nothing to tamper with"));
    };
    let verify = |entries: &Vec<Value>| Call::new(VERIFY, json!({"integrity": HASH_CHAIN, "entries": entries}));
    let order = case["keyOrder"].as_u64().unwrap_or(0);
    let answers = talk.ask_all(vec![verify(entries).with_keys_in_order(order), verify(&changed)])?;
    let (untouched, tampered) = (flag(&answers[0].value, "valid")?, flag(&answers[1].value, "valid")?);
    let (valid, invalid) = (json!({"valid": true}), json!({"valid": false}));
    Ok(if !untouched {
        Judgement::failed("the subject's own chain does not verify", valid, invalid)
    } else if tampered {
        Judgement::failed(format!("not seen: {kind}"), invalid, valid)
    } else {
        Judgement::held()
    })
}

/// A chain that nobody made, whose links are broken, does not verify.
pub(in crate::suites::awp) fn linked(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = &talk.ask(case.call(VERIFY))?.value;
    Ok(match (flag(answer, "valid")?, broken_link(items(&case["entries"]))) {
        (_, None) => Judgement::open("the document names no hash algorithm"),
        (false, Some(_)) => Judgement::held(),
        (true, Some(why)) => Judgement::failed("a broken chain verifies", why, answer.clone()),
    })
}
