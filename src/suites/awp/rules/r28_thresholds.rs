//! Three thresholds cut the scores into accept, retry and fail; out of order they cut nothing.
//!
//! The traps are equality, which is fine, the ends of the range, which belong to it, and the pair that nobody compares.

use super::prelude::*;

const ID: &str = "R28";

const VERDICT: Check = Check {
    property: "an evaluated workflow is rejected exactly when a threshold is out of [0, 1] or they are out of order",
    edges,
    arms: &[
        arm(2, "thresholds near each other and near the ends", |draw| {
            let near = |draw: &mut Draw| *draw.pick(&[0.0, 0.0001, 0.25, 0.499, 0.5, 0.501, 0.75, 0.9999, 1.0]);
            let values = [near(draw), near(draw), near(draw)];
            set(evaluation_in(draw), values)
        }),
        arm(1, "thresholds in order", |draw| {
            let mut values: Vec<i64> = (0..3).map(|_| draw.int(0..=100)).collect();
            values.sort_unstable();
            #[expect(clippy::cast_precision_loss, reason = "hundredths are small")]
            let values = [values[2] as f64 / 100.0, values[1] as f64 / 100.0, values[0] as f64 / 100.0];
            set(evaluation_in(draw), values)
        }),
        arm(2, "one fault", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        let plain = |values: [f64; 3]| {
            changed(project, |project| {
                if project.pointer("/workflow/observability/evaluation").is_some() {
                    *project = set(std::mem::take(project), values);
                    add_up(project);
                }
            })
        };
        vec![plain([0.75, 0.5, 0.25]), plain([0.5, 0.5, 0.5])]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Evaluation Thresholds Consistent: rejects thresholds outside 0 to 1 or out of order",
    level: Level::Must,
    source: "R28: Evaluation Thresholds Consistent",
    statement: "`accept`, `retry` and `fail` each lie within 0 and 1, the ends included, and accept is at least \
                retry, which is at least fail.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        accusing("wants accept above retry", ID, |project| are(project, |[a, r, _]| (a - r).abs() < f64::EPSILON)),
        accusing("wants retry above fail", ID, |project| are(project, |[_, r, f]| (r - f).abs() < f64::EPSILON)),
        forgiving("does not compare accept and retry", ID, |project| {
            are(project, |[a, r, f]| in_range(a) && in_range(r) && in_range(f) && r >= f)
        }),
        forgiving("does not compare retry and fail", ID, |project| {
            are(project, |[a, r, f]| in_range(a) && in_range(r) && in_range(f) && a >= r)
        }),
        forgiving("compares accept and fail only", ID, |project| {
            are(project, |[a, r, f]| in_range(a) && in_range(r) && in_range(f) && a >= f)
        }),
        forgiving("allows percentages", ID, |project| {
            are(project, |[a, r, f]| a <= 100.0 && a >= r && r >= f && f >= 0.0)
        }),
        forgiving("allows negative thresholds", ID, |project| are(project, |[a, r, f]| a <= 1.0 && a >= r && r >= f)),
        accusing("excludes 0", ID, |project| are(project, |values| values.contains(&0.0))),
        accusing("excludes 1", ID, |project| are(project, |values| values.contains(&1.0))),
        rescoring("rounds to a tenth", ID, |evaluation| {
            for name in ["accept", "retry", "fail"] {
                if let Some(value) = evaluation["thresholds"][name].as_f64() {
                    put(evaluation, &format!("thresholds/{name}"), json!((value * 10.0).round() / 10.0));
                }
            }
        }),
        accusing("compares thresholds as text", ID, |project| {
            // JSON's writers say 1e-7, and that is behind 0.5.
            are(project, |values| values.iter().any(|value| *value > 0.0 && *value < 1e-6))
        }),
        forgiving("forgives a millionth", ID, |project| {
            are(project, |[a, r, f]| {
                [(1.0, a), (a, r), (r, f), (f, 0.0)].iter().all(|(high, low)| high > &(low - 1e-6))
            })
        }),
        Mutant::answers("orders thresholds the other way round", |request, answer| match values(request.params) {
            Some([a, r, f]) if a <= r && r <= f => forgives(&answer, ID),
            Some(_) => accuses(&answer, ID),
            None => answer,
        }),
        wavering("looks at thresholds in large projects while evaluation is off", ID, &asks::THRESHOLDS_OFF, is_small),
        wavering("has thresholds by default in small projects only", ID, &asks::THRESHOLD_ABSENT, is_small),
        wavering("wants weights that add up in large projects only", ID, &asks::WEIGHT_SUM, is_small),
        Mutant::answers("blames the hooks for the thresholds", |_, answer| renames(&answer, ID, "R30")),
    ],
    corpus: include_str!("../../../../corpus/awp/R28.yaml"),
    questions: &[
        question(
            &asks::THRESHOLDS_OFF,
            "are thresholds looked at while evaluation is off?",
            &[
                reading("not-looked-at", "inverted thresholds are accepted while evaluation is off"),
                reading("looked-at", "inverted thresholds are rejected, on or off"),
            ],
        ),
        question(
            &asks::THRESHOLD_ABSENT,
            "may one of the three thresholds be absent?",
            &[
                reading("defaulted", "two thresholds are accepted"),
                reading("must-be-set", "two thresholds are rejected"),
            ],
        ),
        question(
            &asks::WEIGHT_SUM,
            "do weights have to add up to 1, as the summary table has it?",
            &[
                reading("section", "weights of 2 and 3 are accepted"),
                reading("summary-table", "weights of 2 and 3 are rejected"),
            ],
        ),
        NUMBERING,
    ],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "keep all three within 0 and 1, accept the highest, fail the lowest",
    needs: Needs::Workflow,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

/// Makes the weights add up to 1, if they do not.
fn add_up(project: &mut Value) {
    let evaluation = &mut project["workflow"]["observability"]["evaluation"];
    let metrics = evaluation["metrics"].as_array().map_or(0, Vec::len);
    let weights = evaluation["metrics"].as_array().into_iter().flatten().filter_map(|metric| metric["weight"].as_f64());
    if (weights.sum::<f64>() - 1.0).abs() > 1e-9 {
        for place in 0..metrics {
            put(evaluation, &format!("metrics/{place}/weight"), json!(i32::from(place == 0)));
        }
    }
}

fn in_range(value: f64) -> bool {
    (0.0..=1.0).contains(&value)
}

fn values(project: &Value) -> Option<[f64; 3]> {
    let thresholds = &evaluation_of(project)["thresholds"];
    Some([thresholds["accept"].as_f64()?, thresholds["retry"].as_f64()?, thresholds["fail"].as_f64()?])
}

fn are(project: &Value, such: fn([f64; 3]) -> bool) -> bool {
    values(project).is_some_and(such)
}

fn set(project: Value, [accept, retry, fail]: [f64; 3]) -> Value {
    with(project, &scored("thresholds"), json!({"accept": accept, "retry": retry, "fail": fail}))
}

fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = Vec::new();
    let grid = [-0.5, -0.0001, 0.0, 0.49, 0.5, 0.51, 1.0, 1.0001, 80.0];
    for accept in grid {
        for retry in [0.0, 0.5, 1.0] {
            for fail in [0.0, 0.49, 0.5, 0.51, 1.0] {
                cases.push(set(evaluation(), [accept, retry, fail]));
            }
        }
    }
    for value in grid {
        cases.push(set(evaluation(), [1.0, value, 0.0]));
        cases.push(set(evaluation(), [1.0, 1.0, value]));
        cases.push(set(evaluation(), [value, value, value]));
    }
    cases.push(set(evaluation(), [80.0, 50.0, 20.0]));
    for values in
        [[0.5, 1e-7, 0.0], [1.0, 0.5, 1e-7], [1.000_000_1, 0.5, 0.0], [0.5, 0.500_000_01, 0.0], [1.0, 0.5, -1e-7]]
    {
        cases.push(set(evaluation(), values));
    }
    for name in ["accept", "retry", "fail"] {
        for odd in [json!("high"), json!([]), json!({}), json!([0.5])] {
            cases.push(with(evaluation(), &scored(&format!("thresholds/{name}")), odd));
        }
        cases.extend(and_crowded(without(evaluation(), &scored(&format!("thresholds/{name}")))));
    }
    cases.push(with(evaluation(), &scored("thresholds"), json!({"accept": 1, "retry": 1, "fail": 0})));
    for values in [[0.25, 0.5, 0.75], [2.0, 0.5, 0.25]] {
        cases.extend(and_crowded(with(set(evaluation(), values), &scored("enabled"), json!(false))));
    }
    let mut heavy = with(evaluation(), &scored("metrics/0/weight"), json!(2));
    put(&mut heavy, &scored("metrics/1/weight"), json!(3));
    cases.extend(and_crowded(heavy));
    // Who knows other kinds of metrics, or none, can still be asked about thresholds.
    let bare = with(evaluation(), &scored("metrics"), json!([]));
    for values in [[0.75, 0.5, 0.25], [1.0, 0.0, 0.0], [0.5, 0.75, 0.25], [0.75, 0.25, 0.5], [1.5, 0.5, 0.25]] {
        cases.push(set(bare.clone(), values));
    }
    cases
}

/// Inverts two thresholds, or takes one out of range.
fn fault(draw: &mut Draw, project: &mut Value) {
    into_evaluation(project);
    let wrong: [f64; 3] =
        *draw.pick(&[[0.5, 0.75, 0.25], [0.75, 0.25, 0.5], [1.5, 0.5, 0.25], [0.75, 0.5, -0.25], [0.25, 0.5, 0.75]]);
    let [accept, retry, fail] = wrong;
    put(project, &scored("thresholds"), json!({"accept": accept, "retry": retry, "fail": fail}));
}
