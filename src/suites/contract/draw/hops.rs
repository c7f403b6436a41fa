//! Labels of delegations: how deep they are, and whom they lead to.

use serde_json::Value;

use super::super::model::delegation::{chain, journey, limit};
use crate::draw::json::whole_number;

/// Labels how deep a delegation is.
pub(crate) fn classify_depth(case: &Value) -> Vec<&'static str> {
    let (limit, hop) = (limit(case), chain(case).len());
    let mut labels = vec![match hop {
        _ if hop == limit => "at the limit",
        _ if hop == limit + 1 => "one beyond",
        _ if hop < limit => "within",
        _ => "far beyond",
    }];
    labels.extend((limit == 1).then_some("limit of one"));
    labels
}

/// Labels how far a run of delegations goes.
pub(crate) fn classify_reach(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    if let Ok(journey) = journey(case) {
        labels.push(if journey.refused.is_empty() { "all allowed" } else { "refused" });
    }
    let limit = limit(case);
    for wish in case["world"]["agents"].as_object().into_iter().flatten().filter_map(|(_, agent)| agent.get("maxDepth"))
    {
        labels.push(if whole_number(wish) < Some(limit) { "asks for less" } else { "asks for more" });
    }
    labels.extend(case.get("maxDepth").is_none().then_some("default limit"));
    labels
}

/// Labels whom a delegation leads to.
pub(crate) fn classify_target(case: &Value) -> Vec<&'static str> {
    let (chain, to) = (chain(case), case["to"].as_str().unwrap_or_default());
    let from_end = chain.iter().rev().position(|agent| *agent == to);
    let mut labels = vec![match from_end {
        None => "somebody new",
        Some(0) => "oneself",
        Some(1) => "parent",
        Some(_) => "in between",
    }];
    labels.extend((chain.len() > 2 && chain.first() == Some(&to)).then_some("root"));
    labels
}

/// Labels how a run of delegations leads back.
pub(crate) fn classify_journey(case: &Value) -> Vec<&'static str> {
    let Ok(journey) = journey(case) else { return vec!["open"] };
    let mut labels = Vec::new();
    labels.extend((!journey.refused.is_empty()).then_some("leads back"));
    labels.extend(journey.meets_again().then_some("meets again"));
    let root = case["root"].as_str().unwrap_or_default();
    labels.extend(journey.refused.iter().any(|(_, to, _)| *to == root).then_some("leads back to the root"));
    let far = journey.reached.iter().any(|chain| {
        let from = chain[chain.len() - 1];
        let back = journey.refused.iter().filter(|(f, _, _)| *f == from);
        back.into_iter()
            .any(|(_, to, _)| chain.iter().rev().position(|agent| agent == to).is_some_and(|back| back >= 2))
    });
    labels.extend(far.then_some("leads back by three or more"));
    labels
}
