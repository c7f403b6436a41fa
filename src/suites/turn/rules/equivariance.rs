//! Who is invoked when decides where its block stands, and nothing else.
//!
//! The trap is a first come, first served: the provider that comes last is cut,
//! or loses what another one said before it.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "equivariance",
    title: "moves whole blocks, unchanged, when providers are invoked in another order",
    level: Level::Must,
    source: "§9, prioritization and ordering",
    statement: "Invoking the same providers in another order rearranges their blocks accordingly and changes nothing \
                inside a block.",
    checks: &[Check {
        id: "permuted",
        property: "with the invocations reversed, or the first one moved to the end, the blocks move along unchanged",
        edges,
        labels: &["several providers", "one each", "several of one provider", "many of one provider"],
        exam,
        ..BUILDER
    }],
    mutants: &[
        Mutant::answers("has an order of providers of its own", |request, answer| {
            rebuild(request, answer, |entries| {
                entries.sort_by_key(|entry| PROVIDERS.iter().position(|one| one.name == entry.provider));
            })
        }),
        Mutant::answers("gives the first of equal contents the right of way", |request, answer| {
            rebuild(request, answer, |entries| {
                let mut seen = std::collections::BTreeSet::new();
                entries.retain(|entry| seen.insert(entry.content.clone()));
            })
        }),
        Mutant::answers("shortens what comes late", |request, answer| {
            rebuild(request, answer, |entries| {
                entries.iter_mut().skip(8).for_each(|entry| entry.content = entry.content.chars().take(5).collect());
            })
        }),
        Mutant::answers("drops whatever comes last", |request, answer| {
            rebuild(request, answer, |entries| {
                entries.pop();
            })
        }),
        Mutant::answers("takes the block that comes first for instructions", |request, answer| {
            rebuild(request, answer, |entries| {
                if let Some(first) = entries.first_mut() {
                    "instruction".clone_into(&mut first.kind);
                }
            })
        }),
        Mutant::answers("numbers entries in the order of the request", |request, answer| {
            rebuild(request, answer, |entries| {
                entries.iter_mut().enumerate().for_each(|(number, entry)| entry.id = format!("{}#{number}", entry.id));
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/equivariance.yaml"),
    questions: &[],
};

fn permuted(given: &Composition) -> [Composition; 3] {
    let (mut back, mut turned) = (given.clone(), given.clone());
    back.invocations.reverse();
    if !turned.invocations.is_empty() {
        turned.invocations.rotate_left(1);
    }
    [given.clone(), back, turned]
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let put = permuted(&given(case)?);
    Ok(judge(&put, &compose(talk, &put)?))
}

fn judge(put: &[Composition; 3], composed: &[Composed; 3]) -> Judgement {
    let due = put[0].due();
    let base = &composed[0].entries;
    for (how, (put, composed)) in ["", "reversed", "first invocation last"].iter().zip(put.iter().zip(composed)).skip(1)
    {
        for provider in &PROVIDERS {
            let block = |entries| of(entries, |name| name == provider.name);
            let (expected, observed) = (block(base), block(&composed.entries));
            if expected != observed {
                let kind = "a block depends on when its provider was invoked";
                return Judgement::failed(kind, json!({"as given": shown(expected)}), json!({*how: shown(observed)}));
            }
        }
        let (expected, observed) = (blocks(&put.due()), blocks(&composed.entries));
        // Where the first request is out of order by itself, the rule on order says so.
        if blocks(base) == blocks(&due) && expected != observed {
            let kind = "the blocks do not follow their invocations";
            return Judgement::failed(kind, json!({*how: expected}), json!({*how: observed}));
        }
    }
    held_if_shown(&due, base)
}

/// The providers in the order of their blocks.
fn blocks(entries: &[Entry]) -> Vec<String> {
    let mut names: Vec<String> = entries.iter().map(|entry| entry.provider.clone()).collect();
    names.dedup();
    names
}

/// Every pair of providers, with different contents and with equal ones; all five, with many contributions.
fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = [1, 3, 12].into_iter().flat_map(draw::all_five).collect();
    for (number, one) in PROVIDERS.iter().enumerate() {
        for (next, other) in PROVIDERS.iter().enumerate().skip(number + 1) {
            cases.push(draw::counted(&[(number, 1), (next, 1)]));
            let same = |provider: &Provider, id| draw::invocation(provider.name, vec![draw::contribution(id, "same")]);
            cases.push(draw::composition(vec![same(other, "c1"), same(one, "c2")]));
        }
    }
    cases
}
