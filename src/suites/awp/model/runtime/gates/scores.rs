//! The gates of scores: critique and evaluation.

use serde_json::{Value, json};

use super::super::params::items;
use super::evidence::{Evidence, Finding};

/// The mean critique score of the latest iteration is high enough.
pub(in crate::suites::awp) fn critique(evidence: &Evidence<'_>) -> Finding {
    let critique = &evidence.params["critique"];
    let iterations = items(&critique["iterations"]);
    match critique.get("enabled") {
        None if critique.is_null() => return Finding::Passes,
        Some(Value::Bool(false)) => return Finding::Passes,
        Some(Value::Bool(true)) => {}
        _ => return Finding::Doubt("critique neither on nor off"),
    }
    let Some(least) = critique["minScoreToComplete"].as_f64() else { return Finding::Doubt("no least score") };
    let scores: Option<Vec<f64>> =
        iterations.last().map_or(Some(Vec::new()), |last| items(last).iter().map(Value::as_f64).collect());
    let Some(scores) = scores else { return Finding::Doubt("a score that is no number") };
    if scores.is_empty() {
        let earlier = iterations.iter().any(|scores| !items(scores).is_empty());
        return if earlier { Finding::Doubt("scores in earlier iterations only") } else { Finding::Passes };
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of scores")]
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    // A mean of sixteenths is exact; of anything else, two right programs may differ in the last digit.
    let exact = scores.iter().chain([&least]).all(|score| (score * 16.0).fract() == 0.0);
    if (mean - least).abs() < 1e-9 && !exact {
        Finding::Doubt("a mean on the limit, up to rounding")
    } else if mean < least {
        Finding::Breaks(json!({"gate": "critique", "mean": mean}))
    } else {
        Finding::Passes
    }
}

/// The evaluation score is not below the limit for a retry.
pub(in crate::suites::awp) fn eval(evidence: &Evidence<'_>) -> Finding {
    let evaluation = &evidence.params["evaluation"];
    match evaluation.get("enabled") {
        None if evaluation.is_null() => return Finding::Passes,
        Some(Value::Bool(false)) => return Finding::Passes,
        Some(Value::Bool(true)) => {}
        _ => return Finding::Doubt("evaluation neither on nor off"),
    }
    let limit = |name: &str| evaluation["thresholds"][name].as_f64();
    let (Some(score), Some(enough), Some(retry), Some(fail)) =
        (evaluation["score"].as_f64(), limit("accept"), limit("retry"), limit("fail"))
    else {
        return Finding::Doubt("a score or a threshold is missing");
    };
    if !(enough >= retry && retry >= fail && fail >= 0.0 && enough <= 1.0) {
        Finding::Doubt("thresholds that R28 rejects")
    } else if score >= retry {
        Finding::Passes
    } else {
        let action = if score < fail { "fail_workflow" } else { "retry_with_repair" };
        Finding::Breaks(json!({"gate": "eval", "action": action}))
    }
}
