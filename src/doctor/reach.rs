//! What an adapter offers, and which rules a run reaches with it.

use crate::rule::{Catalogue, Rule, Suite};
use crate::subject::Implementation;

/// Suite by suite, how many rules can be exercised.
pub(super) fn reach(catalogue: &Catalogue, who: &Implementation) -> String {
    let (mut reached, mut others) = (Vec::new(), Vec::new());
    for suite in catalogue.suites() {
        let (mut whole, mut part) = (0, 0);
        for rule in suite.rules {
            match checks(rule, who) {
                0 => {}
                all if all == rule.checks.len() => whole += 1,
                _ => part += 1,
            }
        }
        if whole + part == 0 {
            others.push(suite.name);
            continue;
        }
        let partly = if part == 0 { String::new() } else { format!(", {part} in part") };
        reached.push(format!("{} {whole} of {} rules{partly}{}", suite.name, suite.rules.len(), lacking(suite, who)));
    }
    let others = if others.is_empty() { String::new() } else { format!("; nothing of {}", others.join(", ")) };
    if reached.is_empty() {
        return "no rule: offer a method, and the rules about it are exercised".to_owned();
    }
    format!("{}{others}", reached.join("; "))
}

/// How many checks of a rule can be put.
fn checks(rule: &Rule, who: &Implementation) -> usize {
    let all = |wanted: &[&str], offered: &[String]| wanted.iter().all(|name| offered.iter().any(|other| other == name));
    rule.checks.iter().filter(|check| all(check.methods, &who.methods) && all(check.features, &who.features)).count()
}

/// The methods and features that the rest would need.
fn lacking(suite: &Suite, who: &Implementation) -> String {
    let methods = suite.methods.iter().map(|method| method.name);
    let methods = methods.filter(|name| !who.methods.iter().any(|offered| offered == name));
    let features = suite.features.iter().copied();
    let features = features.filter(|name| !who.features.iter().any(|announced| announced == name));
    let missing: Vec<&str> = methods.chain(features).collect();
    if missing.is_empty() { String::new() } else { format!(" (without {})", missing.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_offered_is_reached() {
        let catalogue = crate::suites::builtin();
        let who = |methods: &[&str]| Implementation {
            methods: methods.iter().map(|name| (*name).to_owned()).collect(),
            ..Implementation::default()
        };
        assert!(reach(&catalogue, &who(&[])).starts_with("no rule"));
        let preflight = reach(&catalogue, &who(&["preflight/validate"]));
        assert_eq!(preflight, "preflight 26 of 26 rules; nothing of context, turn, awp, contract");
        let turn = reach(&catalogue, &who(&["turn/compose"]));
        assert!(turn.contains("(without turn/contribute)"), "{turn}");
    }
}
