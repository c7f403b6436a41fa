//! What an agent knows by nature is always there, whatever the task and however tight the budget.

use std::cmp::Ordering;

use super::super::draw::prompt::{ability, agent, classify, with_room_for_core};
use super::super::judge::core_abilities::{first, listed, whole};
use super::super::model::prompt::Ability;
use super::super::prelude::*;
use super::super::reference::prompt::{core, extra, policy};

const CHECK: Check = Check {
    methods: &["contract/prompt"],
    shape: &shape::PROMPT,
    edges,
    arms: &[arm(1, "little room", |draw| {
        let most = if draw.chance(1, 8) { 14 } else { 5 };
        let (core, matching) = (draw.size(1..=most), draw.size(0..=5));
        let (largest, more) = (*draw.pick(&[10, 40, 120]), *draw.pick(&[0, 0, 20, 200]));
        with_room_for_core(agent(draw, core, matching, largest), more)
    })],
    classify,
    labels: &["core", "core that does not match", "matching", "more than fits", "room for all"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "ABL-002",
    title: "Core Abilities Included: injects every core ability, and first",
    level: Level::Must,
    source: "INV-AGT-ABL-002",
    statement: "Every core ability is in the injected text as a whole, whether it matches the task or not, and before every \
                ability that is there for the task.",
    checks: &[
        CHECK.asserts("whole", "every core ability is in the text as a whole, whatever the task", whole),
        CHECK.asserts("first", "core abilities stand before the others", first),
        CHECK.asserts("listed", "every core ability is in `injected`", listed),
    ],
    mutants: &[
        Mutant::doing("injects core abilities only when they match", |it| {
            policy(it).wanted = |known| core(known).filter(|ability| ability.matches).chain(extra(known)).collect();
        }),
        Mutant::doing("injects the first core ability only", |it| {
            policy(it).wanted = |known| core(known).take(1).chain(extra(known)).collect();
        }),
        Mutant::doing("injects three core abilities at most", |it| {
            policy(it).wanted = |known| core(known).take(3).chain(extra(known)).collect();
        }),
        Mutant::doing("injects ten core abilities at most", |it| {
            policy(it).wanted = |known| core(known).take(10).chain(extra(known)).collect();
        }),
        Mutant::doing("finds core abilities by the beginning of their name", |it| {
            policy(it).wanted = |known| {
                let found = |one: &Ability<'_>| known.iter().rev().find(|other| other.id.starts_with(one.id));
                core(known).filter_map(found).chain(extra(known)).collect()
            };
        }),
        Mutant::doing("puts what matches before the core", |it| {
            policy(it).wanted = |known| extra(known).chain(core(known)).collect();
        }),
        Mutant::doing("loses core abilities when the budget is tight", |it| {
            policy(it).wanted = |known| {
                if extra(known).count() > 2 { extra(known).chain(core(known)).collect() } else { wanted(known) }
            };
        }),
        Mutant::doing("sorts all abilities by name", |it| {
            policy(it).wanted = |known| sorted(known, |a, b| b.id.cmp(a.id));
        }),
        Mutant::doing("packs the shortest abilities first", |it| {
            policy(it).wanted = |known| sorted(known, |a, b| a.content.len().cmp(&b.content.len()));
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
    cases.push(with_room_for_core(agent(draw, 13, 2, 8), 0));
    let mut alike = with_room_for_core(agent(draw, 1, 0, 20), 200);
    alike["abilities"] = json!([ability(draw, "core-1-2", 6, &["other"]), ability(draw, "core-1", 6, &["other"])]);
    cases.push(alike);
    cases
}
