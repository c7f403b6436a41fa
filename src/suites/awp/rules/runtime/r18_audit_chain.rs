//! An audit log that cannot be changed unseen.
//!
//! The document names neither a hash algorithm nor a canonical form, so the
//! chain that a subject made is tampered with and handed back to it. It comes
//! back as equal JSON, not as equal text: a hash over text is the trap.

use super::chain::{HASH_CHAIN, broken_link};
use super::prelude::*;

const AUDIT: &str = "awp/audit";
const VERIFY: &str = "awp/verify_audit";

pub(in super::super) static RULE: Rule = Rule {
    id: "R18",
    title: "chains its audit entries by their hashes",
    level: Level::Must,
    source: "R18, audit hash chain integrity",
    statement: "With the integrity `hash_chain` every entry holds in `prev_hash` the hash of the entry before it, the \
                first one a zero hash. The hashes depend on all that an entry says, so that no entry can be edited, \
                removed, inserted or moved unseen.",
    checks: &[
        Check {
            id: "chain",
            property: "entries repeat their events in order and are linked by lower-case hex hashes, the first to zeros",
            methods: &[AUDIT],
            shape: &EVENTS,
            edges: || vec![audit(&[]), audit(&plain(1)), audit(&plain(2)), audit(&plain(5))],
            arms: &[arm(1, "events", |draw| audit(&events(draw)))],
            classify,
            labels: &["one event", "several events", "with details"],
            steps: |case, answers| one_call(AUDIT, answers, |answer| judge_chain(case, answer)),
            ..Check::NEW
        },
        Check {
            id: "coverage",
            property: "changing anything about one event changes its hash and every later one",
            methods: &[AUDIT],
            shape: &ALTERED,
            edges: coverage_edges,
            arms: &[arm(1, "one event altered", altered)],
            classify: |case| {
                let (old, new) = (&case["events"][at(case)], &case["instead"]);
                let mut labels = classify(case);
                labels.extend((old["event"] != new["event"]).then_some("event altered"));
                labels.extend((old["id"] != new["id"]).then_some("id altered"));
                labels.extend((old.get("details") != new.get("details")).then_some("details altered"));
                labels
            },
            labels: &["event altered", "id altered", "details altered"],
            steps: judge_coverage,
            ..Check::NEW
        },
        Check {
            id: "tampering",
            property: "the untouched chain verifies, the tampered one does not",
            methods: &[AUDIT, VERIFY],
            shape: &TAMPERED,
            edges: || {
                let kinds = TAMPERINGS.iter().flat_map(|kind| [(*kind, 0), (*kind, 1), (*kind, 2)]);
                kinds.map(|(kind, at)| tampered(&plain(3), kind, at, 7)).collect()
            },
            arms: &[arm(1, "one tampering", |draw| {
                let events = events(draw);
                let (kind, at) = (*draw.pick(&TAMPERINGS), draw.below(events.len().max(1)));
                tampered(&events, kind, at, draw.size(0..=9))
            })],
            classify: |case| TAMPERINGS.into_iter().filter(|kind| case["tampering"] == *kind).collect(),
            labels: &TAMPERINGS,
            steps: judge_tampering,
            ..Check::NEW
        },
        Check {
            id: "links",
            property: "a chain whose links are broken does not verify, whatever its hashes are made with",
            methods: &[VERIFY],
            shape: &Shape::Fixed,
            edges: Vec::new,
            arms: &[arm(1, "foreign chains", foreign)],
            classify: |case| vec![broken_link(items(&case["entries"])).unwrap_or("links in order")],
            labels: &["an entry without prev_hash or hash", "the first prev_hash is no zero hash"],
            steps: |case, answers| {
                one_call(VERIFY, answers, |answer| {
                    Ok(match (flag(answer, "valid")?, broken_link(items(&case["entries"]))) {
                        (_, None) => Judgement::open("the document names no hash algorithm"),
                        (false, Some(_)) => Judgement::held(),
                        (true, Some(why)) => Judgement::failed("a broken chain verifies", why, answer.clone()),
                    })
                })
            },
            cost: 4,
            ..Check::NEW
        },
    ],
    mutants: &[
        Mutant::quirk("leaves the event out of the hash", "audit-hash-without-event"),
        Mutant::quirk("leaves the details out of the hash", "audit-hash-without-details"),
        Mutant::quirk("leaves the id out of the hash", "audit-hash-without-id"),
        Mutant::quirk("leaves the previous hash out of the hash", "audit-hash-without-link"),
        Mutant::quirk("hashes the top of the details only", "audit-hash-shallow"),
        Mutant::quirk("goes on with the chain of an earlier run", "audit-goes-on"),
        Mutant::quirk("verifies links and no hashes", "verify-links-only"),
        Mutant::quirk("verifies hashes and no links", "verify-ignores-links"),
        Mutant::quirk("takes any link of the first entry", "verify-any-first-link"),
        Mutant::quirk("takes any link of the second entry", "verify-from-the-third"),
        Mutant::quirk("does not verify the last entry", "verify-not-the-last"),
        Mutant::quirk("takes a missing link for a good one", "verify-without-links"),
        Mutant::quirk("compares chains as text", "verify-as-text"),
        Mutant::answers("leaves prev_hash out of the first entry", |r, a| {
            each_entry(r, a, |index, entry| {
                if index == 0 {
                    entry.remove("prev_hash");
                }
            })
        }),
        Mutant::answers("begins with an empty prev_hash", |r, a| first_link(r, a, "")),
        Mutant::answers("begins with a single zero", |r, a| first_link(r, a, "0")),
        Mutant::answers("links an entry to itself", |r, a| {
            each_entry(r, a, |index, entry| {
                if index > 0 {
                    entry.insert("prev_hash".to_owned(), entry["hash"].clone());
                }
            })
        }),
        Mutant::answers("writes hashes in upper case", |r, a| {
            each_entry(r, a, |_, entry| {
                for name in ["hash", "prev_hash"] {
                    entry[name] = json!(entry[name].as_str().unwrap_or_default().to_uppercase());
                }
            })
        }),
        Mutant::answers("drops the details", |r, a| each_entry(r, a, |_, entry| drop(entry.remove("details")))),
        Mutant::answers("loses the last event", |r, a| {
            edit(r, AUDIT, a, |answer| drop(answer["entries"].as_array_mut().and_then(Vec::pop)))
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/R18.yaml"),
    questions: &[],
};

const TAMPERINGS: [&str; 12] = [
    "event edited",
    "id edited",
    "details edited",
    "details removed",
    "hash edited",
    "prev_hash edited",
    "prev_hash removed",
    "prev_hash zeroed",
    "entry deleted",
    "entry repeated",
    "entry forged at the end",
    "entries swapped",
];

const EVENT_SHAPE: Shape = Shape::Object(&[
    required("id", Shape::Integer { least: 1 }),
    required("event", Shape::Text { least: 1 }),
    optional("details", Shape::Any),
]);
const LIST_OF_EVENTS: Shape = Shape::List { of: &EVENT_SHAPE, least: 0 };
static EVENTS: Shape = Shape::Object(&[required("integrity", Shape::Fixed), required("events", LIST_OF_EVENTS)]);
static ALTERED: Shape = Shape::Object(&[
    required("integrity", Shape::Fixed),
    required("events", LIST_OF_EVENTS),
    required("at", Shape::Integer { least: 0 }),
    required("instead", EVENT_SHAPE),
]);
static TAMPERED: Shape = Shape::Object(&[
    required("integrity", Shape::Fixed),
    required("events", LIST_OF_EVENTS),
    required("tampering", Shape::Enum(&TAMPERINGS)),
    required("at", Shape::Integer { least: 0 }),
    required("keyOrder", Shape::Integer { least: 0 }),
]);

fn each_entry(request: Request<'_>, answer: Value, change: impl Fn(usize, &mut Object)) -> Value {
    edit(request, AUDIT, answer, |answer| {
        for (index, entry) in answer["entries"].as_array_mut().into_iter().flatten().enumerate() {
            if let Some(members) = entry.as_object_mut() {
                change(index, members);
            }
        }
    })
}

fn first_link(request: Request<'_>, answer: Value, link: &str) -> Value {
    each_entry(request, answer, |index, entry| {
        if index == 0 {
            entry.insert("prev_hash".to_owned(), json!(link));
        }
    })
}

fn audit(events: &[Value]) -> Value {
    json!({"integrity": HASH_CHAIN, "events": events})
}

fn tampered(events: &[Value], kind: &str, at: usize, key_order: usize) -> Value {
    json!({"integrity": HASH_CHAIN, "events": events, "tampering": kind, "at": at, "keyOrder": key_order})
}

/// So many events, every other one with details.
fn plain(count: usize) -> Vec<Value> {
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

fn events(draw: &mut Draw) -> Vec<Value> {
    let count = draw.size(1..=6);
    let mut events = plain(count);
    for event in &mut events {
        if draw.chance(2, 3) {
            event["details"] = json!({"note": text::awkward(draw), "inner": value(draw)});
        }
    }
    events
}

fn at(case: &Value) -> usize {
    case["at"].as_u64().and_then(|at| usize::try_from(at).ok()).unwrap_or(0)
}

fn coverage_edges() -> Vec<Value> {
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
    cases
}

fn altered(draw: &mut Draw) -> Value {
    let events = events(draw);
    let at = draw.below(events.len());
    let mut instead = events[at].clone();
    match draw.below(4) {
        0 => instead["event"] = json!(text::word(draw)),
        1 => instead["id"] = json!(draw.int(50..=99)),
        2 => instead["details"]["inner"] = value(draw),
        _ => instead["details"] = json!({"note": text::word(draw)}),
    }
    json!({"integrity": HASH_CHAIN, "events": events, "at": at, "instead": instead})
}

/// Chains that no subject made, with one link broken.
fn foreign(draw: &mut Draw) -> Value {
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

/// The entries of an answer, each an object with a text for its hash.
fn entries_of(answer: &Value) -> Result<&Vec<Value>, WrongShape> {
    let entries = list(answer, "entries")?;
    match entries.iter().find(|entry| !entry["hash"].is_string()) {
        Some(_) => Err(WrongShape("an entry has no hash".to_owned())),
        None => Ok(entries),
    }
}

fn judge_chain(case: &Value, answer: &Value) -> Result<Judgement, WrongShape> {
    let entries = entries_of(answer)?;
    if case["integrity"] != HASH_CHAIN {
        return Ok(Judgement::open("no hash chain is asked for"));
    }
    let events = items(&case["events"]);
    let told = |kind: &str, due: Value| Ok(Judgement::failed(kind, due, answer.clone()));
    if entries.len() != events.len() {
        return told("not one entry per event", json!(format!("{} entries", events.len())));
    }
    for (event, entry) in events.iter().zip(entries) {
        let repeats = |name: &str| same(&without_nulls(&event[name]), &without_nulls(&entry[name]));
        if !["id", "event", "details"].into_iter().all(repeats) {
            return told("an entry does not repeat its event", event.clone());
        }
        let hash = entry["hash"].as_str().unwrap_or_default();
        if hash.is_empty() || !hash.chars().all(|c| c.is_ascii_digit() || ('a'..='f').contains(&c)) {
            return told("a hash is not lower-case hex", json!("digits and letters a to f"));
        }
    }
    match broken_link(entries) {
        Some(why) => told(why, json!("the hash of the entry before, zeros in the first")),
        None => Ok(Judgement::held()),
    }
}

fn judge_coverage(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let mut changed = case["events"].as_array().cloned().unwrap_or_default();
    let [first, second] = answers else {
        if let Some(place) = changed.get_mut(at(case)) {
            *place = case["instead"].clone();
        }
        let events = items(&case["events"]);
        return Ok(Step::Ask(vec![Call::new(AUDIT, audit(events)), Call::new(AUDIT, audit(&changed))]));
    };
    let (before, after) = (entries_of(&first.value)?, entries_of(&second.value)?);
    let altered =
        changed.get(at(case)).is_some_and(|event| !same(&without_nulls(event), &without_nulls(&case["instead"])));
    if !altered || before.len() != changed.len() || after.len() != changed.len() {
        return Ok(Step::Judged(Judgement::open("nothing was altered")));
    }
    let unmoved = (at(case)..changed.len()).find(|index| before[*index]["hash"] == after[*index]["hash"]);
    Ok(Step::Judged(match unmoved {
        None => Judgement::held(),
        Some(index) if index == at(case) => {
            Judgement::failed("a hash does not cover the whole entry", "another hash", after[index].clone())
        }
        Some(index) => {
            Judgement::failed("a hash does not cover the entries before", "another hash", after[index].clone())
        }
    }))
}

fn judge_tampering(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let Some(made) = answers.first() else {
        return Ok(Step::Ask(vec![Call::new(AUDIT, audit(items(&case["events"])))]));
    };
    let entries = entries_of(&made.value)?;
    let kind = case["tampering"].as_str().unwrap_or_default();
    let Some(changed) = super::tampering::tamper(entries, kind, at(case)).filter(|changed| changed != entries) else {
        return Ok(Step::Judged(Judgement::open("there is nothing to tamper with")));
    };
    let verify = |entries: &Vec<Value>| Call::new(VERIFY, json!({"integrity": HASH_CHAIN, "entries": entries}));
    let [_, untouched, tampered] = answers else {
        let order = case["keyOrder"].as_u64().unwrap_or(0);
        return Ok(Step::Ask(vec![verify(entries).with_keys_in_order(order), verify(&changed)]));
    };
    let (untouched, tampered) = (flag(&untouched.value, "valid")?, flag(&tampered.value, "valid")?);
    Ok(Step::Judged(if !untouched {
        Judgement::failed("the subject's own chain does not verify", json!({"valid": true}), json!({"valid": false}))
    } else if tampered {
        Judgement::failed(format!("not seen: {kind}"), json!({"valid": false}), json!({"valid": true}))
    } else {
        Judgement::held()
    }))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let events = items(&case["events"]);
    let mut labels = vec![if events.len() > 1 { "several events" } else { "one event" }];
    labels.extend(events.iter().any(|event| event.get("details").is_some()).then_some("with details"));
    labels
}
