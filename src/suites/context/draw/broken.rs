//! Inputs in which exactly one rule is broken.

use serde_json::{Value, json};

use super::breach::{self, Breach};
use super::context::{TRIES, core, sound};
use super::manifest::{manifest, valid_manifest};
use super::{demand, mismatch, plain};
use crate::draw::Draw;
use crate::suites::context::methods::{CORE, MANIFEST};
use crate::suites::context::model::place::Place;
use crate::suites::context::model::said;
use crate::suites::context::model::test::Test;

/// A sound context for a side of a step in which exactly one of its demands is broken.
pub(in super::super) fn one_fault(draw: &mut Draw, place: &Place) -> Value {
    let demands: Vec<_> = place.demands.iter().filter(|demand| demand.test != Test::Complete).collect();
    for _ in 0..TRIES {
        let Some(demand) = demands.get(draw.below(demands.len())) else { break };
        let sound =
            if draw.chance(1, 4) { plain::at(place, draw.pick::<&str>(place.types)) } else { sound(draw, place) };
        let broken = demand::of(demand.test, &sound);
        if broken.is_empty() {
            continue;
        }
        let params = draw.pick(&broken).clone();
        if said(place.moment.method(), &params).is_some_and(|said| said.breaks_only(place.rule)) {
            return params;
        }
    }
    sound(draw, place)
}

/// A context in which exactly one rule of the core is broken.
pub(in super::super) fn core_fault(draw: &mut Draw, breach: &Breach) -> Value {
    for _ in 0..TRIES * 2 {
        let broken = (breach.faults)(&core(draw));
        if broken.is_empty() {
            continue;
        }
        let params = draw.pick(&broken).clone();
        if said(CORE, &params).is_some_and(|said| said.breaks_only(breach.rule)) {
            return params;
        }
    }
    core(draw)
}

/// A manifest in which exactly one rule of section 5 is broken, as params.
pub(in super::super) fn manifest_fault(draw: &mut Draw, breach: &Breach) -> Value {
    for _ in 0..TRIES * 2 {
        let broken = (breach.faults)(&valid_manifest(draw, 1..=5));
        if broken.is_empty() {
            continue;
        }
        let params = json!({ "manifest": draw.pick(&broken) });
        if said(MANIFEST, &params).is_some_and(|said| said.breaks_only(breach.rule)) {
            return params;
        }
    }
    manifest(draw)
}

/// A context in which any one rule of the core is broken.
pub(in super::super) fn any_core_fault(draw: &mut Draw) -> Value {
    let breach = draw.pick(breach::CORE);
    core_fault(draw, breach)
}

/// A manifest in which any one rule of section 5 is broken, as params.
pub(in super::super) fn any_manifest_fault(draw: &mut Draw) -> Value {
    let breach = draw.pick(mismatch::MANIFEST);
    manifest_fault(draw, breach)
}
