//! What the rules of `awp/validate` share: judging a verdict beside the model's, and spoiling one.

pub(super) use serde_json::{Value, json};

pub(super) use super::draw::{
    add_agent, agent, agents_of, agreeing, any_agent, chain, code_mode, cut, delegating, evaluation, least, plain,
    plain_of, project, put, remove_config, ring, tool_making, with, without,
};
pub(super) use super::model::{Ask, RESERVED, asks, report};
pub(super) use super::verdict::{Said, verdict_of};
pub(super) use crate::draw::{Draw, near};
pub(super) use crate::rule::{Check, Judgement, Level, Mutant, Question, Reading, Rule, Step, Steps, WrongShape, arm};
pub(super) use crate::subject::{Answer, Call, Request};

use super::model::{Report, Standing, table_number};
use super::shape;
use super::verdict::{diagnostics_of, made_of};

/// The one method of these rules.
pub(super) const METHOD: &str = "awp/validate";

/// What the checks of these rules have in common.
pub(super) const CHECK: Check = Check {
    methods: &[METHOD],
    shape: &shape::PROJECT,
    classify: standing,
    labels: &["valid", "broken"],
    ..Check::NEW
};

/// The check that a rejected project is rejected for the right reason, with the cases of `check`.
pub(super) const fn named(check: &Check, steps: Steps) -> Check {
    Check {
        id: "named",
        property: "a project that breaks this rule alone is rejected in the name of no other rule",
        features: &["ruleIds"],
        steps,
        ..*check
    }
}

/// Nobody may accept it.
pub(super) const ACCEPTED: &str = "accepted, though the rule is broken";
/// Nobody may reject it.
pub(super) const REJECTED: &str = "rejected, though no rule is broken";

/// Labels a project by what the model says of it.
pub(super) fn standing(project: &Value) -> Vec<&'static str> {
    let report = report(project);
    vec![match (report.broken_rules().len(), report.open_rules().len()) {
        (0, 0) => "valid",
        (0, _) => "open",
        (1, _) => "broken",
        _ => "several broken",
    }]
}

/// The call that puts a project to the subject which is not the case itself.
pub(super) fn validate(project: &Value) -> Call {
    Call::new(METHOD, project.clone())
}

/// The exam of the verdict alone: a project that breaks exactly `rule` is
/// rejected, one that breaks nothing is accepted; of all others nothing is said.
pub(super) fn verdict(rule: &'static str, project: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![Call::of_case(METHOD)])) };
    let said = Said::of(&answer.value)?;
    Ok(Step::Judged(judged(rule, &report(project), &said, &answer.value)))
}

fn judged(rule: &'static str, report: &Report, said: &Said, answer: &Value) -> Judgement {
    if !report.is_fit() {
        return Judgement::open("the project cannot be as it is described");
    }
    let broken = report.broken_rules();
    if breaks_alone(report, rule) {
        return if said.valid {
            Judgement::failed(ACCEPTED, json!({"valid": false, "because": reasons(report)}), answer.clone())
        } else {
            Judgement::held()
        };
    }
    if !broken.is_empty() {
        return Judgement::open("another rule is broken, or something else is left open");
    }
    if report.open_rules().is_empty() {
        return if said.valid {
            Judgement::held()
        } else {
            Judgement::failed(REJECTED, json!({"valid": true}), answer.clone())
        };
    }
    match report.question() {
        Some((of, ask)) if of == rule => {
            let reading = if said.valid { ask.accepting } else { ask.rejecting };
            Judgement::open("the document allows several readings").consistent_with(ask.question, &[reading])
        }
        _ => Judgement::open("the document leaves this project open"),
    }
}

/// Whether a project breaks this rule and no other, and nothing about the others is left open.
fn breaks_alone(report: &Report, rule: &'static str) -> bool {
    report.broken_rules().iter().eq([&rule]) && report.open_rules().iter().all(|open| *open == rule)
}

fn reasons(report: &Report) -> Vec<String> {
    let broken = report.notes.iter().filter(|note| note.standing == Standing::Broken);
    broken.map(|note| format!("{}: {}", note.rule, note.why)).collect()
}

/// The exam of the names: what `rule` alone breaks is rejected in no other name.
pub(super) fn in_its_name(rule: &'static str, project: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![Call::of_case(METHOD)])) };
    let said = Said::of(&answer.value)?;
    let report = report(project);
    if !breaks_alone(&report, rule) || said.valid || !report.is_fit() {
        return Ok(Step::Judged(Judgement::open("this rule is not the one broken, or the verdict is wrong")));
    }
    Ok(Step::Judged(names_of(&report, &said)))
}

/// Whether every rule that a rejection names is broken, or at least in doubt.
pub(super) fn names_of(report: &Report, said: &Said) -> Judgement {
    let broken = report.broken_rules();
    let known = |name: &&String| super::RULES_AT_LOAD.contains(&name.as_str());
    if !said.named.iter().any(|name| known(&name)) {
        return Judgement::not_shown("the subject names no rule");
    }
    let open = report.open_rules();
    let is_broken = |name: &str| broken.contains(name) || open.contains(name);
    // The summary table numbers three rules in another way than their sections do.
    let by_table = |name: &str| broken.iter().any(|rule| table_number(rule) == Some(name));
    let wrong: Vec<&String> =
        said.named.iter().filter(known).filter(|name| !is_broken(name) && !by_table(name)).collect();
    if !wrong.is_empty() {
        return Judgement::failed("names a rule that is not broken", json!(broken), json!(said.named));
    }
    let judgement = Judgement::held();
    let names = |is: &dyn Fn(&str) -> bool| said.named.iter().filter(known).all(|name| is(name));
    match broken.iter().next().filter(|rule| broken.len() == 1 && table_number(rule).is_some()) {
        None => judgement,
        Some(_) => match (names(&is_broken), names(&by_table)) {
            (true, false) => judgement.consistent_with("numbering", &["sections"]),
            (false, true) => judgement.consistent_with("numbering", &["summary-table"]),
            _ => judgement,
        },
    }
}

/// The question of the numbers of R27, R28 and R29.
pub(super) const NUMBERING: Question = Question {
    id: "numbering",
    asks: "the summary table numbers R27, R28 and R29 in another way than their sections: which number is named?",
    readings: &[
        Reading { id: "sections", predicts: "kinds are R27, thresholds R28, weights R29" },
        Reading { id: "summary-table", predicts: "kinds and weights are R28, thresholds R29" },
    ],
};

/// What a runtime answers that takes the project for the one that `change` makes of it.
pub(super) fn misread(request: Request<'_>, change: impl FnOnce(&mut Value)) -> Value {
    let mut project = request.params.clone();
    change(&mut project);
    verdict_of(&report(&project))
}

/// The same, changing every agent's configuration.
pub(super) fn misread_agents(request: Request<'_>, mut change: impl FnMut(&mut Value)) -> Value {
    misread(request, |project| each_agent(project, &mut change))
}

/// Does something to every agent's configuration.
pub(super) fn each_agent(project: &mut Value, change: impl FnMut(&mut Value)) {
    if let Some(agents) = project["agents"].as_object_mut() {
        agents.values_mut().for_each(change);
    }
}

/// Does something to every node of the graph.
pub(super) fn each_node(project: &mut Value, change: impl FnMut(&mut Value)) {
    if let Some(nodes) = project["workflow"]["orchestration"]["graph"].as_array_mut() {
        nodes.iter_mut().for_each(change);
    }
}

/// A verdict without the errors of `rule`.
pub(super) fn forgives(answer: &Value, rule: &str) -> Value {
    let mut diagnostics = diagnostics_of(answer);
    diagnostics.retain(|diagnostic| diagnostic["rule"] != rule || diagnostic["severity"] != "error");
    made_of(&diagnostics)
}

/// A verdict with an error of `rule` besides.
pub(super) fn accuses(answer: &Value, rule: &str) -> Value {
    let mut diagnostics = diagnostics_of(answer);
    diagnostics.push(json!({"severity": "error", "rule": rule}));
    made_of(&diagnostics)
}

/// A verdict that names `instead` where it should name `rule`.
pub(super) fn renames(answer: &Value, rule: &str, instead: &str) -> Value {
    let mut diagnostics = diagnostics_of(answer);
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic["rule"] == rule) {
        diagnostic["rule"] = json!(instead);
    }
    made_of(&diagnostics)
}

/// A verdict that follows no reading of a question: the open projects that `when` says are accepted, the
/// others rejected.
pub(super) fn wavers(request: Request<'_>, answer: Value, about: &'static Ask, when: fn(&Value) -> bool) -> Value {
    match report(request.params).question() {
        Some((_, ask)) if ask == about && when(request.params) => made_of(&[]),
        Some((rule, ask)) if ask == about => accuses(&made_of(&[]), rule),
        _ => answer,
    }
}

/// A question that a subject answers by what it accepts.
pub(super) const fn question(ask: &'static Ask, asks: &'static str, readings: &'static [Reading; 2]) -> Question {
    Question { id: ask.question, asks, readings }
}

/// The project, and the same with a second agent: where a question is open, a subject has to treat them alike.
pub(super) fn and_crowded(project: Value) -> [Value; 2] {
    let mut crowded = project.clone();
    add_agent(&mut crowded, "a2");
    [project, crowded]
}

/// Whether a project has more than one agent.
pub(super) fn is_crowded(project: &Value) -> bool {
    agents_of(project).len() > 1
}

/// A few values of the wrong type for any slot.
pub(super) fn odd_values() -> [Value; 8] {
    [json!(3), json!(true), json!(2.5), json!(null), json!([]), json!({}), json!(["x"]), json!(false)]
}

/// A plain project with `value` at `path`.
pub(super) fn plain_with(draw: &mut Draw, path: &str, value: Value) -> Value {
    with(plain(draw), path, value)
}
