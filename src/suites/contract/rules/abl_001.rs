//! Abilities are in the prompt when it is sent, in front of the agent's own words.

use super::prelude::*;
use super::prompt::{self, CASE, abilities, agent, call, classify, doubt, sent, with_room_for_all, with_room_for_core};

const CHECK: Check = Check {
    methods: &["contract/prompt"],
    shape: &CASE,
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
            steps: |case, answers| judge(case, answers, prepended),
            ..CHECK
        },
        Check {
            id: "room-for-all",
            property: "with room for all, the core abilities and every ability that matches are in the first call",
            steps: |case, answers| judge(case, answers, all_there),
            ..CHECK
        },
        Check {
            id: "nothing-later",
            property: "no ability appears for the first time after the first call",
            steps: |case, answers| judge(case, answers, nothing_later),
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("appends abilities to the system prompt", "appends-abilities"),
        Mutant::quirk("puts abilities into the user's prompt", "puts-abilities-into-the-prompt"),
        Mutant::quirk("replaces the system prompt", "replaces-the-system-prompt"),
        Mutant::quirk("puts the last ability behind the system prompt", "puts-the-last-ability-behind"),
        Mutant::quirk("injects from the second call on", "injects-from-the-second-call-on"),
        Mutant::quirk("sends the core first and the rest later", "injects-extras-later"),
    ],
    corpus: include_str!("../../../corpus/contract/ABL-001.yaml"),
    questions: &[],
};

fn edges() -> Vec<Value> {
    let draw = &mut Draw::from_seed(1);
    [(0, 0), (1, 0), (0, 1), (1, 1), (3, 3)]
        .map(|(core, matching)| with_room_for_all(agent(draw, core, matching, 12)))
        .to_vec()
}

fn judge(
    case: &Value,
    answers: &[Answer],
    judge: fn(&Value, &[prompt::Sent<'_>], &Answer) -> Option<Judgement>,
) -> Result<Step, WrongShape> {
    if let Some(why) = doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
    let sent = sent(case, answer)?;
    if sent.is_empty() {
        let kind = "the provider is never called";
        return Ok(Step::Judged(Judgement::failed(kind, "a call of the provider", answer.value.clone())));
    }
    Ok(Step::Judged(judge(case, &sent, answer).unwrap_or_else(Judgement::held)))
}

fn prepended(case: &Value, sent: &[prompt::Sent<'_>], answer: &Answer) -> Option<Judgement> {
    let Some(text) = sent[0].injected else {
        let expected = json!({"system ends with": case["agent"]["systemPrompt"]});
        return Some(Judgement::failed(
            "the system text does not end with the agent's own prompt",
            expected,
            sent[0].system,
        ));
    };
    let injected = list(&answer.value, "injected");
    let missing = abilities(case).into_iter().find(|ability| {
        let whole = injected.iter().any(|id| id == ability.id) && answer.value["truncated"] != true;
        whole && !text.contains(ability.content)
    });
    missing.map(|ability| {
        Judgement::failed(
            "an injected ability is not in the text",
            json!({"injected": ability.id}),
            json!({ "system": sent[0].system }),
        )
    })
}

fn all_there(case: &Value, sent: &[prompt::Sent<'_>], _: &Answer) -> Option<Judgement> {
    let all = abilities(case);
    let wanted = || all.iter().filter(|ability| ability.core || ability.matches);
    if !prompt::fit(case, wanted()) {
        return Some(Judgement::open("there may not be room for all"));
    }
    // Where the agent's own prompt is missing, the check on that is to blame.
    let text = sent[0].injected.unwrap_or(sent[0].system);
    wanted().find(|ability| !text.contains(ability.content)).map(|ability| {
        Judgement::failed(
            "an ability is missing from the first call",
            json!({"ability": ability.id}),
            json!({ "system": sent[0].system }),
        )
    })
}

fn nothing_later(case: &Value, sent: &[prompt::Sent<'_>], _: &Answer) -> Option<Judgement> {
    let late = abilities(case).into_iter().find(|ability| {
        !sent[0].system.contains(ability.content)
            && sent[1..].iter().any(|later| later.system.contains(ability.content))
    });
    late.map(|ability| {
        let told: Vec<&str> = sent.iter().map(|sent| sent.system).collect();
        Judgement::failed(
            "an ability comes after the first call",
            format!("{} is in the first call or in none", ability.id),
            told,
        )
    })
}
