//! What the user said is what the user said: to the letter, and nobody else says it.
//!
//! The traps are tidying (trimming, escaping, expanding), a label in front of
//! the text, and the helpful repetition in somebody else's contribution.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "user-authority",
    title: "User Turn Provider: passes the user's instruction on verbatim, from it alone",
    level: Level::Must,
    source: "§3, governance note",
    statement: "The user provider contributes one instruction, equal to what the user said; no other provider contributes \
                an instruction or the text of it, and without a user there is none.",
    checks: &[Check {
        id: "verbatim",
        property: "the instruction comes back equal, once, and its text turns up with no other provider",
        edges,
        classify,
        labels: &["an instruction", "no user", "long", "blanks around it", "said elsewhere too"],
        exam,
        ..ALL_PROVIDERS
    }],
    mutants: &[
        Mutant::answers("trims the instruction", |request, answer| say(request, answer, |text| text.trim().to_owned())),
        Mutant::answers("labels the instruction", |request, answer| {
            say(request, answer, |text| format!("User: {text}"))
        }),
        Mutant::answers("cuts the instruction", |request, answer| {
            say(request, answer, |text| text.chars().take(256).collect())
        }),
        Mutant::answers("escapes the instruction", |request, answer| {
            say(request, answer, |text| text.replace('<', "&lt;"))
        }),
        Mutant::answers("takes slash commands out", |request, answer| {
            say(request, answer, |text| text.trim_start_matches("/mode ").to_owned())
        }),
        Mutant::answers("makes line ends uniform", |request, answer| {
            say(request, answer, |text| text.replace("\r\n", "\n"))
        }),
        Mutant::answers("puts the instruction into a pattern", |request, answer| {
            say(request, answer, |text| text.replace("$$", "$"))
        }),
        Mutant::answers("writes plain quotation marks", |request, answer| {
            say(request, answer, |text| text.replace(['“', '”'], "\"").replace('’', "'"))
        }),
        Mutant::answers("takes notices that name the system for instructions", |request, answer| {
            resupply(request, answer, METADATA, |_, list| {
                list.iter_mut().filter(|one| one.content.starts_with("system:")).for_each(|one| {
                    "instruction".clone_into(&mut one.kind);
                });
            })
        }),
        Mutant::answers("repeats the instruction where an editor is all that the client has", |request, answer| {
            resupply(request, answer, CLIENT, |turn, list| {
                let said = turn["user"]["instructions"].as_str().filter(|_| turn["client"]["files"].is_null());
                list.extend(said.map(|said| made_up("editorState", said)));
            })
        }),
        Mutant::answers("makes instructions of attachments", |request, answer| {
            resupply(request, answer, USER, |_, list| {
                for one in list.iter_mut() {
                    "instruction".clone_into(&mut one.kind);
                }
            })
        }),
        Mutant::answers("sums the turn up in its metadata", |request, answer| {
            resupply(request, answer, METADATA, |turn, list| {
                let said = turn["user"]["instructions"].as_str();
                list.extend(said.map(|said| made_up("notice", format!("the user said: {said}"))));
            })
        }),
        Mutant::answers("takes notices for instructions", |request, answer| {
            resupply(request, answer, METADATA, |_, list| {
                for one in list.iter_mut() {
                    "instruction".clone_into(&mut one.kind);
                }
            })
        }),
        Mutant::answers("remembers the instruction as a fact of the same turn", |request, answer| {
            resupply(request, answer, KFR, |turn, list| {
                list.extend(turn["user"]["instructions"].as_str().map(|said| made_up("fact", said)));
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/user-authority.yaml"),
    questions: &[],
};

fn say(request: Request<'_>, answer: Value, change: fn(&str) -> String) -> Value {
    resupply(request, answer, USER, |_, list| {
        list.iter_mut().filter(|one| one.kind == "instruction").for_each(|one| one.content = change(&one.content));
    })
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let contributed = Contributed::ask(case, talk)?;
    contribution::traced(case, talk, &contributed, || judge(&contributed))
}

fn judge(Contributed { items, all }: &Contributed) -> Judgement {
    let said = items.iter().find(|item| item.kind == "instruction");
    for (provider, list) in all.iter().filter(|(provider, _)| provider.name != USER) {
        let own = |text: &str| items.iter().any(|item| item.provider == provider.name && item.text == text);
        let observed = |one: &Supplied| json!({"provider": provider.name, "kind": one.kind, "content": one.content});
        if let Some(one) = list.iter().find(|one| one.kind == "instruction") {
            return Judgement::failed("another provider contributes an instruction", json!([]), observed(one));
        }
        let quotes = |one: &&Supplied| said.is_some_and(|said| !own(&said.text) && one.content.contains(&said.text));
        if let Some(one) = list.iter().find(quotes) {
            return Judgement::failed("the instruction turns up with another provider", json!([]), observed(one));
        }
    }
    let of_user = all.iter().filter(|(provider, _)| provider.name == USER).flat_map(|(_, list)| list);
    let found: Vec<&str> = of_user.filter(|one| one.kind == "instruction").map(|one| one.content.as_str()).collect();
    let expected: Vec<&str> = said.iter().map(|item| item.text.as_str()).collect();
    let kind = match (expected.as_slice(), found.as_slice()) {
        (expected, found) if expected == found => return Judgement::held(),
        ([], _) => "an instruction that nobody gave",
        (_, []) => "the instruction is missing",
        ([expected], [found]) => {
            let (expected, observed) = apart(expected, found);
            return Judgement::failed("the instruction was changed", expected, observed);
        }
        _ => "more than one instruction",
    };
    Judgement::failed(kind, expected, found)
}

/// Every hostile text as the instruction; an instruction that others say as well; nobody there.
fn edges() -> Vec<Value> {
    let mut turns: Vec<Value> = vec![json!({}), json!({"user": null, "metadata": ["3 images were left out"]})];
    for text in hostile::TEMPTING.iter().copied().filter(|text| text.chars().count() > 8) {
        turns.push(json!({"user": {"instructions": text, "attachments": []}}));
    }
    for length in hostile::LENGTHS {
        turns.push(json!({"user": {"instructions": hostile::long(*length), "attachments": ["pasted 17"]}}));
    }
    let mut echoed = draw::full_turn();
    for place in ["/client/files/0", "/kfr/entries/0/content", "/rag/0/content", "/metadata/0"] {
        let said = echoed["user"]["instructions"].clone();
        if let Some(text) = echoed.pointer_mut(place) {
            *text = said;
        }
        turns.push(echoed.clone());
    }
    turns.extend([draw::hostile_turns(), draw::sparse_turns()].concat());
    turns.into_iter().map(|turn| json!({"turn": turn})).collect()
}

fn classify(case: &Value) -> Vec<&'static str> {
    let items = items(&case["turn"]).unwrap_or_default();
    let Some(said) = items.iter().find(|item| item.kind == "instruction") else { return vec!["no user"] };
    let mut labels = vec!["an instruction"];
    labels.extend((said.text.chars().count() > 4096).then_some("long"));
    labels.extend((said.text.trim() != said.text).then_some("blanks around it"));
    labels.extend(
        items.iter().any(|item| item.provider != USER && item.text == said.text).then_some("said elsewhere too"),
    );
    labels
}
