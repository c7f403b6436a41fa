//! What the answer to `initialize` says, and what can be tested after it.

use super::Probe;
use crate::rule::Catalogue;
use crate::subject::{Implementation, excerpt};

/// The handshake itself, the methods and the features.
pub(super) fn probes(catalogue: &Catalogue, implementation: &Implementation) -> Vec<Probe> {
    vec![
        Probe::ok("handshake", format!("{} speaks protocol version 1", shown(&implementation.name))),
        methods(catalogue, &implementation.methods, &implementation.features),
        features(catalogue, &implementation.features),
    ]
}

fn methods(catalogue: &Catalogue, offered: &[String], features: &[String]) -> Probe {
    const NAME: &str = "methods";
    if offered.is_empty() {
        return Probe::change(
            NAME,
            "it offers no method, so nothing can be tested. List those that it answers in `methods`",
        );
    }
    let known: Vec<&str> = catalogue.methods().map(|method| method.name).collect();
    let unknown: Vec<String> =
        offered.iter().filter(|name| !known.contains(&name.as_str())).map(|name| hint(name, &known)).collect();
    if !unknown.is_empty() {
        let text = format!("no suite asks for {}. Names are spelled as on the protocol page", unknown.join(", "));
        return Probe::change(NAME, text);
    }
    Probe::ok(NAME, reach(catalogue, offered, features))
}

fn features(catalogue: &Catalogue, announced: &[String]) -> Probe {
    const NAME: &str = "features";
    let mut known: Vec<&str> = Vec::new();
    for feature in catalogue.suites().iter().flat_map(|suite| suite.features) {
        if !known.contains(feature) {
            known.push(feature);
        }
    }
    let unknown: Vec<String> =
        announced.iter().filter(|name| !known.contains(&name.as_str())).map(|name| hint(name, &known)).collect();
    if unknown.is_empty() {
        let all: Vec<&str> = announced.iter().map(String::as_str).collect();
        return Probe::ok(NAME, if all.is_empty() { "none announced".to_owned() } else { all.join(", ") });
    }
    Probe::change(NAME, format!("nobody knows {}. The features are {}", unknown.join(", "), known.join(", ")))
}

/// How much of which suite can be exercised.
fn reach(catalogue: &Catalogue, offered: &[String], features: &[String]) -> String {
    let has = |list: &[String], wanted: &[&str]| wanted.iter().all(|name| list.iter().any(|have| have == name));
    let suites = catalogue.suites().iter().filter_map(|suite| {
        let exercised = suite
            .rules
            .iter()
            .filter(|rule| rule.checks.iter().any(|check| has(offered, check.methods) && has(features, check.features)))
            .count();
        (exercised > 0).then(|| format!("{} ({exercised} of {} rules)", suite.name, suite.rules.len()))
    });
    let suites: Vec<String> = suites.collect();
    let number = if offered.len() == 1 { "1 method".to_owned() } else { format!("{} methods", offered.len()) };
    if suites.is_empty() {
        format!("{number}, not enough for any rule")
    } else {
        format!("{number}: {}", suites.join(", "))
    }
}

/// A name that is not known, with the one that was probably meant.
fn hint(name: &str, known: &[&str]) -> String {
    let near = known.iter().map(|candidate| (distance(name, candidate), candidate)).min();
    match near {
        Some((distance, candidate)) if distance <= 3 => format!("`{}` (meant: `{candidate}`?)", shown(name)),
        _ => format!("`{}`", shown(name)),
    }
}

fn shown(name: &str) -> String {
    excerpt(name.as_bytes(), 60)
}

/// How many letters to change, add or drop to get from one name to the other.
fn distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    // Names are short; what an adapter sends need not be.
    for (at, c) in from.to_lowercase().chars().take(60).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], at + 1);
        for (column, wanted) in to.iter().enumerate() {
            let change = diagonal + usize::from(c != *wanted);
            diagonal = row[column + 1];
            row[column + 1] = change.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_name_is_recognised() {
        assert_eq!(distance("preflight/validate", "preflight/validate"), 0);
        assert_eq!(distance("Preflight/valdate", "preflight/validate"), 1);
        let known = ["preflight/validate", "awp/validate"];
        assert_eq!(hint("awp/valdiate", &known), "`awp/valdiate` (meant: `awp/validate`?)");
        assert_eq!(hint("chat/completions", &known), "`chat/completions`");
    }
}
