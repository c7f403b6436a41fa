//! A provider sees its own slice of the turn and no other.
//!
//! The best bait is the same text in two slices: a provider that looks at the
//! other one is tempted to leave it out, or to point to it.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "isolation",
    title: "Isolation Rule: makes a provider depend on its own part of the turn only",
    level: Level::Must,
    source: "§9 isolation rule",
    statement: "What a provider contributes does not change with the content of other providers.",
    checks: &[Check {
        id: "other-slices",
        property: "a provider contributes the same when all other slices are changed, and when they are taken away",
        methods: &[CONTRIBUTE],
        shape: &shape::ASKED_TWICE,
        edges,
        arms: &[
            arm(
                3,
                "other slices of another turn",
                |draw| json!({"provider": draw::provider(draw).name, "turn": draw::turn(draw), "others": draw::turn(draw)}),
            ),
            arm(2, "its own texts in all other slices", echoed),
        ],
        classify,
        labels: &["user", "clientContext", "kfr", "rag", "turnMetadata", "its texts elsewhere", "others silent"],
        exam,
        on_fault: OnFault::Blocks,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("leaves out files that the user pasted", |request, answer| {
            resupply(request, answer, CLIENT, |turn, list| {
                let pasted = texts(turn, "/user/attachments");
                list.retain(|one| !pasted.contains(&one.content.as_str()));
            })
        }),
        Mutant::answers("leaves out facts that were retrieved too", |request, answer| {
            resupply(request, answer, KFR, |turn, list| {
                let retrieved = texts(turn, "/rag");
                list.retain(|one| !retrieved.contains(&one.content.as_str()));
            })
        }),
        Mutant::answers("drops retrieved content that is already known", |request, answer| {
            resupply(request, answer, RAG, |turn, list| {
                let known = [texts(turn, "/kfr/temporaryFacts"), texts(turn, "/kfr/entries")].concat();
                list.retain(|one| !known.contains(&one.content.as_str()));
            })
        }),
        Mutant::answers("notes beside the client's files how much was retrieved", |request, answer| {
            resupply(request, answer, CLIENT, |turn, list| {
                let count = texts(turn, "/rag").len();
                list.extend((count > 0 && !list.is_empty()).then(|| made_up("file", format!("{count} retrieved"))));
            })
        }),
        Mutant::answers("counts the client's files in a notice", |request, answer| {
            resupply(request, answer, METADATA, |turn, list| {
                let count = texts(turn, "/client/files").len();
                for one in list.iter_mut() {
                    one.content = format!("{} ({count} files)", one.content);
                }
            })
        }),
        Mutant::answers("sorts files that the instruction names to the front", |request, answer| {
            resupply(request, answer, CLIENT, |turn, list| {
                let instruction = turn["user"]["instructions"].as_str().unwrap_or_default();
                list.sort_by_key(|one| !instruction.contains(&one.content));
            })
        }),
        Mutant::answers("says in the instruction that an editor is open", |request, answer| {
            resupply(request, answer, USER, |turn, list| {
                if let (Some(first), true) = (list.first_mut(), turn["client"]["editor"].is_string()) {
                    first.content.push_str(" (editor open)");
                }
            })
        }),
        Mutant::answers("says in a notice that many files came", |request, answer| {
            resupply(request, answer, METADATA, |turn, list| {
                let many = texts(turn, "/client/files").len() > 8;
                list.extend(many.then(|| made_up("notice", "many files came")));
            })
        }),
        Mutant::answers("retrieves less when a notice says that content was reduced", |request, answer| {
            resupply(request, answer, RAG, |turn, list| {
                if texts(turn, "/metadata").iter().any(|notice| notice.contains("reduced")) {
                    list.truncate(1);
                }
            })
        }),
        Mutant::answers("retrieves nothing for an empty instruction", |request, answer| {
            resupply(request, answer, RAG, |turn, list| list.retain(|_| turn["user"]["instructions"] != ""))
        }),
        Mutant::answers("contributes no facts in a turn without a user", |request, answer| {
            resupply(request, answer, KFR, |turn, list| {
                if turn["user"].is_null() {
                    list.clear();
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/isolation.yaml"),
    questions: &[],
};

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (turn, others) = (&case["turn"], &case["others"]);
    let provider = case["provider"].as_str().and_then(Provider::named);
    let provider = provider.ok_or_else(|| Judgement::open("a provider nobody knows"))?;
    let ways = ["its own slice alone", "in the turn", "among the others"];
    let turns = [&json!({}), turn, others].map(|others| record::with_slice_of(others, provider, turn));
    for turn in &turns {
        items_as_to(provider.name, turn).map_err(Judgement::open)?;
    }
    let answers = talk.ask_all(turns.iter().map(|turn| contribute(provider.name, turn)).collect())?;
    let lists = answers.iter().map(|answer| supplied(&answer.value)).collect::<Result<Vec<_>, _>>()?;
    let Some(other) = (1..lists.len()).find(|way| lists[*way] != lists[0]) else {
        return Ok(if lists[0].is_empty() {
            Judgement::not_shown("the provider contributes nothing to judge by")
        } else {
            Judgement::held()
        });
    };
    for way in [0, other] {
        let ground = json!({"provider": provider.name, "turn": turns[way]});
        if !contribution::same_afresh(talk, &turns[way], provider, &lists[way])? {
            return Ok(Judgement::blocked("a new process answers otherwise: that is turn/ephemeral", &ground));
        }
        let items = items_as_to(provider.name, &turns[way]).unwrap_or_default();
        if let Some(cause) = contribution::cause(talk, &turns[way], provider, &items, &lists[way])?
            && cause.rule != case.rule_id()
        {
            return Ok(cause.blocks(&ground));
        }
    }
    let kind = "a provider's contributions depend on another's slice";
    let shown = |way: usize| json!({(ways[way]): record::to_json(&lists[way])});
    Ok(Judgement::failed(kind, shown(0), shown(other)))
}

/// Every provider in the full turn: with nobody else, with its own texts in everybody else's slices, with empty ones;
/// beside each single member of another slice, beside a crowd, and beside notices that sound like orders.
fn edges() -> Vec<Value> {
    let case = |provider: &Provider, others: Value| json!({"provider": provider.name, "turn": draw::full_turn(), "others": others});
    let mut cases = Vec::new();
    for provider in &PROVIDERS {
        cases.push(case(provider, json!({})));
        let own: Vec<String> = items(&draw::full_turn())
            .map(|items| {
                items.into_iter().filter(|item| item.provider == provider.name).map(|item| item.text).collect()
            })
            .unwrap_or_default();
        for text in &own {
            cases.push(case(provider, everywhere(text)));
        }
        // What becomes of an empty text is its owner's question, and nobody else's.
        cases.push(case(provider, everywhere("")));
        cases.push(case(provider, json!({"user": {"instructions": own.join(" and "), "attachments": own.clone()}})));
        cases.push(case(provider, draw::crowded_turn()));
        cases.extend(draw::sparse_turns().into_iter().map(|others| case(provider, others)));
        cases.push(case(provider, json!({"metadata": hostile::ORDERS})));
        cases.extend(hostile::ORDERS.iter().map(|order| case(provider, json!({"metadata": [order]}))));
    }
    cases
}

/// A turn that says the same wherever something can be said.
fn everywhere(text: &str) -> Value {
    json!({
        "user": {"instructions": text, "attachments": [text]},
        "client": {"files": [text], "structure": text, "editor": text},
        "kfr": {"entries": [{"content": text, "active": true}], "temporaryFacts": [text]},
        "rag": [{"content": text, "origin": "search"}],
        "metadata": [text]
    })
}

fn echoed(draw: &mut Draw) -> Value {
    let (provider, turn) = (draw::provider(draw), draw::turn(draw));
    let own = items(&turn).unwrap_or_default().into_iter().filter(|item| item.provider == provider.name);
    let own: Vec<String> = own.map(|item| item.text).collect();
    let others = if own.is_empty() { json!({}) } else { everywhere(draw.pick::<String>(&own)) };
    json!({"provider": provider.name, "turn": turn, "others": others})
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Some(provider) = case["provider"].as_str().and_then(Provider::named) else { return vec!["left open"] };
    let (mine, others) = (items(&case["turn"]).unwrap_or_default(), items(&case["others"]).unwrap_or_default());
    let echoes = |item: &Item| {
        item.provider == provider.name
            && others.iter().any(|other| other.provider != provider.name && other.text == item.text)
    };
    let mut labels = vec![provider.name];
    labels.extend(mine.iter().any(echoes).then_some("its texts elsewhere"));
    labels.extend(others.iter().all(|other| other.provider == provider.name).then_some("others silent"));
    labels
}
