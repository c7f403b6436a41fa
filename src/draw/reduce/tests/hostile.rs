//! Inputs and subjects that mean harm, and runs that are cut short.

use std::sync::Arc;

use proptest::strategy::ValueTree as _;
use serde_json::{Value, json};

use super::{GRAPH, shrink, smallest};
use crate::draw::reduce::Reducer;
use crate::draw::{Draw, Shape, json as values};

#[test]
fn documents_that_fit_nothing_are_anything() {
    for input in [json!(null), json!(true), json!(0), json!(""), json!([]), json!({}), json!([[1], {"nodes": 3}])] {
        assert_eq!(
            smallest(input.clone(), &GRAPH, |doc| doc.is_object() == input.is_object()),
            match input {
                Value::Object(_) => json!({}),
                _ => Value::Null,
            }
        );
    }
    let wrong = json!({"nodes": {"id": [1, 2]}, "agents": [7], "files": "none", "entry": {"deep": [null]}});
    assert_eq!(smallest(wrong, &GRAPH, |doc| doc["nodes"].is_object()), json!({"nodes": {}}));
    let mixed = json!({"nodes": [{"id": 5, "on": "x"}, "node", {"id": "x", "on": [1, "x", null]}]});
    assert_eq!(smallest(mixed, &GRAPH, |doc| doc["nodes"][0]["id"] == 5), json!({"nodes": [{"id": 5}]}));
}

#[test]
fn deep_nesting_collapses() {
    let deep =
        (0..200).fold(json!("core"), |inner, depth| if depth % 2 == 0 { json!([inner]) } else { json!({"k": inner}) });
    let (found, tries) = shrink(deep, &Shape::Any, |doc| doc.to_string().contains("core"));
    assert_eq!(found, json!("core"));
    assert!(tries < 500, "{tries}");
}

#[test]
fn every_search_ends_soon_whatever_fails() {
    // A verdict that depends on nothing but a hash: the worst a flaky or absurd subject can do.
    for seed in 0..60 {
        let mut draw = Draw::from_seed(seed);
        let input = json!({
            "nodes": draw.list(0..=6, |draw| json!({"id": format!("n{}", draw.below(4)), "on": [format!("n{}", draw.below(5))]})),
            "agents": values::any(&mut draw),
            "extra": values::any(&mut draw),
            "entry": values::any(&mut draw),
        });
        let absurd = |doc: &Value| {
            let text = doc.to_string();
            text.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)) % 3 != 0
        };
        if absurd(&input) {
            let (_, tries) = shrink(input, &GRAPH, absurd);
            assert!(tries < 2000, "{tries}");
        }
    }
}

#[test]
fn a_run_that_gives_up_early_ends_at_the_best_so_far() {
    let mut reducer = Reducer::new(Arc::new(json!([1, 2, 3, 4, 5])), &Shape::Any);
    assert_eq!(*reducer.current(), json!([1, 2, 3, 4, 5]));
    assert!(reducer.simplify());
    let best = reducer.current();
    reducer.simplify();
    while reducer.complicate() {}
    assert_eq!(reducer.current(), best);
    assert!(!reducer.simplify() && !reducer.complicate());
}
