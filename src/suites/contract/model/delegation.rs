//! Who may delegate to whom, and how far.

use serde_json::Value;

use crate::draw::json::whole_number;

/// How deep a delegation goes unless something else is said.
pub(crate) const DEFAULT_DEPTH: usize = 5;

/// The most visits of a run that are followed.
const MOST_VISITS: usize = 2000;

/// What the document says about one delegation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
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
pub(crate) fn decide(limit: usize, chain: &[&str], to: &str) -> Decision {
    match (chain.len() > limit, chain.contains(&to)) {
        (false, false) => Decision::Allowed,
        (true, false) => Decision::TooDeep,
        (false, true) => Decision::Circular,
        (true, true) => Decision::TooDeepAndCircular,
    }
}

/// The limit that a case sets, or the default.
pub(crate) fn limit(case: &Value) -> usize {
    whole_number(&case["maxDepth"]).unwrap_or(DEFAULT_DEPTH)
}

/// The chain of a case, root first.
pub(crate) fn chain(case: &Value) -> Vec<&str> {
    texts(&case["chain"])
}

/// The texts of a list.
pub(crate) fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Why the document does not say whether the delegation of a case is allowed, if it does not.
pub(crate) fn doubt(case: &Value) -> Option<&'static str> {
    doubt_of_chain(case).or_else(|| bad_limit(case))
}

/// The same as far as who delegates to whom is concerned, whatever the limit.
pub(crate) fn doubt_of_chain(case: &Value) -> Option<&'static str> {
    let chain = chain(case);
    let repeated = (1..chain.len()).any(|at| chain[..at].contains(&chain[at]));
    let is_none = chain.is_empty() || repeated || chain.contains(&"") || case["to"].as_str().is_none_or(str::is_empty);
    is_none.then_some("no chain of agents")
}

fn bad_limit(case: &Value) -> Option<&'static str> {
    match case.get("maxDepth") {
        None => None,
        Some(depth) if whole_number(depth).is_some_and(|depth| depth > 0) => None,
        Some(_) => Some("a limit of zero, or none at all"),
    }
}

/// What happens in a run of delegations.
#[derive(Debug, Default)]
pub(crate) struct Journey<'a> {
    /// The chains that lead to an agent, in no particular order.
    pub(crate) reached: Vec<Vec<&'a str>>,
    /// The delegations refused: from, to, why.
    pub(crate) refused: Vec<(&'a str, &'a str, Decision)>,
    /// The delegations, from and to, of agents that narrow the limit: within the root's limit they may be allowed or not,
    /// and what is below them is not followed.
    pub(crate) open: Vec<(&'a str, &'a str)>,
}

/// Follows the delegations of a case; why the document does not say how they go, if it does not.
pub(crate) fn journey(case: &Value) -> Result<Journey<'_>, &'static str> {
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
        let narrows = agent.get("maxDepth").is_some_and(|own| whole_number(own).is_none_or(|own| own < limit));
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
                Decision::Allowed if narrows => self.open.push((from, to)),
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
    pub(crate) fn meets_again(&self) -> bool {
        let ends: Vec<&str> = self.reached.iter().filter_map(|chain| chain.last().copied()).collect();
        (1..ends.len()).any(|at| ends[..at].contains(&ends[at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_last_hop_allowed_is_that_of_the_limit() {
        assert_eq!(decide(2, &["a"], "b"), Decision::Allowed);
        assert_eq!(decide(2, &["a", "b"], "c"), Decision::Allowed);
        assert_eq!(decide(2, &["a", "b", "c"], "d"), Decision::TooDeep);
        assert_eq!(decide(5, &["a", "b"], "a"), Decision::Circular);
        assert_eq!(decide(1, &["a", "b"], "a"), Decision::TooDeepAndCircular);
    }

    #[test]
    fn only_what_is_below_an_agent_that_narrows_the_limit_is_open() {
        let case = json!({"root": "a", "maxDepth": 3.0, "world": {"agents": {
            "a": {"delegateTo": ["b", "c"]}, "b": {"delegateTo": ["d", "a"], "maxDepth": 1}, "c": {"delegateTo": ["e"]}}}});
        let journey = journey(&case).unwrap();
        assert_eq!(journey.reached, [vec!["a"], vec!["a", "b"], vec!["a", "c"], vec!["a", "c", "e"]]);
        assert_eq!(journey.refused, [("b", "a", Decision::Circular)]);
        assert_eq!(journey.open, [("b", "d")]);
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
