//! The sound twin of an input: only what is broken is repaired.

use serde_json::{Value, json};

use crate::suites::context::draw::plain;
use crate::suites::context::methods::{CORE, MANIFEST, POST, PRE};
use crate::suites::context::model::kind::{TYPES, type_of};
use crate::suites::context::model::place::{Moment, Place};
use crate::suites::context::model::slot::put;
use crate::suites::context::model::{Condition, is_sound};

/// The same input with the broken conditions repaired, if that makes it sound.
pub(super) fn twin(method: &'static str, case: &Value, broken: &[&Condition]) -> Option<Value> {
    let kinds = type_of(case).into_iter().chain(TYPES.iter().copied());
    let repaired = kinds.filter_map(|kind| {
        let slots = broken.iter().flat_map(|one| one.slots);
        Some(with_slots_of(&plainest(method, case, kind)?, case, slots))
    });
    repaired.into_iter().find(|twin| is_sound(method, twin))
}

/// `case` with what stands in `slots` taken over from `other`.
pub(super) fn with_slots_of<'a>(other: &Value, case: &Value, slots: impl IntoIterator<Item = &'a &'a str>) -> Value {
    let mut twin = case.clone();
    for path in slots {
        // A null is a null, and not a missing key.
        let value = other.pointer(&format!("/{}", path.replace('.', "/"))).cloned();
        put(&mut twin, path, value);
    }
    twin
}

/// The plainest sound input for the same method and step.
pub(super) fn plainest(method: &str, case: &Value, kind: &str) -> Option<Value> {
    let moment = match method {
        MANIFEST => return Some(json!({"manifest": repaired(&case["manifest"])})),
        PRE => Moment::Pre,
        POST => Moment::Post,
        CORE => return Some(plain::core(kind)),
        _ => return None,
    };
    let mut plain = plain::at(Place::named(moment, case)?, kind);
    if moment == Moment::Post && case["context"]["toolCallManifest"].is_object() {
        plain["context"]["toolCallManifest"] = plain::manifest(&[("c1", "grep")]);
    }
    Some(plain)
}

/// The manifest with the results that its calls should have.
fn repaired(manifest: &Value) -> Value {
    let mut manifest = manifest.clone();
    let results: Vec<Value> = manifest["toolCalls"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|call| json!({"toolCallId": call["toolCallId"], "name": call["name"], "resultJson": "{}"}))
        .collect();
    put(&mut manifest, "toolCallResults", Some(results.into()));
    manifest
}
