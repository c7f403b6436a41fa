//! Whether earlier calls make the difference: then the rule on remembering nothing is broken, and no other.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::answer::is_ok;
use crate::rule::{Judgement, Stop, Talk};
use crate::subject::Call;
use crate::suites::context::draw::{plain, plain_fault};
use crate::suites::context::methods::{CORE, MANIFEST, POST, PRE};
use crate::suites::context::model::due;
use crate::suites::context::model::kind::{FOLLOW_ON, INITIAL, TYPES};
use crate::suites::context::model::place::{Moment, PLACES, Place};

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
    let blocked = changed(talk, plainest_calls(method, params))?;
    if blocked.is_some() || !matches!(method, PRE | POST) {
        return Ok(blocked);
    }
    // A type that sticks, or an error that does, shows in the core if not at this step.
    changed(talk, plainest_calls(CORE, params))
}

/// Blocked where the core and the manifest, which know nothing of steps, are judged by what came before.
pub(in super::super) fn remembers(talk: &mut Talk<'_>) -> Result<Option<Judgement>, Stop> {
    for method in [MANIFEST, CORE] {
        if let Some(blocked) = changed(talk, plainest_calls(method, &Value::Null))? {
            return Ok(Some(blocked));
        }
    }
    let first = plain::core(INITIAL);
    let fresh = talk.ask(Call::new(CORE, first.clone()).on_spare_process().remembered())?;
    Ok(if is_ok(fresh)? { None } else { Some(Judgement::blocked(WHY, &first)) })
}

fn changed(talk: &mut Talk<'_>, calls: &[Plain]) -> Result<Option<Judgement>, Stop> {
    for Plain { method, params, due } in calls {
        let now = is_ok(talk.ask(Call::new(method, params.clone()))?)?;
        if *due == Some(now) {
            continue;
        }
        let fresh = talk.ask(Call::new(method, params.clone()).on_spare_process().remembered())?;
        if is_ok(fresh)? != now {
            return Ok(Some(Judgement::blocked(WHY, params)));
        }
    }
    Ok(None)
}

/// One of the plainest calls, with the verdict that the document wants.
struct Plain {
    method: &'static str,
    params: Value,
    due: Option<bool>,
}

/// The plainest calls of a method, at the step that `params` name if it has steps.
fn plainest_calls(method: &'static str, params: &Value) -> &'static [Plain] {
    // An exam is replayed at every answer: what is the same every time is worked out once.
    static CORES: LazyLock<Vec<Plain>> = LazyLock::new(plainest_cores);
    static MANIFESTS: LazyLock<Vec<Plain>> = LazyLock::new(plainest_manifests);
    static AT_STEPS: LazyLock<Vec<Vec<Plain>>> = LazyLock::new(|| PLACES.iter().map(plainest_at).collect());
    let at = |moment| PLACES.iter().position(|place| place.is_named(moment, params)).map(|index| &*AT_STEPS[index]);
    match method {
        CORE => &CORES,
        MANIFEST => &MANIFESTS,
        PRE => at(Moment::Pre).unwrap_or_default(),
        POST => at(Moment::Post).unwrap_or_default(),
        _ => &[],
    }
}

fn plainest_cores() -> Vec<Plain> {
    let mut broken = plain::core(FOLLOW_ON);
    broken["context"]["correlationId"] = Value::Null;
    around(CORE, TYPES.iter().map(|kind| plain::core(kind)).collect(), Some(broken))
}

fn plainest_manifests() -> Vec<Plain> {
    let broken = json!({"manifest": {"toolCalls": [plain::client_call("c1", "grep")]}});
    around(MANIFEST, vec![plain::calls(&[("c1", "grep")])], Some(broken))
}

fn plainest_at(place: &Place) -> Vec<Plain> {
    let sound = place.types.iter().map(|kind| plain::at(place, kind)).collect();
    around(place.moment.method(), sound, plain_fault(place))
}

/// What is plain and sound, what is plain and broken, and what is plain and sound again.
fn around(method: &'static str, sound: Vec<Value>, broken: Option<Value>) -> Vec<Plain> {
    let again = sound.clone();
    let all = sound.into_iter().chain(broken).chain(again);
    all.map(|params| Plain { method, due: due(method, &params), params }).collect()
}
