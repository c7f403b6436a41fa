//! Runtimes that misread how a run is scored.

use serde_json::Value;

use super::misread;
use crate::subject::Request;

/// What a runtime says that sees another evaluation than there is.
pub(in super::super) fn rescored(request: Request<'_>, rule: &str, change: impl FnOnce(&mut Value)) -> Value {
    misread(request, rule, |project| {
        if let Some(evaluation) = project.pointer_mut("/workflow/observability/evaluation") {
            change(evaluation);
        }
    })
}

/// The same, for every metric.
pub(in super::super) fn reweighed(request: Request<'_>, rule: &str, change: impl FnMut(&mut Value)) -> Value {
    rescored(request, rule, |evaluation| {
        if let Some(metrics) = evaluation.pointer_mut("/metrics").and_then(Value::as_array_mut) {
            metrics.iter_mut().for_each(change);
        }
    })
}

/// The evaluation of a project.
pub(in super::super) fn evaluation_of(request: Request<'_>) -> &Value {
    &request.params["workflow"]["observability"]["evaluation"]
}

/// The metrics of a project.
pub(in super::super) fn metrics_of(request: Request<'_>) -> impl Iterator<Item = &Value> {
    evaluation_of(request)["metrics"].as_array().into_iter().flatten()
}
