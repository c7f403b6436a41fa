//! Who is invoked when decides where its block stands, and nothing else.
//!
//! The trap is a first come, first served: the provider that comes last is cut,
//! or loses what another one said before it.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "equivariance",
    title: "Ordering: reorders whole blocks when providers are invoked in another order",
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
        Mutant::answers("marks the block that comes last", |request, answer| {
            among_several(request, answer, |entries, _, last| {
                entries.iter_mut().filter(|entry| entry.provider == last).for_each(|entry| entry.content.push('.'));
            })
        }),
        Mutant::answers("says who comes first", |request, answer| {
            among_several(request, answer, |entries, first, _| {
                let block = entries.iter_mut().filter(|entry| entry.provider == first);
                block.for_each(|entry| entry.content.insert_str(0, "1. "));
            })
        }),
        Mutant::answers("shortens every block but the first", |request, answer| {
            among_several(request, answer, |entries, first, _| {
                let late = entries.iter_mut().filter(|entry| entry.provider != first);
                late.for_each(|entry| entry.content = entry.content.chars().take(3).collect());
            })
        }),
        Mutant::answers("cuts the block that comes last", |request, answer| {
            among_several(request, answer, |entries, _, last| {
                let block = entries.iter_mut().filter(|entry| entry.provider == last);
                block.for_each(|entry| entry.content.truncate(0));
            })
        }),
        Mutant::answers("takes the block that comes first for instructions", |request, answer| {
            among_several(request, answer, |entries, first, _| {
                let block = entries.iter_mut().filter(|entry| entry.provider == first);
                block.for_each(|entry| "instruction".clone_into(&mut entry.kind));
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/equivariance.yaml"),
    questions: &[],
};

/// A right request of several providers, changed by one who knows which block comes first and which last.
fn among_several(request: Request<'_>, answer: Value, change: fn(&mut Vec<Entry>, &str, &str)) -> Value {
    rebuild(request, answer, |entries| {
        let ends =
            (entries.first().map(|entry| entry.provider.clone()), entries.last().map(|entry| entry.provider.clone()));
        if let (Some(first), Some(last)) = ends
            && first != last
        {
            change(entries, &first, &last);
        }
    })
}

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
    let composed = compose(talk, &put)?;
    request::traced(case, talk, &put, &composed, || judge(&put, &composed))
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
