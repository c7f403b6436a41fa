//! What fails only after other calls, or not again, breaks the rule that nothing is remembered between calls, and no other:
//! a document that has such a rule promises the same answer whatever came before.

use super::investigate::{Findings, Key};
use super::plan::Planned;
use super::tally::{Blocked, Signature, Tally};
use crate::proof::Finding;

/// Hands over to the rule that nothing is remembered, where it fails itself, whatever fails only after other calls.
pub(super) fn hand_over(plan: &[Planned], tallies: &mut [Tally], findings: &mut Findings) {
    for place in 0..plan.len() {
        let Some(owner) = owner(&plan[place], plan, findings) else { continue };
        let mine: Vec<Key> = findings.keys().filter(|(check, _)| *check == place).cloned().collect();
        let mut handed = Vec::new();
        for key in mine {
            let Some(all) = findings.get_mut(&key).filter(|_| matches!(key.1, Signature::Disagreement(_))) else {
                continue;
            };
            let first = all.first().map(|finding| finding.input.clone());
            all.retain(|finding| finding.history.is_empty() && finding.flaky.is_none());
            if let (true, Some(input)) = (all.is_empty(), first) {
                findings.remove(&key);
                handed.push((key.1, input));
            }
        }
        let Some((_, ground)) = handed.first().cloned() else { continue };
        let why = format!("it does not fail by itself: that is {}", plan[owner.0].rule_id());
        let index =
            handed.iter().filter_map(|(signature, _)| tallies[place].failures.get(signature)).map(|first| first.index);
        let blocked =
            Blocked { index: index.min().unwrap_or(0), ground, by: vec![(plan[owner.0].id.clone(), owner.1)] };
        // Of more kinds than are looked into, the others are taken to be like those that were.
        let all = !findings.keys().any(|(check, _)| *check == place);
        tallies[place].hand_over(&why, blocked, |signature| all || handed.iter().any(|(kind, _)| kind == signature));
    }
}

/// The check of the rule that nothing is remembered which fails on the methods of `planned`, and how. To another check
/// of the same rule it has to do so by itself.
fn owner(planned: &Planned, plan: &[Planned], findings: &Findings) -> Option<Key> {
    let remembers_nothing = |check: &Planned| check.suite.stateless.contains(&check.rule.id);
    let answers_for = |((check, signature), all): &(&Key, &Vec<Finding>)| {
        let owner = &plan[*check];
        let by_itself = || owner.id != planned.id && all.iter().any(|finding| finding.history.is_empty());
        owner.suite.name == planned.suite.name
            && remembers_nothing(owner)
            && matches!(signature, Signature::Disagreement(_))
            && planned.check.methods.iter().all(|method| owner.check.methods.contains(method))
            && (!std::ptr::eq(owner.rule, planned.rule) || by_itself())
    };
    findings.iter().find(answers_for).map(|(key, _)| key.clone())
}
