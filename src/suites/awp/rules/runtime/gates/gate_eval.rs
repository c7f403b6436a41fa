//! The evaluation score decides between done, one more try, and failure.
//!
//! Three thresholds, and only the middle one rejects: a score between `retry`
//! and `accept` completes.

use super::super::prelude::*;
use super::CHECK;
use crate::suites::awp::draw::runtime::evaluations::{edges, scores};
use crate::suites::awp::draw::runtime::evidence::{clean, outcome_label};
use crate::suites::awp::exam::gate::{METHOD, follows};
use crate::suites::awp::reference::gates::{letting, misjudging, rejecting};

const GATE: &str = "eval";

pub(in super::super) static RULE: Rule = Rule {
    id: "gate-eval",
    title: "eval gate: rejects completion with a score below the retry threshold",
    level: Level::Must,
    source: "Runtime Completion Gates, eval",
    statement: "While evaluation is on, a score below `thresholds.retry` is rejected: below `thresholds.fail` as a \
                failure of the workflow, otherwise for a retry with repair. A score that equals a threshold is not \
                below it.",
    checks: &[
        Check {
            property: "a score below retry is rejected, and no other",
            edges,
            arms: &[arm(3, "scores around the thresholds", scores), arm(1, "nothing wrong", clean)],
            classify: |case| {
                let mut labels = outcome_label(GATE, case);
                let evaluation = &case["evaluation"];
                let (score, limits) = (&evaluation["score"], &evaluation["thresholds"]);
                labels.extend((evaluation["enabled"] == false).then_some("off"));
                labels.extend((score == &limits["retry"]).then_some("equals retry"));
                labels.extend(below(case));
                let between = score.as_f64() >= limits["retry"].as_f64() && score.as_f64() < limits["accept"].as_f64();
                labels.extend(between.then_some("below accept"));
                labels
            },
            labels: &["broken", "clean", "off", "equals retry", "equals fail", "below fail", "below accept"],
            ..CHECK
        },
        Check {
            id: "action",
            property: "a rejection says what follows: a repair, or the failure of the workflow below the fail threshold",
            edges,
            arms: &[arm(1, "scores around the thresholds", scores)],
            classify: below,
            labels: &["equals fail", "below fail"],
            exam: follows,
            ..CHECK
        },
    ],
    mutants: &[
        rejecting("wants more than the retry threshold", GATE, |params| {
            let on = &params["evaluation"];
            on["enabled"] == true && on["score"] == on["thresholds"]["retry"]
        }),
        misjudging("wants the accept threshold", GATE, |params| take_for_retry(params, "accept")),
        misjudging("is content with the fail threshold", GATE, |params| take_for_retry(params, "fail")),
        letting("ignores the evaluation", GATE, |_| true),
        letting("compares in whole percents", GATE, |params| {
            let percent = |score: &Value| score.as_f64().map(|score| (score * 100.0).floor());
            percent(&params["evaluation"]["score"]) == percent(&params["evaluation"]["thresholds"]["retry"])
        }),
        misjudging("runs the eval gate while evaluation is off", GATE, |params| {
            if params["evaluation"]["enabled"] == false {
                params["evaluation"]["enabled"] = json!(true);
            }
        }),
        Mutant::answers("always asks for a repair", |r, a| with_action(r, a, |_, _| "retry_with_repair")),
        Mutant::answers("always fails the workflow", |r, a| with_action(r, a, |_, _| "fail_workflow")),
        Mutant::answers("fails the workflow on the fail threshold", |r, a| {
            with_action(r, a, |score, fail| if score <= fail { "fail_workflow" } else { "retry_with_repair" })
        }),
        editing("names the gate evaluation", METHOD, |answer| {
            if answer["rejectedBy"] == GATE {
                answer["rejectedBy"] = json!("evaluation");
            }
        }),
    ],
    corpus: include_str!("../../../../../../corpus/awp/gate-eval.yaml"),
    questions: &[],
};

/// Where a score stands beside the threshold of failure.
fn below(case: &Value) -> Vec<&'static str> {
    let (score, fail) = (&case["evaluation"]["score"], &case["evaluation"]["thresholds"]["fail"]);
    let under = score.as_f64() < fail.as_f64();
    (score == fail).then_some("equals fail").into_iter().chain(under.then_some("below fail")).collect()
}

fn take_for_retry(params: &mut Value, other: &str) {
    if params["evaluation"].is_object() {
        params["evaluation"]["thresholds"]["retry"] = params["evaluation"]["thresholds"][other].clone();
    }
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
