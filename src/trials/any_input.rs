//! An exam is given what a person types behind `replay --input`, and what looking for the reach of a finding comes up
//! with: whatever that is, neither the check nor the reference panics over it.

use libtest_mimic::{Failed, Trial};
use serde_json::json;

use crate::draw::{Spot, spots};
use crate::rule::{Catalogue, CheckRef, Suite};
use crate::run::{Company, Options, replay};
use crate::subject::Fault;

/// How many places of a case are tried: the first ones are the outer ones.
const PLACES: usize = 12;

/// One test per suite.
pub(super) fn trials(catalogue: &Catalogue) -> Vec<Trial> {
    let trial = |suite: &&'static Suite| {
        let (suite, name): (&'static Suite, _) = (suite, format!("conventions::{}::any input", suite.name));
        Trial::test(name, move || {
            suite.rules.iter().try_for_each(|rule| {
                rule.checks.iter().try_for_each(|check| takes_anything(CheckRef { suite, rule, check }))
            })
        })
    };
    catalogue.suites().iter().map(trial).collect()
}

fn takes_anything(of: CheckRef) -> Result<(), Failed> {
    let instead = [json!(null), json!(true), json!("x"), json!([null]), json!({"x": null})];
    let launcher = || of.suite.reference();
    for case in (of.check.edges)().iter().take(1) {
        for Spot { at: place, .. } in spots(case, of.check.shape).into_iter().take(PLACES) {
            for value in &instead {
                let mut input = case.clone();
                if let Some(slot) = input.pointer_mut(&place) {
                    *slot = value.clone();
                }
                let replayed = replay(of, input, Company::default(), &launcher, &Options::default())?;
                if let Some(fault @ (Fault::Harness(_) | Fault::Panicked(_))) = replayed.fault {
                    return Err(format!("{} at “{place}”: {fault}\n{}", of.id(), replayed.input).into());
                }
            }
        }
    }
    Ok(())
}
