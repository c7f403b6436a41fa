//! The proof: the same whatever the number of workers, and valid by its published schema.

use libtest_mimic::{Failed, Trial};
use proofmark::proof::{Exit, Proof, Timings};
use proofmark::run::{Selection, Shard};
use proofmark::suites;
use serde_json::Value;

use crate::pipe::{each_on_its_own_rule, five_mutants, one_suite};
use crate::support::{options, project, prove};

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("proof::does not depend on the number of workers", any_number_of_workers),
        Trial::test("proof::fits the published schema", fits_the_schema),
        Trial::test("proof::five mutants at once are all reported", || {
            each_on_its_own_rule(&with_five_mutants(1)?, &five_mutants())
        }),
        Trial::test("proof::shards add up to the whole", shards_add_up),
        Trial::test("proof::a run that exercises nothing never conforms", nothing_is_not_conformance),
    ]
}

fn with_five_mutants(jobs: usize) -> Result<Proof, Failed> {
    let selection = one_suite();
    let mutants = five_mutants();
    let proof = prove(&selection, &move || suites::builtin().reference(&mutants), &options(7, 60, jobs))?;
    Ok(Proof { timings: Timings::default(), ..proof })
}

fn any_number_of_workers() -> Result<(), Failed> {
    let one = with_five_mutants(1)?.to_json();
    for jobs in [2, 5] {
        if with_five_mutants(jobs)?.to_json() != one {
            return Err(format!("the proof with {jobs} workers is another one than with one").into());
        }
    }
    Ok(())
}

fn fits_the_schema() -> Result<(), Failed> {
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(project("conformance/proof.schema.json"))?)?;
    let validator = jsonschema::validator_for(&schema)?;
    let proof = serde_json::to_value(with_five_mutants(1)?)?;
    if let Some(error) = validator.iter_errors(&proof).next() {
        return Err(format!("{error} at {}", error.instance_path()).into());
    }
    // The schema says something: a proof without its findings is none.
    let mut broken = proof;
    broken["findings"] = Value::Null;
    if validator.is_valid(&broken) { Err("the schema accepts anything".into()) } else { Ok(()) }
}

fn shards_add_up() -> Result<(), Failed> {
    let selection = one_suite();
    let reference = || suites::builtin().reference(&[]);
    let whole = prove(&selection, &reference, &options(3, 50, 1))?;
    let mut cases = vec![0; whole.rules.len()];
    for number in 1..=3 {
        let mut options = options(3, 50, 1);
        options.shard = Shard { number, of: 3 };
        let part = prove(&selection, &reference, &options)?;
        for (sum, rule) in cases.iter_mut().zip(&part.rules) {
            *sum += rule.cases;
        }
    }
    let expected: Vec<u64> = whole.rules.iter().map(|rule| rule.cases).collect();
    if cases == expected { Ok(()) } else { Err("the shards do not have the cases of the whole".into()) }
}

fn nothing_is_not_conformance() -> Result<(), Failed> {
    let selection: Selection = suites::builtin().rules().collect();
    let offers_nothing = || proofmark::subject::DoNothing::null(Vec::new());
    let proof = prove(&selection, &offers_nothing, &options(0, 10, 1))?;
    if Exit::of(&proof) == Exit::Inconclusive { Ok(()) } else { Err("it did not end inconclusive".into()) }
}
