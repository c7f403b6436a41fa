//! Each pass, shown on an input that only it makes small.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{GRAPH, entries, shrink, smallest};
use crate::draw::{Shape, optional, required};

#[test]
fn drops_what_is_optional_and_keeps_what_is_required() {
    static SHAPE: Shape = Shape::Object(&[
        required("a", Shape::Integer { least: 3 }),
        optional("b", Shape::Bool),
        optional("c", Shape::Fixed),
    ]);
    let input = json!({"a": 9, "b": true, "c": [1, {"x": 2}], "unknown": 1});
    assert_eq!(smallest(input.clone(), &SHAPE, |_| true), json!({"a": 3}));
    let (found, tries) = shrink(input, &SHAPE, |doc| doc.get("c").is_some());
    assert_eq!(found, json!({"a": 3, "c": [1, {"x": 2}]}));
    assert!(tries < 12, "{tries}");
}

#[test]
fn an_entry_goes_with_all_references_to_it() {
    let input = json!({
        "nodes": [{"id": "x", "on": ["y"]}, {"id": "y", "on": []}, {"id": "z", "on": ["y", "x"]}],
        "agents": {"x": 1, "y": 2, "z": 3},
        "files": ["agents/x.yaml", "agents/y.yaml", "agents/z.yaml"],
        "routes": [{"to": "y"}, {"to": "z"}],
        "entry": "y",
    });
    let consistent = |doc: &Value| {
        let ids: BTreeSet<&str> = entries(doc, "nodes").filter_map(|node| node["id"].as_str()).collect();
        let known = |name: &Value| name.as_str().is_some_and(|name| ids.contains(name));
        entries(doc, "nodes").all(|node| entries(node, "on").all(known))
            && entries(doc, "routes").all(|route| known(&route["to"]))
            && doc["agents"].as_object().is_some_and(|agents| agents.keys().all(|id| ids.contains(id.as_str())))
            && entries(doc, "files").count() == ids.len()
            && doc.get("entry").is_none_or(known)
    };
    // Only inputs that are consistent fail: nothing shrinks unless the references go along.
    let fails = |doc: &Value| consistent(doc) && entries(doc, "routes").any(|route| !route["to"].is_null());
    let expected = json!({
        "nodes": [{"id": "a1"}], "agents": {}, "files": ["agents/a1.yaml"], "routes": [{"to": "a1"}],
    });
    assert_eq!(smallest(input, &GRAPH, fails), expected);
}

#[test]
fn a_second_definition_keeps_the_references() {
    let input = json!({"nodes": [{"id": "x"}, {"id": "x"}, {"id": "y", "on": ["x"]}], "entry": "x"});
    let fails = |doc: &Value| {
        let ids: Vec<&Value> = entries(doc, "nodes").map(|node| &node["id"]).collect();
        doc.get("entry").is_some_and(|entry| ids.contains(&entry))
    };
    assert_eq!(smallest(input, &GRAPH, fails), json!({"nodes": [{"id": "a1"}], "entry": "a1"}));
}

#[test]
fn duplicate_ids_stay_duplicates() {
    let input = json!({"nodes": [{"id": "x"}, {"id": "y"}, {"id": "x"}, {"id": "z", "on": ["x", "y"]}]});
    let fails = |doc: &Value| {
        let ids: Vec<String> = entries(doc, "nodes").map(|node| node["id"].to_string()).collect();
        ids.iter().collect::<BTreeSet<_>>().len() < ids.len()
    };
    assert_eq!(smallest(input, &GRAPH, fails), json!({"nodes": [{"id": "a1"}, {"id": "a1"}]}));
}

#[test]
fn lists_keep_their_least() {
    static SHAPE: Shape = Shape::List { of: &Shape::Integer { least: 0 }, least: 2 };
    assert_eq!(smallest(json!([5, 6, 7, 8]), &SHAPE, |_| true), json!([0, 0]));
    assert_eq!(smallest(json!([5]), &SHAPE, |_| true), json!([0]));
}

#[test]
fn long_rings_contract_to_the_shortest() {
    let ring = |length: usize| {
        let node = |at: usize| json!({"id": format!("n{at}"), "on": [format!("n{}", (at + 1) % length)]});
        json!({"nodes": (0..length).map(node).collect::<Vec<_>>()})
    };
    let is_ring = |doc: &Value| {
        let next = |id: &Value| entries(doc, "nodes").find(|node| node["id"] == *id).map(|node| node["on"][0].clone());
        entries(doc, "nodes").any(|node| {
            let mut at = node["id"].clone();
            (0..entries(doc, "nodes").count()).any(|_| {
                at = next(&at).unwrap_or_default();
                at == node["id"]
            })
        })
    };
    let (found, tries) = shrink(ring(16), &GRAPH, is_ring);
    assert_eq!(found, json!({"nodes": [{"id": "a1", "on": ["a1"]}]}));
    assert!(tries < 80, "{tries}");
}

#[test]
fn a_large_ring_contracts_by_halves_and_not_node_by_node() {
    const NODES: usize = 2_000;
    let node = |at: usize| json!({"id": format!("n{at}"), "on": [format!("n{}", (at + 1) % NODES)]});
    let ring = json!({"nodes": (0..NODES).map(node).collect::<Vec<_>>()});
    // One ring through all nodes: each is named once, and there are three or more.
    let is_ring = |doc: &Value| {
        let ids: BTreeSet<&str> = entries(doc, "nodes").filter_map(|node| node["id"].as_str()).collect();
        let named: Vec<&Value> = entries(doc, "nodes").flat_map(|node| entries(node, "on")).collect();
        let distinct: BTreeSet<&str> = named.iter().filter_map(|name| name.as_str()).collect();
        ids.len() >= 3 && named.len() == ids.len() && distinct == ids
    };
    let (found, tries) = shrink(ring, &GRAPH, is_ring);
    assert_eq!(entries(&found, "nodes").count(), 3);
    assert!(tries < NODES, "{tries}");
}

#[test]
fn a_limit_goes_down_with_its_list() {
    static SHAPE: Shape = Shape::Object(&[
        required("most", Shape::Limit { least: 1, of: "/a~1b/list" }),
        required("a/b", Shape::Object(&[required("list", Shape::List { of: &Shape::Bool, least: 0 })])),
    ]);
    let input = json!({"most": 20, "a/b": {"list": vec![true; 21]}});
    let one_too_many = |doc: &Value| {
        let length = doc["a/b"]["list"].as_array().map_or(0, Vec::len);
        doc["most"].as_u64().is_some_and(|most| length as u64 == most + 1)
    };
    let (found, tries) = shrink(input, &SHAPE, one_too_many);
    assert_eq!(found, json!({"most": 1, "a/b": {"list": [false, false]}}));
    assert!(tries < 60, "{tries}");
}

#[test]
fn free_form_values_shrink_to_the_simplest_that_fails() {
    let input = || json!({"a": {"b": [1, {"needle": [true, "x"]}, 3]}, "c": [[]]});
    let text = |doc: &Value| doc.to_string();
    assert_eq!(smallest(input(), &Shape::Any, |_| true), Value::Null);
    assert_eq!(smallest(input(), &Shape::Any, |doc| text(doc).contains("needle")), json!({"needle": null}));
    assert_eq!(smallest(input(), &Shape::Any, |doc| text(doc).contains("true")), json!(true));
    assert_eq!(smallest(input(), &Shape::Any, |doc| !doc.is_null()), json!(false));
    assert_eq!(smallest(json!([[1], 2]), &Shape::Any, Value::is_array), json!([]));
    assert_eq!(smallest(input(), &Shape::Any, Value::is_object), json!({}));
    assert_eq!(smallest(json!("some text"), &Shape::Any, Value::is_string), json!(""));
}

#[test]
fn numbers_are_found_exactly() {
    static WHOLE: Shape = Shape::Integer { least: 2 };
    let at_least = |least: i64| move |doc: &Value| doc.as_i64().is_some_and(|number| number >= least);
    assert_eq!(smallest(json!(5000), &WHOLE, at_least(777)), json!(777));
    assert_eq!(smallest(json!(i64::MAX), &WHOLE, at_least(1 << 53)), json!(1_i64 << 53));
    assert_eq!(smallest(json!(5000), &WHOLE, |_| true), json!(2));
    // Below the least it goes up, and never past it.
    assert_eq!(smallest(json!(-5000), &WHOLE, |doc| doc.as_i64().is_some_and(|number| number < 0)), json!(-1));
    assert_eq!(smallest(json!(-70), &Shape::Number, |doc| doc.as_f64().is_some_and(|n| n < -6.5)), json!(-7));
    assert_eq!(smallest(json!(-70), &Shape::Number, |doc| doc.as_f64().is_some_and(|n| n.abs() > 6.0)), json!(7));
    assert_eq!(smallest(json!(12.345_678), &Shape::Number, Value::is_f64), json!(0.5));
    assert_eq!(smallest(json!(12.345_678), &Shape::Number, |doc| doc.as_f64().is_some_and(|n| n > 12.2)), json!(12.3));
    assert_eq!(smallest(json!(u64::MAX), &Shape::Number, Value::is_u64), json!(0));
}

#[test]
fn a_length_limit_is_found_exactly() {
    static SHAPE: Shape = Shape::Text { least: 1 };
    let text = "Ünïcode, words and 12 digits; ".repeat(10);
    let (found, tries) = shrink(json!(text), &SHAPE, |doc| doc.as_str().is_some_and(|text| text.chars().count() > 64));
    assert_eq!(found, json!("a".repeat(65)));
    assert!(tries < 20, "{tries}");
    assert_eq!(smallest(json!(text), &SHAPE, |_| true), json!("a"));
}

#[test]
fn texts_keep_only_the_characters_that_matter() {
    static SHAPE: Shape = Shape::Text { least: 0 };
    let has = |needles: &'static [&str]| {
        move |doc: &Value| needles.iter().all(|n| doc.as_str().is_some_and(|t| t.contains(n)))
    };
    assert_eq!(smallest(json!("amber ${x} birch\n"), &SHAPE, has(&["$", "\n"])), json!("$\n"));
    let two_digits =
        |doc: &Value| doc.as_str().is_some_and(|text| text.chars().filter(char::is_ascii_digit).count() == 2);
    assert_eq!(smallest(json!("x-y42 w"), &SHAPE, two_digits), json!("00"));
}

#[test]
fn enums_go_to_the_first_value_that_fails() {
    static SHAPE: Shape = Shape::Enum(&["plan", "steer", "stop", "wait"]);
    assert_eq!(smallest(json!("wait"), &SHAPE, |doc| doc.to_string().contains('t')), json!("steer"));
    assert_eq!(smallest(json!("wait"), &SHAPE, |_| true), json!("plan"));
    // A near-miss is the fault itself: it stays one.
    let unknown = |doc: &Value| doc.as_str().is_some_and(|text| text.starts_with("Wa"));
    assert_eq!(smallest(json!("Wait"), &SHAPE, unknown), json!("Wa"));
}

#[test]
fn names_that_matter_are_kept_and_the_others_are_canonical() {
    let input = json!({"nodes": [{"id": "planner", "on": ["Planner"]}, {"id": "Planner"}, {"id": "x", "on": ["x"]}]});
    let differ_by_case = |doc: &Value| {
        let ids: Vec<String> =
            entries(doc, "nodes").filter_map(|node| Some(node["id"].as_str()?.to_lowercase())).collect();
        let exact: BTreeSet<&str> = entries(doc, "nodes").filter_map(|node| node["id"].as_str()).collect();
        exact.len() == ids.len() && ids.iter().collect::<BTreeSet<_>>().len() < ids.len()
    };
    let found = smallest(input, &GRAPH, differ_by_case);
    assert_eq!(entries(&found, "nodes").count(), 2);
    let long = json!({"nodes": [{"id": "n".repeat(80), "on": ["m"]}, {"id": "m", "on": ["n".repeat(80)]}]});
    let too_long = |doc: &Value| entries(doc, "nodes").any(|node| node["id"].as_str().is_some_and(|id| id.len() > 64));
    assert_eq!(smallest(long, &GRAPH, too_long), json!({"nodes": [{"id": "a".repeat(65)}]}));
}

#[test]
fn references_to_nothing_get_a_name_that_nothing_has() {
    let input = json!({"nodes": [{"id": "x", "on": ["ghost"]}, {"id": "a2"}]});
    let dangling = |doc: &Value| {
        let ids: Vec<&Value> = entries(doc, "nodes").map(|node| &node["id"]).collect();
        entries(doc, "nodes").any(|node| entries(node, "on").any(|on| !ids.contains(&on)))
    };
    assert_eq!(smallest(input, &GRAPH, dangling), json!({"nodes": [{"id": "a1", "on": ["a2"]}]}));
}

#[test]
fn order_is_canonical_unless_it_matters() {
    static SHAPE: Shape = Shape::List { of: &Shape::Fixed, least: 3 };
    let sum =
        |doc: &Value| doc.as_array().is_some_and(|items| items.iter().filter_map(Value::as_i64).sum::<i64>() == 6);
    assert_eq!(smallest(json!([3, 1, 2]), &SHAPE, sum), json!([1, 2, 3]));
    let descends = |doc: &Value| doc[0].as_i64() > doc[2].as_i64();
    assert_eq!(smallest(json!([3, 1, 2]), &SHAPE, descends), json!([3, 1, 2]));
}

#[test]
fn unknown_keys_get_the_simplest_that_fails() {
    static SHAPE: Shape = Shape::Object(&[optional("a", Shape::Bool)]);
    let unknown = |doc: &Value| doc.as_object().is_some_and(|members| members.keys().any(|key| key != "a"));
    assert_eq!(smallest(json!({"kelp": [1], "a": true, "lotus": 2}), &SHAPE, unknown), json!({"b": null}));
    let long = |doc: &Value| doc.as_object().is_some_and(|members| members.keys().any(|key| key.len() > 3));
    assert_eq!(smallest(json!({"quartz": 1}), &SHAPE, long), json!({"aaaa": null}));
    assert_eq!(
        smallest(json!({"x": {"Action": 1}}), &Shape::Any, |doc| doc.to_string().contains('A')),
        json!({"A": null})
    );
}
