//! Memory that is switched off is not contributed; memory that is on, is.
//!
//! The traps are a filter read the wrong way round, a loop that ends at the
//! first inactive entry, and a "[inactive]" in front of a text that should not
//! be there at all.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "kfr-active",
    title: "KFR Provider: contributes active memory and leaves out inactive memory",
    level: Level::Must,
    source: "§5, contributes",
    statement: "The KFR provider contributes the entries that are active and the temporary facts; the text of an inactive \
                entry occurs in none of its contributions.",
    checks: &[Check {
        id: "active-only",
        property: "active entries and temporary facts are contributed, inactive entries are not",
        edges,
        arms: &[
            arm(3, "memory alone", |draw| json!({"turn": draw::turn_with(draw, &[KFR])})),
            arm(1, "any turn", |draw| json!({"turn": draw::turn(draw)})),
        ],
        classify,
        labels: &["active", "inactive", "temporary", "all inactive", "active behind inactive", "no memory"],
        exam,
        ..ALL_PROVIDERS
    }],
    mutants: &[
        Mutant::answers("contributes inactive entries too", |request, answer| {
            refilter(request, answer, |entries| entries.iter().map(|_| true).collect())
        }),
        Mutant::answers("reads the switch the wrong way round", |request, answer| {
            refilter(request, answer, |entries| entries.iter().map(|active| !active).collect())
        }),
        Mutant::answers("ends at the first inactive entry", |request, answer| {
            refilter(request, answer, |entries| {
                let active = entries.iter().take_while(|active| **active).count();
                (0..entries.len()).map(|place| place < active).collect()
            })
        }),
        Mutant::answers("goes by the first entry for all of them", |request, answer| {
            refilter(request, answer, |entries| vec![entries.first() == Some(&true); entries.len()])
        }),
        Mutant::answers("contributes everything where nothing is active", |request, answer| {
            refilter(request, answer, |entries| {
                if entries.contains(&true) { entries.to_vec() } else { vec![true; entries.len()] }
            })
        }),
        Mutant::answers("forgets temporary facts", |request, answer| {
            resupply(request, answer, KFR, |turn, list| {
                let temporary = texts(turn, "/kfr/temporaryFacts");
                list.retain(|one| !temporary.contains(&one.content.as_str()));
            })
        }),
        Mutant::answers("marks inactive entries instead of leaving them out", |request, answer| {
            resupply(request, answer, KFR, |turn, list| {
                for entry in turn["kfr"]["entries"].as_array().into_iter().flatten() {
                    if entry["active"] == false {
                        list.push(made_up(
                            "fact",
                            format!("[inactive] {}", entry["content"].as_str().unwrap_or_default()),
                        ));
                    }
                }
            })
        }),
        Mutant::answers("sums inactive entries up in one fact", |request, answer| {
            resupply(request, answer, KFR, |turn, list| {
                let entries = turn["kfr"]["entries"].as_array().cloned().unwrap_or_default();
                let off = entries.iter().filter(|entry| entry["active"] == false);
                let off: Vec<&str> = off.filter_map(|entry| entry["content"].as_str()).collect();
                if off.len() > 1 {
                    list.push(made_up("fact", format!("no longer true: {}", off.join("; "))));
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/kfr-active.yaml"),
    questions: &[],
};

/// What a provider contributes that takes those entries for active which `choose` says.
fn refilter(request: Request<'_>, answer: Value, choose: fn(&[bool]) -> Vec<bool>) -> Value {
    resupply(request, answer, KFR, |turn, list| {
        let entries = turn["kfr"]["entries"].as_array().cloned().unwrap_or_default();
        let active: Vec<bool> = entries.iter().map(|entry| entry["active"] == true).collect();
        let mut turn = turn.clone();
        for (place, active) in choose(&active).into_iter().enumerate() {
            turn["kfr"]["entries"][place]["active"] = json!(active);
        }
        if let Ok(other) = record::contributions(KFR, &turn) {
            *list = other;
        }
    })
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let contributed = Contributed::ask(case, talk)?;
    contribution::traced(case, talk, &contributed, || judge(&contributed))
}

fn judge(contributed: &Contributed) -> Judgement {
    let list = contributed.of(KFR);
    for item in contributed.items.iter().filter(|item| item.provider == KFR) {
        let there = list.iter().any(|one| one.content.contains(&item.text));
        let observed = record::to_json(list);
        match (item.active, there) {
            (true, false) => {
                let expected = json!({"contributed": item.text});
                return Judgement::failed("an active entry or a temporary fact is missing", expected, observed);
            }
            (false, true) => {
                let expected = json!({"left out": item.text});
                return Judgement::failed("an inactive entry is contributed", expected, observed);
            }
            _ => {}
        }
    }
    Judgement::held()
}

/// Every pattern of up to four entries, on and off, with and without temporary facts; entries alone, facts alone, and
/// many of either.
fn edges() -> Vec<Value> {
    let mut cases = vec![json!({"turn": {}}), json!({"turn": draw::full_turn()})];
    let long = draw::sparse_turns().into_iter().chain(draw::long_turns());
    cases.extend(long.filter(|turn| turn.get("kfr").is_some()).map(|turn| json!({ "turn": turn })));
    // Switched off late in a long list.
    cases.extend([12, 60, 300].map(|count| {
        let entry = |place: usize| json!({"content": format!("~{place:04}~ of many"), "active": place % 3 != 1});
        json!({"turn": {"kfr": {"entries": (0..count).map(entry).collect::<Vec<_>>()}}})
    }));
    for length in 0..=4_usize {
        for pattern in 0..1_usize << length {
            let entry = |place: usize| {
                let active = pattern >> place & 1 == 1;
                json!({"content": format!("fact number {place}"), "active": active})
            };
            let entries: Vec<Value> = (0..length).map(entry).collect();
            let temporary = if pattern % 2 == 0 { json!([]) } else { json!(["temporary fact 7"]) };
            cases.push(json!({"turn": {"kfr": {"entries": entries, "temporaryFacts": temporary}}}));
        }
    }
    cases
}

fn classify(case: &Value) -> Vec<&'static str> {
    let kfr = &case["turn"]["kfr"];
    let entries = kfr["entries"].as_array().map_or(&[][..], Vec::as_slice);
    let active: Vec<bool> = entries.iter().map(|entry| entry["active"] == true).collect();
    let mut labels = Vec::new();
    labels.extend(active.contains(&true).then_some("active"));
    labels.extend(active.contains(&false).then_some("inactive"));
    labels.extend((!active.is_empty() && !active.contains(&true)).then_some("all inactive"));
    labels.extend(active.windows(2).any(|two| two == [false, true]).then_some("active behind inactive"));
    labels.extend(kfr["temporaryFacts"].as_array().is_some_and(|list| !list.is_empty()).then_some("temporary"));
    if labels.is_empty() {
        labels.push("no memory");
    }
    labels
}
