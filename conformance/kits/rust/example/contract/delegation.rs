//! Who may hand work to whom: not too deep (DT-001), and never in a circle (DT-002).

use proofmark::{Host, Refusal};
use serde_json::{Value, json};

use crate::json::{count, texts};
use crate::world::ask;

const DEFAULT_DEPTH: usize = 5;

/// Whether one delegation is allowed.
pub(super) fn delegate(params: &Value) -> Value {
    let chain: Vec<&str> = texts(&params["chain"]).collect();
    match refusal(&chain, params["to"].as_str().unwrap_or_default(), deepest(params)) {
        None => json!({"allowed": true}),
        Some(message) => json!({"allowed": false, "error": {"message": message}}),
    }
}

/// Asks the root, then everybody whom a delegation reaches, the first branch to its end before the second.
pub(super) fn run(params: &Value, host: &Host) -> Result<Value, Refusal> {
    let mut refused = Vec::new();
    reach(host, &[params["root"].as_str().unwrap_or_default()], deepest(params), &mut refused)?;
    Ok(json!({ "refused": refused }))
}

/// The limit is the root's, all the way down: what an agent says about it changes nothing.
fn reach(host: &Host, chain: &[&str], deepest: usize, refused: &mut Vec<Value>) -> Result<(), Refusal> {
    let from = chain.last();
    let reply = ask(host, "host/agent", json!({"agentId": from, "chain": chain}))?;
    for to in texts(&reply["delegateTo"]) {
        match refusal(chain, to, deepest) {
            None => reach(host, &[chain, &[to]].concat(), deepest, refused)?,
            Some(message) => refused.push(json!({"from": from, "to": to, "error": {"message": message}})),
        }
    }
    Ok(())
}

fn deepest(params: &Value) -> usize {
    count(&params["maxDepth"]).unwrap_or(DEFAULT_DEPTH)
}

/// Why the last agent of `chain` may not delegate to `to`; none if it may. The root is at depth 0.
fn refusal(chain: &[&str], to: &str, deepest: usize) -> Option<String> {
    let depth = chain.len();
    if chain.contains(&to) {
        Some(format!("{to} is in the delegation chain already: {}", chain.join(" > ")))
    } else if depth > deepest {
        Some(format!("delegation to {to} would be at depth {depth}, and the limit is {deepest}"))
    } else {
        None
    }
}
