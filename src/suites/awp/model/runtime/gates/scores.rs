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
        // Who looks back to the last iteration that has scores finds none here that is too low.
        let mut earlier = iterations.iter().flat_map(items);
        let enough = earlier.all(|score| score.as_f64().is_some_and(|score| score >= least));
        return if enough { Finding::Passes } else { Finding::Doubt("low scores in earlier iterations only") };
    }
    #[expect(clippy::cast_precision_loss, reason = "a handful of scores")]
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    // One score is its own mean, and a mean of sixteenths is exact; of anything else, two right programs may differ in
    // the last digit.
    let exact = scores.len() == 1 || scores.iter().chain([&least]).all(|score| (score * 16.0).fract() == 0.0);
    if (mean - least).abs() < 1e-9 && !exact {
        Finding::Doubt("a mean on the limit, up to rounding")
    } else if mean < least {
        let why = format!("the mean {mean} is below {least}");
        Finding::Breaks { event: json!({"gate": "critique", "mean": mean}), why }
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
    let limit = |name: &str| Some(&evaluation["thresholds"][name]).filter(|it| !it.is_null());
    let (enough, fail) = (limit("accept"), limit("fail"));
    let (Some(score), Some(retry)) = (evaluation["score"].as_f64(), limit("retry").and_then(Value::as_f64)) else {
        return Finding::Doubt("no score, or no limit for a retry");
    };
    let number = |limit: Option<&Value>, default: f64| limit.map_or(Some(default), Value::as_f64);
    let (Some(most), Some(least)) = (number(enough, 1.0), number(fail, 0.0)) else {
        return Finding::Doubt("a threshold that is no number");
    };
    if !(most >= retry && retry >= least && least >= 0.0 && most <= 1.0) {
        return Finding::Doubt("thresholds that R28 rejects");
    }
    if score >= retry {
        return Finding::Passes;
    }
    let why = format!("the score {score} is below {retry}");
    let event = match fail {
        None => json!({"gate": "eval"}),
        Some(_) if score < least => json!({"gate": "eval", "action": "fail_workflow"}),
        Some(_) => json!({"gate": "eval", "action": "retry_with_repair"}),
    };
    Finding::Breaks { event, why }
}
