//! A finding names its cause: its nearest accepted neighbour, how far it reaches, what it blocks, and each bug once.

use std::collections::BTreeMap;

use libtest_mimic::{Failed, Trial};
use proofmark::proof::{Finding, HowFar, Outcome, Proof};
use proofmark::rule::Declared;
use proofmark::run::{Company, Options, Selection, hunt, replay};
use proofmark::subject::{Host, Implementation, Reference, Refusal, Request, Subject};
use proofmark::suites;
use serde_json::{Value, json};

use crate::foreign::with_kinds_of_its_own;
use crate::support::{options, prove};

/// The tests of this file.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::test("cause::a neighbour is told by what differs, and it holds", neighbours_hold),
        Trial::test("cause::a finding says how far it reaches", reaches),
        Trial::test("cause::one bug is one finding", one_bug),
        Trial::test("cause::a rule that is not kept is one finding", not_kept),
        Trial::test("cause::several bugs of one rule are several findings", several_bugs),
        Trial::test("cause::a blocked rule names the finding that blocks it", blocked_by),
    ]
}

fn mutants(chosen: impl Fn(&str) -> bool) -> Vec<Declared> {
    suites::builtin().mutants().filter(|declared| chosen(&declared.id())).collect()
}

fn failed(text: String) -> Result<(), Failed> {
    Err(text.into())
}

/// Of a sample of every suite: what differs leads from the input to the neighbour, and on the neighbour the check holds.
fn neighbours_hold() -> Result<(), Failed> {
    let all = mutants(|id| !id.starts_with("turn/"));
    let (mut with, mut sample) = (0, 0);
    for declared in all.iter().step_by(37) {
        let Some(finding) = hunt(*declared, &Options { cases: 20, ..options(0, 20, 1) })?.finding else { continue };
        sample += 1;
        let Some(neighbour) = &finding.neighbour else { continue };
        with += 1;
        if neighbour.difference.applied(&finding.input).as_ref() != Ok(&neighbour.input) {
            return failed(format!("{}: {:?} is not the difference", declared.id(), neighbour.difference));
        }
        let of = suites::builtin().check(&finding.check).ok_or("no such check")?;
        let (wrong, right) = (|| declared.reference(), neighbour.input.clone());
        let again = replay(of, right, Company::default(), &wrong, &Options::default())?;
        if again.failure.is_some() || again.open.is_some() || again.fault.is_some() {
            return failed(format!("{}: the neighbour {} does not hold: {again:?}", declared.id(), neighbour.input));
        }
    }
    // A mutant that is wrong whatever it is asked has no neighbour.
    if with * 100 >= sample * 70 { Ok(()) } else { failed(format!("{with} of {sample} findings have a neighbour")) }
}

/// The findings of a rule on the reference with these mutants.
fn found(rule: &str, of: &[&str]) -> Result<Proof, Failed> {
    let selection: Selection = suites::builtin().rule(rule).into_iter().collect();
    let mutants = mutants(|id| of.contains(&id));
    assert_eq!(mutants.len(), of.len(), "{of:?}");
    Ok(prove(&selection, &move || suites::builtin().reference(&mutants), &options(0, 50, 1))?)
}

fn reaches() -> Result<(), Failed> {
    let rule = "preflight/control-fields-denied";
    let proof = found(rule, &[&format!("{rule}/denies-nothing")])?;
    let [finding] = proof.findings.as_slice() else { return failed(format!("{:?}", proof.findings)) };
    let fields = finding.reach.iter().find_map(|reach| match &reach.how {
        HowFar::Fields(share) => Some((share.names.len(), share.of)),
        _ => None,
    });
    let any = finding.reach.iter().any(|reach| reach.how == HowFar::Any("value".into()));
    let values = finding.reach.iter().any(|reach| reach.at == "/input/action");
    if fields == Some((24, 25)) && any && values { Ok(()) } else { failed(format!("{finding:?}")) }
}

/// The findings that look alike, by check and kind.
fn alike(proof: &Proof) -> BTreeMap<(&str, &str), Vec<&Finding>> {
    let mut groups: BTreeMap<(&str, &str), Vec<&Finding>> = BTreeMap::new();
    for finding in &proof.findings {
        groups.entry((&finding.check, &finding.kind)).or_default().push(finding);
    }
    groups
}

/// A mutant has one fault: on its own rule it is one finding of a kind, with few exceptions.
fn one_bug() -> Result<(), Failed> {
    let all = mutants(|id| ["preflight/", "awp/R", "context/"].iter().any(|suite| id.starts_with(suite)));
    let (mut sample, mut split) = (0, Vec::new());
    for declared in all.iter().step_by(7) {
        let proof = prove(&vec![(declared.suite, declared.rule)], &|| declared.reference(), &options(0, 20, 2))?;
        sample += 1;
        if alike(&proof).values().any(|findings| findings.len() > 1) {
            split.push(declared.id());
        }
    }
    // One in nine at the most is split today: mostly where a text may be wrong in several ways, or a secret may stand in several places.
    if split.len() * 9 <= sample { Ok(()) } else { failed(format!("{} of {sample}: {split:?}", split.len())) }
}

/// A rule that is not kept at all is one bug, whatever it asks for.
fn not_kept() -> Result<(), Failed> {
    for (rule, mutant) in [("awp/R15", "delivers-everything"), ("awp/R23", "never-looks-at-excludes")] {
        let proof = found(rule, &[&format!("{rule}/{mutant}")])?;
        if let Some(many) = alike(&proof).values().find(|findings| findings.len() > 1) {
            let inputs: Vec<&Value> = many.iter().map(|finding| &finding.input).collect();
            return failed(format!("{rule}: {inputs:?}"));
        }
    }
    Ok(())
}

/// Names that are put right before they are looked at.
struct Lenient(Reference);

impl Subject for Lenient {
    fn implementation(&self) -> Implementation {
        self.0.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let mut params = request.params.clone();
        if let Some(name) = params.pointer_mut("/workflow/workflow/name")
            && let Some(text) = name.as_str()
        {
            let text = text.strip_suffix('\n').unwrap_or(text).to_ascii_lowercase().replace(char::is_numeric, "1");
            *name = json!(text.strip_prefix(|c: char| c.is_ascii_digit()).unwrap_or(&text));
        }
        self.0.call(Request { params: &params, ..request }, host)
    }
}

fn several_bugs() -> Result<(), Failed> {
    let selection: Selection = suites::builtin().rule("awp/R2").into_iter().collect();
    let lenient = || Lenient(suites::builtin().reference(&[]));
    let proof = prove(&selection, &lenient, &options(0, 100, 1))?;
    let names: Vec<&str> =
        proof.findings.iter().filter_map(|found| found.input.pointer("/workflow/workflow/name")?.as_str()).collect();
    let has = |bug: fn(&str) -> bool| names.iter().any(|name| bug(name));
    let all = has(|name| name.ends_with('\n'))
        && has(|name| name.chars().any(|c| c.is_ascii_uppercase()))
        && has(|name| name.starts_with(|c: char| c.is_ascii_digit()));
    let apart = names.len() <= 5 && proof.findings.iter().all(|finding| finding.neighbour.is_some());
    let again = prove(&selection, &lenient, &options(0, 100, 3))?;
    if again.findings != proof.findings {
        return failed(format!("three workers find otherwise: {:?}", again.findings));
    }
    let told: Vec<_> = proof.findings.iter().map(|found| (&found.check, &found.kind, &found.neighbour)).collect();
    if all && apart { Ok(()) } else { failed(format!("{names:?}: {told:?}")) }
}

/// A runtime with metric kinds of its own.
struct Foreign(Reference);

impl Subject for Foreign {
    fn implementation(&self) -> Implementation {
        self.0.implementation()
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        let mut params = request.params.clone();
        with_kinds_of_its_own(&mut params);
        self.0.call(Request { params: &params, ..request }, host)
    }
}

fn blocked_by() -> Result<(), Failed> {
    let selection: Selection =
        suites::builtin().rules().filter(|(suite, rule)| suite.name == "awp" && rule.id.starts_with('R')).collect();
    let foreign = || Foreign(suites::builtin().reference(&[]));
    let proof = prove(&selection, &foreign, &options(0, 20, 2))?;
    let blocked: Vec<_> = proof.rules.iter().filter(|rule| rule.outcome == Outcome::Blocked).collect();
    for rule in &blocked {
        let named = rule.reason.as_deref().is_some_and(|reason| reason.starts_with("blocked by awp/R27"));
        if rule.blocked_by != ["awp/R27"] || !named {
            return failed(format!("{rule:?}"));
        }
    }
    let touched: Vec<&String> = proof.findings.iter().flat_map(|finding| &finding.touches).collect();
    let right = !blocked.is_empty() && blocked.iter().all(|rule| touched.contains(&&rule.rule));
    let outcomes: Vec<_> = proof.rules.iter().filter(|rule| rule.outcome != Outcome::Pass).collect();
    if right { Ok(()) } else { failed(format!("touched: {touched:?}, not passed: {outcomes:?}")) }
}
