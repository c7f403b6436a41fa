//! A rule that is blocked names the finding that blocks it, and the finding the rules that it touches.

use super::plan::Planned;
use super::tally::{Signature, Tally};
use crate::proof::{CheckResult, Finding, Outcome};

/// How many rules are named.
const NAMED: usize = 3;

/// Says of a blocked check whose findings block it, as far as its ground has shown that.
pub(super) fn blame(planned: &Planned, tally: &Tally, result: &mut CheckResult, findings: &mut [Finding]) {
    if result.outcome != Outcome::Blocked {
        return;
    }
    let mine = planned.rule_id();
    for (check, signature) in tally.blocked.iter().flat_map(|blocked| &blocked.by) {
        let Signature::Disagreement(kind) = signature else { continue };
        // The same kind if there is one: a check may fail in several ways.
        let of_check = |finding: &Finding| finding.check == *check;
        let exact = findings.iter().position(|finding| of_check(finding) && finding.kind == *kind);
        let Some(place) = exact.or_else(|| findings.iter().position(of_check)) else { continue };
        let finding = &mut findings[place];
        if result.blocked_by.len() < NAMED || result.blocked_by.contains(&finding.rule) {
            if !result.blocked_by.contains(&finding.rule) {
                result.blocked_by.push(finding.rule.clone());
            }
            if !finding.touches.contains(&mine) {
                finding.touches.push(mine.clone());
            }
        }
    }
    if !result.blocked_by.is_empty() {
        let why = result.reason.take().map(|why| format!(": {why}")).unwrap_or_default();
        result.reason = Some(format!("blocked by {}{why}", result.blocked_by.join(", ")));
    }
}

/// The rules that block any of these checks.
pub(super) fn blockers(checks: &[CheckResult]) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    for rule in checks.iter().flat_map(|check| &check.blocked_by) {
        if !rules.contains(rule) {
            rules.push(rule.clone());
        }
    }
    rules
}
