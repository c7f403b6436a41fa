//! Drawing workflows and the interleavings of their steps.

use serde_json::{Value, json};

use super::super::model::nothing::nothings;
use super::super::model::rich::rich;
use crate::draw::{Draw, graph, text};

/// Names that a careless program sorts as numbers, takes for a path or for something of its own, or spells in another way.
const STRANGE_NAMES: &[&str] =
    &["10", "9", "1", "load-data", "load_data", "load.data", "loadData", "s", "s11", "constructor", "toString"];

/// The names of `count` steps, in an order that is not that of the alphabet.
pub(crate) fn names(draw: &mut Draw, count: usize) -> Vec<String> {
    let mut names: Vec<String> = (1..=count).map(|number| format!("s{number}")).collect();
    if draw.chance(1, 4) {
        for (name, strange) in names.iter_mut().zip(draw.sample(STRANGE_NAMES, count)) {
            (*strange).clone_into(name);
        }
    }
    if draw.chance(3, 4) {
        draw.shuffle(&mut names);
    }
    names
}

/// Steps with these dependencies, by position.
pub(crate) fn steps(names: &[String], dependencies: &[Vec<usize>]) -> Vec<Value> {
    let step = |(name, on): (&String, &Vec<usize>)| {
        if on.is_empty() {
            return json!({ "stepId": name });
        }
        json!({"stepId": name, "dependencies": on.iter().map(|on| &names[*on]).collect::<Vec<_>>()})
    };
    names.iter().zip(dependencies).map(step).collect()
}

/// Steps whose dependencies form no ring: `count` of them, dependencies pointing backwards.
pub(crate) fn backwards(draw: &mut Draw, count: usize) -> Vec<Value> {
    let names = names(draw, count);
    let dependencies = graph::dag(draw, count);
    steps(&names, &dependencies)
}

/// Steps whose dependencies form no ring, listed in any order.
pub(crate) fn acyclic(draw: &mut Draw, count: usize) -> Vec<Value> {
    let mut steps = if draw.chance(1, 3) {
        let independent = vec![Vec::new(); count];
        let names = names(draw, count);
        steps(&names, &independent)
    } else {
        backwards(draw, count)
    };
    draw.shuffle(&mut steps);
    steps
}

/// In which order held replies are released: first come first, last come first, or any.
pub(crate) fn schedule(draw: &mut Draw, steps: usize) -> Vec<usize> {
    match draw.below(4) {
        0 => vec![0],
        1 => (0..steps).rev().collect(),
        _ => draw.list(1..=steps.max(1), |draw| draw.below(8)),
    }
}

/// The names of the steps of a run.
pub(crate) fn ids(steps: &[Value]) -> Vec<String> {
    steps.iter().filter_map(|step| step["stepId"].as_str()).map(str::to_owned).collect()
}

/// A run of steps one after the other, none of which fails.
pub(crate) fn sequential(draw: &mut Draw) -> Value {
    let count = draw.size(1..=8);
    let steps = if draw.chance(1, 3) {
        let names = names(draw, count);
        steps(&names, &vec![Vec::new(); count])
    } else {
        backwards(draw, count)
    };
    let mut run = json!({ "steps": steps });
    let_some_be_undone(draw, &mut run);
    give_strange_outputs(draw, &mut run);
    run
}

/// Lets some steps, now and then, give back what counts as nothing, or what a careless runtime changes.
fn give_strange_outputs(draw: &mut Draw, run: &mut Value) {
    if !draw.chance(1, 4) {
        return;
    }
    for id in ids(run["steps"].as_array().map_or(&[], Vec::as_slice)) {
        if draw.chance(1, 2) {
            run["world"]["outputs"][id] = match draw.below(4) {
                0 | 1 => draw.pick(&nothings()).clone(),
                2 => draw.pick(&rich()).clone(),
                _ => json!(text::tempting(draw)),
            };
        }
    }
}

/// A run of up to ten steps side by side; `fails` of them fail.
pub(crate) fn parallel(draw: &mut Draw, strategy: Option<&str>, fails: usize) -> Value {
    let count = draw.size(1..=10);
    let steps = acyclic(draw, count);
    let ids = ids(&steps);
    let failing: Vec<String> = draw.sample(&ids, fails).into_iter().cloned().collect();
    let mut run = json!({"steps": steps, "parallel": {}, "world": {"schedule": schedule(draw, count)}});
    if !failing.is_empty() {
        run["world"]["fails"] = json!(failing);
    }
    if draw.chance(4, 5) {
        run["parallel"]["maxConcurrency"] = json!(draw.size(1..=10));
    }
    if let Some(strategy) = strategy {
        run["parallel"]["failureStrategy"] = json!(strategy);
    }
    give_strange_outputs(draw, &mut run);
    run
}

/// A run of steps side by side, none of which fails, under any strategy.
pub(crate) fn peaceful(draw: &mut Draw) -> Value {
    let strategy = *draw.pick(&[None, Some("failFast"), Some("continueOnError")]);
    let mut run = parallel(draw, strategy, 0);
    let_some_be_undone(draw, &mut run);
    run
}

/// Says of some steps, now and then, that they can be undone. Where nothing fails nothing is, and no step runs earlier or
/// later because it could be.
fn let_some_be_undone(draw: &mut Draw, run: &mut Value) {
    if draw.chance(1, 6) {
        for step in run["steps"].as_array_mut().into_iter().flatten() {
            step["compensable"] = json!(draw.chance(1, 2));
        }
    }
}
