//! Caution is a decision and not a habit: every check decides the share of its cases that `decided.yaml` says, so that
//! none becomes careful unnoticed, and none is said to be careful that is not.

use std::collections::BTreeMap;

use libtest_mimic::{Failed, Trial};
use proofmark::rule::{CheckRef, Suite};
use proofmark::run::{Share, decided};
use proofmark::suites;
use serde::Deserialize;

/// What a check decides that nothing is said of, in percent.
const USUAL: u64 = 85;
/// Enough to know a share by, and few enough for every day.
const DRAWN: u64 = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Floor {
    edges: Option<u64>,
    drawn: Option<u64>,
    why: String,
}

fn floors() -> Result<BTreeMap<String, Floor>, Failed> {
    Ok(serde_yaml::from_str(include_str!("decided.yaml"))?)
}

/// One test per suite, and one of the list itself.
pub(crate) fn trials() -> Vec<Trial> {
    let of_suite = |suite: &&'static Suite| Trial::test(format!("decided::{}", suite.name), || decides_enough(suite));
    let mut trials: Vec<Trial> = suites::builtin().suites().iter().map(of_suite).collect();
    trials.push(Trial::test("decided::every floor is a check's and has a reason", every_floor_is_a_checks));
    trials
}

fn decides_enough(suite: &'static Suite) -> Result<(), Failed> {
    let floors = floors()?;
    let mut careless = Vec::new();
    for check in suites::builtin().checks().filter(|check: &CheckRef| check.suite.name == suite.name) {
        let found = decided(check, DRAWN)?;
        let floor = floors.get(&check.id());
        let mut hold = |what: &str, share: Share, least: Option<u64>| {
            let least = least.unwrap_or(USUAL);
            if !share.reaches(least) {
                let Share { cases, judged } = share;
                careless.push(format!("{}: {judged} of {cases} {what} are decided, not {least} %", check.id()));
            }
        };
        hold("edges", found.edges, floor.and_then(|floor| floor.edges));
        hold("drawn cases", found.drawn, floor.and_then(|floor| floor.drawn));
    }
    if careless.is_empty() { Ok(()) } else { Err(careless.join("\n").into()) }
}

fn every_floor_is_a_checks() -> Result<(), Failed> {
    for (id, floor) in floors()? {
        if suites::builtin().check(&id).is_none() {
            return Err(format!("{id} is no check").into());
        }
        let stated = [floor.edges, floor.drawn];
        if floor.why.is_empty() || stated.iter().flatten().next().is_none() {
            return Err(format!("{id}: a floor below the usual one needs a share and a reason").into());
        }
        if stated.iter().flatten().any(|percent| *percent >= USUAL) {
            return Err(format!("{id}: what is usual need not be said").into());
        }
    }
    Ok(())
}
