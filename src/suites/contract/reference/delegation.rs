//! Delegation: every agent knows the chain that led to it, and its root's limit.

use serde_json::{Value, json};

use super::super::model::delegation::DEFAULT_DEPTH;
use crate::draw::json::whole_number;
use crate::subject::{Host, Policies, Refusal};

/// What a delegation decides.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// How deep a delegation may go unless the root says otherwise.
    pub(crate) default_depth: usize,
    /// Whether that many hops are too many under a limit.
    pub(crate) is_too_deep: fn(usize, usize) -> bool,
    /// Whether an agent is in a chain.
    pub(crate) is_in_chain: fn(&[String], &str) -> bool,
    /// The limit below an agent: that of its root, and its own wish.
    pub(crate) narrowed: fn(usize, usize) -> usize,
    /// The limit of a delegation: that which led to the agent, and the narrowest that anybody wished for so far.
    pub(crate) in_force: fn(usize, usize) -> usize,
    /// The number of the hop that a run is about to make.
    pub(crate) hop: fn(&Journey<'_>) -> usize,
    /// Whom a run looks at before it goes on to an agent.
    pub(crate) ancestors: fn(&Journey<'_>, &str) -> Vec<String>,
    /// The reason to give: what leads back, what is too deep.
    pub(crate) reason: fn(Option<String>, Option<String>) -> Option<String>,
}

/// As the document says; of two reasons it gives that of the cycle.
pub(crate) static DOCUMENT: Policy = Policy {
    default_depth: DEFAULT_DEPTH,
    is_too_deep: |hop, limit| hop > limit,
    is_in_chain: |chain, to| chain.iter().any(|agent| agent == to),
    narrowed: usize::min,
    in_force: |own, _| own,
    hop: |journey| journey.chain.len(),
    ancestors: |journey, _| journey.chain.to_vec(),
    reason: Option::or,
};

/// The same, to change it.
pub(crate) fn policy(policies: &mut Policies) -> &mut Policy {
    policies.change(&DOCUMENT)
}

/// Where a run is.
#[derive(Debug)]
pub(crate) struct Journey<'a> {
    /// The chain from the root to the agent that delegates.
    pub(crate) chain: &'a [String],
    /// Everybody who was asked so far, on any branch.
    pub(crate) visited: &'a [String],
}

/// Whether the last agent of a chain may delegate to another one.
pub(super) fn delegate(policy: &Policy, params: &Value) -> Value {
    let chain = texts(&params["chain"]);
    let to = params["to"].as_str().unwrap_or_default();
    match refusal(policy, limit(policy, params), chain.len(), &chain, to) {
        None => json!({"allowed": true}),
        Some(error) => json!({"allowed": false, "error": error}),
    }
}

/// Asks the root what it delegates, then those it delegates to, and so on.
pub(super) fn run(policy: &Policy, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let root = params["root"].as_str().unwrap_or_default().to_owned();
    let limit = limit(policy, params);
    let mut run = Run { policy, host, refused: Vec::new(), visited: vec![root.clone()], narrowest: limit };
    run.visit(&[root], limit)?;
    Ok(json!({ "refused": run.refused }))
}

struct Run<'r> {
    policy: &'r Policy,
    host: &'r Host,
    refused: Vec<Value>,
    visited: Vec<String>,
    narrowest: usize,
}

impl Run<'_> {
    fn visit(&mut self, chain: &[String], limit: usize) -> Result<(), Refusal> {
        let from = chain.last().map_or("", String::as_str);
        let reply = self.host.call("host/agent", json!({"agentId": from, "chain": chain}))?;
        let own = whole_number(&reply["maxDepth"]);
        let limit = own.map_or(limit, |own| (self.policy.narrowed)(limit, own));
        self.narrowest = self.narrowest.min(limit);
        for to in texts(&reply["delegateTo"]) {
            let journey = Journey { chain, visited: &self.visited };
            let (hop, ancestors) = ((self.policy.hop)(&journey), (self.policy.ancestors)(&journey, &to));
            if let Some(error) =
                refusal(self.policy, (self.policy.in_force)(limit, self.narrowest), hop, &ancestors, &to)
            {
                self.refused.push(json!({"from": from, "to": to, "error": error}));
                continue;
            }
            self.visited.push(to.clone());
            let longer: Vec<String> = chain.iter().cloned().chain([to]).collect();
            self.visit(&longer, limit)?;
        }
        Ok(())
    }
}

fn limit(policy: &Policy, params: &Value) -> usize {
    whole_number(&params["maxDepth"]).unwrap_or(policy.default_depth)
}

/// Why a hop to `to` is refused, if it is.
fn refusal(policy: &Policy, limit: usize, hop: usize, ancestors: &[String], to: &str) -> Option<String> {
    let circular =
        (policy.is_in_chain)(ancestors, to).then(|| format!("circular delegation: `{to}` is in the chain already"));
    let too_deep = (policy.is_too_deep)(hop, limit).then(|| format!("maximum delegation depth of {limit} exceeded"));
    (policy.reason)(circular, too_deep)
}

fn texts(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
