//! Who a request comes from: the two rules on it differ in whom they look for.

use crate::suites::context::draw::breach::Breach;
use crate::suites::context::prelude::*;

/// Every type with both parties; a party whose id is `id`; the party missing.
pub(super) fn edges(path: &str, id: &str, breach: &Breach) -> Vec<Value> {
    let mut cases: Vec<Value> = TYPES.iter().map(|kind| plain::core(kind)).collect();
    cases.extend(each(&plain::core(INITIAL), path, [Some(json!({ "id": id }))]));
    cases.extend(core_faults(breach));
    cases
}

/// A plain context with any party.
pub(super) fn any(draw: &mut Draw, path: &str) -> Value {
    let (kind, id) = (*draw.pick(TYPES), text::sentence(draw));
    each(&plain::core(kind), path, [Some(json!({ "id": id }))]).swap_remove(0)
}

/// A party whose id is empty.
pub(super) fn empty_id(path: &str) -> Vec<Value> {
    let empty = json!({"question": "empty-id", "context": plain::core(INITIAL)["context"]});
    each(&empty, path, [Some(json!({"id": ""}))])
}

/// The readings of an empty id.
pub(super) const OF_EMPTY_ID: &[Reading] =
    &[reading("present", "its id is not looked at"), reading("absent", "it is refused")];
