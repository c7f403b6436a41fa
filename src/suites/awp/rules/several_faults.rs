//! A project with many faults is as invalid as one with a single fault, and a
//! runtime that names rules names the broken ones.
//!
//! The traps are faults that hide each other, and a validator that trips over
//! the second fault because of the first. Whatever is in the slots, a verdict comes back.

use super::super::load_rule::Fault;
use super::draw::{rich, wild};
use super::judge::{ACCEPTED, REJECTED, names_of};
use super::load::faults;
use super::prelude::*;

const VERDICT: Check = Check {
    property: "a project is rejected exactly when the model finds a rule broken, however many",
    edges,
    arms: &[
        arm(2, "something of everything, nothing wrong", rich),
        arm(4, "two to five faults", |draw| {
            let count = draw.size(2..=5);
            faulty(draw, count)
        }),
        arm(1, "one fault among everything", |draw| faulty(draw, 1)),
        arm(2, "any JSON in any slot", wild),
    ],
    labels: &["valid", "broken", "several broken", "open"],
    exam: rejected,
    ..CHECK
};

pub(super) static RULE: Rule = Rule {
    id: "several-faults",
    title: "rejects projects with several faults, and blames the right rules",
    level: Level::Must,
    source: "Rule Summary: runtimes must enforce these rules when loading a workflow",
    statement: "A project that breaks any number of rules is rejected; one that breaks none is accepted; every rule \
                named in an error is broken.",
    checks: &[
        VERDICT,
        Check {
            id: "named",
            property: "every rule that a rejection names is broken",
            features: &["ruleIds"],
            exam: rightly_named,
            ..VERDICT
        },
    ],
    mutants: &[
        Mutant::answers("takes two faults for none", |_, answer| {
            if errors(&answer).len() == 2 { json!({"valid": true, "diagnostics": []}) } else { answer }
        }),
        Mutant::answers("lets the last rule decide", |request, answer| {
            let last_is_fine = !errors(&answer).contains(&"R32".to_owned());
            let is_deep = request.params.pointer("/workflow/orchestration/delegation_loop").is_some();
            if is_deep && last_is_fine { json!({"valid": true, "diagnostics": []}) } else { answer }
        }),
        Mutant::answers("forgets the graph when the version is wrong", |_, answer| {
            if errors(&answer).iter().any(|rule| rule == "R1") {
                forgives(&forgives(&answer, "R1"), "R6")
            } else {
                answer
            }
        }),
        Mutant::answers("gives up after three faults", |_, answer| {
            if errors(&answer).len() > 3 { json!({"valid": true, "diagnostics": []}) } else { answer }
        }),
        Mutant::answers("names the rule after the broken one too", |_, answer| {
            let extra = errors(&answer).iter().any(|rule| rule == "R6");
            if extra { accuses(&answer, "R5") } else { answer }
        }),
        Mutant::answers("blames a missing contract for everything", |_, answer| {
            if errors(&answer).len() > 1 { accuses(&answer, "R9") } else { answer }
        }),
        Mutant::throws("stumbles over a graph that is no list", |request| {
            !request.params["workflow"]["orchestration"]["graph"].is_array()
        }),
        Mutant::throws("stumbles over agents that are no objects", |request| {
            request.params["agents"].as_object().is_none_or(|agents| agents.values().any(|config| !config.is_object()))
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/several-faults.yaml"),
    questions: &[],
};

fn errors(answer: &Value) -> Vec<String> {
    let diagnostics = answer["diagnostics"].as_array().into_iter().flatten();
    let mut rules: Vec<String> = diagnostics
        .filter(|diagnostic| diagnostic["severity"] == "error")
        .filter_map(|diagnostic| diagnostic["rule"].as_str())
        .map(str::to_owned)
        .collect();
    rules.sort();
    rules.dedup();
    rules
}

fn rejected(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(METHOD))?;
    let said = Said::of(&answer.value)?;
    let report = report(case);
    if !report.is_fit() {
        return Ok(Judgement::open("the project cannot be as it is described"));
    }
    let broken = report.broken_rules();
    Ok(match (broken.is_empty(), said.valid) {
        (false, true) => Judgement::failed(ACCEPTED, json!({"valid": false, "broken": broken}), answer.value.clone()),
        (true, false) if report.open_rules().is_empty() => {
            Judgement::failed(REJECTED, json!({"valid": true}), answer.value.clone())
        }
        (true, _) if !report.open_rules().is_empty() => Judgement::open("the document leaves this project open"),
        _ => Judgement::held(),
    })
}

fn rightly_named(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(METHOD))?;
    let said = Said::of(&answer.value)?;
    let report = report(case);
    Ok(if report.broken_rules().is_empty() || said.valid || !report.is_fit() {
        Judgement::open("nothing is broken, or the verdict is wrong")
    } else {
        // Numbers tell something only where a single rule is broken, and R27 to R29 ask for themselves.
        Judgement { evidence: Vec::new(), ..names_of(case, &report, &said) }
    })
}

/// A rich project with so many faults of different rules.
fn faulty(draw: &mut Draw, count: usize) -> Value {
    let mut project = rich(draw);
    for fault in draw.sample(&faults(), count) {
        fault(draw, &mut project);
    }
    project
}

/// Every two rules broken together in the smallest project, and slots of the wrong type.
fn edges() -> Vec<Value> {
    let mut cases = vec![least()];
    let faults = faults();
    for (at, first) in faults.iter().enumerate() {
        cases.push(broken(&[*first]));
        for second in &faults[at + 1..] {
            cases.push(broken(&[*first, *second]));
        }
    }
    cases.push(broken(&faults));
    for slot in [
        "workflow",
        "agents",
        "files",
        "tools",
        "workflow/orchestration",
        "workflow/orchestration/graph",
        "agents/a1",
        "agents/a1/output",
    ] {
        for odd in odd_values() {
            cases.push(with(least(), slot, odd));
        }
    }
    cases
}

fn broken(faults: &[Fault]) -> Value {
    let mut draw = Draw::from_seed(1);
    let mut project = chain(3);
    for fault in faults {
        fault(&mut draw, &mut project);
    }
    project
}
