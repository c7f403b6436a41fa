//! Deterministic cases: what is plain, and every rule broken alone.

use serde_json::{Value, json};

use super::breach::Breach;
use super::context::{STEP_FIELDS, looks_at};
use super::nothing::each;
use super::{alike, demand, plain};
use crate::suites::context::methods::{CORE, MANIFEST};
use crate::suites::context::model::kind::TYPES;
use crate::suites::context::model::place::Place;
use crate::suites::context::model::slot::{self, Text};
use crate::suites::context::model::test::Test;
use crate::suites::context::model::{is_sound, path, said};

/// Every plain fault of a rule of section 3 that is its fault alone, over contexts of every type.
pub(in super::super) fn core_faults(breach: &Breach) -> Vec<Value> {
    let all = TYPES.iter().flat_map(|kind| (breach.faults)(&plain::core(kind)));
    all.filter(|params| said(CORE, params).is_some_and(|said| said.breaks_only(breach.rule))).collect()
}

/// The same for a rule of section 5, over manifests of one to three calls.
pub(in super::super) fn manifest_faults(breach: &Breach) -> Vec<Value> {
    let calls = [("c1", "grep"), ("c2", "awk"), ("c3", "grep")];
    let all = (1..=3).flat_map(|count| (breach.faults)(&plain::manifest(&calls[..count])));
    let params = all.map(|manifest| json!({ "manifest": manifest }));
    params.filter(|params| said(MANIFEST, params).is_some_and(|said| said.breaks_only(breach.rule))).collect()
}

/// The edges of a side of a step: the plainest contexts that will do, each with one member more that
/// nobody asked for, or with less; and every demand broken alone.
pub(in super::super) fn step_edges(place: &'static Place) -> Vec<Value> {
    let method = place.moment.method();
    let mut cases = Vec::new();
    for kind in place.types {
        let plain = plain::at(place, kind);
        for field in STEP_FIELDS.iter().filter(|field| !looks_at(place, field)) {
            let path = format!("context.{field}");
            let more = if *field == "responseType" { json!("NotReady") } else { plain::member(field) };
            cases.extend(each(&plain, &path, [Some(more)]));
        }
        cases.extend(sparse(place, &plain));
        cases.retain(|params| is_sound(method, params));
        cases.insert(0, plain);
    }
    for kind in place.types {
        let plain = plain::at(place, kind);
        let broken = place.demands.iter().flat_map(|demand| demand::of(demand.test, &plain));
        cases.extend(broken.filter(|params| said(method, params).is_some_and(|said| said.breaks_only(place.rule))));
    }
    cases
}

/// A plain context with less in it than usual, and with ids that are equal or nearly so: whatever a step does not list
/// makes no difference. Which of these meet its demands is for the caller to find out.
fn sparse(place: &Place, plain: &Value) -> Vec<Value> {
    let demands = |test: Test| place.demands.iter().any(|demand| demand.test == test);
    let mut cases = Vec::new();
    if demands(Test::Populated(path::SESSION)) {
        let modes = ["expert", "code review", "日本語"].map(|mode| json!({"mode": mode}));
        let others = if demands(Test::Present(path::MODE)) { modes.to_vec() } else { vec![json!({"id": "s9"})] };
        cases.extend(each(plain, path::SESSION, others.into_iter().map(Some)));
    }
    for demand in place.demands {
        // An object is there, whatever is in it; two of them may have the same id.
        if let Test::Populated(path) = demand.test {
            let others = each(plain, path, [json!({}), json!({"id": "a1"})].map(Some));
            cases.extend(others.into_iter().filter(|other| other != plain));
        }
    }
    for (one, other) in alike::pairs() {
        if demands(Test::NewTurn) {
            cases.extend([demand::turns(plain, &one, &other), demand::turns(plain, &other, &one)]);
        }
        if demands(Test::SameTurn) {
            cases.extend([demand::turns(plain, &one, &one), demand::turns(plain, &other, &other)]);
        }
    }
    if let (true, Text::Given(named)) = (demands(Test::Populated(path::TURN)), slot::text(plain, path::TURN_ID)) {
        let ids = demand::near_ids(named).into_iter().chain([named.to_owned(), "s1".to_owned()]);
        cases.extend(each(plain, "context.turn.id", ids.map(|id| Some(json!(id)))));
    }
    if demands(Test::OneOrMore(path::TOOL_RESULTS)) {
        cases.extend(each(plain, path::TOOL_RESULTS, [Some(json!([{"resultJson": "{}"}]))]));
    }
    distinct(cases)
}

/// The plainest context of this side of a step with one demand broken; none where nothing is demanded.
pub(in super::super) fn plain_fault(place: &Place) -> Option<Value> {
    let plain = plain::at(place, place.types[0]);
    let broken = place.demands.iter().flat_map(|demand| demand::of(demand.test, &plain));
    broken
        .into_iter()
        .find(|params| said(place.moment.method(), params).is_some_and(|said| said.breaks_only(place.rule)))
}

/// The cases without those that come again.
pub(in super::super) fn distinct(cases: Vec<Value>) -> Vec<Value> {
    let mut seen: Vec<Value> = Vec::new();
    for case in cases {
        if !seen.contains(&case) {
            seen.push(case);
        }
    }
    seen
}
