//! An audit log that cannot be changed unseen.
//!
//! The document names neither a hash algorithm nor a canonical form, so the
//! chain that a subject made is tampered with and handed back to it. It comes
//! back as equal JSON, not as equal text: a hash over text is the trap.

use super::prelude::*;
use crate::subject::Quirks;
use crate::suites::awp::draw::runtime::events::{
    ALTERED, EVENTS, TAMPERED, altered, at, audit, chain_edges, classify, coverage_edges, events, foreign, tampered,
    tampering_edges,
};
use crate::suites::awp::draw::runtime::tampering::{TAMPERINGS, applies};
use crate::suites::awp::draw::runtime::value::counts_as_nothing;
use crate::suites::awp::exam::audit::{AUDIT, VERIFY, chained, covered, linked, seen};
use crate::suites::awp::model::runtime::chain::broken_link;
use crate::suites::awp::reference::chain::{policy, zero};
use crate::suites::awp::reference::coarse::{
    ascii_only, joined, lists, nameless, numbered, numbers, objects, shallow, spelled, texts as reading_texts,
    whole_numbers, without,
};

pub(super) static RULE: Rule = Rule {
    id: "R18",
    title: "Audit Hash Chain Integrity: chains audit entries by their hashes",
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
            edges: chain_edges,
            arms: &[arm(1, "events", |draw| audit(&events(draw)))],
            classify,
            labels: &["one event", "several events", "with details"],
            exam: chained,
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
            exam: covered,
            ..Check::NEW
        },
        Check {
            id: "tampering",
            property: "the untouched chain verifies, the tampered one does not",
            methods: &[AUDIT, VERIFY],
            shape: &TAMPERED,
            edges: tampering_edges,
            arms: &[arm(1, "one tampering", |draw| {
                let events = events(draw);
                let at = draw.below(events.len().max(1));
                let kinds: Vec<&str> = TAMPERINGS.into_iter().filter(|kind| applies(&events, kind, at)).collect();
                let kind = if kinds.is_empty() { TAMPERINGS[0] } else { draw.pick(&kinds) };
                tampered(&events, kind, at, draw.size(0..=9))
            })],
            classify: |case| TAMPERINGS.into_iter().filter(|kind| case["tampering"] == *kind).collect(),
            labels: &TAMPERINGS,
            exam: seen,
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
            exam: linked,
            cost: 4,
            ..Check::NEW
        },
    ],
    mutants: &[
        Mutant::doing("leaves the event out of the hash", |it| policy(it).covers = |entry| without(entry, "event")),
        Mutant::doing("leaves the details out of the hash", |it| policy(it).covers = |entry| without(entry, "details")),
        Mutant::doing("leaves the id out of the hash", |it| policy(it).covers = |entry| without(entry, "id")),
        Mutant::doing("leaves the previous hash out of the hash", |it| {
            policy(it).covers = |entry| without(entry, "prev_hash");
        }),
        Mutant::doing("hashes the top of the details only", |it| policy(it).covers = shallow),
        Mutant::doing("leaves the names of details out of the hash", |it| policy(it).covers = nameless),
        Mutant::doing("hashes true and 1 alike", |it| policy(it).covers = numbered),
        Mutant::doing("hashes whole numbers only", |it| policy(it).covers = whole_numbers),
        Mutant::doing("hashes ASCII only", |it| policy(it).covers = ascii_only),
        Mutant::doing("hashes id and event as one word", |it| policy(it).covers = joined),
        Mutant::doing("hashes texts in small letters", |it| {
            policy(it).covers = |entry| reading_texts(entry, str::to_lowercase);
        }),
        Mutant::doing("hashes the words of texts", |it| {
            policy(it).covers = |entry| reading_texts(entry, |it| it.split_whitespace().collect::<Vec<_>>().join(" "));
        }),
        Mutant::doing("composes characters before it hashes", |it| {
            policy(it).covers = |entry| reading_texts(entry, |text| text.replace("e\u{301}", "\u{e9}"));
        }),
        Mutant::doing("hashes what is visible of texts", |it| {
            policy(it).covers = |entry| reading_texts(entry, |text| text.replace(['\u{7}', '\u{200b}'], ""));
        }),
        Mutant::doing("hashes 256 characters of a text", |it| {
            policy(it).covers = |entry| reading_texts(entry, |text| text.chars().take(256).collect());
        }),
        Mutant::doing("hashes numbers without their sign", |it| policy(it).covers = |entry| numbers(entry, f64::abs)),
        Mutant::doing("hashes three places of a fraction", |it| {
            policy(it).covers = |entry| numbers(entry, |number| (number * 1e3).round() / 1e3);
        }),
        Mutant::doing("hashes numbers as texts", |it| policy(it).covers = spelled),
        Mutant::doing("hashes lists in any order", |it| {
            policy(it).covers = |entry| lists(entry, |list| list.sort_by_key(ToString::to_string));
        }),
        Mutant::doing("hashes lists as sets", |it| policy(it).covers = |entry| lists(entry, Vec::dedup)),
        Mutant::doing("hashes twenty items of a list", |it| {
            policy(it).covers = |entry| lists(entry, |list| list.truncate(20));
        }),
        Mutant::doing("leaves out details that are named like the hash", |it| {
            policy(it).covers = |entry| objects(entry, |details| without(without(details, "hash"), "prev_hash"));
        }),
        Mutant::doing("hashes names in small letters", |it| {
            policy(it).covers =
                |entry| objects(entry, |it| it.into_iter().map(|(k, v)| (k.to_lowercase(), v)).collect());
        }),
        Mutant::doing("goes on with the chain of an earlier run", |it| {
            (policy(it).begins, policy(it).ends) = (where_it_ended, keep);
        }),
        Mutant::doing("verifies links and no hashes", |it| policy(it).whole = |_, _| true),
        Mutant::doing("verifies hashes and no links", |it| policy(it).linked = |_, _, _| true),
        Mutant::doing("takes any link of the first entry", |it| {
            policy(it).linked = |index, link, last| index == 0 || link == last;
        }),
        Mutant::doing("takes any link of the second entry", |it| {
            policy(it).linked = |index, link, last| index == 1 || link == last;
        }),
        Mutant::doing("does not verify the last entry", |it| policy(it).whole = |right, left| right || left == 0),
        Mutant::doing("takes a missing link for a good one", |it| policy(it).reads = with_link),
        Mutant::doing("compares chains as text", |it| policy(it).knows = |key_order| key_order == 0),
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
        Mutant::answers("drops details that count as nothing", |r, a| {
            each_entry(r, a, |_, entry| {
                if entry.get("details").is_some_and(counts_as_nothing) {
                    entry.remove("details");
                }
            })
        }),
        Mutant::answers("links every fiftieth entry to the beginning", |r, a| {
            each_entry(r, a, |index, entry| {
                if index % 50 == 0 {
                    entry.insert("prev_hash".to_owned(), json!(zero()));
                }
            })
        }),
        Mutant::answers("loses the last event", |r, a| {
            edit(r, AUDIT, a, |answer| drop(answer["entries"].as_array_mut().and_then(Vec::pop)))
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/R18.yaml"),
    questions: &[],
};

fn where_it_ended(quirks: &Quirks) -> String {
    quirks.memory().get("audit").and_then(Value::as_str).map_or_else(zero, str::to_owned)
}

fn keep(quirks: &Quirks, last: &str) {
    quirks.memory().insert("audit".to_owned(), json!(last));
}

fn with_link(mut entry: Value, last: &str) -> Value {
    if entry.is_object() && entry.get("prev_hash").is_none() {
        entry["prev_hash"] = json!(last);
    }
    entry
}

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
