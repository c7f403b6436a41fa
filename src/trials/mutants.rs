//! Every check can fail: each mutant is caught by the rule that declares it, and what is shown then is a snapshot, one
//! page per rule.

use std::thread;
use std::time::Duration;

use libtest_mimic::{Failed, Trial};

use super::Snapshot;
use crate::proof::evidence_text;
use crate::rule::{Catalogue, Declared, Rule, Suite};
use crate::run::{Options, hunt};

/// Many tests run side by side: a slow machine is nobody's fault.
const DEADLINE: Duration = Duration::from_secs(30);

/// One test per rule.
pub(super) fn trials(catalogue: &Catalogue, snapshot: Snapshot) -> Vec<Trial> {
    let trial = |(suite, rule): (&'static Suite, &'static Rule)| {
        Trial::test(format!("mutants::{}::{}", suite.name, rule.id), move || are_caught(suite, rule, snapshot))
    };
    catalogue.rules().map(trial).collect()
}

/// All mutants of a rule side by side, because those of time limits do little but wait.
fn are_caught(suite: &'static Suite, rule: &'static Rule, snapshot: Snapshot) -> Result<(), Failed> {
    let declared: Vec<Declared> = suite.mutants().filter(|declared| declared.rule.id == rule.id).collect();
    let hunts: Vec<Result<String, String>> = thread::scope(|scope| {
        let hunts: Vec<_> = declared.iter().map(|mutant| scope.spawn(|| caught(*mutant))).collect();
        hunts.into_iter().map(|hunt| hunt.join().unwrap_or_else(|_| Err("the hunt for it panicked".into()))).collect()
    });
    let mut page = vec![format!("{}/{}: {}\n", suite.name, rule.id, rule.title)];
    let mut at_large = Vec::new();
    for (declared, hunted) in declared.iter().zip(hunts) {
        match hunted {
            Ok(shown) => page.push(format!("# a wrong runtime {}\n{shown}\n", declared.mutant.name)),
            Err(why) => at_large.push(format!("“a wrong runtime {}”: {why}", declared.mutant.name)),
        }
    }
    if !at_large.is_empty() {
        return Err(at_large.join("\n").into());
    }
    snapshot(&format!("mutants/{}", suite.name), &rule.id.replace('.', "-"), &page.join("\n"));
    Ok(())
}

/// What a person is shown of the mutant.
fn caught(declared: Declared) -> Result<String, String> {
    // Corpus and edges have to do: what they kill is killed with any seed.
    let options = Options { deadline: DEADLINE, cases: 0, ..Options::default() };
    let hunted = hunt(declared, &options).map_err(|error| error.to_string())?;
    let finding = hunted.finding.ok_or_else(|| format!("survived {} cases of corpus and edges", hunted.cases))?;
    if finding.flaky.is_some() {
        return Err("a deterministic mutant must fail every time".into());
    }
    Ok(evidence_text(&finding))
}
