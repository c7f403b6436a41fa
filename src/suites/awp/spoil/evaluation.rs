//! Runtimes that misread how a run is scored.

use serde_json::Value;

use super::super::draw::list_at;
use super::misread;
use crate::rule::Mutant;
use crate::subject::Request;

/// What a runtime says that sees another evaluation than there is.
pub(in super::super) fn rescored(request: Request<'_>, rule: &str, change: impl FnOnce(&mut Value)) -> Value {
    misread(request, rule, |project| {
        if let Some(evaluation) = project.pointer_mut("/workflow/observability/evaluation") {
            change(evaluation);
        }
    })
}

/// A runtime that sees another evaluation than there is.
pub(in super::super) const fn rescoring(name: &'static str, rule: &'static str, change: fn(&mut Value)) -> Mutant {
    Mutant::misreads(name, [rule, ""], change, |request, _, [rule, _], change| rescored(request, rule, change))
}

/// The same, for every metric.
pub(in super::super) const fn reweighing(name: &'static str, rule: &'static str, change: fn(&mut Value)) -> Mutant {
    Mutant::misreads(name, [rule, ""], change, |request, _, [rule, _], change| reweighed(request, rule, change))
}

/// What a runtime says that sees other metrics than there are.
pub(in super::super) fn reweighed(request: Request<'_>, rule: &str, change: impl FnMut(&mut Value)) -> Value {
    rescored(request, rule, |evaluation| {
        if let Some(metrics) = list_at(evaluation, "/metrics") {
            metrics.iter_mut().for_each(change);
        }
    })
}

/// The evaluation of a project.
pub(in super::super) fn evaluation_of(project: &Value) -> &Value {
    &project["workflow"]["observability"]["evaluation"]
}

/// The metrics of a project.
pub(in super::super) fn metrics_of(project: &Value) -> impl Iterator<Item = &Value> {
    evaluation_of(project)["metrics"].as_array().into_iter().flatten()
}
