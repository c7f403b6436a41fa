//! A project with many faults is as invalid as one with a single fault, and a
//! runtime that names rules names the broken ones.
//!
//! The traps are faults that hide each other, and a validator that trips over
//! the second fault because of the first. Whatever is in the slots, a verdict comes back.

use super::super::load_rule::Fault;
use super::draw::{rich, wild};
use super::ground::{accepted, accepts, alone, rules_at_load};
use super::judge::ACCEPTED;
use super::load::faults;
use super::names::named_for_nothing;
use super::naming::names_of;
use super::own_edge::missed;
use super::prelude::*;
use crate::rule::Verdict;

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
    company: None,
    labels: &["valid", "broken", "several broken", "open"],
    exam: rejected,
    ..CHECK
};

pub(super) static RULE: Rule = Rule {
    id: "several-faults",
    title: "rejects projects that break several rules, and names only rules they break",
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
            if is_deep && last_is_fine && errors(&answer).len() > 1 {
                json!({"valid": true, "diagnostics": []})
            } else {
                answer
            }
        }),
        Mutant::answers("forgets the graph when the version is wrong", |_, answer| {
            let rules = errors(&answer);
            let both = ["R1", "R6"].iter().all(|rule| rules.iter().any(|broken| broken == rule));
            if both { forgives(&forgives(&answer, "R1"), "R6") } else { answer }
        }),
        Mutant::answers("gives up after three faults", |_, answer| {
            if errors(&answer).len() > 3 { json!({"valid": true, "diagnostics": []}) } else { answer }
        }),
        Mutant::answers("names the rule after the broken one too", |_, answer| {
            let rules = errors(&answer);
            let extra = rules.len() > 1 && rules.iter().any(|rule| rule == "R6");
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
    let broken = report.broken_rules();
    if !report.is_fit() || broken.is_empty() && !report.open_rules().is_empty() {
        return Ok(Judgement::open("the document leaves this project open"));
    }
    if broken.is_empty() {
        return Ok(if said.valid {
            Judgement::held()
        } else {
            Judgement::blocked("nothing is wrong with it: that is for the rule whose matter is rejected", case)
        });
    }
    if !said.valid {
        return Ok(match mended(case) {
            Some(sound) if !accepts(talk, &sound)? => {
                Judgement::blocked("it is rejected without its faults too", &sound)
            }
            _ => Judgement::held(),
        });
    }
    let singles = one_by_one(case);
    let accepted = accepted(talk, &singles)?;
    let single = singles.into_iter().zip(accepted).find(|(_, is_accepted)| *is_accepted).map(|(single, _)| single);
    let single = if single.is_none() { missed(case, talk, &broken)? } else { single };
    Ok(match single {
        Some(single) => Judgement::blocked("one of its faults is accepted by itself too", &single),
        None => Judgement::failed(ACCEPTED, json!({"valid": false, "broken": broken}), answer.value.clone()),
    })
}

const MISJUDGED: &str = "one of its faults is misjudged by itself too";

fn rightly_named(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(METHOD))?;
    let said = Said::of(&answer.value)?;
    let report = report(case);
    if report.broken_rules().is_empty() || said.valid || !report.is_fit() {
        return Ok(Judgement::open("nothing is broken, or the verdict is wrong"));
    }
    // Numbers tell something only where a single rule is broken, and R27 to R29 ask for themselves.
    let judgement = Judgement { evidence: Vec::new(), ..names_of(case, &report, &said) };
    if !matches!(judgement.verdict, Verdict::Failed(_)) {
        return Ok(judgement);
    }
    if let Some(sound) = mended(case)
        && !accepts(talk, &sound)?
    {
        return Ok(Judgement::blocked("it is rejected without its faults too", &sound));
    }
    let singles = one_by_one(case);
    let answers = talk.ask_all(singles.iter().map(|single| validate(single).remembered()).collect())?;
    for (single, answer) in singles.iter().zip(answers) {
        let said = Said::of(&answer.value)?;
        if said.valid || matches!(names_of(case, &super::model::report(single), &said).verdict, Verdict::Failed(_)) {
            return Ok(Judgement::blocked(MISJUDGED, single));
        }
    }
    if let Some(edge) = missed(case, talk, &report.broken_rules())? {
        return Ok(Judgement::blocked(MISJUDGED, &edge));
    }
    Ok(judgement.unless(named_for_nothing(case, talk, &report, &said)?))
}

/// The project without any of its faults, if every one of them can be taken out.
fn mended(case: &Case<'_>) -> Option<Value> {
    let mut sound = case.input.clone();
    let faults = |project: &Value| report(project).broken_rules().len();
    let broken = report(case).broken_rules();
    for rule in rules_at_load(case).filter(|rule| broken.contains(rule.id)) {
        let now = faults(&sound);
        let mut grounds = (rule.checks[0].ground)(&sound).into_iter();
        sound = grounds.find(|ground| faults(ground) < now).unwrap_or(sound);
    }
    let report = report(&sound);
    (report.broken_rules().is_empty() && report.open_rules().is_empty()).then_some(sound)
}

/// The project with each of its faults alone, in the plainest company that it can be shown in.
fn one_by_one(case: &Case<'_>) -> Vec<Value> {
    let broken = report(case).broken_rules();
    let singles = broken.iter().map(|rule| (rule, alone(case, case, rule)));
    singles
        .filter(|(rule, single)| report(single).broken_rules().iter().eq([*rule]))
        .map(|(_, single)| single)
        .collect()
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
    // The params themselves are as the protocol says: an adapter may be strict about them.
    for slot in ["workflow/orchestration", "workflow/orchestration/graph", "agents/a1", "agents/a1/output"] {
        for odd in odd_values(&json!("x")) {
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
