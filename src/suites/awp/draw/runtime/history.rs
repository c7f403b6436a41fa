//! Histories of a delegation loop.

use serde_json::{Value, json};

use crate::draw::{Draw, Shape, optional, required, text};

/// The gates, any of which may reject.
pub(in crate::suites::awp) const GATES: [&str; 7] =
    ["critique", "deliverable_presence", "placeholder", "file", "deliverable", "structural_integrity", "eval"];

const STATUSES: [&str; 4] = ["pending", "completed", "failed", "skipped"];

/// What the parts of a case mean: a history is a list, and shrinks like one.
pub(in crate::suites::awp) static SHAPE: Shape = Shape::Object(&[
    required("maxPreProgressPlans", Shape::Integer { least: 1 }),
    optional("maxRejectedCompletions", Shape::Integer { least: 1 }),
    required("maxIterations", Shape::Integer { least: 1 }),
    required("subtasks", SUBTASKS),
    required("history", Shape::List { of: &OPERATION, least: 0 }),
]);

const SUBTASKS: Shape = Shape::List {
    of: &Shape::Object(&[required("id", Shape::Fixed), required("status", Shape::Enum(&STATUSES))]),
    least: 0,
};

/// In a new plan the status may be left out.
const PLANNED: Shape = Shape::List {
    of: &Shape::Object(&[required("id", Shape::Fixed), optional("status", Shape::Enum(&STATUSES))]),
    least: 0,
};

static OPERATION: Shape = Shape::Object(&[
    required("op", Shape::Enum(&["COMPLETE", "PLAN", "DELEGATE"])),
    optional("subtasks", PLANNED),
    required("outcome", Shape::Enum(&["ok", "failed"])),
    optional("count", Shape::Integer { least: 1 }),
    optional("rejectedBy", Shape::Enum(&GATES)),
    optional("paths", Shape::List { of: &Shape::Fixed, least: 1 }),
    optional("disobeys", Shape::Bool),
]);

/// A case with room for everything in its history.
pub(in crate::suites::awp) fn case(
    plans: usize,
    rejections: Option<usize>,
    subtasks: &Value,
    history: &[Value],
) -> Value {
    let mut case = json!({
        "maxPreProgressPlans": plans,
        "maxIterations": history.len() * 2 + 4,
        "subtasks": subtasks,
        "history": history,
    });
    if let Some(limit) = rejections {
        case["maxRejectedCompletions"] = json!(limit);
    }
    case
}

/// Up to eight subtasks, most of them pending.
pub(in crate::suites::awp) fn subtasks(draw: &mut Draw) -> Value {
    let count = if draw.chance(1, 4) { draw.size(4..=8) } else { draw.size(0..=3) };
    let status = |draw: &mut Draw| if draw.chance(1, 2) { "pending" } else { *draw.pick(&STATUSES) };
    (0..count).map(|number| json!({"id": format!("s{}", number + 1), "status": status(draw)})).collect()
}

/// One PLAN, with or without a new list of subtasks.
pub(in crate::suites::awp) fn plan(draw: &mut Draw) -> Value {
    if draw.chance(1, 2) {
        return json!({"op": "PLAN"});
    }
    let mut subtasks = subtasks(draw);
    for subtask in subtasks.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        if draw.chance(1, 3) {
            subtask.remove("status");
        }
    }
    json!({"op": "PLAN", "subtasks": subtasks})
}

/// One DELEGATE.
pub(in crate::suites::awp) fn delegate(draw: &mut Draw) -> Value {
    let outcome = if draw.chance(5, 6) { "ok" } else { "failed" };
    json!({"op": "DELEGATE", "outcome": outcome, "count": draw.size(1..=3)})
}

/// One rejected COMPLETE, with a defect or without.
pub(in crate::suites::awp) fn rejection(draw: &mut Draw) -> Value {
    let mut op = json!({"op": "COMPLETE", "rejectedBy": draw.pick(&GATES)});
    if draw.chance(1, 2) {
        op["paths"] = json!(draw.long_list(1..=3, output));
    }
    op
}

/// A path, in small letters or not, with an extension or without one, and now and then of a name that others share.
fn output(draw: &mut Draw) -> String {
    let word = text::word(draw);
    match draw.below(5) {
        0 => format!("Out/{word}.PDF"),
        1 => format!("out/{word}"),
        2 => format!("{word}/README.md"),
        _ => format!("out/{word}.md"),
    }
}

/// Rejections up to a limit, the last of them with a defect, and what may come right after that: the next rejection at
/// once, or a delegation and rejections again.
pub(in crate::suites::awp) fn after_the_trip(draw: &mut Draw) -> Value {
    let rejections = draw.long_list(1..=3, rejection);
    let limit = rejections.len();
    // What came before them makes no difference: fewer plans than are too many, and work that was done.
    let mut history = draw.list(0..=2, |draw| if draw.chance(1, 2) { plan(draw) } else { delegate(draw) });
    history.extend(rejections);
    if let Some(last) = history.last_mut() {
        last["paths"] = json!(["out/a.md"]);
    }
    if draw.chance(1, 2) {
        history.push(json!({"op": "COMPLETE", "rejectedBy": draw.pick(&GATES), "disobeys": true}));
    } else {
        history.push(delegate(draw));
        history.extend(draw.list(0..=limit.min(4), rejection));
    }
    case(3, Some(limit), &subtasks(draw), &history)
}

/// So many operations, around a limit of that number.
pub(in crate::suites::awp) fn around(draw: &mut Draw, limit: usize, operation: fn(&mut Draw) -> Value) -> Vec<Value> {
    draw.list(limit.saturating_sub(1)..=limit + 1, operation)
}

/// A history of up to twelve operations, as likely as the weights say: plans, delegations, rejections.
pub(in crate::suites::awp) fn history(draw: &mut Draw, weights: [usize; 3]) -> Value {
    let operations = [(weights[0], plan as fn(&mut Draw) -> Value), (weights[1], delegate), (weights[2], rejection)];
    let history = draw.list(1..=12, |draw| draw.weighted(&operations)(draw));
    let (plans, rejections) = (draw.size(1..=3), if draw.chance(1, 5) { None } else { Some(draw.size(1..=4)) });
    let subtasks = subtasks(draw);
    let mut case = case(plans, rejections, &subtasks, &history);
    if draw.chance(1, 6) {
        case["maxIterations"] = json!(draw.size(1..=history.len()));
    }
    case
}
