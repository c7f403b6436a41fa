//! What the document says of a call.

use serde_json::Value;

use super::{chain, delegation, gates, run, schema, secrets, sharing, state};
use crate::rule::Expected;

/// What the document says about a call; `None` for a method of the other half.
pub(in crate::suites::awp) fn expect(method: &str, params: &Value) -> Option<Expected> {
    Some(match method {
        "awp/write_state" => state::expect_write(params),
        "awp/record" => secrets::expect_record(params),
        "awp/deliver" => schema::expect_deliver(params),
        "awp/read_state" => sharing::expect_read(params),
        "awp/run" => run::expect_run(params),
        "awp/audit" => chain::expect_audit(params),
        "awp/verify_audit" => chain::expect_verify(params),
        "awp/complete" => gates::expect_complete(params),
        "awp/loop" => delegation::expect_loop(params),
        _ => return None,
    })
}
