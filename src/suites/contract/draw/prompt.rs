//! Drawing agents with abilities, and limits that leave room for them or do not.

use serde_json::{Value, json};

use super::super::model::prompt::{Ability, ROOM, abilities, doubt, fit, limit, tokens};
use crate::draw::{Draw, text};

/// What stands in texts besides words: characters of several bytes, code units or code points, and what a program puts
/// something else for that fills in a form.
const STRANGE: &[&str] = &["日本語🦀", "👩\u{200d}👩\u{200d}👧", "$&", "$1", "{0}", "%s"];

/// Two words that tasks and tags have in common: plain, short, with digits, in capitals, with an end to cut off.
const WORDS: &[[&str; 2]] = &[
    ["deploy", "service"],
    ["deploy", "service"],
    ["go", "k8s"],
    ["API", "prüfen"],
    ["testing", "logs"],
    ["test", "code"],
];

/// What an agent says of itself: hardly anything, more than fits into many a budget, something to fill in.
fn own_prompt(draw: &mut Draw) -> String {
    let plain = "You are the agent of this test.";
    match draw.below(6) {
        0 => "Help.".to_owned(),
        1 => plain.repeat(40),
        2 => format!("{plain} $& $1 {{0}} %s"),
        _ => plain.to_owned(),
    }
}

/// A task with these words at its end, behind none to many others.
fn task(draw: &mut Draw, words: [&str; 2]) -> String {
    let others = if draw.chance(1, 4) { draw.size(8..=20) } else { 0 };
    let others: Vec<String> = (0..others).map(|_| text::word(draw)).collect();
    [others.join(" ").as_str(), words[0], "that", words[1]].join(" ").trim_start().to_owned()
}

/// An ability with a text of about `tokens` tokens that no other one holds.
pub(crate) fn ability(draw: &mut Draw, id: &str, tokens: usize, tags: &[&str]) -> Value {
    let mut content = format!("Know {id}:");
    while content.chars().count() < tokens * 4 {
        content.push(' ');
        if draw.chance(1, 6) {
            let strange: &&str = draw.pick(STRANGE);
            content.push_str(strange);
        }
        content.push_str(&text::word(draw));
    }
    json!({"id": id, "content": format!("{content}."), "tags": tags})
}

/// An agent with abilities: `core` of them its own, of which some match the task, and others that match or do not.
pub(crate) fn agent(draw: &mut Draw, core: usize, matching: usize, largest: usize) -> Value {
    let words = *draw.pick(WORDS);
    let [one, other] = words;
    let mut abilities = Vec::new();
    let mut ids = Vec::new();
    for number in 1..=core {
        let id = format!("core-{number}");
        let tag = if draw.chance(1, 3) { one } else { "unrelated" };
        let size = draw.size(2..=largest);
        abilities.push(ability(draw, &id, size, &[tag]));
        ids.push(id);
    }
    for number in 1..=matching {
        let options: [&[&str]; 6] = [
            &[one],
            &[one, other],
            &[other, "unheard"],
            &["unheard", one],
            &["unheard", "more", other],
            &["unheard", "more", "of", "this", one],
        ];
        let tags = *draw.pick(&options);
        let size = draw.size(2..=largest);
        // Its name may begin like that of a core ability.
        let kind = if draw.chance(1, 3) { "core-1" } else { "extra" };
        abilities.push(ability(draw, &format!("{kind}-{number}"), size, tags));
    }
    if draw.chance(1, 2) {
        abilities.push(ability(draw, "stranger", 4, &["cooking"]));
    }
    draw.shuffle(&mut abilities);
    json!({
        "agent": {"systemPrompt": own_prompt(draw), "coreAbilities": ids},
        "abilities": abilities, "task": task(draw, words), "tokenLimit": 0
    })
}

/// Three abilities that match alike, one of them much larger than the others.
pub(crate) fn three(draw: &mut Draw, large: usize) -> Value {
    let abilities: Vec<Value> = ["first", "second", "third"]
        .iter()
        .enumerate()
        .map(|(at, id)| ability(draw, id, if at == large { 200 } else { 10 }, &["deploy"]))
        .collect();
    json!({"agent": {"systemPrompt": "You are the agent of this test.", "coreAbilities": []},
        "abilities": abilities, "task": "deploy the service", "tokenLimit": 2000})
}

/// Sets the limit of a case so that the core abilities fit, and `more` tokens besides.
pub(crate) fn with_room_for_core(mut case: Value, more: usize) -> Value {
    let core: Vec<usize> =
        abilities(&case).iter().filter(|ability| ability.core).map(|ability| tokens(ability.content) + 1).collect();
    case["tokenLimit"] = json!(core.iter().sum::<usize>() + ROOM * (core.len() + 1) + more);
    case
}

/// Sets a limit of a case that has no core, as tight as can be.
pub(crate) fn with_hardly_any_room(mut case: Value, limit: usize) -> Value {
    case["tokenLimit"] = json!(limit);
    case
}

/// Sets the limit of a case so that everything fits.
pub(crate) fn with_room_for_all(mut case: Value) -> Value {
    let all: usize = abilities(&case).iter().map(|ability| tokens(ability.content) + 1 + ROOM).sum();
    case["tokenLimit"] = json!(all + ROOM);
    case
}

/// Labels what a case is about.
pub(crate) fn classify(case: &Value) -> Vec<&'static str> {
    let all = abilities(case);
    let mut labels = vec![if doubt(case).is_some() { "open" } else { "judged" }];
    let labelled = |label, what: fn(&Ability<'_>) -> bool| all.iter().any(what).then_some(label);
    labels.extend(labelled("core that does not match", |ability| ability.core && !ability.matches));
    labels.extend(labelled("core", |ability| ability.core));
    labels.extend(labelled("matching", |ability| !ability.core && ability.matches));
    labels.extend(labelled("not matching", |ability| !ability.core && !ability.matches));
    let wanted = || all.iter().filter(|ability| ability.core || ability.matches);
    let sum: usize = wanted().map(|ability| tokens(ability.content)).sum();
    labels.push(if sum > limit(case) {
        "more than fits"
    } else if fit(case, wanted()) {
        "room for all"
    } else {
        "close"
    });
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_with_room_for_core_is_not_in_doubt() {
        for seed in 0..100 {
            let mut draw = Draw::from_seed(seed);
            let case = agent(&mut draw, 3, 4, 60);
            assert_eq!(doubt(&with_room_for_core(case.clone(), 0)), None);
            assert!(fit(&with_room_for_all(case.clone()), abilities(&with_room_for_all(case)).iter()));
        }
    }
}
