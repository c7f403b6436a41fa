//! Ten levels are the ceiling, and more than five are worth a warning.
//!
//! The traps are 10 itself, which is allowed, and the warning, which is no error.

use super::prelude::*;

const DEPTH: &str = "workflow/orchestration/delegation_loop/budget/max_depth";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when its delegation may go deeper than ten levels",
    edges,
    arms: &[arm(1, "depths around the limits", |draw| {
        let depth = if draw.chance(1, 4) { draw.int(12..=1_000_000) } else { draw.int(0..=14) };
        plain_with(draw, DEPTH, json!(depth))
    })],
    steps: |case, answers| verdict("R32", case, answers),
    ..CHECK
};

const WARNING: Check = Check {
    id: "warning",
    property: "a depth from 6 to 10 gets a warning that the same project does not get with a depth of 5",
    classify: |case| {
        vec![if depth_of(case).is_some_and(|depth| (6..=10).contains(&depth)) { "6 to 10" } else { "other" }]
    },
    labels: &["6 to 10"],
    steps: warns,
    edges: || (0..=12).map(delegating).collect(),
    arms: &[arm(1, "depths above five", |draw| {
        let depth = draw.int(6..=10);
        plain_with(draw, DEPTH, json!(depth))
    })],
    ..CHECK
};

const SILENCE: Check = Check {
    id: "silence",
    property: "a depth of at most 5 gets no diagnostic of this rule, not even a warning",
    features: &["ruleIds"],
    labels: &["valid"],
    steps: silent,
    edges: || (0..=6).map(delegating).chain([least(), chain(3)]).collect(),
    arms: &[arm(1, "depths up to five", |draw| {
        let depth = draw.int(0..=5);
        plain_with(draw, DEPTH, json!(depth))
    })],
    ..CHECK
};

pub(super) static RULE: Rule = Rule {
    id: "R32",
    title: "keeps delegation within ten levels, and warns from six",
    level: Level::Must,
    source: "R32: A4 max_depth Within Safety Ceiling",
    statement: "`max_depth` is at most 10; above 5 there is a warning.",
    checks: &[VERDICT, named(&VERDICT, |case, answers| in_its_name("R32", case, answers)), WARNING, SILENCE],
    mutants: &[
        Mutant::answers("allows 11", |request, answer| if is(request, 11) { forgives(&answer, "R32") } else { answer }),
        Mutant::answers("stops at 9", |request, answer| if is(request, 10) { accuses(&answer, "R32") } else { answer }),
        Mutant::answers("has no ceiling", |_, answer| forgives(&answer, "R32")),
        Mutant::answers("turns the warning into an error", |_, answer| {
            if warned(&answer) { accuses(&answer, "R32") } else { answer }
        }),
        Mutant::answers("turns the error into a warning", |request, answer| {
            if depth_of(request.params).is_some_and(|depth| depth > 10) {
                warning_of(&forgives(&answer, "R32"), "R32")
            } else {
                answer
            }
        }),
        Mutant::answers("never warns", |_, answer| silenced(&answer)),
        Mutant::answers(
            "does not warn at 6",
            |request, answer| if is(request, 6) { silenced(&answer) } else { answer },
        ),
        Mutant::answers(
            "does not warn at 10",
            |request, answer| if is(request, 10) { silenced(&answer) } else { answer },
        ),
        Mutant::answers(
            "warns at 5",
            |request, answer| if is(request, 5) { warning_of(&answer, "R32") } else { answer },
        ),
        Mutant::answers("warns above 3, as most workflows need no more", |request, answer| {
            if is(request, 4) { warning_of(&answer, "R32") } else { answer }
        }),
        Mutant::answers("warns of every budget alike", |request, answer| {
            let silent = silenced(&answer);
            if depth_of(request.params).is_some() { warning_of(&silent, "depth") } else { silent }
        }),
        Mutant::answers("compares depths as text", |request, answer| {
            let is_small =
                depth_of(request.params).is_some_and(|depth| depth > 10 && depth.to_string().as_str() < "10~");
            if is_small { forgives(&answer, "R32") } else { answer }
        }),
        Mutant::answers("calls a depth above the ceiling no depth", |_, answer| renames(&answer, "R32", "R31")),
    ],
    corpus: include_str!("../../../corpus/awp/R32.yaml"),
    questions: &[],
};

fn depth_of(project: &Value) -> Option<i64> {
    project.pointer("/workflow/orchestration/delegation_loop/budget/max_depth").and_then(Value::as_i64)
}

fn is(request: Request<'_>, depth: i64) -> bool {
    depth_of(request.params) == Some(depth)
}

fn warned(answer: &Value) -> bool {
    answer["diagnostics"].as_array().into_iter().flatten().any(|diagnostic| diagnostic["severity"] == "warning")
}

fn silenced(answer: &Value) -> Value {
    let mut answer = answer.clone();
    if let Some(diagnostics) = answer["diagnostics"].as_array_mut() {
        diagnostics.retain(|diagnostic| diagnostic["severity"] != "warning");
    }
    answer
}

fn warning_of(answer: &Value, rule: &str) -> Value {
    let mut answer = answer.clone();
    if let Some(diagnostics) = answer["diagnostics"].as_array_mut() {
        diagnostics.push(json!({"severity": "warning", "rule": rule}));
    }
    answer
}

/// Asks for the project and for its twin at 5, and looks for a warning that the twin does not have.
fn warns(project: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    if !depth_of(project).is_some_and(|depth| (6..=10).contains(&depth)) || !is_valid(project) {
        return Ok(Step::Judged(Judgement::open("no warning is due")));
    }
    let [deep, flat] = answers else {
        return Ok(Step::Ask(vec![Call::of_case(METHOD), validate(&with(project.clone(), DEPTH, json!(5)))]));
    };
    let (said, twin) = (Said::of(&deep.value)?, Said::of(&flat.value)?);
    if !said.valid {
        return Ok(Step::Judged(Judgement::open("the project is rejected: whether it may be is another check")));
    }
    let is_new = |warning: &&Value| !twin.warnings.contains(warning);
    Ok(Step::Judged(if said.warnings.iter().any(|warning| is_new(&warning)) {
        Judgement::held()
    } else {
        Judgement::failed(
            "no warning of a deep delegation",
            json!("a warning that a depth of 5 does not get"),
            deep.value.clone(),
        )
    }))
}

fn silent(project: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    if depth_of(project).is_some_and(|depth| depth > 5) || !is_valid(project) {
        return Ok(Step::Judged(Judgement::open("the depth is above 5, or something else is wrong")));
    }
    let Some(answer) = answers.first() else { return Ok(Step::Ask(vec![Call::of_case(METHOD)])) };
    let said = Said::of(&answer.value)?;
    Ok(Step::Judged(if said.mentioned.contains("R32") {
        Judgement::failed(
            "a diagnostic of a depth that is not deep",
            json!("no diagnostic of R32"),
            answer.value.clone(),
        )
    } else {
        Judgement::held()
    }))
}

fn is_valid(project: &Value) -> bool {
    let report = report(project);
    report.broken_rules().is_empty() && report.open_rules().is_empty()
}

fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = (0..=12).map(delegating).collect();
    cases
        .extend([15, 20, 99, 100, 101, 1000, 4_294_967_296, 9_007_199_254_740_991].map(|depth: i64| delegating(depth)));
    cases.extend([10, 11].map(|depth| with(chain(3), DEPTH, json!(depth))));
    cases.push(least());
    cases
}

/// Lets delegation go too deep.
pub(super) fn fault(draw: &mut Draw, project: &mut Value) {
    let depth = draw.int(11..=40);
    put(project, DEPTH, json!(depth));
}
