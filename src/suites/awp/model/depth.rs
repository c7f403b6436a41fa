//! R31 and R32: how deep delegation may go.

use serde_json::Value;

use super::ask::{NO_BUDGET, WHOLE_FLOAT};
use super::note::Report;
use super::value::member;

const AT: &str = "/workflow/orchestration/delegation_loop/budget/max_depth";
const CEILING: f64 = 10.0;
const USUAL: f64 = 5.0;

pub(super) fn read(workflow: &Value, report: &mut Report) {
    let Some(delegation) = member(workflow, &["orchestration", "delegation_loop"]) else { return };
    let budget = match member(delegation, &["budget"]) {
        Some(budget) if budget.is_object() => budget,
        Some(_) => return report.open("R31", AT, "the budget is no object"),
        None if delegation.is_object() => return report.asks("R31", &NO_BUDGET, AT, "the loop has no budget"),
        None => return report.open("R31", AT, "the loop is no object"),
    };
    let depth = match budget.get("max_depth") {
        Some(Value::Number(depth)) => depth,
        None | Some(Value::Null) => return report.broken("R31", AT, "the budget has no max_depth"),
        Some(other) => return report.broken("R31", AT, format!("{other} is not a whole number")),
    };
    let value = depth.as_f64().unwrap_or_default();
    if value < 0.0 {
        report.broken("R31", AT, format!("{depth} is negative"));
    } else if value.fract() != 0.0 {
        report.broken("R31", AT, format!("{depth} is not a whole number"));
    } else if depth.is_f64() {
        report.asks("R31", &WHOLE_FLOAT, AT, format!("{depth} is a whole number, written as a fraction"));
    }
    if value > CEILING {
        report.broken("R32", AT, format!("{depth} is above the ceiling of 10"));
    } else if value > USUAL {
        report.warns("R32", AT, "most A4 workflows complete with depth <= 3");
    }
}
