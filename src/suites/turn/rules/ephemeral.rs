//! A turn is over when it is over.
//!
//! The traps are a list that is never emptied, a cache whose key is too short,
//! and a provider that remembers what it said last time.

use super::super::model::history::Turn;
use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "ephemeral",
    title: "Turn Scope: carries nothing from one turn into another",
    level: Level::Must,
    source: "§2 (turn providers represent ephemeral, per-request state)",
    statement: "The same call gets the same answer whatever was called in between, and nothing of an earlier turn turns \
                up in a later one.",
    checks: &[Check {
        id: "interleaved",
        property: "calls put twice over, interleaved, get the same answers, without anything of each other's",
        methods: &[COMPOSE, CONTRIBUTE],
        shape: &shape::HISTORY,
        edges,
        arms: &[
            arm(3, "requests", |draw| json!({"calls": draw.list(1..=4, draw::few)})),
            arm(3, "contributions", |draw| json!({"calls": draw.list(1..=4, asked)})),
            arm(1, "one provider again and again", one_provider),
            arm(1, "the same ids and other contents", rewritten),
            arm(
                1,
                "both",
                |draw| json!({"calls": draw.list(2..=4, |draw| if draw.chance(1, 2) { asked(draw) } else { draw::few(draw) })}),
            ),
        ],
        classify,
        labels: &["one call", "several calls", "requests", "contributions", "same session", "same provider"],
        exam,
        on_fault: OnFault::Blocks,
        cost: 2,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::remembers("never empties the request", |memory, request, answer| {
            if request.method != COMPOSE {
                return answer;
            }
            let list = memory.entry("request".to_owned()).or_insert_with(|| json!([]));
            if let (Some(list), Some(new)) = (list.as_array_mut(), answer["request"].as_array()) {
                list.extend(new.iter().cloned());
            }
            json!({"session": answer["session"], "request": list})
        }),
        Mutant::remembers("caches requests by session", |memory, request, answer| {
            if request.method != COMPOSE {
                return answer;
            }
            memory.entry(request.params["session"].to_string()).or_insert(answer).clone()
        }),
        Mutant::remembers("caches requests by the ids in them", |memory, request, answer| {
            if request.method != COMPOSE {
                return answer;
            }
            let ids: Vec<Value> =
                answer["request"].as_array().into_iter().flatten().map(|one| one["id"].clone()).collect();
            memory.entry(json!(ids).to_string()).or_insert(answer).clone()
        }),
        Mutant::remembers("caches contributions by provider", |memory, request, answer| {
            if request.method != CONTRIBUTE {
                return answer;
            }
            memory.entry(request.params["provider"].to_string()).or_insert(answer).clone()
        }),
        Mutant::remembers("says every notice once", |memory, request, answer| {
            resupply(request, answer, METADATA, |_, list| {
                list.retain(|one| memory.insert(one.content.clone(), json!(true)).is_none());
            })
        }),
        Mutant::remembers("keeps temporary facts for the next turn", |memory, request, answer| {
            resupply(request, answer, KFR, |turn, list| {
                let before = memory.insert("facts".to_owned(), json!(texts(turn, "/kfr/temporaryFacts")));
                for fact in before.iter().filter_map(Value::as_array).flatten().filter_map(Value::as_str) {
                    list.push(made_up("fact", fact));
                }
            })
        }),
        Mutant::remembers("repeats the last instruction where none is given", |memory, request, answer| {
            resupply(request, answer, USER, |_, list| match list.first() {
                Some(said) => {
                    memory.insert("said".to_owned(), json!(said.content));
                }
                None => {
                    list.extend(memory.get("said").and_then(Value::as_str).map(|said| made_up("instruction", said)));
                }
            })
        }),
        Mutant::remembers("counts turns in a notice", |memory, request, answer| {
            resupply(request, answer, METADATA, |_, list| {
                let count = memory.get("turns").and_then(Value::as_u64).unwrap_or(0) + 1;
                memory.insert("turns".to_owned(), json!(count));
                for one in list.iter_mut() {
                    one.content = format!("{} (turn {count})", one.content);
                }
            })
        }),
        Mutant::remembers("drops entries that the last request had", |memory, request, answer| {
            rebuild(request, answer, |entries| {
                let now: Vec<Value> = entries.iter().map(|entry| json!([entry.id, entry.content])).collect();
                let before = memory.insert("last".to_owned(), json!(now)).unwrap_or_default();
                let known = |entry: &Entry| {
                    before.as_array().is_some_and(|list| list.contains(&json!([entry.id, entry.content])))
                };
                entries.retain(|entry| !known(entry));
            })
        }),
        Mutant::remembers("keeps the session of the first turn", |memory, request, mut answer| {
            if request.method == COMPOSE {
                let first = memory.entry("session".to_owned()).or_insert(answer["session"].clone());
                answer["session"] = first.clone();
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/ephemeral.yaml"),
    questions: &[],
};

/// The whole history, and once more.
fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let calls = case.input["calls"].as_array().map_or(&[][..], Vec::as_slice);
    let turns = calls.iter().map(Turn::read).collect::<Result<Vec<_>, _>>().map_err(Judgement::open)?;
    if turns.is_empty() {
        return Ok(Judgement::open("an empty history"));
    }
    let mut answers = Vec::new();
    for turn in turns.iter().chain(&turns) {
        answers.push(talk.ask(turn.call())?);
    }
    let (first, second) = answers.split_at(turns.len());
    let mut shown = false;
    for ((place, turn), (first, second)) in turns.iter().enumerate().zip(first.iter().zip(second)) {
        let (first, contents) = turn.read_answer(&first.value)?;
        let (second, _) = turn.read_answer(&second.value)?;
        shown |= !contents.is_empty();
        let left = left_over(&turns[..place], turn, &contents).map(Value::from);
        if let Some(left) = left.or_else(|| session_of(&turns[..place], turn, &first["session"])) {
            let kind = "something of an earlier turn is left over";
            return Ok(Judgement::failed(kind, json!({"without": left}), first));
        }
        if !crate::draw::json::same(&first, &second) {
            let kind = "the same call gets another answer";
            return Ok(Judgement::failed(kind, json!({"first": first}), json!({"again": second})));
        }
    }
    Ok(if shown { Judgement::held() } else { Judgement::not_shown("no answer holds anything") })
}

/// A text of an earlier turn that turns up among the contents of this one, which does not have it.
fn left_over(earlier: &[Turn<'_>], turn: &Turn<'_>, contents: &[String]) -> Option<String> {
    let own = turn.texts();
    let foreign = |text: &String| {
        text.chars().count() >= record::RECOGNISABLE && !own.iter().any(|own| own.contains(text.as_str()))
    };
    let mut texts = earlier.iter().flat_map(Turn::texts).filter(foreign);
    // Equal to the whole content: a text that merely occurs in one might be part of a label.
    texts.find(|text| contents.contains(text))
}

/// The session of an earlier turn, in the place of this one's.
fn session_of(earlier: &[Turn<'_>], turn: &Turn<'_>, found: &Value) -> Option<Value> {
    let session = |turn: &Turn<'_>| match turn {
        Turn::Composed(composition) => Some(crate::draw::json::without_nulls(&composition.session)),
        Turn::Asked(..) => None,
    };
    let own = session(turn)?;
    earlier.iter().filter_map(session).find(|other| other == found && *other != own)
}

/// Two turns of one session or one provider with different contents, either way round; one call alone.
fn edges() -> Vec<Value> {
    let said =
        |id: &str, text: &str| draw::composition(vec![draw::invocation(USER, vec![draw::contribution(id, text)])]);
    let mut histories = vec![
        vec![said("c1", "rename the parser")],
        vec![said("c1", "rename the parser"), said("c1", "delete the parser")],
        vec![said("c1", "rename the parser"), said("c2", "delete the parser")],
        // An id that no other case has: what a cache knows of it, it has from here.
        vec![said("once-1", "rename the parser"), said("once-1", "delete the parser")],
        vec![said("c1", "rename the parser"), draw::composition(json!([]))],
        vec![json!({"session": {"id": "s1"}, "invocations": []}), json!({"session": {"id": "s2"}, "invocations": []})],
    ];
    for provider in &PROVIDERS {
        let full = json!({"provider": provider.name, "turn": draw::full_turn()});
        let silent = json!({"provider": provider.name, "turn": {}});
        histories.push(vec![full.clone()]);
        histories.push(vec![full.clone(), silent.clone()]);
        histories.push(vec![silent, full.clone(), said("c1", "rename the parser"), full]);
    }
    histories.into_iter().map(|calls| json!({"calls": calls})).collect()
}

fn asked(draw: &mut Draw) -> Value {
    json!({"provider": draw::provider(draw).name, "turn": draw::turn(draw)})
}

fn one_provider(draw: &mut Draw) -> Value {
    let provider = draw::provider(draw);
    let calls =
        draw.list(2..=3, |draw| json!({"provider": provider.name, "turn": draw::turn_with(draw, &[provider.name])}));
    json!({"calls": calls})
}

/// A request and another with the same ids, which no other case has: a cache that knows them has them from here.
fn rewritten(draw: &mut Draw) -> Value {
    let mark = draw.below(1_000_000);
    let mut first = draw::few(draw);
    let mut second = first.clone();
    let both = [(&mut first, "before"), (&mut second, "after")];
    for (request, when) in both {
        let invocations = request["invocations"].as_array_mut().into_iter().flatten();
        let contributions = invocations.filter_map(|one| one["contributions"].as_array_mut()).flatten();
        for (number, one) in contributions.enumerate() {
            one["id"] = json!(format!("{mark}-{number}"));
            one["content"] = json!(format!("~{number:04}~ {when}"));
        }
    }
    json!({"calls": [first, second]})
}

fn classify(case: &Value) -> Vec<&'static str> {
    let calls = case["calls"].as_array().map_or(&[][..], Vec::as_slice);
    let repeats = |key: &str| {
        let values: Vec<&Value> = calls.iter().filter_map(|call| call.get(key)).collect();
        values.iter().enumerate().any(|(place, value)| values[place + 1..].contains(value))
    };
    let mut labels = vec![if calls.len() > 1 { "several calls" } else { "one call" }];
    labels.extend(calls.iter().any(|call| call.get("session").is_some()).then_some("requests"));
    labels.extend(calls.iter().any(|call| call.get("provider").is_some()).then_some("contributions"));
    labels.extend(repeats("session").then_some("same session"));
    labels.extend(repeats("provider").then_some("same provider"));
    labels
}
