//! A fault that many rules meet and one is to be blamed for.

use serde_json::Value;

/// Turns the kinds of all metrics of an awp project into one that the document does not know.
pub(crate) fn with_kinds_of_its_own(project: &mut Value) {
    let metrics = project.pointer_mut("/workflow/observability/evaluation/metrics").and_then(Value::as_array_mut);
    for kind in metrics.into_iter().flatten().filter_map(|metric| metric.get_mut("kind")) {
        *kind = Value::from("of its own");
    }
}
