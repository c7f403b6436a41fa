//! The order is the callers': who was invoked first stands first, and within a
//! provider the provider decides.
//!
//! The traps are an order of one's own (instructions last, notices first) and
//! grouping or sorting by something that an entry happens to carry.

use std::slice;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "order",
    title: "Ordering: keeps the order of invocation, then each provider's own order",
    level: Level::Must,
    source: "§9, prioritization and ordering",
    statement: "Entries stand in the order in which their providers were invoked, and those of one provider in the order \
                in which it supplied them.",
    checks: &[Check {
        id: "as-invoked",
        property: "the entries that came out stand in the order in which they were contributed",
        edges,
        labels: &["one provider", "several providers", "several of one provider", "many of one provider"],
        exam,
        ..BUILDER
    }],
    mutants: &[
        Mutant::answers("has an order of providers of its own", |request, answer| {
            sort(request, answer, |entry| PROVIDERS.iter().position(|one| one.name == entry.provider).unwrap_or(5))
        }),
        Mutant::answers("puts what the user said last", |request, answer| {
            sort(request, answer, |entry| usize::from(entry.provider == USER))
        }),
        Mutant::answers("puts notices first", |request, answer| {
            sort(request, answer, |entry| usize::from(entry.kind != "notice"))
        }),
        Mutant::answers("puts the instruction before its attachments", |request, answer| {
            within(request, answer, |block| block.sort_by_key(|entry| entry.kind == "attachment"))
        }),
        Mutant::answers("groups a provider's contributions by kind", |request, answer| {
            within(request, answer, |block| block.sort_by(|a, b| a.kind.cmp(&b.kind)))
        }),
        Mutant::answers("sorts by id", |r, a| rebuild(r, a, |entries| entries.sort_by(|a, b| a.id.cmp(&b.id)))),
        Mutant::answers("sorts ids within a provider", |request, answer| {
            within(request, answer, |block| block.sort_by(|a, b| a.id.cmp(&b.id)))
        }),
        Mutant::answers("puts short contents first", |request, answer| {
            sort(request, answer, |entry| entry.content.chars().count())
        }),
        Mutant::answers("reverses what a provider supplies", |request, answer| {
            within(request, answer, <[Entry]>::reverse)
        }),
        Mutant::answers("lets providers take turns", |request, answer| {
            rebuild(request, answer, |entries| {
                let all = entries.clone();
                let same = |one: &&Entry, entry: &Entry| one.provider == entry.provider;
                entries
                    .sort_by_key(|entry| all.iter().filter(|one| same(one, entry)).position(|one| one.id == entry.id));
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/order.yaml"),
    questions: &[],
};

fn sort(request: Request<'_>, answer: Value, key: fn(&Entry) -> usize) -> Value {
    rebuild(request, answer, |entries| entries.sort_by_key(key))
}

/// Each provider's entries, changed among themselves.
fn within(request: Request<'_>, answer: Value, change: fn(&mut [Entry])) -> Value {
    rebuild(request, answer, |entries| entries.chunk_by_mut(|a, b| a.provider == b.provider).for_each(change))
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (put, composed) = compose_once(case, talk)?;
    request::traced(case, talk, slice::from_ref(&put), slice::from_ref(&composed), || judge(&put, &composed))
}

fn judge(put: &Composition, composed: &Composed) -> Judgement {
    let due = put.due();
    let mut found: Vec<&str> = Vec::new();
    for entry in composed.entries.iter().filter(|entry| due.iter().any(|due| due.id == entry.id)) {
        found.extend((!found.contains(&entry.id.as_str())).then_some(entry.id.as_str()));
    }
    // Lost entries are another rule's business: those that are there have an order all the same.
    let expected: Vec<&str> = due.iter().map(|entry| entry.id.as_str()).filter(|id| found.contains(id)).collect();
    if expected != found {
        return Judgement::failed("the entries stand in another order", expected, found);
    }
    held_if_shown(&due, &composed.entries)
}

/// Every pair of providers both ways round, ids running against the order; kinds and lengths mixed within a provider.
fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = [1, 2, 11].into_iter().flat_map(draw::all_five).collect();
    for one in &PROVIDERS {
        for other in PROVIDERS.iter().filter(|other| *other != one) {
            let blocks = [(one, ["c10", "c9"]), (other, ["c2", "c1"])].map(|(provider, ids)| {
                draw::invocation(provider.name, ids.map(|id| draw::contribution(id, "text")).to_vec())
            });
            cases.push(draw::composition(blocks.to_vec()));
        }
        let last = one.kinds.len() - 1;
        let mixed = [("a", 0, "long text"), ("c", last, "text"), ("b", 0, "t"), ("d", last / 2, "longer text")];
        let mixed = mixed.map(|(id, kind, content)| json!({"id": id, "kind": one.kinds[kind], "content": content}));
        cases.push(draw::composition(vec![draw::invocation(one.name, mixed.to_vec())]));
    }
    cases
}
