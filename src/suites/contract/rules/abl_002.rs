//! What an agent knows by nature is always there, whatever the task and however tight the budget.

use super::prelude::*;
use super::prompt::{Ability, CASE, abilities, agent, call, classify, doubt, sent, with_room_for_core};

const CHECK: Check = Check {
    methods: &["contract/prompt"],
    shape: &CASE,
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
            steps: |case, answers| {
                judge(case, answers, |text, all| {
                    let missing = all.iter().find(|ability| ability.core && !text.contains(ability.content))?;
                    let kind = if missing.matches {
                        "a core ability is missing"
                    } else {
                        "a core ability is missing that does not match"
                    };
                    Some(Judgement::failed(kind, json!({"core": missing.id}), text))
                })
            },
            ..CHECK
        },
        Check {
            id: "first",
            property: "core abilities stand before the others",
            steps: |case, answers| {
                judge(case, answers, |text, all| {
                    let place = |ability: &&Ability<'_>| text.find(ability.content);
                    let last = all.iter().filter(|ability| ability.core).max_by_key(place)?;
                    let early =
                        all.iter().filter(|ability| !ability.core && place(ability).is_some()).min_by_key(place)?;
                    let wrong = place(&early) < place(&last);
                    let expected = format!("{} before {}", last.id, early.id);
                    wrong.then(|| Judgement::failed("a core ability stands behind another one", expected, text))
                })
            },
            ..CHECK
        },
        Check {
            id: "listed",
            property: "every core ability is in `injected`",
            steps: |case, answers| {
                let core: Vec<String> = abilities(case)
                    .iter()
                    .filter(|ability| ability.core)
                    .map(|ability| ability.id.to_owned())
                    .collect();
                if let (None, Some(answer)) = (doubt(case), answers.first()) {
                    let listed = list(&answer.value, "injected");
                    let missing = core.iter().find(|id| !listed.contains(&json!(id)));
                    let judgement = missing.map(|id| {
                        Judgement::failed("a core ability is not listed", json!({"injected": [id]}), json!(listed))
                    });
                    return Ok(Step::Judged(judgement.unwrap_or_else(Judgement::held)));
                }
                judge(case, answers, |_, _| None)
            },
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("injects core abilities only when they match", "core-only-when-it-matches"),
        Mutant::quirk("injects the first core ability only", "first-core-ability-only"),
        Mutant::quirk("injects three core abilities at most", "at-most-three-core-abilities"),
        Mutant::quirk("puts what matches before the core", "matched-abilities-first"),
        Mutant::quirk("loses core abilities when the budget is tight", "matched-abilities-first-when-tight"),
        Mutant::quirk("sorts all abilities by name", "sorts-all-abilities-by-name"),
        Mutant::quirk("packs the shortest abilities first", "shortest-abilities-first"),
        Mutant::answers("lists matched abilities only", |request, mut answer| {
            let core = list(&request.params["agent"], "coreAbilities").to_vec();
            if let Some(ids) = answer["injected"].as_array_mut() {
                ids.retain(|id| !core.contains(id));
            }
            answer
        }),
    ],
    corpus: include_str!("../../../corpus/contract/ABL-002.yaml"),
    questions: &[],
};

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

fn judge(
    case: &Value,
    answers: &[Answer],
    judge: fn(&str, &[Ability<'_>]) -> Option<Judgement>,
) -> Result<Step, WrongShape> {
    if let Some(why) = doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
    let sent = sent(case, answer)?;
    let Some(first) = sent.first() else {
        return Ok(Step::Judged(Judgement::failed(
            "the provider is never called",
            "a call of the provider",
            answer.value.clone(),
        )));
    };
    // Where the agent's own prompt stands elsewhere, ABL-001 is to blame: the whole text is searched.
    let text = first.injected.unwrap_or(first.system);
    Ok(Step::Judged(judge(text, &abilities(case)).unwrap_or_else(Judgement::held)))
}
