//! Cases that are lists of calls: `{"calls": [{"method", "params"}, …]}`.

use serde_json::{Value, json};

use super::broken::{any_core_fault, any_manifest_fault, one_fault};
use super::context::{core, sound};
use super::manifest::manifest;
use super::plain;
use crate::draw::Draw;
use crate::subject::Call;
use crate::suites::context::methods::{CORE, MANIFEST, METHODS};
use crate::suites::context::model::kind::{FOLLOW_ON, INITIAL};
use crate::suites::context::model::place::PLACES;

/// One call of a history.
pub(in super::super) fn entry(method: &str, params: impl Into<Value>) -> Value {
    json!({"method": method, "params": params.into()})
}

/// The calls of a case; what names no method of this suite is left out.
pub(in super::super) fn calls(case: &Value) -> Vec<(&'static str, &Value)> {
    let listed = case["calls"].as_array().map_or(&[][..], Vec::as_slice);
    let known = |call: &Value| METHODS.iter().map(|method| method.name).find(|name| call["method"] == *name);
    listed.iter().filter_map(|call| Some((known(call)?, &call["params"]))).collect()
}

/// The call as it is put to a subject.
pub(in super::super) fn call((method, params): (&'static str, &Value)) -> Call {
    Call::new(method, params.clone())
}

/// Two to six calls of any validator, sound and broken ones mixed, often one of them twice.
pub(in super::super) fn draw_history(draw: &mut Draw) -> Value {
    let mut calls = draw.list(2..=6, one_call);
    if draw.chance(2, 3) {
        calls.push(draw.pick(&calls).clone());
    }
    json!({ "calls": calls })
}

/// One call of any validator.
pub(in super::super) fn one_call(draw: &mut Draw) -> Value {
    let place = draw.pick(&PLACES);
    match draw.below(8) {
        0 | 1 => entry(CORE, core(draw)),
        2 => entry(CORE, any_core_fault(draw)),
        3 => entry(MANIFEST, manifest(draw)),
        4 => entry(MANIFEST, any_manifest_fault(draw)),
        5 | 6 => entry(place.moment.method(), sound(draw, place)),
        _ => entry(place.moment.method(), one_fault(draw, place)),
    }
}

/// Every side of every step: sound, then broken, then sound again.
pub(in super::super) fn edges() -> Vec<Value> {
    let sound_core = entry(CORE, plain::core(INITIAL));
    let broken_core = entry(CORE, json!({"context": {"type": INITIAL}}));
    let manifest = entry(MANIFEST, plain::calls(&[("c1", "grep")]));
    let broken_manifest = entry(MANIFEST, json!({"manifest": {"toolCalls": [plain::client_call("c1", "grep")]}}));
    let mut cases = vec![
        json!({"calls": [sound_core, broken_core, sound_core]}),
        json!({"calls": [manifest, broken_manifest, manifest, sound_core]}),
        json!({"calls": [broken_core, sound_core, broken_core]}),
        json!({"calls": [broken_core, manifest]}),
        json!({"calls": [sound_core, entry(CORE, plain::core(FOLLOW_ON))]}),
    ];
    for place in &PLACES {
        let method = place.moment.method();
        for kind in place.types {
            let sound = entry(method, plain::at(place, kind));
            let broken = entry(method, json!({"step": place.step, "context": null}));
            cases.push(json!({"calls": [sound, broken, sound, sound_core]}));
        }
    }
    cases
}
