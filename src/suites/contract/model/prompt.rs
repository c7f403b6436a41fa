//! Abilities in a prompt: what is core, what matches, what fits, and what the provider was sent.

use serde_json::{Value, json};

use crate::draw::{Draw, Shape, optional, required, text};
use crate::rule::WrongShape;
use crate::subject::{Answer, Call, Moment, Reply, Trace, World};

/// Room for the headers and separators of one ability, in tokens: more than any runtime needs.
const ROOM: usize = 32;

/// How many tokens a text has: one for every four characters, rounded up; white space at its end is free.
pub(super) fn tokens(text: &str) -> usize {
    text.trim_end().chars().count().div_ceil(4)
}

/// Plays the provider.
pub(super) struct Provider;

impl World for Provider {
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply> {
        match moment {
            Moment::Asked { id, .. } => vec![Reply { to: id, value: json!({"text": "done"}) }],
            Moment::Event(_) | Moment::Rest => Vec::new(),
        }
    }
}

/// The call that puts a case.
pub(super) fn call(case: &Value) -> Call {
    Call::new("contract/prompt", case.clone()).with(Provider)
}

/// One ability of a case.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ability<'a> {
    /// Its name.
    pub(super) id: &'a str,
    /// Its text.
    pub(super) content: &'a str,
    /// Whether the agent always has it.
    pub(super) core: bool,
    /// Whether one of its tags is a word of the task.
    pub(super) matches: bool,
}

/// The abilities of a case: the core ones in the agent's order, then the others.
pub(super) fn abilities(case: &Value) -> Vec<Ability<'_>> {
    let core: Vec<&str> =
        case["agent"]["coreAbilities"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let task = case["task"].as_str().unwrap_or_default();
    let words: Vec<&str> = task.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let mut found: Vec<Ability<'_>> = case["abilities"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|ability| {
            let id = ability["id"].as_str().unwrap_or_default();
            let mut tags = ability["tags"].as_array().into_iter().flatten().filter_map(Value::as_str);
            Ability {
                id,
                content: ability["content"].as_str().unwrap_or_default(),
                core: core.contains(&id),
                matches: tags.any(|tag| words.contains(&tag)),
            }
        })
        .collect();
    found.sort_by_key(|ability| core.iter().position(|id| *id == ability.id).unwrap_or(core.len()));
    found
}

/// The limit of a case, in tokens.
pub(super) fn limit(case: &Value) -> usize {
    case["tokenLimit"].as_u64().and_then(|limit| usize::try_from(limit).ok()).unwrap_or(0)
}

/// Whether these abilities fit into the limit of a case, whatever a runtime puts around them.
pub(super) fn fit<'a>(case: &Value, abilities: impl Iterator<Item = &'a Ability<'a>>) -> bool {
    let (count, sum) = abilities.fold((0, 0), |(count, sum), ability| (count + 1, sum + tokens(ability.content) + 1));
    sum + ROOM * (count + 1) <= limit(case)
}

/// Why the document does not say what is injected, if it does not.
pub(super) fn doubt(case: &Value) -> Option<&'static str> {
    let all = abilities(case);
    let mut ids: Vec<&str> = all.iter().map(|ability| ability.id).collect();
    ids.sort_unstable();
    ids.dedup();
    let core = case["agent"]["coreAbilities"].as_array().map_or(0, Vec::len);
    if ids.len() != all.len() || ids.contains(&"") {
        return Some("two abilities of the same name, or one without");
    }
    if core != all.iter().filter(|ability| ability.core).count() {
        return Some("a core ability that is not there");
    }
    if all.iter().any(|ability| ability.content.trim().len() < 4) {
        return Some("an ability with hardly any text");
    }
    if all.iter().any(|one| all.iter().any(|other| one.id != other.id && other.content.contains(one.content))) {
        return Some("an ability that is part of another");
    }
    let prompt = case["agent"]["systemPrompt"].as_str().unwrap_or_default();
    if all.iter().any(|ability| prompt.contains(ability.content)) {
        return Some("an ability that is part of the system prompt");
    }
    if !fit(case, all.iter().filter(|ability| ability.core)) {
        return Some("core abilities that may not fit into the limit");
    }
    None
}

/// One call of the provider.
#[derive(Debug)]
pub(super) struct Sent<'a> {
    /// The system text.
    pub(super) system: &'a str,
    /// What came before the agent's own prompt; none if the system text does not end with that.
    pub(super) injected: Option<&'a str>,
}

/// What the provider was sent, call by call.
pub(super) fn sent<'a>(case: &Value, answer: &'a Answer) -> Result<Vec<Sent<'a>>, WrongShape> {
    let prompt = case["agent"]["systemPrompt"].as_str().unwrap_or_default();
    let mut all = Vec::new();
    for line in &answer.trace {
        if let Trace::Asked { method, params, .. } = line {
            let system = params["system"]
                .as_str()
                .ok_or_else(|| WrongShape(format!("`{method}` without a text in `system`")))?;
            let injected = system.strip_suffix(prompt).or_else(|| system.trim_end().strip_suffix(prompt.trim_end()));
            all.push(Sent { system, injected });
        }
    }
    Ok(all)
}

/// What the parts of a case mean.
pub(super) static CASE: Shape = Shape::Object(&[
    required(
        "agent",
        Shape::Object(&[
            required("systemPrompt", Shape::Text { least: 4 }),
            required("coreAbilities", Shape::List { of: &Shape::Ref("ability"), least: 0 }),
        ]),
    ),
    required(
        "abilities",
        Shape::List {
            of: &Shape::Object(&[
                required("id", Shape::Id("ability")),
                required("content", Shape::Text { least: 4 }),
                required("tags", Shape::List { of: &Shape::Fixed, least: 0 }),
            ]),
            least: 0,
        },
    ),
    required("task", Shape::Fixed),
    required("tokenLimit", Shape::Integer { least: 1 }),
    optional("world", Shape::Any),
]);

/// An ability with a text of about `tokens` tokens that no other one holds.
pub(super) fn ability(draw: &mut Draw, id: &str, tokens: usize, tags: &[&str]) -> Value {
    let mut content = format!("Know {id}:");
    while content.chars().count() < tokens * 4 {
        content.push(' ');
        content.push_str(if draw.chance(1, 6) { "日本語🦀" } else { "" });
        content.push_str(&text::word(draw));
    }
    json!({"id": id, "content": format!("{content}."), "tags": tags})
}

/// An agent with abilities: `core` of them its own, of which some match the task, and others that match or do not.
pub(super) fn agent(draw: &mut Draw, core: usize, matching: usize, largest: usize) -> Value {
    let mut abilities = Vec::new();
    let mut ids = Vec::new();
    for number in 1..=core {
        let id = format!("core-{number}");
        let tags: &[&str] = if draw.chance(1, 3) { &["deploy"] } else { &["unrelated"] };
        let size = draw.size(2..=largest);
        abilities.push(ability(draw, &id, size, tags));
        ids.push(id);
    }
    for number in 1..=matching {
        let options: [&[&str]; 3] = [&["deploy"], &["deploy", "service"], &["service", "other"]];
        let tags = *draw.pick(&options);
        let size = draw.size(2..=largest);
        abilities.push(ability(draw, &format!("extra-{number}"), size, tags));
    }
    if draw.chance(1, 2) {
        abilities.push(ability(draw, "stranger", 4, &["cooking"]));
    }
    draw.shuffle(&mut abilities);
    json!({
        "agent": {"systemPrompt": "You are the agent of this test.", "coreAbilities": ids},
        "abilities": abilities, "task": "deploy the service", "tokenLimit": 0
    })
}

/// Sets the limit of a case so that the core abilities fit, and `more` tokens besides.
pub(super) fn with_room_for_core(mut case: Value, more: usize) -> Value {
    let core: Vec<usize> =
        abilities(&case).iter().filter(|ability| ability.core).map(|ability| tokens(ability.content) + 1).collect();
    case["tokenLimit"] = json!(core.iter().sum::<usize>() + ROOM * (core.len() + 1) + more);
    case
}

/// Sets the limit of a case so that everything fits.
pub(super) fn with_room_for_all(mut case: Value) -> Value {
    let all: usize = abilities(&case).iter().map(|ability| tokens(ability.content) + 1 + ROOM).sum();
    case["tokenLimit"] = json!(all + ROOM);
    case
}

/// Labels what a case is about.
pub(super) fn classify(case: &Value) -> Vec<&'static str> {
    let all = abilities(case);
    let mut labels = vec![if doubt(case).is_some() { "open" } else { "judged" }];
    let has = |label, what: fn(&Ability<'_>) -> bool| all.iter().any(what).then_some(label);
    labels.extend(has("core that does not match", |ability| ability.core && !ability.matches));
    labels.extend(has("core", |ability| ability.core));
    labels.extend(has("matching", |ability| !ability.core && ability.matches));
    labels.extend(has("not matching", |ability| !ability.core && !ability.matches));
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
    fn tokens_are_counted_in_characters() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("abcd"), 1);
        assert_eq!(tokens("abcde"), 2);
        assert_eq!(tokens("日本語🦀"), 1);
        assert_eq!(tokens("abcd  \n\n"), 1);
    }

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
