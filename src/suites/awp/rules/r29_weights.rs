//! A score is a weighted mean: no weight may be negative, and not all of them zero.
//!
//! The traps are a negative weight that the sum hides, and a zero beside a positive weight, which is fine.

use super::prelude::*;

const ID: &str = "R29";

const VERDICT: Check = Check {
    property: "an evaluated workflow is rejected exactly when a weight is negative or none is positive",
    edges,
    arms: &[
        arm(1, "weights that add up", |draw| {
            let weights = *draw.pick::<&[f64]>(&[
                &[1.0][..],
                &[0.5, 0.5],
                &[1.0, 0.0],
                &[0.0, 1.0],
                &[0.25, 0.25, 0.5],
                &[0.0, 0.0, 1.0],
                &[0.999, 0.001],
            ]);
            weigh(evaluation_in(draw), weights)
        }),
        arm(2, "one fault", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        vec![changed(project, |project| {
            if let Some(evaluation) = project.pointer_mut("/workflow/observability/evaluation") {
                let mut metric = evaluation["metrics"].get(0).filter(|metric| metric.is_object()).cloned();
                let metric = metric.get_or_insert_with(|| json!({"name": "quality", "kind": "deterministic"}));
                metric["weight"] = json!(1);
                put(evaluation, "metrics", json!([metric]));
            }
        })]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Evaluation Metric Weights: rejects negative weights, and all of them zero",
    level: Level::Must,
    source: "R29: Evaluation Metric Weights Non-Negative",
    statement: "No metric's `weight` is negative, and at least one is greater than 0.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        forgiving("allows negative weights", ID, |project| are(project, |weights| weights.iter().any(|w| *w > 0.0))),
        forgiving("looks at the sum only", ID, |project| are(project, |weights| weights.iter().sum::<f64>() > 0.0)),
        forgiving("allows all weights to be zero", ID, |project| {
            are(project, |weights| weights.iter().all(|w| *w >= 0.0))
        }),
        forgiving("allows a single metric to weigh nothing", ID, |project| are(project, |weights| weights == [0.0])),
        accusing("wants every weight to be positive", ID, |project| are(project, |weights| weights.contains(&0.0))),
        forgiving("looks at the first weight only", ID, |project| are(project, |weights| weights[0] > 0.0)),
        forgiving("looks at the last weight only", ID, |project| {
            are(project, |weights| weights.last().is_some_and(|last| *last > 0.0))
        }),
        forgiving("does not look at the weights of policies", ID, |project| {
            let others = metrics_of(project).filter(|metric| metric["kind"] != "policy");
            let weights: Vec<f64> = others.filter_map(|metric| metric["weight"].as_f64()).collect();
            weights.iter().all(|weight| *weight >= 0.0) && weights.iter().any(|weight| *weight > 0.0)
        }),
        accusing("takes weights for whole numbers", ID, |project| {
            are(project, |weights| weights.iter().all(|w| *w < 1.0))
        }),
        forgiving("forgives weights just below zero", ID, |project| {
            are(project, |weights| weights.iter().all(|w| *w > -0.01) && weights.iter().any(|w| *w > 0.0))
        }),
        accusing("wants weights above a hundredth", ID, |project| {
            are(project, |weights| weights.iter().any(|w| *w > 0.0 && *w < 0.01))
        }),
        wavering("looks at weights in large projects while evaluation is off", ID, &asks::WEIGHTS_OFF, is_small),
        wavering("has a weight by default in small projects only", ID, &asks::NO_WEIGHT, is_small),
        wavering("does without metrics in small projects only", ID, &asks::NO_METRICS, is_small),
        Mutant::answers("blames the kinds for the weights", |_, answer| renames(&answer, ID, "R27")),
    ],
    corpus: include_str!("../../../../corpus/awp/R29.yaml"),
    questions: &[
        question(
            &asks::WEIGHTS_OFF,
            "are weights looked at while evaluation is off?",
            &[
                reading("not-looked-at", "a negative weight is accepted while evaluation is off"),
                reading("looked-at", "a negative weight is rejected, on or off"),
            ],
        ),
        question(
            &asks::NO_WEIGHT,
            "does a metric need a weight?",
            &[
                reading("defaulted", "a metric without `weight` is accepted"),
                reading("must-be-set", "a metric without `weight` is rejected"),
            ],
        ),
        question(
            &asks::NO_METRICS,
            "may evaluation be on without any metric?",
            &[
                reading("no-positive-weight", "`metrics: []` is rejected: no weight is positive"),
                reading("nothing-to-weigh", "`metrics: []` is accepted"),
            ],
        ),
        NUMBERING,
    ],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "make no weight negative and at least one positive",
    needs: Needs::Workflow,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

fn are(project: &Value, such: fn(&[f64]) -> bool) -> bool {
    let weights: Option<Vec<f64>> = metrics_of(project).map(|metric| metric["weight"].as_f64()).collect();
    weights.is_some_and(|weights| !weights.is_empty() && such(&weights))
}

fn weigh(project: Value, weights: &[f64]) -> Value {
    let metric =
        |(place, weight): (usize, &f64)| json!({"name": format!("metric_{place}"), "kind": "schema", "weight": weight});
    let metrics: Vec<Value> = weights.iter().enumerate().map(metric).collect();
    with(project, &scored("metrics"), json!(metrics))
}

fn edges() -> Vec<Value> {
    let lists: [&[f64]; 24] = [
        &[1.0],
        &[0.5, 0.5],
        &[1.0, 0.0],
        &[0.0, 1.0],
        &[0.0, 0.0, 1.0],
        &[0.25, 0.25, 0.25, 0.25],
        &[0.999, 0.001],
        &[0.001, 0.999],
        &[0.0],
        &[0.0, 0.0],
        &[0.0, 0.0, 0.0],
        &[-1.0],
        &[-0.001],
        &[-0.5, 1.5],
        &[1.5, -0.5],
        &[0.5, -0.5, 1.0],
        &[1.001, -0.001],
        &[-0.001, 1.001],
        &[-1.0, -1.0],
        &[-1.0, 1.0],
        &[0.0, -1.0],
        &[-1.0, 2.0, 0.0],
        &[2.0, 0.0, -1.0],
        &[1.0, 0.0, 0.0],
    ];
    let mut cases: Vec<Value> = lists.iter().map(|weights| weigh(evaluation(), weights)).collect();
    cases.push(with(weigh(evaluation(), &[1.0]), &scored("metrics/0/weight"), json!(1)));
    for odd in [json!("heavy"), json!([1]), json!({})] {
        cases.push(with(evaluation(), &scored("metrics/0/weight"), odd));
    }
    for off in [&[-0.5, 1.5][..], &[0.0]] {
        cases.extend(and_crowded(with(weigh(evaluation(), off), &scored("enabled"), json!(false))));
    }
    cases.extend(and_crowded(without(weigh(evaluation(), &[1.0]), &scored("metrics/0/weight"))));
    cases.extend(and_crowded(with(evaluation(), &scored("metrics"), json!([]))));
    cases
}

/// Makes a weight negative, or all of them zero.
fn fault(draw: &mut Draw, project: &mut Value) {
    into_evaluation(project);
    let weights =
        *draw.pick::<&[f64]>(&[&[0.0, 0.0][..], &[1.5, -0.5], &[-0.25, 1.25], &[-1.0], &[0.0], &[1.001, -0.001]]);
    *project = weigh(std::mem::take(project), weights);
}
