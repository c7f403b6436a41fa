//! What the rules of evaluation share: projects that are scored, and runtimes that misread how.

use super::prelude::*;

/// The path of something in the evaluation of a workflow.
pub(super) fn scored(path: &str) -> String {
    format!("workflow/observability/evaluation/{path}")
}

/// Evaluates a project.
pub(super) fn into_evaluation(project: &mut Value) {
    let plain = evaluation()["workflow"]["observability"].clone();
    put(project, "workflow/observability", plain);
}

/// A plain project that is evaluated.
pub(super) fn evaluation_in(draw: &mut Draw) -> Value {
    let mut project = plain(draw);
    into_evaluation(&mut project);
    project
}

/// What a runtime says that sees another evaluation than there is.
pub(super) fn rescored(request: Request<'_>, change: impl FnOnce(&mut Value)) -> Value {
    misread(request, |project| {
        if let Some(evaluation) = project.pointer_mut("/workflow/observability/evaluation") {
            change(evaluation);
        }
    })
}

/// The same, for every metric.
pub(super) fn reweighed(request: Request<'_>, change: impl FnMut(&mut Value)) -> Value {
    rescored(request, |evaluation| {
        if let Some(metrics) = evaluation["metrics"].as_array_mut() {
            metrics.iter_mut().for_each(change);
        }
    })
}

/// The evaluation of a project.
pub(super) fn evaluation_of(request: Request<'_>) -> &Value {
    &request.params["workflow"]["observability"]["evaluation"]
}

/// The metrics of a project.
pub(super) fn metrics_of(request: Request<'_>) -> impl Iterator<Item = &Value> {
    evaluation_of(request)["metrics"].as_array().into_iter().flatten()
}

/// The project, and the same with evaluation off: on and off beside each other.
pub(super) fn and_off(project: Value) -> [Value; 2] {
    let off = with(project.clone(), &scored("enabled"), json!(false));
    [project, off]
}
