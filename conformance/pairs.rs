//! Rules in each other's company: every two settings of an input come up together in a default run, but for those that
//! `pairs.yaml` gives a reason for.

use libtest_mimic::{Failed, Trial};
use proofmark::rule::Suite;
use proofmark::run::{DEFAULT_CASES, Selection, pairs};
use proofmark::suites;
use serde::Deserialize;

/// Two settings that do not meet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Apart {
    suite: String,
    /// How the one begins, and how the other.
    settings: [String; 2],
    why: String,
}

impl Apart {
    fn explains(&self, [one, other]: &[String; 2]) -> bool {
        let [first, second] = &self.settings;
        let begin = |one: &str, other: &str| one.starts_with(first.as_str()) && other.starts_with(second.as_str());
        begin(one, other) || begin(other, one)
    }
}

/// One test per suite.
pub(crate) fn trials() -> Vec<Trial> {
    let of_suite = |suite: &&'static Suite| Trial::test(format!("pairs::{}", suite.name), || all_meet(suite.name));
    suites::builtin().suites().iter().map(of_suite).collect()
}

fn all_meet(suite: &'static str) -> Result<(), Failed> {
    let apart: Vec<Apart> = serde_yaml::from_str(include_str!("pairs.yaml"))?;
    let apart: Vec<Apart> = apart.into_iter().filter(|apart| apart.suite == suite).collect();
    let selection: Selection = suites::builtin().rules().filter(|(of, _)| of.name == suite).collect();
    let mut wrong = Vec::new();
    let mut needed = vec![false; apart.len()];
    for kind in pairs(&selection, 0, DEFAULT_CASES)? {
        for missing in &kind.missing {
            match apart.iter().position(|apart| apart.explains(missing)) {
                Some(place) => needed[place] = true,
                None => wrong.push(format!("{}: {} never beside {}", kind.checks[0], missing[0], missing[1])),
            }
        }
    }
    for (apart, _) in apart.iter().zip(needed).filter(|(apart, needed)| !needed || apart.why.is_empty()) {
        wrong.push(format!("{:?} meet, or have no reason not to: take them out of pairs.yaml", apart.settings));
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}
