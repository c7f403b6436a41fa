//! Critique scores around their limit.

use serde_json::{Value, json};

use super::evidence::{add_file, clean};
use crate::draw::Draw;

fn critique(enabled: bool, least: f64, iterations: &Value) -> Value {
    json!({"critique": {"enabled": enabled, "minScoreToComplete": least, "iterations": iterations}})
}

/// Every way of being on, above and below the limit.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let mut cases = vec![json!({})];
    for enabled in [true, false] {
        for iterations in [
            json!([]),
            json!([[]]),
            json!([[0.5]]),
            json!([[0.4375]]),
            json!([[0.5625]]),
            json!([[1.0, 0.0]]),
            json!([[0.25, 0.5, 0.75]]),
            json!([[0.25, 0.25, 0.75]]),
            json!([[0.9375], [0.25]]),
            json!([[0.125], [0.75]]),
            json!([[0.0, 0.0], [0.5, 0.5]]),
            json!([[0.0, 0.9375]]),
            json!([[0.9375, 0.0]]),
            json!([[0.9375], [0.75], [1.0], [0.25]]),
            json!([[0.125], [0.25], [0.0], [0.75]]),
        ] {
            cases.push(critique(enabled, 0.5, &iterations));
        }
    }
    cases.extend([0.0, 1.0].map(|least| critique(true, least, &json!([[least]]))));
    // A mean that is near the limit, and one that is near the best.
    cases.extend([0.701, 0.7049, 0.705].map(|score| critique(true, 0.705, &json!([[score]]))));
    cases.push(critique(true, 1.0, &json!([[1.0, 0.9375]])));
    // Beside what the other gates look at.
    for score in [0.25, 0.5] {
        let mut beside = critique(true, 0.5, &json!([[score]]));
        beside["task"] = json!("Make a report of the sales.");
        beside["files"] = json!([{"path": "report.txt", "size": 600}]);
        beside["subtasks"] = json!([{"id": "s1", "requiredOutputs": ["report.txt"]}]);
        beside["evaluation"] =
            json!({"enabled": true, "thresholds": {"accept": 0.75, "retry": 0.5, "fail": 0.25}, "score": 1.0});
        beside["finalResult"] = json!({"summary": "written"});
        cases.push(beside);
    }
    for count in [12, 25, 60] {
        let mut scores = vec![0.5; count];
        cases.push(critique(true, 0.5, &json!([scores])));
        scores.push(0.0);
        cases.push(critique(true, 0.5, &json!([scores])));
    }
    cases
}

/// Scores in sixteenths, a few or many or none, around a limit that is hit exactly as often as not; now and then beside
/// a task that asks for a file.
pub(in crate::suites::awp) fn scores(draw: &mut Draw) -> Value {
    let mut case = clean(draw);
    let sixteenths = |draw: &mut Draw| draw.int(0..=16);
    #[expect(clippy::cast_precision_loss, reason = "sixteenths are exact")]
    let real = |number: i64| number as f64 / 16.0;
    let earlier = draw.list(0..=4, |draw| draw.list(1..=3, sixteenths));
    let latest = draw.long_list(0..=4, sixteenths);
    let count = i64::try_from(latest.len()).unwrap_or(1).max(1);
    let least = match draw.below(3) {
        0 => sixteenths(draw),
        _ => (latest.iter().sum::<i64>() / count + draw.int(-1..=1)).clamp(0, 16),
    };
    let iterations: Vec<Vec<f64>> =
        earlier.into_iter().chain([latest]).map(|scores| scores.into_iter().map(real).collect()).collect();
    case["critique"] = critique(!draw.chance(1, 6), real(least), &json!(iterations))["critique"].take();
    if draw.chance(1, 4) {
        case["task"] = json!("Make a report of the sales.");
        add_file(&mut case, json!({"path": "report.txt", "size": 600}), true);
    }
    case
}
