//! Abilities are in the prompt when it is sent, in front of the agent's own words.

use super::super::draw::prompt::{agent, classify, with_room_for_all, with_room_for_core};
use super::super::judge::prompt::{Prompted, call, sent};
use super::super::model::prompt::{Ability, abilities, fit};
use super::super::prelude::*;
use super::super::reference::prompt::{DOCUMENT, Ready, section};

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
    title: "injects abilities before the prompt is sent",
    level: Level::Must,
    source: "INV-AGT-ABL-001",
    statement: "The system text of the first call of the provider is the injected content followed by the agent's own system \
                prompt; an ability that is not in it is in no later call either.",
    checks: &[
        Check {
            id: "prepended",
            property: "the system text ends with the agent's own prompt, and every injected ability stands before it",
            exam: prepended,
            ..CHECK
        },
        Check {
            id: "room-for-all",
            property: "with room for all, the core abilities and every ability that matches are in the first call",
            exam: all_there,
            ..CHECK
        },
        Check {
            id: "nothing-later",
            property: "no ability appears for the first time after the first call",
            exam: nothing_later,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::doing("appends abilities to the system prompt", |policies| {
            policies.change(&DOCUMENT).calls =
                |ready| vec![ready.call(&format!("{}\n{}", ready.own, ready.packed.text))];
        }),
        Mutant::doing("puts abilities into the user's prompt", |policies| {
            policies.change(&DOCUMENT).calls =
                |ready| vec![json!({"system": ready.own, "prompt": format!("{}{}", ready.packed.text, ready.task)})];
        }),
        Mutant::doing("replaces the system prompt", |policies| {
            policies.change(&DOCUMENT).calls =
                |ready| vec![ready.call(if ready.packed.text.is_empty() { ready.own } else { &ready.packed.text })];
        }),
        Mutant::doing("puts the last ability behind the system prompt", |policies| {
            policies.change(&DOCUMENT).calls = |ready| vec![ready.call(&last_behind(ready))];
        }),
        Mutant::doing("injects from the second call on", |policies| {
            policies.change(&DOCUMENT).calls = |ready| vec![ready.call(ready.own), ready.call(&in_front(ready))];
        }),
        Mutant::doing("sends the core first and the rest later", |policies| {
            policies.change(&DOCUMENT).calls = |ready| {
                let core: String =
                    ready.packed.injected.iter().filter(|ability| ability.core).map(|a| section(a)).collect();
                vec![ready.call(&format!("{core}{}", ready.own)), ready.call(&in_front(ready))]
            };
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/ABL-001.yaml"),
    questions: &[],
};

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

fn edges() -> Vec<Value> {
    let draw = &mut Draw::from_seed(1);
    [(0, 0), (1, 0), (0, 1), (1, 1), (3, 3)]
        .map(|(core, matching)| with_room_for_all(agent(draw, core, matching, 12)))
        .to_vec()
}

fn prepended(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let prompted = Prompted::of(case, talk)?;
    let (first, answer) = (&prompted.sent[0], &prompted.answer.value);
    let Some(text) = first.injected else {
        let kind = "the system text does not end with the agent's own prompt";
        return Ok(Judgement::failed(kind, json!({"system ends with": case["agent"]["systemPrompt"]}), first.system));
    };
    let missing = abilities(case).into_iter().find(|ability| {
        let whole = list(answer, "injected").iter().any(|id| id == ability.id) && answer["truncated"] != true;
        whole && !text.contains(ability.content)
    });
    Ok(missing.map_or_else(Judgement::held, |ability| {
        let kind = "an injected ability is not in the text";
        Judgement::failed(kind, json!({"injected": ability.id}), json!({ "system": first.system }))
    }))
}

fn all_there(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let prompted = Prompted::of(case, talk)?;
    let all = abilities(case);
    let wanted = || all.iter().filter(|ability| ability.core || ability.matches);
    if !fit(case, wanted()) {
        return Ok(Judgement::open("there may not be room for all"));
    }
    // Where the agent's own prompt is missing, the check on that is to blame.
    let Some(missing) = wanted().find(|ability| !prompted.text().contains(ability.content)) else {
        return Ok(Judgement::held());
    };
    if missing.core {
        stands_on_the_task(case, talk, missing)?;
    }
    let kind = "an ability is missing from the first call";
    Ok(Judgement::failed(kind, json!({"ability": missing.id}), json!({ "system": prompted.sent[0].system })))
}

/// Stops where the ability is in the first call once it is there for the task: then it is left out for being core.
fn stands_on_the_task(case: &Case<'_>, talk: &mut Talk<'_>, missing: &Ability<'_>) -> Result<(), Stop> {
    let mut for_the_task = case.input.clone();
    for_the_task["agent"]["coreAbilities"] = json!([]);
    for_the_task["abilities"] = json!([{"id": missing.id, "content": missing.content, "tags": ["deploy"]}]);
    for_the_task["task"] = json!("deploy the service");
    let answer = talk.ask(call(&for_the_task))?;
    match sent(&for_the_task, answer)?.first() {
        Some(first) if first.system.contains(missing.content) => {
            Err(Judgement::blocked("a core ability is left out: ABL-002 says what is due", case).into())
        }
        _ => Ok(()),
    }
}

fn nothing_later(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let sent = Prompted::of(case, talk)?.sent;
    let late = abilities(case).into_iter().find(|ability| {
        !sent[0].system.contains(ability.content)
            && sent[1..].iter().any(|later| later.system.contains(ability.content))
    });
    Ok(late.map_or_else(Judgement::held, |ability| {
        let told: Vec<&str> = sent.iter().map(|sent| sent.system).collect();
        let expected = format!("{} is in the first call or in none", ability.id);
        Judgement::failed("an ability comes after the first call", expected, told)
    }))
}
