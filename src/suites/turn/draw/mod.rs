//! Drawing turns: as they reach the request builder, and as records for the
//! providers.

pub(super) mod hostile;
pub(super) mod portfolio;
pub(super) mod shape;
mod turns;

use serde_json::{Value, json};

pub(super) use turns::{crowded_turn, full_turn, hostile_turns, long_turns, look_alike_turns, sparse_turns};

use super::model::vocabulary::{PROVIDERS, Provider, RAG};
use crate::draw::json::without_nulls;
use crate::draw::{Draw, json as any, text};

/// A contribution of the provider's first kind.
pub(super) fn contribution(id: &str, content: &str) -> Value {
    json!({"id": id, "content": content})
}

/// One provider and what it supplied.
pub(super) fn invocation(provider: &str, contributions: impl Into<Value>) -> Value {
    json!({"provider": provider, "contributions": contributions.into()})
}

/// A case of the request builder with a plain session.
pub(super) fn composition(invocations: impl Into<Value>) -> Value {
    json!({"session": {"id": "s1", "mode": "general"}, "invocations": invocations.into()})
}

/// `counts[n]` contributions of the provider number `n` of the document's list, ids and contents running on.
pub(super) fn counted(counts: &[(usize, usize)]) -> Value {
    let mut number = 0;
    let of = |&(provider, count): &(usize, usize)| {
        let contributions: Vec<Value> = (0..count)
            .map(|place| {
                number += 1;
                let kinds = PROVIDERS[provider].kinds;
                json!({"id": format!("c{number}"), "kind": kinds[place % kinds.len()], "content": format!("text {number}")})
            })
            .collect();
        invocation(PROVIDERS[provider].name, contributions)
    };
    composition(counts.iter().map(of).collect::<Vec<_>>())
}

/// Every provider with that many contributions, in the document's order and in the opposite one.
pub(super) fn all_five(count: usize) -> [Value; 2] {
    let there: Vec<(usize, usize)> = (0..5).map(|provider| (provider, count)).collect();
    let back: Vec<(usize, usize)> = (0..5).rev().map(|provider| (provider, count)).collect();
    [counted(&there), counted(&back)]
}

/// Every tempting content and every length, beside a plain one of another provider.
pub(super) fn each_hostile() -> Vec<Value> {
    let tempting = hostile::TEMPTING.iter().map(|text| (*text).to_owned());
    let contents = tempting.chain(hostile::LENGTHS.iter().map(|length| hostile::long(*length)));
    let beside = |(number, content): (usize, String)| {
        let (here, there) = (&PROVIDERS[number % 5], &PROVIDERS[(number + 1 + number / 5 % 4) % 5]);
        let plain = invocation(there.name, vec![contribution("c2", "plain text")]);
        composition(vec![invocation(here.name, vec![contribution("c1", &content)]), plain])
    };
    contents.enumerate().map(beside).collect()
}

/// Ids that a program sorts, tidies, or finds in every object.
pub(super) fn odd_ids() -> Value {
    const IDS: [&[&str]; 5] = [
        &["10", "9", "1.0", "1"],
        &["a", "A", "é", "e\u{301}"],
        &["constructor", "toString", "__proto__", "hasOwnProperty"],
        &[" c1", "c1", "c1 ", "01"],
        &["null", "0", "c/1", "c.1"],
    ];
    let entry = |id: &&str| contribution(id, &format!("text of <{id}>"));
    let supplied =
        PROVIDERS.iter().zip(IDS).map(|(of, ids)| invocation(of.name, ids.iter().map(entry).collect::<Vec<_>>()));
    composition(supplied.collect::<Vec<_>>())
}

/// A session: opaque, and without nulls, which may be left out on the way.
pub(super) fn session(draw: &mut Draw) -> Value {
    let mut session = json!({"id": text::word(draw), "mode": "general"});
    for (key, value) in draw.list(0..=3, |draw| (text::word(draw), any::any(draw))) {
        session[key] = value;
    }
    without_nulls(&session)
}

/// A contribution of `provider`, of any of its kinds, with a new id.
fn supply(draw: &mut Draw, provider: &Provider, ids: &mut Vec<String>, content: fn(&mut Draw) -> String) -> Value {
    let mut one = json!({"id": ids.pop(), "kind": draw.pick(provider.kinds), "content": content(draw)});
    if provider.name == RAG {
        one["origin"] = json!(origin(draw));
    }
    one
}

/// Where retrieved content came from.
pub(super) fn origin(draw: &mut Draw) -> &'static str {
    draw.pick::<&str>(&["search", "tool", "tool:grep", "vector store", "web", "user", "kfr"])
}

/// Ids in no order that a program would sort them into.
fn ids(draw: &mut Draw, count: usize) -> Vec<String> {
    let prefix = *draw.pick(&["c", "", "user-", "item:", "Ä"]);
    let mut ids: Vec<String> = (1..=count).map(|number| format!("{prefix}{number}")).collect();
    draw.shuffle(&mut ids);
    ids
}

/// Some providers in any order, each with a number of contributions within `most`.
pub(super) fn invocations(draw: &mut Draw, most: usize, content: fn(&mut Draw) -> String) -> Vec<Value> {
    let mut chosen: Vec<&Provider> = draw.subset(&PROVIDERS);
    draw.shuffle(&mut chosen);
    let mut ids = ids(draw, 5 * most);
    let supplies = |provider: &&Provider| {
        let list: Vec<Value> = draw.list(0..=most, |draw| supply(draw, provider, &mut ids, content));
        invocation(provider.name, list)
    };
    chosen.iter().map(supplies).collect()
}

/// Few contributions, with any contents.
pub(super) fn few(draw: &mut Draw) -> Value {
    json!({"session": session(draw), "invocations": invocations(draw, 3, hostile::content)})
}

/// Many contributions, with short contents.
pub(super) fn many(draw: &mut Draw) -> Value {
    json!({"session": session(draw), "invocations": invocations(draw, 20, text::sentence)})
}

/// Contents of which many are equal, within a provider and between providers.
pub(super) fn repetitive(draw: &mut Draw) -> Value {
    let same = |draw: &mut Draw| (*draw.pick(&["amber", "birch", "<user>stop</user>", "Amber", " amber"])).to_owned();
    json!({"session": session(draw), "invocations": invocations(draw, 4, same)})
}

/// Any provider.
pub(super) fn provider(draw: &mut Draw) -> &'static Provider {
    draw.pick(&PROVIDERS)
}

/// A turn record with any of the slices, all texts told apart; in one of three cases some texts
/// of one slice turn up in another.
pub(super) fn turn(draw: &mut Draw) -> Value {
    let providers: Vec<&str> = draw.subset(&PROVIDERS).into_iter().map(|provider| provider.name).collect();
    turn_with(draw, &providers)
}

/// The same with the slices of those providers.
pub(super) fn turn_with(draw: &mut Draw, providers: &[&str]) -> Value {
    let mut number = 0;
    let mut earlier: Vec<String> = Vec::new();
    let echo = draw.chance(1, 3);
    let mut of_slice: Vec<String> = Vec::new();
    let mut turn = json!({});
    for provider in PROVIDERS.iter().filter(|provider| providers.contains(&provider.name)) {
        let mut next = |draw: &mut Draw| {
            number += 1;
            let fresh: Vec<&String> = earlier.iter().filter(|text| !of_slice.contains(text)).collect();
            let text = match fresh.as_slice() {
                [] => hostile::numbered(draw, number),
                _ if !echo || draw.chance(1, 2) => hostile::numbered(draw, number),
                fresh => (*draw.pick(fresh)).clone(),
            };
            of_slice.push(text.clone());
            text
        };
        turn[provider.slice] = slice(draw, provider, &mut next);
        earlier.append(&mut of_slice);
    }
    turn
}

/// A slice whose texts `next` supplies.
pub(super) fn slice(draw: &mut Draw, provider: &Provider, next: &mut dyn FnMut(&mut Draw) -> String) -> Value {
    match provider.slice {
        "user" => json!({"instructions": next(draw), "attachments": draw.list(0..=3, |draw| next(draw))}),
        "client" => {
            json!({"files": draw.list(0..=4, |draw| next(draw)), "structure": next(draw), "editor": next(draw)})
        }
        "kfr" => {
            let entries = draw.list(0..=4, |draw| json!({"content": next(draw), "active": draw.chance(1, 2)}));
            json!({"entries": entries, "temporaryFacts": draw.list(0..=2, |draw| next(draw))})
        }
        "rag" => draw.list(0..=3, |draw| json!({"content": next(draw), "origin": origin(draw)})).into(),
        _ => draw.list(0..=3, |draw| next(draw)).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::composition::Composition;
    use super::super::model::record::{items, told_apart};
    use super::*;

    #[test]
    fn what_is_drawn_can_be_judged() {
        for seed in 0..300 {
            let mut draw = Draw::from_seed(seed);
            for case in [few(&mut draw), many(&mut draw), repetitive(&mut draw)] {
                assert!(Composition::read(&case).is_ok(), "{case}");
            }
            let turn = turn(&mut draw);
            assert_eq!(items(&turn).and_then(|items| told_apart(&items)), Ok(()), "{turn}");
        }
        for case in each_hostile().iter().chain(&all_five(3)) {
            assert!(Composition::read(case).is_ok(), "{case}");
        }
        assert!(Composition::read(&odd_ids()).is_ok());
        let turns = [hostile_turns(), long_turns(), sparse_turns(), look_alike_turns(), vec![crowded_turn()]];
        for turn in turns.concat() {
            assert_eq!(items(&turn).and_then(|items| told_apart(&items)), Ok(()), "{turn}");
        }
    }
}
