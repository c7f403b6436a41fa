//! Who may delegate to whom, and how far.

use serde_json::{Value, json};

use crate::draw::{Shape, optional, required};
use crate::rule::WrongShape;
use crate::subject::{Answer, Call, Moment, Reply, Trace, World};

/// How deep a delegation goes unless something else is said.
pub(super) const DEFAULT_DEPTH: usize = 5;

/// The most visits of a run that are followed.
const MOST_VISITS: usize = 2000;

/// What the document says about one delegation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    /// It goes through.
    Allowed,
    /// It would be one hop too many.
    TooDeep,
    /// It leads back to oneself or to an ancestor.
    Circular,
    /// Both.
    TooDeepAndCircular,
}

/// Whether the last of `chain` may delegate to `to`.
pub(super) fn decide(limit: usize, chain: &[&str], to: &str) -> Decision {
    match (chain.len() > limit, chain.contains(&to)) {
        (false, false) => Decision::Allowed,
        (true, false) => Decision::TooDeep,
        (false, true) => Decision::Circular,
        (true, true) => Decision::TooDeepAndCircular,
    }
}

/// The limit that a case sets, or the default.
pub(super) fn limit(case: &Value) -> usize {
    case["maxDepth"].as_u64().and_then(|depth| usize::try_from(depth).ok()).unwrap_or(DEFAULT_DEPTH)
}

/// The chain of a case, root first.
pub(super) fn chain(case: &Value) -> Vec<&str> {
    texts(&case["chain"])
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Why the document does not say whether the delegation of a case is allowed, if it does not.
pub(super) fn doubt(case: &Value) -> Option<&'static str> {
    let chain = chain(case);
    let repeated = (1..chain.len()).any(|at| chain[..at].contains(&chain[at]));
    if chain.is_empty() || repeated || chain.contains(&"") || case["to"].as_str().is_none_or(str::is_empty) {
        return Some("no chain of agents");
    }
    bad_limit(case)
}

fn bad_limit(case: &Value) -> Option<&'static str> {
    match case.get("maxDepth") {
        None => None,
        Some(depth) if depth.as_u64().is_some_and(|depth| depth > 0) => None,
        Some(_) => Some("a limit of zero, or none at all"),
    }
}

/// What happens in a run of delegations.
#[derive(Debug, Default)]
pub(super) struct Journey<'a> {
    /// The chains that lead to an agent, in no particular order.
    pub(super) reached: Vec<Vec<&'a str>>,
    /// The delegations refused: from, to, why.
    pub(super) refused: Vec<(&'a str, &'a str, Decision)>,
}

/// Follows the delegations of a case; why the document does not say how they go, if it does not.
pub(super) fn journey(case: &Value) -> Result<Journey<'_>, &'static str> {
    if let Some(why) = bad_limit(case) {
        return Err(why);
    }
    let mut journey = Journey::default();
    let root = case["root"].as_str().filter(|root| !root.is_empty()).ok_or("no root")?;
    journey.follow(case, &[root], limit(case))?;
    Ok(journey)
}

impl<'a> Journey<'a> {
    fn follow(&mut self, case: &'a Value, chain: &[&'a str], limit: usize) -> Result<(), &'static str> {
        let from = chain[chain.len() - 1];
        let agent = &case["world"]["agents"][from];
        if agent["maxDepth"].as_u64().is_some_and(|own| usize::try_from(own).is_ok_and(|own| own < limit)) {
            return Err("an agent that narrows the limit");
        }
        if self.reached.len() > MOST_VISITS {
            return Err("too many delegations to follow");
        }
        self.reached.push(chain.to_vec());
        let to_all = texts(&agent["delegateTo"]);
        if (1..to_all.len()).any(|at| to_all[..at].contains(&to_all[at])) {
            return Err("the same delegation twice");
        }
        for to in to_all {
            match decide(limit, chain, to) {
                Decision::Allowed => {
                    let longer: Vec<&str> = chain.iter().copied().chain([to]).collect();
                    self.follow(case, &longer, limit)?;
                }
                why => self.refused.push((from, to, why)),
            }
        }
        Ok(())
    }

    /// Whether some agent is reached in more than one way.
    pub(super) fn meets_again(&self) -> bool {
        let ends: Vec<&str> = self.reached.iter().filter_map(|chain| chain.last().copied()).collect();
        (1..ends.len()).any(|at| ends[..at].contains(&ends[at]))
    }
}

/// The chains with which agents were asked, in order.
pub(super) fn asked(answer: &Answer) -> Result<Vec<Vec<&str>>, WrongShape> {
    let mut chains = Vec::new();
    for line in &answer.trace {
        if let Trace::Asked { method, params, .. } = line {
            if params["chain"].as_array().is_none_or(Vec::is_empty) {
                return Err(WrongShape(format!("`{method}` without a `chain`")));
            }
            chains.push(texts(&params["chain"]));
        }
    }
    Ok(chains)
}

/// The delegations that a result says were refused, each with its message.
pub(super) fn refused(answer: &Answer) -> Result<Vec<(&str, &str, String)>, WrongShape> {
    fn one(entry: &Value) -> Option<(&str, &str, String)> {
        Some((entry["from"].as_str()?, entry["to"].as_str()?, super::prelude::message(&entry["error"])))
    }
    let list = answer.value["refused"].as_array().ok_or_else(|| WrongShape("`refused` is not a list".to_owned()))?;
    list.iter()
        .map(|entry| one(entry).ok_or_else(|| WrongShape("a refusal without `from` and `to`".to_owned())))
        .collect()
}

/// Plays every agent: it delegates as the case says.
struct Agents {
    agents: Value,
}

impl World for Agents {
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply> {
        let Moment::Asked { id, params, .. } = moment else { return Vec::new() };
        let agent = params["agentId"].as_str().map_or(&Value::Null, |agent| &self.agents[agent]);
        let mut value = json!({"delegateTo": agent.get("delegateTo").unwrap_or(&json!([]))});
        if let Some(depth) = agent.get("maxDepth") {
            value["maxDepth"] = depth.clone();
        }
        vec![Reply { to: id, value }]
    }
}

/// The call that puts a run of delegations.
pub(super) fn run(case: &Value) -> Call {
    let mut params = case.clone();
    if let Some(members) = params.as_object_mut() {
        members.remove("world");
    }
    Call::new("contract/delegation_run", params).with(Agents { agents: case["world"]["agents"].clone() })
}

/// One delegation.
pub(super) static ONE: Shape = Shape::Object(&[
    optional("maxDepth", Shape::Limit { least: 1, of: "/chain" }),
    required("chain", Shape::List { of: &Shape::Ref("agent"), least: 1 }),
    required("to", Shape::Ref("agent")),
]);

/// A run of delegations.
pub(super) static RUN: Shape = Shape::Object(&[
    required("root", Shape::Ref("agent")),
    optional("maxDepth", Shape::Integer { least: 1 }),
    required(
        "world",
        Shape::Object(&[required(
            "agents",
            Shape::Map {
                keys: Some("agent"),
                of: &Shape::Object(&[
                    optional("delegateTo", Shape::List { of: &Shape::Ref("agent"), least: 0 }),
                    optional("maxDepth", Shape::Integer { least: 1 }),
                ]),
            },
        )]),
    ),
]);

/// The names of a chain of `length` agents.
pub(super) fn names(length: usize) -> Vec<String> {
    (1..=length).map(|number| format!("agent-{number}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_hop_allowed_is_that_of_the_limit() {
        assert_eq!(decide(2, &["a"], "b"), Decision::Allowed);
        assert_eq!(decide(2, &["a", "b"], "c"), Decision::Allowed);
        assert_eq!(decide(2, &["a", "b", "c"], "d"), Decision::TooDeep);
        assert_eq!(decide(5, &["a", "b"], "a"), Decision::Circular);
        assert_eq!(decide(1, &["a", "b"], "a"), Decision::TooDeepAndCircular);
    }

    #[test]
    fn a_sibling_may_be_reached_again() {
        let case = json!({"root": "a", "world": {"agents": {
            "a": {"delegateTo": ["b", "c"]}, "b": {"delegateTo": ["d"]}, "c": {"delegateTo": ["d", "a"]}}}});
        let journey = journey(&case).unwrap();
        assert_eq!(journey.reached.len(), 5);
        assert_eq!(journey.refused, [("c", "a", Decision::Circular)]);
        assert!(journey.meets_again());
    }
}
