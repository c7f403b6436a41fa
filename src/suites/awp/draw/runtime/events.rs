//! Events to be audited.

use serde_json::{Value, json};

use super::tampering::{TAMPERINGS, tamper};
use super::value::{nothings, value};
use crate::draw::{Draw, Shape, optional, required, text};
use crate::suites::awp::model::runtime::chain::HASH_CHAIN;
use crate::suites::awp::model::runtime::params::items;

const EVENT_SHAPE: Shape = Shape::Object(&[
    required("id", Shape::Integer { least: 1 }),
    required("event", Shape::Text { least: 1 }),
    optional("details", Shape::Any),
]);
const LIST_OF_EVENTS: Shape = Shape::List { of: &EVENT_SHAPE, least: 0 };
/// The parts of a list of events.
pub(in crate::suites::awp) static EVENTS: Shape =
    Shape::Object(&[required("integrity", Shape::Fixed), required("events", LIST_OF_EVENTS)]);
/// The parts of a list of events with one to be altered.
pub(in crate::suites::awp) static ALTERED: Shape = Shape::Object(&[
    required("integrity", Shape::Fixed),
    required("events", LIST_OF_EVENTS),
    required("at", Shape::Integer { least: 0 }),
    required("instead", EVENT_SHAPE),
]);
/// The parts of a list of events with a tampering.
pub(in crate::suites::awp) static TAMPERED: Shape = Shape::Object(&[
    required("integrity", Shape::Fixed),
    required("events", LIST_OF_EVENTS),
    required("tampering", Shape::Enum(&TAMPERINGS)),
    required("at", Shape::Integer { least: 0 }),
    required("keyOrder", Shape::Integer { least: 0 }),
]);

/// The params that ask for a chain of events.
pub(in crate::suites::awp) fn audit(events: &[Value]) -> Value {
    json!({"integrity": HASH_CHAIN, "events": events})
}

/// A case of a tampering.
pub(in crate::suites::awp) fn tampered(events: &[Value], kind: &str, at: usize, key_order: usize) -> Value {
    json!({"integrity": HASH_CHAIN, "events": events, "tampering": kind, "at": at, "keyOrder": key_order})
}

/// So many events, every other one with details.
pub(in crate::suites::awp) fn plain(count: usize) -> Vec<Value> {
    let named = ["workflow.start", "agent.start", "tool.call", "agent.end", "workflow.end"];
    (0..count)
        .map(|index| {
            let mut event = json!({"id": index + 1, "event": named[index % named.len()]});
            if index % 2 == 1 {
                event["details"] = json!({"agent": "writer", "inner": {"list": [1, {"deep": "x"}]}});
            }
            event
        })
        .collect()
}

/// Three events that say as much as fits into one: truth values, fractions, accents, and an event that begins with a digit.
pub(in crate::suites::awp) fn rich() -> Vec<Value> {
    let details = json!({"agent": "writer", "done": true, "inner": [{"share": 1.5}], "note": "caf\u{e9}"});
    (1..=3).map(|id| json!({"id": id, "event": "2nd.call", "details": details})).collect()
}

/// Every way of tampering, at every place.
pub(in crate::suites::awp) fn tampering_edges() -> Vec<Value> {
    let places = TAMPERINGS.iter().flat_map(|kind| [(*kind, 0), (*kind, 1), (*kind, 2)]);
    let plain = places.clone().map(|(kind, at)| tampered(&plain(3), kind, at, 7));
    plain.chain(places.map(|(kind, at)| tampered(&rich(), kind, at, 7))).collect()
}

/// A few events or many, most of them with details.
pub(in crate::suites::awp) fn events(draw: &mut Draw) -> Vec<Value> {
    let count = draw.length(1..=6);
    let mut events = plain(count);
    if draw.chance(1, 4) {
        events.splice(..events.len().min(3), rich().into_iter().take(count));
    }
    for event in &mut events {
        if draw.chance(2, 3) {
            event["details"] = json!({"note": text::awkward(draw), "inner": value(draw)});
        }
    }
    events
}

/// Details that a reader who tidies up, converts or cuts takes for one another.
fn alike() -> Vec<[Value; 2]> {
    let long = |end: &str| json!({"note": format!("{}{end}", "plain words ".repeat(40))});
    let many = |last: u64| json!({"list": (0..30).chain([last]).collect::<Vec<u64>>()});
    let note = |before: Value, after: Value| [json!({"note": before}), json!({"note": after})];
    let texts = [
        ["done", "Done"],
        ["done", "done "],
        ["two words", "two  words"],
        ["two words", "two\nwords"],
        ["caf\u{e9}", "cafe\u{301}"],
        ["ab", "a\u{200b}b"],
        ["a\u{7}b", "ab"],
        ["\u{1f980}", "\u{1f99e}"],
        ["one\r\ntwo", "one\ntwo"],
        ["7", "007"],
    ];
    let mut pairs: Vec<[Value; 2]> = texts.map(|[before, after]| note(json!(before), json!(after))).to_vec();
    pairs.extend([
        note(json!("7"), json!(7)),
        note(json!("true"), json!(true)),
        note(json!(5), json!(-5)),
        note(json!(1_234_567), json!(1_234_568)),
        note(json!(0.12341), json!(0.12342)),
        note(json!(0.123_456_7), json!(0.123_456_9)),
        note(json!(1), json!(4_294_967_297_u64)),
        note(json!([1, 2]), json!([2, 1])),
        note(json!([1, 2]), json!([1, 2, 2])),
        note(json!([1, [2]]), json!([[1], 2])),
        note(json!(["a", "b"]), json!(["a,b"])),
        note(json!([]), json!({})),
        note(json!(""), json!([])),
        note(json!(0), json!(false)),
        [long("a"), long("b")],
        [many(30), many(31)],
        [json!({"note": 1}), json!({"Note": 1})],
        [json!({"a": {"b": 1}}), json!({"a.b": 1})],
        [json!({"a": 1, "b": 2}), json!({"a": 2, "b": 1})],
        [json!({"a": {"b": 1}, "c": 2}), json!({"a": {"b": 1, "c": 2}})],
        [json!({"a": 1}), json!({"a ": 1})],
        [json!({"": 1}), json!({"": 2})],
        [json!("a text"), json!("another")],
        [deep(1), deep(2)],
        [members(1), members(2)],
        [json!({"note": format!("{}a", "words ".repeat(600))}), json!({"note": format!("{}b", "words ".repeat(600))})],
    ]);
    // Members that are named like those of an entry, or as if they were no part of it.
    let named = ["hash", "prev_hash", "id", "event", "timestamp", "_note", "password"];
    pairs.extend(named.map(|name| [json!({ name: "a1" }), json!({ name: "b2" })]));
    pairs
}

/// A value ten levels down.
fn deep(value: u64) -> Value {
    (0..10).fold(json!(value), |below, _| json!({"in": below}))
}

/// Twenty members, the last of which has that value.
fn members(last: u64) -> Value {
    (1..=20).map(|number| (format!("m{number:02}"), json!(if number == 20 { last } else { 0 }))).collect()
}

/// The place that a case is about.
pub(in crate::suites::awp) fn at(case: &Value) -> usize {
    case["at"].as_u64().and_then(|at| usize::try_from(at).ok()).unwrap_or(0)
}

/// Short chains and long ones, and details that count as nothing.
pub(in crate::suites::awp) fn chain_edges() -> Vec<Value> {
    let mut cases: Vec<Value> = [0, 1, 2, 5].map(|count| audit(&plain(count))).to_vec();
    let nothings: Vec<Value> =
        nothings().iter().zip(1..).map(|(it, id)| json!({"id": id, "event": "tool.call", "details": it})).collect();
    cases.push(audit(&nothings));
    let details = alike().concat();
    let detailed = details.iter().zip(1..).map(|(it, id)| json!({"id": id, "event": "tool.call", "details": it}));
    cases.push(audit(&detailed.collect::<Vec<Value>>()));
    cases.extend([12, 60, 300].map(|count| audit(&plain(count))));
    cases
}

/// Every member of every event altered.
pub(in crate::suites::awp) fn coverage_edges() -> Vec<Value> {
    let events = plain(4);
    let mut cases = Vec::new();
    for at in 0..4 {
        for (name, new) in [("event", json!("tool.error")), ("id", json!(99)), ("details", json!({"agent": "critic"}))]
        {
            let mut instead = events[at].clone();
            instead[name] = new;
            cases.push(json!({"integrity": HASH_CHAIN, "events": events, "at": at, "instead": instead}));
        }
    }
    let mut deep = events[1].clone();
    deep["details"]["inner"]["list"][1]["deep"] = json!("y");
    cases.push(json!({"integrity": HASH_CHAIN, "events": events, "at": 1, "instead": deep}));
    for [before, after] in alike() {
        let with = |details: &Value| json!({"id": 2, "event": "agent.start", "details": details});
        let events = [events[0].clone(), with(&before), events[2].clone()];
        cases.push(json!({"integrity": HASH_CHAIN, "events": events, "at": 1, "instead": with(&after)}));
    }
    for id in [258_u64, 4_294_967_298] {
        let mut instead = events[1].clone();
        instead["id"] = json!(id);
        cases.push(json!({"integrity": HASH_CHAIN, "events": events, "at": 1, "instead": instead}));
    }
    for event in ["Agent.start", "agent.start ", "agent start"] {
        let mut instead = events[1].clone();
        instead["event"] = json!(event);
        cases.push(json!({"integrity": HASH_CHAIN, "events": events, "at": 1, "instead": instead}));
    }
    // What can be changed about an entry unseen can be changed about its event.
    let events = rich();
    for kind in TAMPERINGS {
        let changed =
            tamper(&events, kind, 1).filter(|changed| changed.len() == events.len() && changed[0] == events[0]);
        if let Some(changed) = changed.filter(|changed| changed[1] != events[1]) {
            cases.push(json!({"integrity": HASH_CHAIN, "events": events, "at": 1, "instead": changed[1]}));
        }
    }
    cases
}

/// Events, one of them to be altered.
pub(in crate::suites::awp) fn altered(draw: &mut Draw) -> Value {
    let mut events = events(draw);
    let at = draw.below(events.len());
    let mut instead = events[at].clone();
    match draw.below(5) {
        4 => {
            let [before, after] = draw.pick(&alike()).clone();
            (events[at]["details"], instead["details"]) = (json!({"inner": before}), json!({"inner": after}));
        }
        0 => instead["event"] = json!(text::word(draw)),
        1 => instead["id"] = json!(draw.int(50..=99)),
        2 => instead["details"]["inner"] = value(draw),
        _ => instead["details"] = json!({"note": text::word(draw)}),
    }
    json!({"integrity": HASH_CHAIN, "events": events, "at": at, "instead": instead})
}

/// Chains that no subject made, with one link broken.
pub(in crate::suites::awp) fn foreign(draw: &mut Draw) -> Value {
    let digits = *draw.pick(&[8, 32, 40, 64, 128]);
    let hash = |draw: &mut Draw| -> String {
        draw.list(digits..=digits, |draw| *draw.pick(&['1', '7', 'a', 'f'])).into_iter().collect()
    };
    let mut last = "0".repeat(digits);
    let mut entries = plain(draw.size(1..=4));
    for entry in &mut entries {
        entry["prev_hash"] = json!(last);
        last = hash(draw);
        entry["hash"] = json!(last);
    }
    let (index, link) = (draw.below(entries.len()), hash(draw));
    if let Some(members) = entries[index].as_object_mut() {
        if draw.chance(1, 2) {
            members.remove("prev_hash");
        } else {
            members.insert("prev_hash".to_owned(), json!(link));
        }
    }
    json!({"integrity": HASH_CHAIN, "entries": entries})
}

/// What is noteworthy about a list of events.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
    let events = items(&case["events"]);
    let mut labels = vec![if events.len() > 1 { "several events" } else { "one event" }];
    labels.extend(events.iter().any(|event| event.get("details").is_some()).then_some("with details"));
    labels
}
