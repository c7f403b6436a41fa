//! What an agent knows by nature is always there, whatever the task and however tight the budget.

use std::cmp::Ordering;

use super::super::draw::prompt::{agent, classify, with_room_for_core};
use super::super::judge::prompt::{Prompted, stands_on_injection};
use super::super::model::prompt::{Ability, abilities};
use super::super::prelude::*;
use super::super::reference::prompt::{DOCUMENT, core, extra};

const CHECK: Check = Check {
    methods: &["contract/prompt"],
    shape: &shape::PROMPT,
    edges,
    arms: &[arm(1, "little room", |draw| {
        let (core, matching) = (draw.size(1..=5), draw.size(0..=5));
        let (largest, more) = (*draw.pick(&[10, 40, 120]), *draw.pick(&[0, 0, 20, 200]));
        with_room_for_core(agent(draw, core, matching, largest), more)
    })],
    classify,
    labels: &["core", "core that does not match", "matching", "more than fits", "room for all"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "ABL-002",
    title: "always includes the core abilities",
    level: Level::Must,
    source: "INV-AGT-ABL-002",
    statement: "Every core ability is in the injected text as a whole, whether it matches the task or not, and before every \
                ability that is there for the task.",
    checks: &[
        Check {
            id: "whole",
            property: "every core ability is in the text as a whole, whatever the task",
            exam: whole,
            ..CHECK
        },
        Check { id: "first", property: "core abilities stand before the others", exam: first, ..CHECK },
        Check { id: "listed", property: "every core ability is in `injected`", exam: listed, ..CHECK },
    ],
    mutants: &[
        Mutant::doing("injects core abilities only when they match", |policies| {
            policies.change(&DOCUMENT).wanted =
                |known| core(known).filter(|ability| ability.matches).chain(extra(known)).collect();
        }),
        Mutant::doing("injects the first core ability only", |policies| {
            policies.change(&DOCUMENT).wanted = |known| core(known).take(1).chain(extra(known)).collect();
        }),
        Mutant::doing("injects three core abilities at most", |policies| {
            policies.change(&DOCUMENT).wanted = |known| core(known).take(3).chain(extra(known)).collect();
        }),
        Mutant::doing("puts what matches before the core", |policies| {
            policies.change(&DOCUMENT).wanted = |known| extra(known).chain(core(known)).collect();
        }),
        Mutant::doing("loses core abilities when the budget is tight", |policies| {
            policies.change(&DOCUMENT).wanted = |known| {
                if extra(known).count() > 2 { extra(known).chain(core(known)).collect() } else { wanted(known) }
            };
        }),
        Mutant::doing("sorts all abilities by name", |policies| {
            policies.change(&DOCUMENT).wanted = |known| sorted(known, |a, b| b.id.cmp(a.id));
        }),
        Mutant::doing("packs the shortest abilities first", |policies| {
            policies.change(&DOCUMENT).wanted = |known| sorted(known, |a, b| a.content.len().cmp(&b.content.len()));
        }),
        Mutant::answers("lists matched abilities only", |request, mut answer| {
            let core = list(&request.params["agent"], "coreAbilities").to_vec();
            if let Some(ids) = answer["injected"].as_array_mut() {
                ids.retain(|id| !core.contains(id));
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/contract/ABL-002.yaml"),
    questions: &[],
};

fn wanted<'a>(known: &'a [Ability<'a>]) -> Vec<&'a Ability<'a>> {
    core(known).chain(extra(known)).collect()
}

fn sorted<'a>(known: &'a [Ability<'a>], order: fn(&Ability<'a>, &Ability<'a>) -> Ordering) -> Vec<&'a Ability<'a>> {
    let mut all = wanted(known);
    all.sort_by(|a, b| order(a, b));
    all
}

fn edges() -> Vec<Value> {
    let draw = &mut Draw::from_seed(2);
    let mut cases: Vec<Value> = [(1, 0, 8), (1, 3, 60), (4, 4, 60), (5, 1, 10), (2, 5, 120)]
        .map(|(core, matching, largest)| with_room_for_core(agent(draw, core, matching, largest), 0))
        .to_vec();
    cases.push(with_room_for_core(agent(draw, 3, 3, 20), 1000));
    let mut no_words = with_room_for_core(agent(draw, 2, 2, 20), 0);
    no_words["task"] = json!("");
    cases.push(no_words);
    cases
}

fn whole(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let prompted = Prompted::of(case, talk)?;
    let text = prompted.text();
    let missing = abilities(case).into_iter().find(|ability| ability.core && !text.contains(ability.content));
    let Some(missing) = missing else { return Ok(Judgement::held()) };
    stands_on_injection(talk)?;
    let kind =
        if missing.matches { "a core ability is missing" } else { "a core ability is missing that does not match" };
    Ok(Judgement::failed(kind, json!({"core": missing.id}), text))
}

fn first(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let prompted = Prompted::of(case, talk)?;
    let (text, all) = (prompted.text(), abilities(case));
    let place = |ability: &&Ability<'_>| text.find(ability.content);
    let last = all.iter().filter(|ability| ability.core).max_by_key(place);
    let early = all.iter().filter(|ability| !ability.core && place(ability).is_some()).min_by_key(place);
    match (last, early) {
        (Some(last), Some(early)) if place(&early) < place(&last) => {
            stands_on_injection(talk)?;
            let expected = format!("{} before {}", last.id, early.id);
            Ok(Judgement::failed("a core ability stands behind another one", expected, text))
        }
        _ => Ok(Judgement::held()),
    }
}

fn listed(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let prompted = Prompted::of(case, talk)?;
    let listed = list(&prompted.answer.value, "injected");
    let missing = abilities(case).into_iter().find(|ability| ability.core && !listed.contains(&json!(ability.id)));
    Ok(missing.map_or_else(Judgement::held, |ability| {
        Judgement::failed("a core ability is not listed", json!({"injected": [ability.id]}), json!(listed))
    }))
}
