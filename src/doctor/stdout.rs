//! Whether stdout carries messages and nothing else.

use super::Probe;
use crate::subject::Strays;

/// What was printed beside the protocol during the whole visit.
pub(super) fn only_messages(strays: &Strays) -> Probe {
    const NAME: &str = "stdout";
    let Some(first) = strays.first.first() else { return Probe::ok(NAME, "messages only") };
    let others = match strays.count {
        1 => String::new(),
        2 => ", and 1 such line more".to_owned(),
        count => format!(", and {} such lines more", count - 1),
    };
    Probe::change(
        NAME,
        format!(
            "it printed `{first}`{others}. stdout belongs to the protocol, and a run stops at such a line: send logs, \
             banners and debug output to stderr"
        ),
    )
}
