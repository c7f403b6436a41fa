//! A provider with nothing to say and a provider that was not there are the same.
//!
//! The traps are a placeholder ("no files"), an empty heading, and a loop that
//! stops at the first empty list.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "absence",
    title: "Additive Rule: leaves no entry for a provider that contributes nothing",
    level: Level::Must,
    source: "§9 additive rule (absence implies no contribution)",
    statement: "A provider that is not invoked and one that supplies nothing give the same request, without an entry \
                of that provider; a provider whose slice of the turn is missing or empty contributes nothing.",
    checks: &[
        Check {
            id: "no-trace",
            property: "leaving out silent providers, or invoking all of them, gives the same request",
            edges: silent_providers,
            classify: |case| {
                let mut labels = how_many(case);
                let silent = |case: &Value| {
                    let list = case["invocations"].as_array().map_or(&[][..], Vec::as_slice);
                    list.iter().any(|one| one["contributions"].as_array().is_some_and(Vec::is_empty))
                };
                labels.push(if silent(case) { "invoked with nothing" } else { "not invoked" });
                labels
            },
            labels: &["no provider", "one provider", "several providers", "invoked with nothing", "not invoked"],
            exam: no_trace,
            ..BUILDER
        },
        Check {
            id: "empty-slice",
            property: "a provider whose slice is absent, null or empty contributes nothing",
            methods: &[CONTRIBUTE],
            shape: &shape::TURN_CASE,
            edges: empty_slices,
            arms: &[arm(1, "any turn", |draw| json!({"turn": thinned(draw)}))],
            classify: slices,
            labels: &["absent slice", "null slice", "empty list", "a full slice"],
            exam: silent_without_slice,
            on_fault: OnFault::Blocks,
            ..Check::NEW
        },
    ],
    mutants: &[
        Mutant::answers("writes a placeholder for an empty list", |request, answer| {
            for_silent(request, answer, |entries, name| {
                entries.push(invented(name, "placeholder", "notice", "(none)"));
            })
        }),
        Mutant::answers("tells the model which providers are missing", |request, answer| {
            rebuild(request, answer, |entries| {
                if !entries.is_empty() && !entries.iter().any(|entry| entry.provider == CLIENT) {
                    entries.push(invented(CLIENT, "missing", "structure", "no workspace"));
                }
            })
        }),
        Mutant::answers("stops at the first provider without contributions", |request, answer| {
            let Ok(given) = Composition::read(request.params) else { return answer };
            let before: Vec<&str> = given
                .invocations
                .iter()
                .take_while(|one| !one.contributions.is_empty())
                .map(|one| one.provider.name)
                .collect();
            rebuild(request, answer, |entries| entries.retain(|entry| before.contains(&entry.provider.as_str())))
        }),
        Mutant::answers("takes an empty user turn for a request to go on", |request, answer| {
            for_silent(request, answer, |entries, name| {
                if name == USER {
                    entries.insert(0, invented(USER, "default", "instruction", "continue"));
                }
            })
        }),
        Mutant::answers("contributes an empty instruction for an absent user", |request, answer| {
            resupply(request, answer, USER, |turn, list| {
                list.extend(turn["user"].is_null().then(|| made_up("instruction", "")));
            })
        }),
        Mutant::answers("says so where nothing was retrieved", |request, answer| {
            resupply(request, answer, RAG, |_, list| {
                list.extend(list.is_empty().then(|| made_up("retrieved", "no results")));
            })
        }),
        Mutant::answers("describes the workspace of a client that sent none", |request, answer| {
            resupply(request, answer, CLIENT, |turn, list| {
                list.extend((turn.get("client") == Some(&Value::Null)).then(|| made_up("structure", "{}")));
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/absence.yaml"),
    questions: &[],
};

fn for_silent(request: Request<'_>, answer: Value, then: fn(&mut Vec<Entry>, &str)) -> Value {
    let Ok(given) = Composition::read(request.params) else { return answer };
    rebuild(request, answer, |entries| {
        for one in given.invocations.iter().filter(|one| one.contributions.is_empty()) {
            then(entries, one.provider.name);
        }
    })
}

/// Without the silent providers, as the case has it, and with every silent provider, invoked first.
fn ways_of_silence(given: &Composition) -> [Composition; 3] {
    let heard = given.only(|one| !one.contributions.is_empty());
    let mut all = heard.clone();
    let silent = PROVIDERS.iter().filter(|provider| !given.has(provider.name));
    all.invocations.splice(0..0, silent.map(|provider| Invocation { provider, contributions: Vec::new() }));
    [heard, given.clone(), all]
}

fn no_trace(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let put = ways_of_silence(&given(case)?);
    let composed = compose(talk, &put)?;
    request::traced(case, talk, &put, &composed, || judge(&put, &composed))
}

fn judge(put: &[Composition; 3], composed: &[Composed; 3]) -> Judgement {
    let [heard, ..] = put;
    for composed in composed {
        let trace = of(&composed.entries, |name| !heard.has(name));
        if !trace.is_empty() {
            return Judgement::failed("a provider that contributed nothing left a trace", json!([]), shown(trace));
        }
    }
    let hows = ["silent providers left out", "as given", "all silent providers invoked first"];
    let [left_out, others @ ..] = [0, 1, 2].map(|way| view(hows[way], &composed[way], |_| true));
    let other = others.iter().find(|other| other.entries != left_out.entries).unwrap_or(&left_out);
    unchanged("a silent provider changes the request", &heard.due(), &left_out, other)
}

fn silent_without_slice(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let contributed = Contributed::ask(case, talk)?;
    contribution::traced(case, talk, &contributed, || judge_slices(&contributed))
}

fn judge_slices(Contributed { items, all }: &Contributed) -> Judgement {
    let idle = |provider: &Provider| !items.iter().any(|item| item.provider == provider.name);
    for (provider, list) in all {
        if idle(provider) && !list.is_empty() {
            let observed = json!({"provider": provider.name, "contributions": record::to_json(list)});
            return Judgement::failed("an empty slice is contributed", json!([]), observed);
        }
    }
    if all.iter().all(|(_, list)| list.is_empty()) {
        return Judgement::not_shown("nobody contributes anything");
    }
    Judgement::held()
}

/// Nobody, everybody silent, and every provider silent before and behind another one.
fn silent_providers() -> Vec<Value> {
    let mut cases = vec![draw::composition(json!([]))];
    cases.extend(draw::all_five(0));
    cases.extend(draw::all_five(1));
    for silent in 0..5 {
        for other in (0..5).filter(|other| *other != silent) {
            cases.push(draw::counted(&[(silent, 0), (other, 1)]));
            cases.push(draw::counted(&[(other, 2), (silent, 0)]));
            cases.push(draw::counted(&[(other, 1)]));
        }
    }
    cases
}

fn empty_slices() -> Vec<Value> {
    let mut turns = vec![json!({}), draw::full_turn()];
    for provider in &PROVIDERS {
        let (mut without, mut null) = (draw::full_turn(), draw::full_turn());
        without.as_object_mut().map(|turn| turn.remove(provider.slice));
        null[provider.slice] = Value::Null;
        turns.extend([without, null]);
    }
    for (slice, hollow) in
        [("rag", json!([])), ("metadata", json!([])), ("kfr", json!({"entries": [], "temporaryFacts": []}))]
    {
        let mut turn = draw::full_turn();
        turn[slice] = hollow;
        turns.push(turn);
    }
    turns.into_iter().map(|turn| json!({"turn": turn})).collect()
}

/// A turn some of whose slices are null.
fn thinned(draw: &mut Draw) -> Value {
    let mut turn = draw::turn(draw);
    for provider in draw.subset(&PROVIDERS) {
        turn[provider.slice] = Value::Null;
    }
    turn
}

fn slices(case: &Value) -> Vec<&'static str> {
    let label = |provider: &Provider| match case["turn"].get(provider.slice) {
        None => "absent slice",
        Some(Value::Null) => "null slice",
        Some(Value::Array(list)) if list.is_empty() => "empty list",
        Some(_) => "a full slice",
    };
    let mut labels: Vec<&'static str> = PROVIDERS.iter().map(label).collect();
    labels.sort_unstable();
    labels.dedup();
    labels
}
