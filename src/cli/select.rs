//! From `--suite` and `--rule` to the rules that are meant.

use super::CliError;
use crate::rule::{Catalogue, Declared, Rule, Suite};
use crate::run::Selection;

#[derive(Debug, Default, Clone, clap::Args)]
pub(super) struct SelectArgs {
    /// Only this suite (may be given several times)
    #[arg(long, value_name = "SUITE")]
    pub(super) suite: Vec<String>,
    /// Only this rule, for example preflight/presence or 'awp/R2*' (may be given several times; beside its suite it
    /// narrows it)
    #[arg(long, value_name = "RULE")]
    pub(super) rule: Vec<String>,
}

/// The suites of these names; all of them if none is given.
pub(super) fn suites(catalogue: &Catalogue, names: &[String]) -> Result<Vec<&'static Suite>, CliError> {
    if let Some(name) = names.iter().find(|name| catalogue.suite(name).is_none()) {
        let known: Vec<&str> = catalogue.suites().iter().map(|suite| suite.name).collect();
        return Err(CliError::Usage(format!("there is no suite `{name}`; the suites are {}", known.join(", "))));
    }
    let is_meant = |suite: &&Suite| names.is_empty() || names.iter().any(|name| name == suite.name);
    Ok(catalogue.suites().iter().copied().filter(|suite| is_meant(suite)).collect())
}

/// The rules that are selected; all of them if nothing is said.
pub(super) fn selection(catalogue: &Catalogue, args: &SelectArgs) -> Result<Selection, CliError> {
    suites(catalogue, &args.suite)?;
    for id in &args.rule {
        let fits = |(suite, rule): (&Suite, &Rule)| is_like(&format!("{}/{}", suite.name, rule.id), id);
        if !(id.contains('*') && catalogue.rules().any(fits)) {
            rule(catalogue, id)?;
        }
    }
    let everything = args.suite.is_empty() && args.rule.is_empty();
    let is_named =
        |suite: &Suite, rule: &Rule| args.rule.iter().any(|id| is_like(&format!("{}/{}", suite.name, rule.id), id));
    // A rule beside its own suite narrows it.
    let is_whole = |suite: &Suite| {
        args.suite.iter().any(|name| name == suite.name) && !suite.rules.iter().any(|rule| is_named(suite, rule))
    };
    Ok(catalogue.rules().filter(|(suite, rule)| everything || is_whole(suite) || is_named(suite, rule)).collect())
}

/// Whether a name is of a pattern, in which `*` stands for anything.
fn is_like(name: &str, pattern: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else { return name == pattern };
    let Some(rest) = name.strip_prefix(head) else { return false };
    rest.char_indices().map(|(at, _)| &rest[at..]).chain([""]).any(|rest| is_like(rest, tail))
}

/// The rule with that id, or an error that helps to find it.
pub(super) fn rule(catalogue: &Catalogue, id: &str) -> Result<(&'static Suite, &'static Rule), CliError> {
    catalogue.rule(id).ok_or_else(|| {
        let known: Vec<String> = catalogue.rules().map(|(suite, rule)| format!("{}/{}", suite.name, rule.id)).collect();
        CliError::Usage(format!("there is no rule `{id}`.{} `proofmark rules` lists them all", similar(id, &known)))
    })
}

/// The mutants with those ids.
pub(super) fn mutants(catalogue: &Catalogue, ids: &[String]) -> Result<Vec<Declared>, CliError> {
    ids.iter()
        .map(|id| {
            catalogue.mutants().find(|declared| declared.id() == *id).ok_or_else(|| {
                let known: Vec<String> = catalogue.mutants().map(|declared| declared.id()).collect();
                CliError::Usage(format!(
                    "there is no mutant `{id}`.{} `proofmark mutants` lists them all",
                    similar(id, &known)
                ))
            })
        })
        .collect()
}

/// " Did you mean …?" for the names that share the most with `wanted`.
fn similar(wanted: &str, known: &[String]) -> String {
    let last = wanted.rsplit('/').next().unwrap_or(wanted).to_lowercase();
    let near: Vec<&str> = known
        .iter()
        .map(String::as_str)
        .filter(|name| {
            let name = name.to_lowercase();
            let tail = name.rsplit('/').next().unwrap_or(&name);
            tail.contains(&last) || last.contains(tail)
        })
        .take(3)
        .collect();
    if near.is_empty() { String::new() } else { format!(" Did you mean {}?", near.join(" or ")) }
}

#[cfg(test)]
mod tests {
    use super::{SelectArgs, is_like, selection};
    use crate::suites::builtin;

    #[test]
    fn a_rule_narrows_the_suite_that_is_named_beside_it() {
        let selected = |suites: &[&str], rules: &[&str]| {
            let names = |all: &[&str]| all.iter().map(|&name| name.to_owned()).collect();
            selection(&builtin(), &SelectArgs { suite: names(suites), rule: names(rules) }).unwrap()
        };
        let ids = |suites: &[&str], rules: &[&str]| -> Vec<String> {
            selected(suites, rules).iter().map(|(suite, rule)| format!("{}/{}", suite.name, rule.id)).collect()
        };
        assert_eq!(ids(&["awp"], &["awp/R6"]), ["awp/R6"]);
        let turn = ids(&["turn"], &[]);
        assert!(turn.len() > 1 && turn.iter().all(|id| id.starts_with("turn/")));
        assert_eq!(ids(&["turn", "awp"], &["awp/R6"]), [&turn[..], &["awp/R6".to_owned()]].concat());
        assert_eq!(ids(&["turn"], &["awp/R6"]), [&turn[..], &["awp/R6".to_owned()]].concat());
        assert_eq!(ids(&[], &[]).len(), builtin().rules().count());
    }

    #[test]
    fn stars_stand_for_anything() {
        let like = ["awp/R2", "awp/R2*", "awp/*", "*R2*", "*", "a*/*2", "awp/R2**"];
        assert!(like.iter().all(|pattern| is_like("awp/R2", pattern)));
        let unlike = ["awp/R", "awp/R2?", "awp/R3*", "*R2x", "", "*/R", "awp/R2*2"];
        assert!(!unlike.iter().any(|pattern| is_like("awp/R2", pattern)));
    }
}
