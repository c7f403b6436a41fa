//! Five faults to have at once.

/// Mutants of five rules of one suite, none of which hides another.
pub(crate) const FIVE_MUTANTS: [&str; 5] = [
    "preflight/control-fields-denied/never-denies-graph",
    "preflight/path/points-at-the-root-for-a-run-id",
    "preflight/diagnostic-order/puts-the-text-before-the-channel",
    "preflight/severity/calls-a-missing-action-fatal",
    "preflight/message-wording/ends-messages-without-a-full-stop",
];
