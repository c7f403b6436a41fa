//! A request goes through its steps, and a session through its requests.
//!
//! The traps are between the steps: what one turn leaves behind in the
//! validator, and a step that did nothing and is believed all the same.

use crate::draw::{Shape, optional, required};
use crate::suites::context::draw::flow::{steps, visits};
use crate::suites::context::judge::{accepts_whatever_a_step_leaves, remembers};
use crate::suites::context::prelude::*;

static SHAPE: Shape = Shape::Object(&[
    required(
        "turns",
        Shape::List {
            of: &Shape::Object(&[
                required("type", Shape::Enum(TYPES)),
                required("outcome", Shape::Enum(&["Final", "ToolContinuation"])),
                optional("skips", Shape::Fixed),
            ]),
            least: 1,
        },
    ),
    optional("compares", Shape::Bool),
]);

pub(super) static RULE: Rule = Rule {
    id: "4.flow",
    title: "Pipeline Steps: accepts whole requests step by step, and notices a step left undone",
    level: Level::Must,
    source: "§4, the steps in the order in which their demands fit together",
    statement: "Contexts that evolve as the steps say pass before and after every step, turn after turn; a step that \
                leaves its work undone is noticed after it.",
    checks: &[Check {
        id: "turns",
        property: "in a session of several turns, every validation before and after every step gives the verdict due",
        methods: &[PRE, POST],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(2, "every step works", |draw| session(draw, false)),
            arm(3, "steps skipped", |draw| session(draw, true)),
        ],
        classify,
        labels: &[INITIAL, FOLLOW_ON, CONTINUATION, "several turns", "a tool continuation", "a step skipped"],
        exam,
        on_fault: OnFault::Blocks,
        cost: 4,
        ..Check::NEW
    }],
    mutants: &[
        // Whatever comes after is refused, whoever asks: by the document both this and 2.stateless are broken.
        Mutant::remembers("is done after the first response", |memory, request, answer| {
            let done = memory.contains_key("done");
            if request.method == POST && request.params["step"] == "ResponseBuilder" {
                memory.insert("done".to_owned(), json!(true));
            }
            refuses(answer, done, "the pipeline has ended")
        }),
        Mutant::remembers("takes the last turn's session for this one's", |memory, request, answer| {
            let session = request.params["context"]["session"].clone();
            if !session.is_null() {
                memory.insert("session".to_owned(), session);
            }
            match memory.get("session") {
                Some(session) if request.params["step"] == "SessionRestorer" && request.method == PRE => {
                    misreads(request, answer, |params| put(params, "context.session", Some(session.clone())))
                }
                _ => answer,
            }
        }),
        Mutant::remembers("compares a response with that of the turn before", |memory, request, answer| {
            if request.method != POST || request.params["step"] != "ResponseBuilder" {
                return answer;
            }
            let last = memory.insert("before".to_owned(), request.params["before"].clone());
            misreads(request, answer, |params| {
                if let Some(last) = last {
                    params["before"] = last;
                }
            })
        }),
        Mutant::remembers("lets a step pass that has passed before", |memory, request, answer| {
            let key = format!("{} {}", request.method, request.params["step"]);
            let passed = memory.get(&key) == Some(&json!(true));
            let answer = if passed { passes(answer) } else { answer };
            memory.insert(key, answer["ok"].clone());
            answer
        }),
        Mutant::answers("believes every step that it has worked", |request, answer| {
            if request.method == POST { passes(answer) } else { answer }
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.flow.yaml"),
    questions: &[],
};

/// Puts every validation of the flow, in its order, and looks at the verdicts in the end. A validation that goes wrong
/// by itself is the matter of its step, unless the subject accepts whatever any step leaves behind.
fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let visits = visits(case);
    if visits.is_empty() {
        return Ok(Judgement::open("an empty flow"));
    }
    let answers = talk.ask_all(visits.iter().map(|(method, params)| Call::new(method, params.clone())).collect())?;
    for ((method, params), answer) in visits.iter().zip(answers) {
        let Some(due) = due(method, params) else { continue };
        if is_ok(answer)? == due {
            continue;
        }
        if let Some(blocked) = remembers(talk)? {
            return Ok(blocked);
        }
        let alone = talk.ask(Call::new(method, params.clone()).on_spare_process().remembered())?;
        if is_ok(alone)? != due && !(*method == POST && !due && accepts_whatever_a_step_leaves(talk)?) {
            return Ok(Judgement::blocked("errs on this validation by itself: the rule of the step says so", params));
        }
        let side = if *method == PRE { "before" } else { "after" };
        let word = if due { "refuses" } else { "accepts" };
        let step = params["step"].as_str().unwrap_or_default();
        let expected = json!({"ok": due, "context": params["context"]});
        return Ok(Judgement::failed(format!("{word} the context {side} {step}"), expected, observed(answer)));
    }
    Ok(Judgement::held())
}

/// Every type with both outcomes, twice in a row; every step skipped, alone and in a second turn.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for kind in TYPES {
        for outcome in ["Final", "ToolContinuation"] {
            let turn = json!({"type": kind, "outcome": outcome});
            cases.push(json!({"turns": [turn, turn], "compares": true}));
        }
        for step in steps(kind) {
            let good = json!({"type": kind, "outcome": "Final"});
            let skipped = json!({"type": kind, "outcome": "Final", "skips": step});
            cases.push(json!({"turns": [skipped]}));
            cases.push(json!({"turns": [good, skipped]}));
        }
    }
    let all: Vec<Value> = TYPES.iter().map(|kind| json!({"type": kind, "outcome": "ToolContinuation"})).collect();
    cases.push(json!({ "turns": all }));
    cases
}

/// A session: an initial request, then follow-ons, and a continuation wherever tools were asked for.
fn session(draw: &mut Draw, skipping: bool) -> Value {
    let mut kind = INITIAL;
    let turns = draw.list(1..=5, |draw| {
        let outcome = *draw.pick(&["Final", "ToolContinuation"]);
        let mut turn = json!({"type": kind, "outcome": outcome});
        if skipping && draw.chance(1, 3) {
            turn["skips"] = json!(draw.pick(steps(kind)));
        }
        kind = if outcome == "ToolContinuation" { CONTINUATION } else { FOLLOW_ON };
        turn
    });
    json!({"turns": turns, "compares": draw.chance(1, 4)})
}

fn classify(case: &Value) -> Vec<&'static str> {
    let turns = case["turns"].as_array().map_or(&[][..], Vec::as_slice);
    let mut labels: Vec<&'static str> =
        TYPES.iter().copied().filter(|kind| turns.iter().any(|turn| turn["type"] == *kind)).collect();
    labels.extend((turns.len() > 1).then_some("several turns"));
    labels.extend(turns.iter().any(|turn| turn["outcome"] == "ToolContinuation").then_some("a tool continuation"));
    labels.extend(turns.iter().any(|turn| turn["skips"].is_string()).then_some("a step skipped"));
    labels
}
