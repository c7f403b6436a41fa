//! Calls that no recorded answers can stand for: a record plays no world, starts no process, and knows one order of keys.

use crate::subject::Call;

/// Why a call goes beyond any record, if it does.
pub(crate) fn beyond(call: &Call) -> Option<&'static str> {
    if call.world.is_some() {
        Some("the subject calls its host meanwhile, and recorded answers have none")
    } else if call.fresh && !call.spare {
        Some("it needs a newly started process, which recorded answers do not show")
    } else if call.key_order != 0 {
        Some("it needs the keys of an input in another order, which recorded answers do not show")
    } else {
        None
    }
}
