//! Asking the world one question at a time.

use proofmark::{Host, Refusal};
use serde_json::Value;

/// Makes a host call and waits for its reply, saying that nothing else happens meanwhile.
pub(crate) fn ask(host: &Host, method: &str, params: Value) -> Result<Value, Refusal> {
    let ticket = host.start(method, params);
    loop {
        host.idle();
        // A step that was cancelled may still be answered: nobody waits for it any more.
        let (answered, reply) = host.next()?;
        if answered == ticket {
            return Ok(reply);
        }
    }
}
