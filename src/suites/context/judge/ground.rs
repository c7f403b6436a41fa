//! The ground of a verdict: the same params, with what is broken in them as it is in the plainest ones.

use serde_json::Value;

use crate::rule::Change;
use crate::suites::context::draw::plain;
use crate::suites::context::methods::{CORE, POST, PRE};
use crate::suites::context::model::due;
use crate::suites::context::model::kind::{INITIAL, type_of};
use crate::suites::context::model::place::{Moment, Place};

/// The grounds of a core.
pub(super) fn of_core(params: &Value) -> Vec<Value> {
    mended(CORE, params, &plain::core(type_of(params).unwrap_or(INITIAL)))
}

/// The grounds before a step.
pub(super) fn of_pre(params: &Value) -> Vec<Value> {
    at_a_step(PRE, Moment::Pre, params)
}

/// The grounds after a step.
pub(super) fn of_post(params: &Value) -> Vec<Value> {
    at_a_step(POST, Moment::Post, params)
}

/// Where a step does not name the core, a subject may look at it or not: to be sure of the ground, every input would have
/// to bring a whole core along that its rule does not speak of.
fn at_a_step(method: &'static str, moment: Moment, params: &Value) -> Vec<Value> {
    let Some(place) = Place::named(moment, params).filter(|place| place.names_core()) else { return Vec::new() };
    let kind = type_of(params).filter(|kind| place.types.contains(kind)).unwrap_or(place.types[0]);
    mended(method, params, &plain::at(place, kind))
}

/// Params that are to be refused, with one place made plain that is all that is wrong with them. Where that leaves them
/// open there is a second oddity, and it is no ground to stand on: those come last.
fn mended(method: &'static str, params: &Value, plain: &Value) -> Vec<Value> {
    if due(method, params) != Some(false) {
        return Vec::new();
    }
    let parts = Change::between(params, plain).into_parts().filter_map(|part| part.applied(params).ok());
    let judged = parts.map(|ground| (due(method, &ground), ground)).filter(|(due, _)| *due != Some(false));
    let (mut sound, open): (Vec<_>, Vec<_>) = judged.partition(|(due, _)| due.is_some());
    sound.extend(open);
    sound.into_iter().map(|(_, ground)| ground).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_missing_is_put_and_a_second_oddity_leaves_it_open() {
        let mut params = plain::core(INITIAL);
        params["context"]["envelope"].as_object_mut().expect("an object").remove("user");
        let grounds = of_core(&params);
        assert_eq!(grounds.iter().map(|ground| due(CORE, ground)).collect::<Vec<_>>(), [Some(true)]);

        params["context"]["envelope"]["org"] = json!({});
        let grounds = of_core(&params);
        assert_eq!(grounds.iter().map(|ground| due(CORE, ground)).collect::<Vec<_>>(), [None]);
        assert!(of_core(&plain::core(INITIAL)).is_empty(), "nothing is wrong with it");
    }
}
