//! Whether earlier calls make the difference: then the rule on remembering nothing is broken, and no other.

use serde_json::{Value, json};

use super::answer::is_ok;
use crate::rule::{Judgement, Stop, Talk};
use crate::subject::Call;
use crate::suites::context::draw::{plain, plain_fault};
use crate::suites::context::methods::{CORE, MANIFEST, POST, PRE};
use crate::suites::context::model::due;
use crate::suites::context::model::kind::{FOLLOW_ON, INITIAL, TYPES};
use crate::suites::context::model::place::{Moment, Place};

const WHY: &str = "gives another verdict after other calls: the rule on remembering nothing says so";

/// Blocked where the plainest calls of the same method and step, sound and broken, get another verdict now than from
/// a process that knows nothing, or where `params` themselves get another verdict than `ok` when put again.
pub(in super::super) fn disturbed(
    talk: &mut Talk<'_>,
    method: &'static str,
    params: &Value,
    ok: bool,
) -> Result<Option<Judgement>, Stop> {
    if is_ok(talk.ask(Call::new(method, params.clone()))?)? != ok {
        return Ok(Some(Judgement::blocked(WHY, params)));
    }
    let mut calls = plainest_calls(method, params);
    if matches!(method, PRE | POST) {
        // A type that sticks, or an error that does, shows in the core if not at this step.
        calls.extend(plainest_calls(CORE, params));
    }
    changed(talk, calls)
}

/// Blocked where the core and the manifest, which know nothing of steps, are judged by what came before.
pub(in super::super) fn remembers(talk: &mut Talk<'_>) -> Result<Option<Judgement>, Stop> {
    let mut calls = plainest_calls(MANIFEST, &Value::Null);
    calls.extend(plainest_calls(CORE, &Value::Null));
    if let Some(blocked) = changed(talk, calls)? {
        return Ok(Some(blocked));
    }
    let first = plain::core(INITIAL);
    let fresh = talk.ask(Call::new(CORE, first.clone()).on_spare_process().remembered())?;
    Ok(if is_ok(fresh)? { None } else { Some(Judgement::blocked(WHY, &first)) })
}

fn changed(talk: &mut Talk<'_>, calls: Vec<(&'static str, Value)>) -> Result<Option<Judgement>, Stop> {
    for (method, params) in calls {
        let now = is_ok(talk.ask(Call::new(method, params.clone()))?)?;
        if due(method, &params) == Some(now) {
            continue;
        }
        let fresh = talk.ask(Call::new(method, params.clone()).on_spare_process().remembered())?;
        if is_ok(fresh)? != now {
            return Ok(Some(Judgement::blocked(WHY, &params)));
        }
    }
    Ok(None)
}

/// What is plain and sound, what is plain and broken, and what is plain and sound again.
fn plainest_calls(method: &'static str, params: &Value) -> Vec<(&'static str, Value)> {
    let place = match method {
        PRE => Place::named(Moment::Pre, params),
        POST => Place::named(Moment::Post, params),
        _ => None,
    };
    let (sound, broken) = match (method, place) {
        (CORE, _) => {
            let mut broken = plain::core(FOLLOW_ON);
            broken["context"]["correlationId"] = Value::Null;
            (TYPES.iter().map(|kind| plain::core(kind)).collect(), Some(broken))
        }
        (MANIFEST, _) => (
            vec![json!({"manifest": plain::manifest(&[("c1", "grep")])})],
            Some(json!({"manifest": {"toolCalls": [plain::client_call("c1", "grep")]}})),
        ),
        (_, Some(place)) => {
            let sound: Vec<Value> = place.types.iter().map(|kind| plain::at(place, kind)).collect();
            (sound, plain_fault(place))
        }
        _ => (Vec::new(), None),
    };
    let again = sound.clone();
    sound.into_iter().chain(broken).chain(again).map(|params| (method, params)).collect()
}
