//! What every rule leaves to another, and none has, is a finding all the same: what was seen is not lost.

use libtest_mimic::{Failed, Trial};
use proofmark::proof::{Outcome, Proof, Timings};
use proofmark::run::{Options, Selection, Shard, merge};
use proofmark::subject::{Host, Implementation, Reference, Refusal, Request, Subject};
use proofmark::suites;
use serde_json::{Value, json};

use crate::support::{options, prove};

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![Trial::test("unexplained::shards find what the whole finds", shards)];
    trials.extend(STRICT.iter().map(|(name, refuses, shows)| {
        Trial::test(format!("unexplained::{name}"), move || is_one_finding(*refuses, shows))
    }));
    trials
}

/// Says of the params of `awp/validate` whether they are refused.
type Refuses = fn(&Value) -> bool;

/// Refuses what no document speaks of, and what the one finding shows.
const STRICT: &[(&str, Refuses, &str)] = &[
    ("wants no allowed tool to be built in", allows_built_in, "\"allowed\":[\"web"),
    ("wants no evaluation", |project| project["workflow"].get("observability").is_some(), "\"observability\":"),
    ("wants no project", |_| true, "\"awp\""),
];

fn allows_built_in(project: &Value) -> bool {
    let allowed = |config: &Value| config["capabilities"]["tools"]["allowed"].as_array().cloned().unwrap_or_default();
    let mut tools = project["agents"].as_object().into_iter().flatten().flat_map(|(_, config)| allowed(config));
    tools.any(|tool| tool.as_str().is_some_and(|tool| tool.split('.').next() == Some("web")))
}

/// The reference, but for what it refuses without naming a rule.
struct Strict(Reference, Refuses);

impl Subject for Strict {
    fn implementation(&self) -> Implementation {
        self.0.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let answer = self.0.call(request, host)?;
        if request.method == "awp/validate" && answer["valid"] == true && (self.1)(request.params) {
            return Ok(json!({"valid": false, "diagnostics": [{"severity": "error", "message": "no"}]}));
        }
        Ok(answer)
    }
}

fn run_of(refuses: Refuses, options: &Options<'_>) -> Result<Proof, String> {
    let suite: Selection = suites::builtin().rules().filter(|(suite, _)| suite.name == "awp").collect();
    prove(&suite, &move || Strict(suites::builtin().reference(&[]), refuses), options)
}

fn is_one_finding(refuses: Refuses, shows: &str) -> Result<(), Failed> {
    let proof = run_of(refuses, &options(0, 5, 2))?;
    let red: Vec<&str> =
        proof.rules.iter().filter(|rule| rule.outcome == Outcome::Fail).map(|rule| rule.rule.as_str()).collect();
    let inputs: Vec<String> = proof.findings.iter().map(|finding| finding.input.to_string()).collect();
    match &inputs[..] {
        [input] if red.len() == 1 && input.contains(shows) => Ok(()),
        _ => Err(format!("{red:?} fail, and shown are {inputs:?}").into()),
    }
}

fn shards() -> Result<(), Failed> {
    const OF: u64 = 3;
    let part = |number, of| run_of(allows_built_in, &Options { shard: Shard { number, of }, ..options(0, 5, 2) });
    let parts = (1..=OF).map(|number| Ok((format!("{number}.json"), part(number, OF)?)));
    let parts: Vec<(String, Proof)> = parts.collect::<Result<_, String>>()?;
    let same = |proof: Proof| Proof { timings: Timings::default(), do_nothing: Vec::new(), ..proof }.to_json();
    let (whole, merged) = (same(part(1, 1)?), same(merge(&suites::builtin(), &parts)?));
    let differ = whole.lines().zip(merged.lines()).find(|(one, other)| one != other);
    if whole == merged { Ok(()) } else { Err(format!("the shards do not make the whole: {differ:?}").into()) }
}
