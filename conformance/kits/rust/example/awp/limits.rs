//! Time limits: seconds in a document, moments in a run.

use std::time::{Duration, Instant};

use serde_json::Value;

/// A limit above 0; anything else is none.
pub(super) fn seconds(value: &Value) -> Option<Duration> {
    value.as_f64().and_then(|limit| Duration::try_from_secs_f64(limit).ok()).filter(|limit| !limit.is_zero())
}

/// When a limit that starts now is over; never, if that is beyond what a clock can tell.
pub(super) fn from_now(limit: Duration) -> Option<Instant> {
    Instant::now().checked_add(limit)
}

/// Whether a moment has come, which is never if there is none.
pub(super) fn is_past(moment: Option<Instant>) -> bool {
    moment.is_some_and(|moment| moment <= Instant::now())
}
