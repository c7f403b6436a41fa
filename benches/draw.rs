//! How fast cases are drawn: our strategy beside an idiomatic proptest strategy
//! for the same kind of document, an `agent_team` input with any of its fields.
//!
//! `cargo bench --bench draw` prints cases per second of both and their ratio,
//! taken in one run, several rounds of each in turn.

#![expect(clippy::print_stdout, reason = "a benchmark is a program that prints")]

use std::hint::black_box;
use std::time::Instant;

use proofmark::draw::{Draw, Inputs, Shape, json, runner_for, text};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use serde_json::{Map, Value};

const ROUNDS: usize = 5;
const CASES: u64 = 20_000;

const ACTIONS: [&str; 7] = ["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"];
const FIELDS: [&str; 25] = [
    "graph",
    "graphFile",
    "library",
    "options",
    "runId",
    "cursor",
    "stepId",
    "waitSeconds",
    "maxBytes",
    "preview",
    "debugEvents",
    "kind",
    "channel",
    "text",
    "clientMessageId",
    "reason",
    "objective",
    "agents",
    "steps",
    "synthesis",
    "limits",
    "outputContract",
    "callerSkills",
    "authority",
    "extensionTools",
];

fn main() {
    let mut ratios = Vec::new();
    for round in 1..=ROUNDS {
        let ours = rate(&Inputs::new(&Shape::Any, ours));
        let idiomatic = rate(&idiomatic());
        ratios.push(ours / idiomatic);
        println!(
            "round {round}: ours {ours:>9.0} cases/s   idiomatic {idiomatic:>9.0} cases/s   ratio {:.1}",
            ours / idiomatic
        );
    }
    ratios.sort_by(f64::total_cmp);
    println!("median ratio {:.1} (goal 5)", ratios[ROUNDS / 2]);
}

/// Cases per second, each with a runner of its own, as in a run.
fn rate(strategy: &impl Strategy) -> f64 {
    let began = Instant::now();
    for seed in 0..CASES {
        let tree = strategy.new_tree(&mut runner_for(seed)).expect("a case");
        black_box(tree.current());
    }
    #[expect(clippy::cast_precision_loss, reason = "a rate to be read by people")]
    let rate = CASES as f64 / began.elapsed().as_secs_f64();
    rate
}

/// An action, and each field with one chance in two, with any JSON in it.
fn ours(draw: &mut Draw) -> Value {
    let mut input = Map::new();
    input.insert("action".to_owned(), Value::from(*draw.pick(&ACTIONS)));
    for field in FIELDS {
        if draw.chance(1, 2) {
            let value = if draw.chance(1, 2) { Value::from(text::word(draw)) } else { json::any(draw) };
            input.insert(field.to_owned(), value);
        }
    }
    Value::Object(input)
}

/// The same as a proptest user would write it.
fn idiomatic() -> impl Strategy {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-z]{0,8}".prop_map(Value::from),
    ];
    let json = leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..=3).prop_map(Value::Array),
            vec(("[a-z]{1,8}", inner), 0..=3).prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    });
    let value = prop_oneof!["[a-z]{1,8}".prop_map(Value::from), json];
    let fields = vec(proptest::option::of(value), FIELDS.len());
    (proptest::sample::select(&ACTIONS[..]), fields).prop_map(|(action, values)| {
        let mut input = Map::new();
        input.insert("action".to_owned(), Value::from(action));
        for (field, value) in FIELDS.iter().zip(values) {
            if let Some(value) = value {
                input.insert((*field).to_owned(), value);
            }
        }
        Value::Object(input)
    })
}
