//! Delegation: every agent knows the chain that led to it, and its root's limit.

use serde_json::{Value, json};

use crate::subject::{Host, Quirks, Refusal};

/// How deep a delegation may go unless the root says otherwise.
const DEFAULT_DEPTH: usize = 5;

/// Whether the last agent of a chain may delegate to another one.
pub(super) fn delegate(quirks: &Quirks, params: &Value) -> Result<Value, Refusal> {
    let chain = texts(&params["chain"]);
    let to = params["to"].as_str().unwrap_or_default();
    match refusal(quirks, limit(quirks, params), &chain, to) {
        None => Ok(json!({"allowed": true})),
        Some(error) if quirks.has("throws-on-a-cycle") && error.starts_with("circular") => Err(Refusal::Failed(error)),
        Some(error) => Ok(json!({"allowed": false, "error": error})),
    }
}

/// Asks the root what it delegates, then those it delegates to, and so on.
pub(super) fn run(quirks: &Quirks, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let root = params["root"].as_str().unwrap_or_default().to_owned();
    let mut run = Run { quirks, host, refused: Vec::new(), visited: vec![root.clone()], hops: 0 };
    run.visit(&[root], limit(quirks, params))?;
    Ok(json!({ "refused": run.refused }))
}

struct Run<'r> {
    quirks: &'r Quirks,
    host: &'r Host,
    refused: Vec<Value>,
    /// What a spoiled runtime looks at instead of the chain.
    visited: Vec<String>,
    hops: usize,
}

impl Run<'_> {
    fn visit(&mut self, chain: &[String], limit: usize) -> Result<(), Refusal> {
        let from = chain.last().map_or("", String::as_str);
        let reply = self.host.call("host/agent", json!({"agentId": from, "chain": chain}))?;
        let widened = reply["maxDepth"].as_u64().and_then(|depth| usize::try_from(depth).ok());
        // What an agent asks for itself can only be less than what its root allows.
        let limit = match widened {
            Some(own) if self.quirks.has("a-child-widens-the-limit") => own,
            Some(own) => limit.min(own),
            None => limit,
        };
        for to in texts(&reply["delegateTo"]) {
            let looked_at = match () {
                () if self.quirks.has("refuses-visited-siblings") => {
                    if self.visited.contains(&to) {
                        vec![to.clone()]
                    } else {
                        chain.to_vec()
                    }
                }
                () if self.quirks.has("hands-on-a-short-chain") => chain[chain.len().saturating_sub(2)..].to_vec(),
                () => chain.to_vec(),
            };
            let depth_of = if self.quirks.has("counts-hops-of-the-whole-run") { self.hops + 1 } else { chain.len() };
            if let Some(error) = refusal_at(self.quirks, limit, depth_of, &looked_at, &to) {
                self.refused.push(json!({"from": from, "to": to, "error": error}));
                continue;
            }
            self.hops += 1;
            self.visited.push(to.clone());
            let longer: Vec<String> = chain.iter().cloned().chain([to]).collect();
            self.visit(&longer, limit)?;
        }
        Ok(())
    }
}

fn limit(quirks: &Quirks, params: &Value) -> usize {
    let default = if quirks.has("default-depth-of-ten") { 10 } else { DEFAULT_DEPTH };
    params["maxDepth"].as_u64().and_then(|depth| usize::try_from(depth).ok()).unwrap_or(default)
}

fn refusal(quirks: &Quirks, limit: usize, chain: &[String], to: &str) -> Option<String> {
    refusal_at(quirks, limit, chain.len(), chain, to)
}

/// Why the last of `chain` may not delegate to `to`, if it may not.
fn refusal_at(quirks: &Quirks, limit: usize, depth: usize, chain: &[String], to: &str) -> Option<String> {
    let in_chain = match () {
        () if quirks.has("looks-at-the-parent-only") => chain.iter().rev().take(2).any(|agent| agent == to),
        () if quirks.has("looks-at-oneself-only") => chain.last().is_some_and(|agent| agent == to),
        () if quirks.has("forgets-oneself") => chain.iter().rev().skip(1).any(|agent| agent == to),
        () if quirks.has("forgets-the-root") => chain.iter().skip(1).any(|agent| agent == to),
        () => chain.iter().any(|agent| agent == to),
    };
    let limit = match () {
        () if quirks.has("one-hop-too-deep") => limit + 1,
        () if quirks.has("one-hop-too-shallow") => limit.saturating_sub(1),
        () => limit,
    };
    let too_deep = depth > limit && !quirks.has("any-depth");
    match (in_chain, too_deep) {
        (_, true) if quirks.has("depth-before-cycle") => Some(format!("maximum delegation depth of {limit} exceeded")),
        (true, _) => Some(format!("circular delegation: `{to}` is in the chain already")),
        (false, true) => Some(format!("maximum delegation depth of {limit} exceeded")),
        (false, false) => None,
    }
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
