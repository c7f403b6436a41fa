//! What is injected fits into the budget: contents, headers, separators and all.
//!
//! One token is four characters. The traps are what is not counted (separators, headers, the core), counting bytes
//! or words, and the last ability that "almost" fits.

use super::prelude::*;
use super::prompt::{
    self, CASE, abilities, ability, agent, call, classify, doubt, limit, sent, tokens, with_room_for_core,
};

const CHECK: Check = Check {
    methods: &["contract/prompt"],
    shape: &CASE,
    edges,
    arms: &[
        arm(2, "any room", |draw| {
            let (core, matching) = (draw.size(0..=2), draw.size(1..=6));
            let (largest, more) = (*draw.pick(&[8, 30, 90]), draw.size(0..=150));
            with_room_for_core(agent(draw, core, matching, largest), more)
        }),
        arm(1, "many small ones", |draw| {
            let (matching, more) = (draw.size(4..=12), draw.size(0..=60));
            with_room_for_core(agent(draw, 0, matching, 6), more)
        }),
    ],
    classify,
    labels: &["more than fits", "room for all", "matching"],
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "ABL-003",
    title: "keeps to the token budget",
    level: Level::Must,
    source: "INV-AGT-ABL-003",
    statement: "The injected text has at most `tokenLimit` tokens, all of it counted; where something had to be left out, the \
                result says so and warns.",
    checks: &[
        Check {
            id: "budget",
            property: "the injected text has at most tokenLimit tokens",
            steps: |case, answers| {
                judge(case, answers, |case, text, _| {
                    let (found, most) = (tokens(text), limit(case));
                    (found > most).then(|| {
                        Judgement::failed(
                            "the text is larger than the budget",
                            format!("at most {most} tokens"),
                            json!({"tokens": found, "text": text}),
                        )
                    })
                })
            },
            ..CHECK
        },
        Check {
            id: "counted",
            property: "tokenCount covers the injected text, and is within the limit",
            steps: |case, answers| {
                judge(case, answers, |case, text, answer| {
                    let range = tokens(text)..=limit(case);
                    // A runtime may count more than there is, ability by ability say, but not less.
                    let found = answer.value["tokenCount"].as_u64().and_then(|count| usize::try_from(count).ok());
                    (!found.is_some_and(|found| range.contains(&found))).then(|| {
                        let expected = format!("from {} to {}", range.start(), range.end());
                        let observed = json!({"tokenCount": answer.value["tokenCount"], "text": text});
                        Judgement::failed("tokenCount is another number", expected, observed)
                    })
                })
            },
            ..CHECK
        },
        Check {
            id: "truncated",
            property: "where something was left out, the result says truncated",
            steps: |case, answers| {
                judge(case, answers, |case, text, answer| {
                    let lost = left_out(case, text)?;
                    let silent = answer.value["truncated"] != true;
                    silent.then(|| {
                        Judgement::failed(
                            "something is left out in silence",
                            format!("truncated, {lost} is left out"),
                            answer.value.clone(),
                        )
                    })
                })
            },
            ..CHECK
        },
        Check {
            id: "warning",
            property: "where something was left out, there is a warning",
            steps: |case, answers| {
                judge(case, answers, |case, text, answer| {
                    let lost = left_out(case, text)?;
                    let silent = list(&answer.value, "warnings").is_empty();
                    silent.then(|| {
                        Judgement::failed(
                            "something is left out without a warning",
                            format!("a warning, {lost} is left out"),
                            answer.value.clone(),
                        )
                    })
                })
            },
            ..CHECK
        },
        Check {
            id: "packing",
            property: "what comes after an ability that does not fit is packed in one way or another",
            edges: || (0..3).map(|large| three(&mut Draw::from_seed(3), large)).collect(),
            arms: &[arm(1, "a large one among small ones", |draw| {
                let large = draw.below(3);
                three(draw, large)
            })],
            labels: &["matching"],
            steps: packing,
            cost: 8,
            ..CHECK
        },
    ],
    mutants: &[
        Mutant::quirk("does not count separators", "separators-are-not-counted"),
        Mutant::quirk("does not count headers", "headers-are-not-counted"),
        Mutant::quirk("does not count the core", "core-is-not-counted-at-all"),
        Mutant::quirk("counts words", "counts-words"),
        Mutant::quirk("takes five characters for a token", "counts-five-characters-a-token"),
        Mutant::quirk("rounds tokens down", "rounds-tokens-down"),
        Mutant::quirk("includes the one that does not fit", "includes-the-one-that-does-not-fit"),
        Mutant::quirk("reports the tokens of the contents alone", "reports-the-tokens-of-contents"),
        Mutant::answers("does not say that something was left out", |_, mut answer| {
            answer["truncated"] = json!(false);
            answer
        }),
        Mutant::answers("does not warn", |_, mut answer| {
            answer["warnings"] = json!([]);
            answer
        }),
    ],
    corpus: include_str!("../../../corpus/contract/ABL-003.yaml"),
    questions: &[Question {
        id: "packing",
        asks: "What happens to the abilities after one that does not fit?",
        readings: &[
            Reading { id: "skips", predicts: "the one that does not fit is skipped, smaller ones after it are packed" },
            Reading { id: "stops", predicts: "nothing is packed after the one that does not fit" },
            Reading { id: "cuts", predicts: "the one that does not fit is cut short, and nothing is packed after it" },
        ],
    }],
};

fn edges() -> Vec<Value> {
    let draw = &mut Draw::from_seed(4);
    let mut cases = Vec::new();
    for more in [0, 3, 7, 12, 20, 35, 60, 100, 400] {
        cases.push(with_room_for_core(agent(draw, 1, 6, 12), more));
        cases.push(with_room_for_core(agent(draw, 0, 8, 8), more));
    }
    cases
}

fn judge(
    case: &Value,
    answers: &[Answer],
    judge: fn(&Value, &str, &Answer) -> Option<Judgement>,
) -> Result<Step, WrongShape> {
    if let Some(why) = doubt(case) {
        return Ok(Step::Judged(Judgement::open(why)));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![call(case)])) };
    match sent(case, answer)?.first().and_then(|sent| sent.injected) {
        None => Ok(Step::Judged(Judgement::open("no text before the agent's own prompt: ABL-001 says what is due"))),
        Some(text) => Ok(Step::Judged(judge(case, text, answer).unwrap_or_else(Judgement::held))),
    }
}

/// An ability that matches and is not in the text as a whole.
fn left_out<'c>(case: &'c Value, text: &str) -> Option<&'c str> {
    abilities(case)
        .into_iter()
        .find(|ability| (ability.core || ability.matches) && !text.contains(ability.content))
        .map(|ability| ability.id)
}

/// Three abilities that match alike, one of them much larger than the others.
fn three(draw: &mut Draw, large: usize) -> Value {
    let abilities: Vec<Value> = ["first", "second", "third"]
        .iter()
        .enumerate()
        .map(|(at, id)| ability(draw, id, if at == large { 200 } else { 10 }, &["deploy"]))
        .collect();
    json!({"agent": {"systemPrompt": "You are the agent of this test.", "coreAbilities": []},
        "abilities": abilities, "task": "deploy the service", "tokenLimit": 2000})
}

/// With room for all, the subject shows its order; then the same with room for the small ones only.
fn packing(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let all = abilities(case);
    let large = all.iter().max_by_key(|ability| ability.content.len());
    let (Some(large), None) = (large, doubt(case)) else { return Ok(Step::Judged(Judgement::open("no abilities"))) };
    let text =
        |answer| -> Result<Option<&str>, WrongShape> { Ok(sent(case, answer)?.first().and_then(|sent| sent.injected)) };
    match answers {
        [] => Ok(Step::Ask(vec![call(case)])),
        [first] => {
            let Some(text) = text(first)? else { return Ok(Step::Judged(Judgement::open("no text"))) };
            let fewer = tokens(text).saturating_sub(tokens(large.content) / 2);
            let mut tighter = case.clone();
            tighter["tokenLimit"] = json!(fewer);
            Ok(Step::Ask(vec![prompt::call(&tighter)]))
        }
        [first, second, ..] => {
            let (Some(before), Some(after)) = (text(first)?, text(second)?) else {
                return Ok(Step::Judged(Judgement::open("no text")));
            };
            let place = |content: &str| before.find(content);
            let behind: Vec<&str> = all
                .iter()
                .filter(|ability| place(ability.content) > place(large.content))
                .map(|ability| ability.content)
                .collect();
            if behind.is_empty() || after.contains(large.content) {
                return Ok(Step::Judged(Judgement::held()));
            }
            let packed = behind.iter().any(|content| after.contains(content));
            let start: String = large.content.chars().take(24).collect();
            let cut = after.contains(&start);
            Ok(Step::Judged(match (packed, cut) {
                (true, false) => Judgement::held().consistent_with("packing", &["skips"]),
                (false, false) => Judgement::held().consistent_with("packing", &["stops"]),
                (false, true) => Judgement::held().consistent_with("packing", &["cuts"]),
                (true, true) => Judgement::held(),
            }))
        }
    }
}
