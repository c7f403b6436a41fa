//! Any JSON in any place: the validator answers all the same.

use serde_json::{Value, json};

use super::context::{core, sound};
use super::nothing::each;
use super::plain;
use crate::draw::{Draw, json as any_json, text};
use crate::suites::context::model::fields::{CONTEXT, MANIFEST, paths};
use crate::suites::context::model::kind::TYPES;
use crate::suites::context::model::place::{Moment, PLACES, Place};
use crate::suites::context::model::slot::put;

/// Values that programs trip over.
pub(in super::super) fn odd_values() -> [Value; 9] {
    [json!(null), json!(false), json!(0), json!(-1.5), json!(""), json!("x"), json!([]), json!([null]), json!({})]
}

/// `params` with every odd value in every place below `context` or `manifest`.
pub(in super::super) fn everywhere(params: &Value, root: &str) -> Vec<Value> {
    let kind = if root == "manifest" { &MANIFEST } else { &CONTEXT };
    let mut all = Vec::new();
    for path in paths(kind, root) {
        all.extend(each(params, &path, odd_values().map(Some)));
        all.extend(each(params, &path, [None]));
    }
    all
}

/// A context with any JSON in any of its places, or in its own.
pub(in super::super) fn context(draw: &mut Draw) -> Value {
    if draw.chance(1, 8) {
        return json!({"context": any_json::any(draw)});
    }
    let mut params = if draw.chance(1, 2) { core(draw) } else { plain::core(draw.pick::<&str>(TYPES)) };
    spread(draw, &mut params, "context");
    params
}

/// The same, with a step: one of the document's, or almost.
pub(in super::super) fn step(draw: &mut Draw, moment: Moment) -> Value {
    let places: Vec<&Place> = PLACES.iter().filter(|place| place.moment == moment).collect();
    let place = *draw.pick(&places);
    let mut params = if draw.chance(1, 3) { context(draw) } else { sound(draw, place) };
    params["step"] = json!(place.step);
    if draw.chance(1, 2) {
        spread(draw, &mut params, "context");
    }
    if draw.chance(1, 8) {
        params["step"] = if draw.chance(1, 2) { json!(text::awkward(draw)) } else { any_json::any(draw) };
    }
    if moment == Moment::Post && draw.chance(1, 4) {
        params["before"] = any_json::any(draw);
    }
    params
}

/// A manifest with any JSON in any of its places, or in its own.
pub(in super::super) fn manifest(draw: &mut Draw) -> Value {
    if draw.chance(1, 8) {
        return json!({"manifest": any_json::any(draw)});
    }
    let mut params = super::manifest::manifest(draw);
    spread(draw, &mut params, "manifest");
    for list in ["toolCalls", "toolCallResults"] {
        if let Some(items) = params["manifest"][list].as_array_mut() {
            for item in items {
                match draw.below(6) {
                    0 => *item = any_json::any(draw),
                    1 => put(item, draw.pick::<&str>(&["toolCallId", "name", "resultJson"]), Some(any_json::any(draw))),
                    _ => {}
                }
            }
        }
    }
    params
}

fn spread(draw: &mut Draw, params: &mut Value, root: &str) {
    let all = paths(if root == "manifest" { &MANIFEST } else { &CONTEXT }, root);
    for _ in 0..draw.size(1..=3) {
        let path = draw.pick(&all[1..]).clone();
        let value = any_json::any(draw);
        put(params, &path, Some(value));
    }
}
