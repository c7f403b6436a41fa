//! Abilities are in the prompt when it is sent, in front of the agent's own words.

use super::super::draw::prompt::{ability, agent, classify, with_room_for_all, with_room_for_core};
use super::super::judge::injection::{all_there, nothing_later, prepended};
use super::super::model::prompt::{Ability, tokens};
use super::super::prelude::*;
use super::super::reference::prompt::{Ready, core, extra, policy, section};

const CHECK: Check = Check {
    methods: &["contract/prompt"],
    shape: &shape::PROMPT,
    edges,
    arms: &[
        arm(2, "room for all", |draw| {
            let (core, matching) = (draw.size(0..=3), draw.size(0..=3));
            with_room_for_all(agent(draw, core, matching, 30))
        }),
        arm(1, "little room", |draw| {
            let more = draw.size(0..=80);
            with_room_for_core(agent(draw, 2, 4, 60), more)
        }),
    ],
    classify,
    labels: &["core", "matching", "room for all"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "ABL-001",
    title: "Injection Timing: injects abilities before the prompt is sent",
    level: Level::Must,
    source: "INV-AGT-ABL-001",
    statement: "The system text of the first call of the provider is the injected content followed by the agent's own system \
                prompt; an ability that is not in it is in no later call either.",
    checks: &[
        CHECK.asserts(
            "prepended",
            "the system text ends with the agent's own prompt, and every injected ability stands before it",
            prepended,
        ),
        CHECK.asserts(
            "room-for-all",
            "with room for all, the core abilities and every ability that matches are in the first call",
            all_there,
        ),
        CHECK.asserts("nothing-later", "no ability appears for the first time after the first call", nothing_later),
    ],
    mutants: &[
        Mutant::doing("appends abilities to the system prompt", |it| {
            policy(it).calls = |ready| vec![ready.call(&format!("{}\n{}", ready.own, ready.packed.text))];
        }),
        Mutant::doing("puts abilities into the user's prompt", |it| {
            policy(it).calls =
                |ready| vec![json!({"system": ready.own, "prompt": format!("{}{}", ready.packed.text, ready.task)})];
        }),
        Mutant::doing("replaces the system prompt", |it| {
            policy(it).calls =
                |ready| vec![ready.call(if ready.packed.text.is_empty() { ready.own } else { &ready.packed.text })];
        }),
        Mutant::doing("puts the last ability behind the system prompt", |it| {
            policy(it).calls = |ready| vec![ready.call(&last_behind(ready))];
        }),
        Mutant::doing("injects from the second call on", |it| {
            policy(it).calls = |ready| vec![ready.call(ready.own), ready.call(&in_front(ready))];
        }),
        Mutant::doing("sends an ability later, as part of the user's prompt", |it| {
            policy(it).calls = |ready| {
                let again = |a: &&Ability<'_>| json!({"system": ready.own, "prompt": format!("More: {}", a.content)});
                let mut calls = vec![ready.call(&in_front(ready))];
                calls.extend(ready.known.iter().find(|a| !ready.packed.text.contains(a.content)).as_ref().map(again));
                calls
            };
        }),
        Mutant::doing("looks at the first tag of an ability only", |it| {
            policy(it).wanted = |known| core(known).chain(extra(known).filter(|a| a.matches_at_once)).collect();
        }),
        Mutant::doing("fills in a form where what is filled in has a meaning", |it| {
            policy(it).calls = |ready| vec![ready.call(&in_front(ready).replace("$&", "{{abilities}}"))];
        }),
        Mutant::doing("plans without abilities where the task is long", |it| {
            policy(it).calls = |ready| match ready.task.len() {
                0..=80 => vec![ready.call(&in_front(ready))],
                _ => vec![ready.call(ready.own), ready.call(&in_front(ready))],
            };
        }),
        Mutant::doing("counts the code units of a text", |it| {
            policy(it).count = |text, _| text.encode_utf16().count().div_ceil(4);
        }),
        Mutant::doing("takes the system prompt out of the budget", |it| {
            policy(it).room = |limit, _, own| limit.saturating_sub(tokens(own));
        }),
        Mutant::doing("does not look for words of two letters", |it| {
            policy(it).wanted = |known| only(known, |word, _| word.len() > 2);
        }),
        Mutant::doing("makes the task lower case and not the tags", |it| {
            policy(it).wanted = |known| only(known, |word, _| word == word.to_lowercase());
        }),
        Mutant::doing("cuts the endings of the words of a task", |it| {
            policy(it).wanted = |known| only(known, |word, _| !word.ends_with(['s', 'g']));
        }),
        Mutant::doing("takes letters beyond ASCII for the end of a word", |it| {
            policy(it).wanted = |known| only(known, |word, _| word.is_ascii());
        }),
        Mutant::doing("looks at the first eight words of a task", |it| {
            policy(it).wanted = |known| only(known, |_, place| place < 8);
        }),
        Mutant::doing("sends the core first and the rest later", |it| {
            policy(it).calls = |ready| {
                let core: String =
                    ready.packed.injected.iter().filter(|ability| ability.core).map(|a| section(a)).collect();
                vec![ready.call(&format!("{core}{}", ready.own)), ready.call(&in_front(ready))]
            };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/ABL-001.yaml"),
    questions: &[],
};

/// The abilities, those for the task only where the word that they match by is seen, behind so many others.
fn only<'a>(known: &'a [Ability<'a>], seen: fn(&str, usize) -> bool) -> Vec<&'a Ability<'a>> {
    let is_seen = |ability: &&Ability<'_>| ability.by.is_some_and(|(word, place)| seen(word, place));
    core(known).chain(extra(known).filter(is_seen)).collect()
}

fn in_front(ready: &Ready<'_>) -> String {
    format!("{}{}", ready.packed.text, ready.own)
}

fn last_behind(ready: &Ready<'_>) -> String {
    match &ready.packed.injected[..] {
        [_, .., last] => {
            let (last, own) = (section(last), ready.own);
            format!("{}{own}\n{last}", ready.packed.text.trim_end_matches(&last))
        }
        _ => in_front(ready),
    }
}

/// One ability, and a task that it is for.
fn for_the_task(draw: &mut Draw, task: &str, tags: &[&str]) -> Value {
    let agent = json!({"systemPrompt": "You are the agent of this test.", "coreAbilities": []});
    json!({"agent": agent, "abilities": [ability(draw, "known", 12, tags)], "task": task, "tokenLimit": 0})
}

/// The last one is so long that whoever counts fewer characters to a token finds no room for it.
fn edges() -> Vec<Value> {
    let draw = &mut Draw::from_seed(1);
    let few = [(0, 0), (1, 0), (0, 1), (1, 1), (3, 3)];
    let mut cases = few.map(|(core, matching)| agent(draw, core, matching, 12)).to_vec();
    let mut long = agent(draw, 0, 0, 12);
    long["abilities"] = json!([ability(draw, "long", 900, &["deploy"])]);
    cases.push(long);
    let mut last_tag = agent(draw, 0, 0, 12);
    last_tag["abilities"] = json!([ability(draw, "logs", 12, &["other", "deploy"])]);
    cases.push(last_tag);
    let mut stranger = agent(draw, 0, 1, 12);
    stranger["abilities"][0]["tags"] = json!(["cooking"]);
    cases.push(stranger);
    let others = "amber birch cedar delta ember fjord grove heron jade kelp lotus maple quartz river slate tulip";
    for word in ["go", "k8s", "API", "prüfen", "logs", "testing", "test"] {
        cases.push(for_the_task(draw, word, &["other", "more", "of", "this", word]));
        cases.push(for_the_task(draw, &format!("{others} {word}"), &[word]));
    }
    let mut crabs = for_the_task(draw, "deploy", &["deploy"]);
    crabs["abilities"][0]["content"] = json!(format!("Crabs: {}.", "🦀".repeat(600)));
    cases.push(crabs);
    for own in ["Help.".to_owned(), "You are the agent of this test.".repeat(40), "You cost $& or $1, {0}.".to_owned()]
    {
        let mut case = for_the_task(draw, "deploy", &["deploy"]);
        case["agent"]["systemPrompt"] = json!(own);
        case["abilities"][0]["content"] = json!("It costs $& or $1, {0} and %s.");
        cases.push(case);
    }
    cases.into_iter().map(with_room_for_all).collect()
}
