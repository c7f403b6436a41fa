//! The evaluation score decides between done, one more try, and failure.
//!
//! Three thresholds, and only the middle one rejects: a score between `retry`
//! and `accept` completes.

use super::super::prelude::*;
use super::draw::clean;
use super::{CHECK, METHOD, examine, letting, misjudge, outcome_label, rejecting};

const GATE: &str = "eval";

pub(in super::super::super) static RULE: Rule = Rule {
    id: "gate-eval",
    title: "completes only with an evaluation score that needs no retry",
    level: Level::Must,
    source: "Runtime Completion Gates, eval",
    statement: "While evaluation is on, a score below `thresholds.retry` is rejected: below `thresholds.fail` as a \
                failure of the workflow, otherwise for a retry with repair. A score that equals a threshold is not \
                below it.",
    checks: &[Check {
        property: "a score below retry is rejected, with the action that its place among the thresholds calls for",
        edges,
        arms: &[arm(3, "scores around the thresholds", scores), arm(1, "nothing wrong", clean)],
        classify: |case| {
            let mut labels = outcome_label(GATE, case);
            let evaluation = &case["evaluation"];
            let (score, limits) = (&evaluation["score"], &evaluation["thresholds"]);
            labels.extend((evaluation["enabled"] == false).then_some("off"));
            labels.extend((score == &limits["retry"]).then_some("equals retry"));
            labels.extend((score == &limits["fail"]).then_some("equals fail"));
            labels.extend((score.as_f64() < limits["fail"].as_f64()).then_some("below fail"));
            labels.extend(
                (score.as_f64() >= limits["retry"].as_f64() && score.as_f64() < limits["accept"].as_f64())
                    .then_some("below accept"),
            );
            labels
        },
        labels: &["broken", "clean", "off", "equals retry", "equals fail", "below fail", "below accept"],
        steps: |case, answers| examine(GATE, case, answers),
        ..CHECK
    }],
    mutants: &[
        Mutant::answers("wants more than the retry threshold", |r, a| {
            rejecting(r, a, GATE, |params| {
                let evaluation = &params["evaluation"];
                evaluation["enabled"] == true && evaluation["score"] == evaluation["thresholds"]["retry"]
            })
        }),
        Mutant::answers("wants the accept threshold", |r, a| with_retry(r, a, "accept")),
        Mutant::answers("is content with the fail threshold", |r, a| with_retry(r, a, "fail")),
        Mutant::answers("ignores the evaluation", |r, a| letting(r, a, GATE, |_| true)),
        Mutant::answers("runs the eval gate while evaluation is off", |r, a| {
            misjudge(r, a, |params| {
                if params["evaluation"]["enabled"] == false {
                    params["evaluation"]["enabled"] = json!(true);
                }
            })
        }),
        Mutant::answers("always asks for a repair", |r, a| with_action(r, a, |_, _| "retry_with_repair")),
        Mutant::answers("always fails the workflow", |r, a| with_action(r, a, |_, _| "fail_workflow")),
        Mutant::answers("fails the workflow on the fail threshold", |r, a| {
            with_action(r, a, |score, fail| if score <= fail { "fail_workflow" } else { "retry_with_repair" })
        }),
        Mutant::answers("names the gate evaluation", |r, a| {
            edit(r, METHOD, a, |answer| {
                if answer["rejectedBy"] == GATE {
                    answer["rejectedBy"] = json!("evaluation");
                }
            })
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/gate-eval.yaml"),
    questions: &[],
};

fn with_retry(request: Request<'_>, answer: Value, other: &str) -> Value {
    misjudge(request, answer, |params| {
        if params["evaluation"].is_object() {
            params["evaluation"]["thresholds"]["retry"] = params["evaluation"]["thresholds"][other].clone();
        }
    })
}

fn with_action(request: Request<'_>, answer: Value, action: fn(f64, f64) -> &'static str) -> Value {
    edit(request, METHOD, answer, |answer| {
        let evaluation = &request.params["evaluation"];
        if let (Some(score), Some(fail)) = (evaluation["score"].as_f64(), evaluation["thresholds"]["fail"].as_f64())
            && answer["rejectedBy"] == GATE
        {
            answer["event"]["action"] = json!(action(score, fail));
        }
    })
}

fn evaluation(enabled: bool, limits: [f64; 3], score: f64) -> Value {
    let [enough, retry, fail] = limits;
    json!({"enabled": enabled, "thresholds": {"accept": enough, "retry": retry, "fail": fail}, "score": score})
}

fn edges() -> Vec<Value> {
    let mut cases = vec![json!({})];
    for enabled in [true, false] {
        for score in [0.0, 0.1, 0.2, 0.25, 0.3, 0.45, 0.499, 0.5, 0.51, 0.7, 0.75, 1.0] {
            cases.push(json!({"evaluation": evaluation(enabled, [0.75, 0.5, 0.25], score)}));
        }
    }
    for limits in [[0.5, 0.5, 0.5], [1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, 1.0, 0.0]] {
        cases.extend([0.0, 0.5, 1.0].map(|score| json!({"evaluation": evaluation(true, limits, score)})));
    }
    cases
}

fn scores(draw: &mut Draw) -> Value {
    let mut case = clean(draw);
    let mut limits = [draw.int(0..=20), draw.int(0..=20), draw.int(0..=20)];
    limits.sort_unstable();
    limits.reverse();
    let near = *draw.pick(&limits) + draw.int(-1..=1);
    let score = if draw.chance(2, 3) { near.clamp(0, 20) } else { draw.int(0..=20) };
    #[expect(clippy::cast_precision_loss, reason = "twentieths, written with two digits")]
    let real = |number: i64| (number * 5) as f64 / 100.0;
    case["evaluation"] = evaluation(!draw.chance(1, 6), limits.map(real), real(score));
    case
}
