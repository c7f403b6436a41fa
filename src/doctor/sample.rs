//! One good call of every method, to try things on.

use serde_json::Value;

use crate::rule::{Catalogue, CheckRef, Expect, Step, read_corpus};

/// A call that a conforming subject answers with a result.
#[derive(Debug, Clone)]
pub(super) struct Sample {
    pub(super) method: String,
    pub(super) params: Value,
}

/// A call of `method` without host calls, the first that the hand-checked cases have.
pub(super) fn plain(catalogue: &Catalogue, method: &str) -> Option<Sample> {
    if !catalogue.methods().any(|known| known.name == method && known.hosts.is_empty()) {
        return None;
    }
    let (mut accepted, mut other) = (None, None);
    for (suite, rule) in catalogue.rules() {
        let Some(first) = rule.checks.iter().find(|check| check.methods.contains(&method)) else { continue };
        let cases = read_corpus(suite, rule).unwrap_or_default();
        for case in cases {
            let check = case.check.as_deref().map_or(rule.checks.first(), |id| rule.checks.iter().find(|c| c.id == id));
            let of = CheckRef { suite, rule, check: check.unwrap_or(first) };
            let asked = match of.step(&case.case, &[]) {
                Ok(Step::Ask(calls)) => calls.into_iter().find(|call| call.method == method),
                _ => None,
            };
            let Some(call) = asked else { continue };
            let slot = if case.expect == Expect::Accept { &mut accepted } else { &mut other };
            slot.get_or_insert(Sample { method: method.to_owned(), params: call.params(&case.case).clone() });
            if accepted.is_some() {
                return accepted;
            }
        }
    }
    accepted.or(other)
}

/// A call of `method` during which the subject has to call the host.
pub(super) fn hosted(catalogue: &Catalogue, method: &str) -> Option<Sample> {
    let params = (catalogue.methods().find(|known| known.name == method)?.sample)()?;
    Some(Sample { method: method.to_owned(), params })
}

/// What is wrong with the shape of an answer, in words that say what to change.
pub(super) fn wrong_shape(catalogue: &Catalogue, method: &str, answer: &Value) -> Option<String> {
    let wrong = catalogue.methods().find(|known| known.name == method)?.wrong_shape(answer)?;
    Some(format!("{wrong}. `proofmark protocol` has every method's result: answer in that shape"))
}

/// A reply that lets a call go on.
pub(super) fn reply(catalogue: &Catalogue, host_method: &str) -> Value {
    catalogue.suites().iter().find_map(|suite| (suite.reply)(host_method)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_sample() {
        let catalogue = crate::suites::builtin();
        let without: Vec<&str> = catalogue
            .methods()
            .map(|method| method.name)
            .filter(|method| plain(&catalogue, method).is_none() && hosted(&catalogue, method).is_none())
            .collect();
        assert_eq!(without, [""; 0]);
    }
}
