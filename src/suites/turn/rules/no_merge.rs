//! A contribution is the unit: it is neither joined with its neighbours nor
//! taken apart, nor said twice.
//!
//! Where entries are merely lost or changed one by one, `additive` says so.

use std::slice;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "no-merge",
    title: "Additive Rule: makes one entry of each contribution",
    level: Level::Must,
    source: "§2, §9 additive rule",
    statement: "Every contribution becomes exactly one entry: contributions are not joined, not split and not repeated.",
    checks: &[Check {
        id: "one-to-one",
        property: "no entry stands for several contributions, and no contribution for several entries",
        edges,
        labels: &["one provider", "several providers", "one each", "several of one provider", "many of one provider"],
        exam,
        ..BUILDER
    }],
    mutants: &[
        Mutant::answers("joins what one provider contributes", |request, answer| {
            join(request, answer, |a, b| a.provider == b.provider)
        }),
        Mutant::answers("joins neighbours of one kind", |request, answer| {
            join(request, answer, |a, b| a.kind == b.kind)
        }),
        Mutant::answers("joins attachments with the instruction", |request, answer| {
            join(request, answer, |a, b| a.kind == "instruction" && b.kind == "attachment")
        }),
        Mutant::answers("splits contents at empty lines", |request, answer| {
            split(request, answer, |text| text.split("\n\n").map(str::to_owned).collect())
        }),
        Mutant::answers("splits long contents into chunks", |request, answer| {
            split(request, answer, |text| {
                let chars: Vec<char> = text.chars().collect();
                chars.chunks(128).map(|chunk| chunk.iter().collect()).collect()
            })
        }),
        Mutant::answers("repeats the instruction at the end", |request, answer| {
            rebuild(request, answer, |entries| {
                entries.extend(entries.iter().find(|entry| entry.kind == "instruction").cloned());
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/no-merge.yaml"),
    questions: &[],
};

fn join(request: Request<'_>, answer: Value, belong: fn(&Entry, &Entry) -> bool) -> Value {
    rebuild(request, answer, |entries| {
        entries.dedup_by(|next, before| {
            let joined = belong(before, next);
            if joined {
                before.content = format!("{}\n{}", before.content, next.content);
            }
            joined
        });
    })
}

fn split(request: Request<'_>, answer: Value, parts: fn(&str) -> Vec<String>) -> Value {
    rebuild(request, answer, |entries| {
        let pieces =
            |entry: Entry| parts(&entry.content).into_iter().map(move |content| Entry { content, ..entry.clone() });
        *entries = std::mem::take(entries).into_iter().flat_map(pieces).collect();
    })
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (put, composed) = compose_once(case, talk)?;
    request::traced(case, talk, slice::from_ref(&put), slice::from_ref(&composed), || judge(&put, &composed))
}

fn judge(put: &Composition, composed: &Composed) -> Judgement {
    let due = put.due();
    let (lost, extra) = differences(&due, &composed.entries);
    let again = extra.iter().any(|extra| due.iter().any(|due| due.id == extra.id));
    let kind = match (lost.len(), extra.len()) {
        (0, more) if more > 0 && again => "a contribution comes out more than once",
        (lost, 1..) if lost > extra.len() => "contributions were joined",
        (1.., more) if more > lost.len() => "a contribution was split",
        _ => return held_if_shown(&due, &composed.entries),
    };
    Judgement::failed(kind, shown(&due), shown(&composed.entries))
}

/// Two and more contributions of one provider, of one kind and of several; every hostile content.
fn edges() -> Vec<Value> {
    let mut cases = draw::each_hostile();
    cases.extend((0..5).flat_map(|provider| [2, 4].map(|count| draw::counted(&[(provider, count)]))));
    cases.extend([1, 12].into_iter().flat_map(draw::all_five));
    cases
}
