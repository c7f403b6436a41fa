//! What a suite keeps to, so that its lists, pages and reports read alike and no pass is an empty one.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};

use crate::rule::{Catalogue, Level, Rule, Suite, heading_and_demand, read_corpus, sentence};

/// Three tests per suite.
pub(super) fn trials(catalogue: &Catalogue) -> Vec<Trial> {
    let of_suite = |suite: &&'static Suite| {
        let suite: &'static Suite = suite;
        let name = |what: &str| format!("conventions::{}::{what}", suite.name);
        [
            Trial::test(name("every rule can fail"), move || each_rule(suite, can_fail)),
            Trial::test(name("names are unique and read as sentences"), move || names(suite)),
            Trial::test(name("required labels come up without luck"), move || each_rule(suite, labels_come_up)),
        ]
    };
    catalogue.suites().iter().flat_map(of_suite).collect()
}

fn each_rule(suite: &'static Suite, test: fn(&Suite, &Rule) -> Result<(), Failed>) -> Result<(), Failed> {
    suite.rules.iter().try_for_each(|rule| test(suite, rule))
}

/// Fails the test unless it holds.
pub(super) fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(otherwise().into()) }
}

/// A rule has enough mutants, and its checks say what they assert, of which methods, and of which kinds of case.
fn can_fail(suite: &Suite, rule: &Rule) -> Result<(), Failed> {
    let id = format!("{}/{}", suite.name, rule.id);
    let least = if rule.level == Level::Must { 2 } else { 1 };
    ensure(rule.mutants.len() >= least, || format!("{id} has {} mutants", rule.mutants.len()))?;
    ensure(!rule.checks.is_empty(), || format!("{id} has no check"))?;
    let mut names = BTreeSet::new();
    for check in rule.checks {
        ensure(names.insert(check.id), || format!("{id} has two checks called {}", check.id))?;
        ensure(!check.property.is_empty(), || format!("{id}/{} does not say what it asserts", check.id))?;
        ensure(!check.methods.is_empty(), || format!("{id}/{} names no method", check.id))?;
        ensure(!check.labels.is_empty(), || {
            format!("{id}/{} demands no label: an empty pass would go unseen", check.id)
        })?;
        for method in check.methods {
            let known = suite.methods.iter().any(|known| known.name == *method);
            ensure(known, || format!("{id}/{}: {method} is no method of the suite", check.id))?;
        }
    }
    Ok(())
}

fn names(suite: &'static Suite) -> Result<(), Failed> {
    let mut ids = BTreeSet::new();
    for rule in suite.rules {
        ensure(ids.insert(rule.id), || format!("{}/{} is there twice", suite.name, rule.id))?;
        let (heading, demand) = heading_and_demand(rule.title);
        ensure(demand.starts_with(char::is_lowercase), || format!("“{}.”", sentence(rule.title)))?;
        ensure(heading != Some(""), || format!("{}: the heading of a title is empty", rule.id))?;
        ensure(!rule.title.ends_with('.'), || format!("{}: a title has no full stop", rule.id))?;
    }
    let mut mutants = BTreeSet::new();
    for declared in suite.mutants() {
        let name = declared.mutant.name;
        ensure(mutants.insert(declared.id()), || format!("{} is there twice", declared.id()))?;
        ensure(name.starts_with(char::is_lowercase), || format!("“A wrong runtime {name}.”"))?;
    }
    Ok(())
}

/// The corpus and the edges alone show every kind of case without which a pass proves nothing.
fn labels_come_up(suite: &Suite, rule: &Rule) -> Result<(), Failed> {
    let corpus = read_corpus(suite, rule)?;
    let first = rule.checks.first().map_or("", |check| check.id);
    for check in rule.checks {
        let mut seen: BTreeSet<&str> = (check.edges)().iter().flat_map(|case| (check.classify)(case)).collect();
        let mine = corpus.iter().filter(|case| case.check.as_deref().unwrap_or(first) == check.id);
        seen.extend(mine.flat_map(|case| (check.classify)(&case.case)));
        for label in check.labels {
            ensure(seen.contains(label), || {
                format!("{}/{}/{}: no edge is labelled `{label}`", suite.name, rule.id, check.id)
            })?;
        }
    }
    Ok(())
}
