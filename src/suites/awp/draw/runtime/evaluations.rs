//! Evaluation scores around their thresholds.

use serde_json::{Value, json};

use super::evidence::clean;
use crate::draw::Draw;

fn evaluation(enabled: bool, limits: [f64; 3], score: f64) -> Value {
    let [enough, retry, fail] = limits;
    json!({"enabled": enabled, "thresholds": {"accept": enough, "retry": retry, "fail": fail}, "score": score})
}

/// Scores on, above and below every threshold.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let mut cases = vec![json!({})];
    for enabled in [true, false] {
        for score in [0.0, 0.1, 0.2, 0.25, 0.3, 0.45, 0.499, 0.5, 0.51, 0.7, 0.75, 1.0] {
            cases.push(json!({"evaluation": evaluation(enabled, [0.75, 0.5, 0.25], score)}));
        }
    }
    // Apart by less than a hundredth.
    for score in [0.501, 0.5049, 0.505, 0.201, 0.205] {
        cases.push(json!({"evaluation": evaluation(true, [0.75, 0.505, 0.205], score)}));
    }
    for limits in [[0.5, 0.5, 0.5], [1.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0, 1.0, 0.0]] {
        cases.extend([0.0, 0.5, 1.0].map(|score| json!({"evaluation": evaluation(true, limits, score)})));
    }
    cases
}

/// Clean evidence with a score near a threshold.
pub(in crate::suites::awp) fn scores(draw: &mut Draw) -> Value {
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
