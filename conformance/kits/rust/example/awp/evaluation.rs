//! The numbers that steer a workflow, R27 to R32: how its results are scored, and how deep delegation goes.

use serde_json::Value;

use super::report::Report;
use crate::json::{entries, is_one_of};

const METRIC_KINDS: &[&str] = &["llm_rubric", "deterministic", "schema", "budget", "policy"];
const HOOKS: &[&str] = &["worker_result", "generated_tool", "final_answer"];
const ACTIONS: &[&str] = &["retry_with_repair", "fail_workflow", "accept_with_warning"];
const DEEPEST: f64 = 10.0;
const DEEP: f64 = 5.0;

/// Checks `observability.evaluation`.
pub(super) fn check(evaluation: &Value, report: &mut Report) {
    let path = "observability.evaluation";
    let metrics = entries(&evaluation["metrics"]);
    let has_kind = |metric: &Value| is_one_of(&metric["kind"], METRIC_KINDS);
    if evaluation["enabled"] == true && !metrics.iter().all(has_kind) {
        let message = format!("has a kind that is none of {}", METRIC_KINDS.join(", "));
        report.error("R27", &format!("{path}.metrics"), message);
    }
    thresholds(&format!("{path}.thresholds"), &evaluation["thresholds"], report);
    weights(&format!("{path}.metrics"), metrics, report);
    if !entries(&evaluation["step_scores"]["hooks"]).iter().all(|hook| is_one_of(hook, HOOKS)) {
        let message = format!("has one that is none of {}", HOOKS.join(", "));
        report.error("R30", &format!("{path}.step_scores.hooks"), message);
    }
    for name in ["below_retry", "below_fail"] {
        let action = &evaluation["retry_policy"]["actions"][name];
        if !action.is_null() && !is_one_of(action, ACTIONS) {
            let message = format!("is none of {}", ACTIONS.join(", "));
            report.error("R30", &format!("{path}.retry_policy.actions.{name}"), message);
        }
    }
}

fn thresholds(path: &str, thresholds: &Value, report: &mut Report) {
    let given = ["accept", "retry", "fail"].map(|name| &thresholds[name]).into_iter().filter(|level| !level.is_null());
    let levels: Option<Vec<f64>> =
        given.map(|level| level.as_f64().filter(|level| (0.0..=1.0).contains(level))).collect();
    match levels {
        None => report.error("R28", path, "are not all between 0 and 1"),
        Some(levels) if levels.is_sorted_by(|higher, lower| higher >= lower) => {}
        Some(_) => report.error("R28", path, "do not satisfy accept >= retry >= fail"),
    }
}

fn weights(path: &str, metrics: &[Value], report: &mut Report) {
    let weight_of = |metric: &Value| match &metric["weight"] {
        Value::Null => Some(1.0), // A metric that gives no weight counts once.
        weight => weight.as_f64().filter(|weight| *weight >= 0.0),
    };
    let weights: Option<Vec<f64>> = metrics.iter().map(weight_of).collect();
    match weights {
        None => report.error("R29", path, "has a weight that is not a number of 0 or more"),
        // Without metrics there is nothing to weigh.
        Some(weights) if weights.is_empty() || weights.iter().any(|weight| *weight > 0.0) => {}
        Some(_) => report.error("R29", path, "has no weight above 0"),
    }
}

/// Checks `orchestration.delegation_loop.budget`.
pub(super) fn check_depth(budget: &Value, report: &mut Report) {
    if budget.is_null() {
        return;
    }
    let path = "orchestration.delegation_loop.budget.max_depth";
    match budget["max_depth"].as_f64().filter(|depth| *depth >= 0.0 && depth.fract() == 0.0) {
        None => report.error("R31", path, "is not an integer of 0 or more"),
        Some(depth) if depth > DEEPEST => report.error("R32", path, format_args!("is above {DEEPEST}")),
        Some(depth) if depth > DEEP => {
            report.warning("R32", path, format_args!("is above {DEEP}; most workflows need no more than 3"));
        }
        Some(_) => {}
    }
}
