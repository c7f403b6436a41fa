//! The critics of the latest iteration decide, by their mean.
//!
//! The boundary is the trap: a mean that equals the least score passes.

use super::super::prelude::*;
use super::CHECK;
use crate::suites::awp::draw::runtime::critiques::{edges, scores};
use crate::suites::awp::draw::runtime::evidence::{clean, outcome_label};
use crate::suites::awp::reference::gates::{letting, misjudging, rejecting};

const GATE: &str = "critique";

pub(in super::super) static RULE: Rule = Rule {
    id: "gate-critique",
    title: "critique gate: rejects completion below the critique score that is demanded",
    level: Level::Must,
    source: "Runtime Completion Gates, critique",
    statement: "While the critique engine is on and the latest iteration has scores, a completion is rejected if their \
                mean is below `minScoreToComplete`; a mean that equals it is enough.",
    checks: &[Check {
        property: "the mean of the latest scores decides, and equality passes",
        edges,
        arms: &[arm(3, "scores around the limit", scores), arm(1, "nothing wrong", clean)],
        classify: |case| {
            let mut labels = outcome_label(GATE, case);
            let critique = &case["critique"];
            labels.extend((critique["enabled"] == false).then_some("off"));
            let latest: Vec<f64> = items(&critique["iterations"])
                .last()
                .map_or(&[][..], |last| items(last))
                .iter()
                .filter_map(Value::as_f64)
                .collect();
            labels.extend((latest.is_empty() && critique["enabled"] == true).then_some("no score"));
            labels.extend((items(&critique["iterations"]).len() > 1).then_some("several iterations"));
            let sum: f64 = latest.iter().sum();
            #[expect(clippy::cast_precision_loss, reason = "a handful of scores")]
            let on_limit = critique["minScoreToComplete"].as_f64() == Some(sum / latest.len() as f64);
            labels.extend(on_limit.then_some("on the limit"));
            labels
        },
        labels: &["broken", "clean", "off", "no score", "several iterations", "on the limit"],
        ..CHECK
    }],
    mutants: &[
        rejecting("wants more than the least score", GATE, |params| {
            mean(params) == params["critique"]["minScoreToComplete"].as_f64()
        }),
        letting("ignores critiques", GATE, |_| true),
        letting("lets a bad score pass where the task asks for a file", GATE, |params| {
            params["task"].as_str().is_some_and(|task| task.contains("report"))
        }),
        misjudging("looks at the first ten scores", GATE, |params| {
            with_latest(params, |scores| scores.into_iter().take(10).collect());
        }),
        misjudging("takes the best score for the mean", GATE, |params| {
            with_latest(params, |scores| extreme(scores, f64::max));
        }),
        misjudging("takes the worst score for the mean", GATE, |params| {
            with_latest(params, |scores| extreme(scores, f64::min));
        }),
        misjudging("takes the last score for the mean", GATE, |params| {
            with_latest(params, |scores| scores.last().copied().into_iter().collect());
        }),
        misjudging("looks at the first iteration", GATE, |params| {
            if let Some(iterations) = params["critique"]["iterations"].as_array_mut() {
                iterations.truncate(1);
            }
        }),
        misjudging("looks at the third iteration at most", GATE, |params| {
            if let Some(iterations) = params["critique"]["iterations"].as_array_mut() {
                iterations.truncate(3);
            }
        }),
        misjudging("is content with nine tenths", GATE, |params| {
            if let Some(least) = params["critique"]["minScoreToComplete"].as_f64() {
                params["critique"]["minScoreToComplete"] = json!(least.min(0.9));
            }
        }),
        letting("compares in whole percents", GATE, |params| {
            let percent = |score: Option<f64>| score.map(|score| (score * 100.0).floor());
            percent(mean(params)) == percent(params["critique"]["minScoreToComplete"].as_f64())
        }),
        misjudging("takes the mean over all iterations", GATE, |params| {
            let all: Vec<Value> = items(&params["critique"]["iterations"]).iter().flat_map(items).cloned().collect();
            if params["critique"].is_object() {
                params["critique"]["iterations"] = json!([all]);
            }
        }),
        misjudging("runs the critique gate while the engine is off", GATE, |params| {
            if params["critique"]["enabled"] == false {
                params["critique"]["enabled"] = json!(true);
            }
        }),
        rejecting("takes no score for a bad score", GATE, |params| {
            params["critique"]["enabled"] == true
                && items(&params["critique"]["iterations"]).last().is_none_or(|it| items(it).is_empty())
        }),
        misjudging("rounds the mean to one digit", GATE, |params| {
            with_latest(params, |scores| {
                #[expect(clippy::cast_precision_loss, reason = "a handful of scores")]
                let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
                if scores.is_empty() { Vec::new() } else { vec![(mean * 10.0).round() / 10.0] }
            });
        }),
    ],
    corpus: include_str!("../../../../../../corpus/awp/gate-critique.yaml"),
    questions: &[],
};

fn latest(params: &Value) -> Vec<f64> {
    items(&params["critique"]["iterations"])
        .last()
        .map_or(&[][..], |last| items(last))
        .iter()
        .filter_map(Value::as_f64)
        .collect()
}

fn mean(params: &Value) -> Option<f64> {
    let scores = latest(params);
    #[expect(clippy::cast_precision_loss, reason = "a handful of scores")]
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    (!scores.is_empty() && params["critique"]["enabled"] == true).then_some(mean)
}

fn with_latest(params: &mut Value, change: fn(Vec<f64>) -> Vec<f64>) {
    let scores = change(latest(params));
    if let Some(last) = params["critique"]["iterations"].as_array_mut().and_then(|it| it.last_mut()) {
        *last = json!(scores);
    }
}

fn extreme(scores: Vec<f64>, of: fn(f64, f64) -> f64) -> Vec<f64> {
    scores.into_iter().reduce(of).into_iter().collect()
}
