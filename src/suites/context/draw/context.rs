//! Sound contexts with everything varied that does not matter.

use serde_json::Value;

use super::nothing::no_text;
use super::plain;
use super::vary::{artifacts, noise, vary_core, vary_listed};
use crate::draw::Draw;
use crate::suites::context::model::is_sound;
use crate::suites::context::model::kind::{CONTINUATION, TYPES};
use crate::suites::context::model::place::Place;
use crate::suites::context::model::slot::put;
use crate::suites::context::model::test::Test;

/// The members of a context that section 3 does not look at.
pub(in super::super) const STEP_FIELDS: &[&str] = &[
    "session",
    "turn",
    "agentContext",
    "conversationContext",
    "promptKnowledgeProvider",
    "toolCallManifest",
    "responsePayload",
    "responseType",
];

/// How often drawing is tried before the plain input is taken.
pub(super) const TRIES: usize = 8;

/// A sound context for the core, with everything varied that a core may have.
pub(in super::super) fn core(draw: &mut Draw) -> Value {
    let kind = *draw.pick(TYPES);
    core_of(draw, kind)
}

/// The same, of one type.
pub(in super::super) fn core_of(draw: &mut Draw, kind: &str) -> Value {
    let mut params = plain::core(kind);
    vary_core(draw, &mut params, kind);
    if kind != CONTINUATION && draw.chance(1, 2) {
        // Something else than instructions will do as well.
        let nothing = draw.pick(&no_text()).clone();
        put(&mut params, "context.envelope.instructions", nothing);
        let instead = *draw.pick(&["context.envelope.inputArtifacts", "context.envelope.clipBoardImages"]);
        let items = artifacts(draw);
        put(&mut params, instead, Some(items));
    }
    for field in STEP_FIELDS {
        noise(draw, &mut params, field);
    }
    params
}

/// A sound context of one type that says what it has to say in words, and nothing that the steps add.
pub(in super::super) fn with_words(draw: &mut Draw, kind: &str) -> Value {
    let mut params = plain::core(kind);
    vary_core(draw, &mut params, kind);
    params
}

/// A sound context for a side of a step: its demands met, all that it does not ask for varied.
pub(in super::super) fn sound(draw: &mut Draw, place: &Place) -> Value {
    let kind = *draw.pick(place.types);
    sound_of(draw, place, kind)
}

/// The same, of one type.
pub(in super::super) fn sound_of(draw: &mut Draw, place: &Place, kind: &str) -> Value {
    for _ in 0..TRIES {
        let mut params = plain::at(place, kind);
        vary_core(draw, &mut params, kind);
        for field in STEP_FIELDS {
            if !looks_at(place, field) {
                noise(draw, &mut params, field);
            }
        }
        vary_listed(draw, &mut params, place);
        if is_sound(place.moment.method(), &params) {
            return params;
        }
    }
    plain::at(place, kind)
}

/// Whether a demand of `place` looks at this member of the context.
pub(in super::super) fn looks_at(place: &Place, field: &str) -> bool {
    let listed = |path: &str| path.split('.').nth(1) == Some(field) && path.starts_with("context.");
    let completes = |test| test == Test::Complete && matches!(field, "responsePayload" | "toolCallManifest");
    place.demands.iter().any(|demand| demand.test.slots().iter().any(|path| listed(path)) || completes(demand.test))
}
