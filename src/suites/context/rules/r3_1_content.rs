//! A user who says something says it in words, files or pictures.
//!
//! The traps: wanting words whatever else there is, counting a list that is
//! there but empty, and forgetting one of the three.

use super::prelude::*;

const ID: &str = "3.1.content";
const FAULT: &str = "there are neither instructions nor artifacts nor images";
const INSTRUCTIONS: &str = "context.envelope.instructions";
const ARTIFACTS: &str = "context.envelope.inputArtifacts";
const IMAGES: &str = "context.envelope.clipBoardImages";

pub(super) const CLAUSE: Clause = Clause {
    rule: ID,
    conditions: |params| match type_of(params) {
        Some(INITIAL | FOLLOW_ON) => condition(ID, FAULT, &[INSTRUCTIONS, ARTIFACTS, IMAGES], something(params)),
        _ => Vec::new(),
    },
    faults: |sound| {
        let mut all = vec![sound.clone()];
        for (path, nothing) in [(INSTRUCTIONS, no_text()), (ARTIFACTS, no_items()), (IMAGES, no_items())] {
            all = all.iter().flat_map(|params| each(params, path, nothing.clone())).collect();
        }
        all
    },
};

fn something(params: &Value) -> Truth {
    Truth::any([
        slot::present(params, INSTRUCTIONS),
        slot::one_or_more(params, ARTIFACTS),
        slot::one_or_more(params, IMAGES),
    ])
}

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants words, artifacts or images of an initial and of a follow-on context",
    level: Level::Must,
    source: "§3.1, Initial / FollowOn",
    statement: "An `Initial` or `FollowOn` envelope holds at least one of: instructions that are not empty, one input \
                artifact, one clipboard image. A null list is an empty one. A continuation needs none of them.",
    checks: &[
        Check {
            property: "the core is refused exactly when none of the three is there",
            edges,
            arms: &[
                arm(3, "one fault", |draw| draw::core_fault(draw, &CLAUSE)),
                arm(2, "some of the three", some_of_three),
            ],
            classify,
            labels: &["nothing", "words", "artifacts", "images", "all three", INITIAL, FOLLOW_ON, CONTINUATION],
            steps: |case, answers| match type_of(case) {
                // That a continuation needs none of the three is this rule's business.
                Some(CONTINUATION) => judge(ID, CORE, case, answers),
                _ => judge_core(ID, case, answers),
            },
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
            steps: adding,
            ..OF_CORE
        },
        Check {
            methods: &[CORE],
            edges: || {
                let with = |question: &str| json!({"question": question, "context": plain::core(INITIAL)["context"]});
                let mut cases = each(&with("blank"), INSTRUCTIONS, [Some(json!(" "))]);
                let bare = each(&with("null-element"), INSTRUCTIONS, [None]).swap_remove(0);
                cases.extend(each(&bare, ARTIFACTS, [Some(json!([null]))]));
                cases
            },
            steps: |case, answers| probe(RULE.questions, CORE, case, answers),
            ..PROBE
        },
    ],
    mutants: &[
        Mutant::answers("lets an empty request pass", |_, answer| forgets(answer, FAULT)),
        Mutant::answers("always wants instructions", |request, answer| {
            let silent = slot::present(request.params, INSTRUCTIONS) == Truth::Broken;
            refuses(answer, silent && type_of(request.params) != Some(CONTINUATION), FAULT)
        }),
        Mutant::answers("wants instructions of continuations too", |request, answer| {
            let silent = something(request.params) == Truth::Broken;
            refuses(answer, silent && type_of(request.params) == Some(CONTINUATION), FAULT)
        }),
        Mutant::answers("does not see clipboard images", |request, answer| {
            misreads(request, answer, |params| put(params, IMAGES, None))
        }),
        Mutant::answers("does not see input artifacts", |request, answer| {
            misreads(request, answer, |params| put(params, ARTIFACTS, None))
        }),
        Mutant::answers("takes an empty list of artifacts for artifacts", |request, answer| {
            let empty = request.params["context"]["envelope"]["inputArtifacts"] == json!([]);
            if empty { forgets(answer, FAULT) } else { answer }
        }),
        Mutant::answers("takes empty instructions for instructions", |request, answer| {
            let empty = request.params["context"]["envelope"]["instructions"] == "";
            if empty { forgets(answer, FAULT) } else { answer }
        }),
        Mutant::answers("lets a follow-on say nothing", |request, answer| {
            if type_of(request.params) == Some(FOLLOW_ON) { forgets(answer, FAULT) } else { answer }
        }),
        Mutant::answers("wants exactly one of the three", |request, answer| {
            let both = slot::present(request.params, INSTRUCTIONS) == Truth::Holds
                && slot::one_or_more(request.params, ARTIFACTS) == Truth::Holds;
            refuses(answer, both, FAULT)
        }),
    ],
    corpus: include_str!("../../../corpus/context/3.1.content.yaml"),
    questions: &[
        Question {
            id: "blank",
            asks: "are blank instructions instructions?",
            readings: &[
                Reading { id: "provided", predicts: "an initial context with nothing else is accepted" },
                Reading { id: "nothing", predicts: "it is refused" },
            ],
        },
        Question {
            id: "null-element",
            asks: "is a null in the list of artifacts an artifact?",
            readings: &[
                Reading { id: "counted", predicts: "an initial context with nothing else is accepted" },
                Reading { id: "not-counted", predicts: "it is refused" },
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
            put(&mut params, INSTRUCTIONS, (subset & 1 != 0).then(|| json!("list the files")));
            put(&mut params, ARTIFACTS, (subset & 2 != 0).then(|| json!([{"name": "notes.md"}])));
            put(&mut params, IMAGES, (subset & 4 != 0).then(|| json!([{"name": "screen.png"}])));
            cases.push(params);
        }
    }
    cases.extend(core_faults(&CLAUSE));
    cases
}

fn some_of_three(draw: &mut Draw) -> Value {
    let mut params = plain::core(draw.pick::<&str>(TYPES));
    for (path, nothing) in [(INSTRUCTIONS, no_text()), (ARTIFACTS, no_items()), (IMAGES, no_items())] {
        let value = match (draw.chance(1, 2), path) {
            (true, INSTRUCTIONS) => Some(json!(text::sentence(draw))),
            (true, _) => Some(draw::artifacts(draw)),
            (false, _) => draw.pick(&nothing).clone(),
        };
        put(&mut params, path, value);
    }
    params
}

/// The context as it is; then once more with something attached.
fn adding(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let more = |path: &str| {
        let mut params = case.clone();
        let mut items = vec![json!({"name": "one-more.md"})];
        if let slot::Found::Value(Value::Array(given)) = slot::at(case, path) {
            items.extend(given.iter().cloned());
        }
        put(&mut params, path, Some(items.into()));
        Call::new(CORE, params)
    };
    if !draw::is_sound(CORE, case) || type_of(case) == Some(CONTINUATION) {
        return Ok(Step::Judged(Judgement::open("not a sound initial or follow-on context")));
    }
    let [plain, more @ ..] = answers else {
        return Ok(Step::Ask(vec![Call::of_case(CORE), more(ARTIFACTS), more(IMAGES)]));
    };
    if !is_ok(plain)? {
        return Ok(Step::Judged(Judgement::open("the context is refused before anything is added")));
    }
    for answer in more {
        if !is_ok(answer)? {
            let judgement = Judgement::failed("refuses a context because more is attached", "accept", observed(answer));
            return Ok(Step::Judged(judgement));
        }
    }
    Ok(Step::Judged(Judgement::held()))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let holds = |truth| truth == Truth::Holds;
    let three = [
        holds(slot::present(case, INSTRUCTIONS)),
        holds(slot::one_or_more(case, ARTIFACTS)),
        holds(slot::one_or_more(case, IMAGES)),
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
