//! Subjects that hide something: the reference with one observable less. What cannot be seen never passes, and a
//! certificate is refused for it.

mod table;

use libtest_mimic::{Failed, Trial};
use proofmark::gate::{certify, not_shown};
use proofmark::proof::{Outcome, Proof};
use proofmark::rule::Level;
use proofmark::run::{Selection, run};
use proofmark::subject::{Host, Implementation, Reference, Refusal, Request, Subject};
use proofmark::suites;
use serde_json::Value;

use crate::support::options;

/// How many random cases: few, since what is hidden is hidden in the edges as well.
const CASES: u64 = 40;

/// The reference without one thing that could be seen of it.
struct Blind {
    /// What it hides, in words.
    name: &'static str,
    /// The suite that it is put to.
    suite: &'static str,
    /// How it hides it.
    hides: Hides,
    /// The rules of which something cannot be seen any more.
    unseen: &'static [&'static str],
    /// The checks that cannot be put to it at all.
    not_exercised: &'static [&'static str],
    /// Whether the suite calls the feature optional: then it does not cost the certificate.
    optional: bool,
    /// The rules by which it is a fault all the same.
    fails: &'static [&'static str],
}

/// How something is hidden.
#[derive(Clone, Copy)]
enum Hides {
    /// A feature is not announced.
    Feature(&'static str),
    /// A method is not offered.
    Method(&'static str),
    /// The answers of a method lack something.
    Answer(fn(&mut Value)),
    /// Another input is worked on than the one that was sent, so that nothing of it is found again.
    Params(&'static str, fn(&mut Value)),
    /// Inputs of a kind cannot be expressed.
    Inputs(fn(Request<'_>) -> bool),
}

struct Subjected {
    reference: Reference,
    hides: Hides,
}

impl Subject for Subjected {
    fn implementation(&self) -> Implementation {
        let mut all = self.reference.implementation();
        match self.hides {
            Hides::Feature(hidden) => all.features.retain(|feature| feature != hidden),
            Hides::Method(hidden) => all.methods.retain(|method| method != hidden),
            Hides::Answer(_) | Hides::Params(..) | Hides::Inputs(_) => {}
        }
        all
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        match self.hides {
            Hides::Inputs(hidden) if hidden(request) => {
                Err(Refusal::Inexpressible("there is no such thing here".into()))
            }
            Hides::Params(method, change) if method == request.method => {
                let mut params = request.params.clone();
                change(&mut params);
                let mut answer = self.reference.call(Request { params: &params, ..request }, host)?;
                // That it works on another one is not to be seen.
                if let Some(input) = answer.get_mut("input") {
                    input.clone_from(&request.params["input"]);
                }
                Ok(answer)
            }
            Hides::Answer(hide) => self.reference.call(request, host).map(|mut answer| {
                hide(&mut answer);
                answer
            }),
            _ => self.reference.call(request, host),
        }
    }

    fn calls_host(&self, method: &str) -> bool {
        self.reference.calls_host(method)
    }
}

/// One test per blind subject.
pub(crate) fn trials() -> Vec<Trial> {
    let blind = table::BLIND
        .iter()
        .map(|blind| Trial::test(format!("blind::{}: {}", blind.suite, blind.name), move || is_seen_through(blind)));
    blind.collect()
}

fn is_seen_through(blind: &Blind) -> Result<(), Failed> {
    let suite = *suites::builtin().suites().iter().find(|suite| suite.name == blind.suite).ok_or("no such suite")?;
    let hides = blind.hides;
    let subject = move || Subjected { reference: suite.reference(), hides };
    let options = options(0, CASES, 2);
    // A certificate also counts mutants, which takes a while: where one is due, what speaks against it is looked at.
    let proof = if blind.optional {
        let selection: Selection = suite.rules.iter().map(|rule| (suite, *rule)).collect();
        let mut proof = run(&selection, &subject, &options)?;
        proof.objections = not_shown(&[suite], &proof);
        proof
    } else {
        let certification = certify(&[suite], &subject, &subject, &options)?;
        if certification.certificate.is_some() {
            return Err("it was certified".into());
        }
        certification.proof
    };
    let mut wrong: Vec<String> = Vec::new();
    for rule in blind.unseen {
        let id = format!("{}/{rule}", blind.suite);
        let outcome = outcome(&proof, &id);
        let hidden = matches!(outcome, Some(Outcome::Partial | Outcome::Inconclusive | Outcome::NotExercised));
        let named = proof.objections.iter().any(|objection| objection.starts_with(&format!("{id} is ")));
        if !hidden || named == blind.optional {
            wrong.push(format!("{id} is {outcome:?}, and the certificate names it: {named}"));
        }
    }
    for check in blind.not_exercised {
        let found = proof.rules.iter().flat_map(|rule| rule.checks.iter().map(move |found| (rule, found)));
        let mut outcome = found
            .filter(|(rule, found)| format!("{}/{}", rule.rule, found.check) == format!("{}/{check}", blind.suite));
        if outcome.next().is_none_or(|(_, found)| found.outcome != Outcome::NotExercised) {
            wrong.push(format!("{check} is not unexercised"));
        }
    }
    if proof.objections.is_empty() != blind.optional {
        wrong.push(format!("against a certificate: {:?}", proof.objections));
    }
    // What it hides is no fault.
    let faults = |rule: &str| blind.fails.iter().any(|id| rule == format!("{}/{id}", blind.suite));
    let findings = proof.findings.iter().filter(|found| found.level == Level::Must && !faults(&found.rule));
    wrong.extend(findings.map(|found| {
        format!(
            "{}: {}, {} expected, {} observed for {}",
            found.check, found.kind, found.expected, found.observed, found.input
        )
    }));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

fn outcome(proof: &Proof, rule: &str) -> Option<Outcome> {
    proof.rules.iter().find(|result| result.rule == rule).map(|result| result.outcome)
}
