//! A user who says something says it in words, files or pictures.
//!
//! The traps: wanting words whatever else there is, counting a list that is
//! there but empty, and forgetting one of the three.

use crate::suites::context::model::core::content;
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "3.1.content",
    title: "Initial / FollowOn: rejects an envelope without instructions, artifacts or images",
    level: Level::Must,
    source: "§3.1, Initial / FollowOn",
    statement: "An `Initial` or `FollowOn` envelope holds at least one of: instructions that are not empty, one input \
                artifact, one clipboard image. A null list is an empty one. A continuation needs none of them.",
    checks: &[
        Check {
            property: "the core is refused exactly when none of the three is there",
            edges,
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &breach::CONTENT)),
                arm(2, "some of the three", some_of_three),
            ],
            classify,
            labels: &["nothing", "words", "artifacts", "images", "all three", INITIAL, FOLLOW_ON, CONTINUATION],
            ..OF_CORE
        },
        Check {
            id: "adding",
            property: "adding artifacts or images never turns an accepted context into a refused one",
            edges: || [INITIAL, FOLLOW_ON].iter().map(|kind| plain::core(kind)).collect(),
            arms: &[arm(1, "sound", |draw| {
                let kind = *draw.pick(&[INITIAL, FOLLOW_ON]);
                draw::core_of(draw, kind)
            })],
            classify: |case| vec![type_of(case).unwrap_or("another type")],
            labels: &[INITIAL, FOLLOW_ON],
            exam: adding,
            ..OF_CORE
        },
        Check {
            methods: &[CORE],
            edges: || {
                let with = |question: &str| json!({"question": question, "context": plain::core(INITIAL)["context"]});
                let mut cases = each(&with("blank"), path::INSTRUCTIONS, [Some(json!(" "))]);
                let bare = each(&with("null-element"), path::INSTRUCTIONS, [None]).swap_remove(0);
                cases.extend(each(&bare, path::ARTIFACTS, [Some(json!([null]))]));
                cases
            },
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        Mutant::answers("lets an empty request pass", |_, answer| forgets(answer, NO_CONTENT)),
        refusing("always wants instructions", NO_CONTENT, |params| {
            let silent = slot::present(params, path::INSTRUCTIONS) == Truth::Broken;
            silent && type_of(params) != Some(CONTINUATION)
        }),
        refusing("wants instructions of continuations too", NO_CONTENT, |params| {
            let silent = content(params) == Truth::Broken;
            silent && type_of(params) == Some(CONTINUATION)
        }),
        misreading("does not see clipboard images", |params| put(params, path::IMAGES, None)),
        misreading("does not see input artifacts", |params| put(params, path::ARTIFACTS, None)),
        forgetting("takes an empty list of artifacts for artifacts", NO_CONTENT, |params| {
            params["context"]["envelope"]["inputArtifacts"] == json!([])
        }),
        forgetting("takes empty instructions for instructions", NO_CONTENT, |params| {
            params["context"]["envelope"]["instructions"] == ""
        }),
        forgetting("lets a follow-on say nothing", NO_CONTENT, |params| type_of(params) == Some(FOLLOW_ON)),
        refusing("wants letters in the instructions", NO_CONTENT, |params| {
            let said = slot::text(params, path::INSTRUCTIONS);
            matches!(said, Text::Given(text) if !text.contains(|c: char| c.is_ascii_alphabetic()))
        }),
        refusing(
            "takes 4096 characters of instructions at most",
            "too much to read",
            |params| matches!(slot::text(params, path::INSTRUCTIONS), Text::Given(text) if text.len() > 4096),
        ),
        refusing("takes ten attachments at most", "too many attachments", |params| {
            ["inputArtifacts", "clipBoardImages"]
                .iter()
                .any(|list| params["context"]["envelope"][list].as_array().is_some_and(|items| items.len() > 10))
        }),
        refusing("takes an attachment without members for none", NO_CONTENT, |params| {
            slot::present(params, path::INSTRUCTIONS) == Truth::Broken
                && params["context"]["envelope"]["inputArtifacts"] == json!([{}])
        }),
        refusing("wants exactly one of the three", NO_CONTENT, |params| {
            slot::present(params, path::INSTRUCTIONS) == Truth::Holds
                && slot::one_or_more(params, path::ARTIFACTS) == Truth::Holds
        }),
    ],
    corpus: include_str!("../../../../corpus/context/3.1.content.yaml"),
    questions: &[
        Question {
            id: "blank",
            asks: "are blank instructions instructions?",
            readings: &[
                reading("provided", "an initial context with nothing else is accepted"),
                reading("nothing", "it is refused"),
            ],
        },
        Question {
            id: "null-element",
            asks: "is a null in the list of artifacts an artifact?",
            readings: &[
                reading("counted", "an initial context with nothing else is accepted"),
                reading("not-counted", "it is refused"),
            ],
        },
    ],
};

/// Every subset of the three, for every type, and every way of having none.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for kind in TYPES {
        for subset in 0..8 {
            let mut params = plain::core(kind);
            put(&mut params, path::INSTRUCTIONS, (subset & 1 != 0).then(|| json!("list the files")));
            put(&mut params, path::ARTIFACTS, (subset & 2 != 0).then(|| json!([{"name": "notes.md"}])));
            put(&mut params, path::IMAGES, (subset & 4 != 0).then(|| json!([{"name": "screen.png"}])));
            cases.push(params);
        }
    }
    // One of the three alone: words of any kind and length, a thing without members, many things.
    let long = "list the files, and then the others; ".repeat(300);
    let silent = each(&plain::core(INITIAL), path::INSTRUCTIONS, [None]).swap_remove(0);
    cases.extend(each(&silent, path::INSTRUCTIONS, ["?", "0", "false", "日本語", &long].map(|said| Some(json!(said)))));
    for list in [path::ARTIFACTS, path::IMAGES] {
        let many = long::lists_of(&json!({"name": "notes.md"}));
        cases.extend(each(&silent, list, many.into_iter().chain([json!([{}])]).map(Some)));
    }
    cases.extend(core_faults(&breach::CONTENT));
    cases
}

fn some_of_three(draw: &mut Draw) -> Value {
    let mut params = plain::core(draw.pick::<&str>(TYPES));
    for (path, nothing) in [(path::INSTRUCTIONS, no_text()), (path::ARTIFACTS, no_items()), (path::IMAGES, no_items())]
    {
        let value = match (draw.chance(1, 2), path) {
            (true, path::INSTRUCTIONS) => Some(json!(text::sentence(draw))),
            (true, _) => Some(draw::artifacts(draw)),
            (false, _) => draw.pick(&nothing).clone(),
        };
        put(&mut params, path, value);
    }
    params
}

/// The context as it is; then once more with something attached.
fn adding(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    if !is_sound(CORE, case) || type_of(case) == Some(CONTINUATION) {
        return Ok(Judgement::open("not a sound initial or follow-on context"));
    }
    let more = [path::ARTIFACTS, path::IMAGES].map(|path| {
        let mut params = case.input.clone();
        let mut items = vec![json!({"name": "one-more.md"})];
        if let slot::Found::Value(Value::Array(given)) = slot::at(case, path) {
            items.extend(given.iter().cloned());
        }
        put(&mut params, path, Some(items.into()));
        params
    });
    if !is_ok(talk.ask(case.call(CORE))?)? {
        return Ok(Judgement::blocked("refuses the context before anything is added", case));
    }
    for params in more {
        let answer = talk.ask(Call::new(CORE, params.clone()))?;
        if !is_ok(answer)? {
            let failure = Judgement::failed("refuses a context because more is attached", "accept", observed(answer));
            return Ok(failure.unless(disturbed(talk, CORE, &params, false)?));
        }
    }
    Ok(Judgement::held())
}

fn classify(case: &Value) -> Vec<&'static str> {
    let holds = |truth| truth == Truth::Holds;
    let three = [
        holds(slot::present(case, path::INSTRUCTIONS)),
        holds(slot::one_or_more(case, path::ARTIFACTS)),
        holds(slot::one_or_more(case, path::IMAGES)),
    ];
    let mut labels = vec![match three {
        [false, false, false] => "nothing",
        [true, false, false] => "words",
        [false, true, false] => "artifacts",
        [false, false, true] => "images",
        [true, true, true] => "all three",
        _ => "two of three",
    }];
    labels.extend(type_of(case));
    labels
}
