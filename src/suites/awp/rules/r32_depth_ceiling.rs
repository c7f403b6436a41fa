//! Ten levels are the ceiling, and more than five are worth a warning.
//!
//! The traps are 10 itself, which is allowed, and the warning, which is no error.

use super::prelude::*;

const ID: &str = "R32";

const DEPTH: &str = "workflow/orchestration/delegation_loop/budget/max_depth";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when its delegation may go deeper than ten levels",
    edges,
    arms: &[arm(1, "depths around the limits", |draw| {
        let depth = if draw.chance(1, 4) { draw.int(12..=1_000_000) } else { draw.int(0..=14) };
        plain_with(draw, DEPTH, json!(depth))
    })],
    ground: |project| {
        vec![changed(project, |project| {
            if project.pointer("/workflow/orchestration/delegation_loop").is_some() {
                put(project, DEPTH, json!(3));
            }
        })]
    },
    exam: verdict,
    ..CHECK
};

const WARNING: Check = Check {
    id: "warning",
    property: "a depth from 6 to 10 gets a warning that the same project does not get with a depth of 5",
    classify: |case| {
        vec![if depth_of(case).is_some_and(|depth| (6..=10).contains(&depth)) { "6 to 10" } else { "other" }]
    },
    labels: &["6 to 10"],
    exam: warns,
    edges: || (0..=12).map(delegating).collect(),
    company: None,
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
    exam: silent,
    edges: || (0..=6).map(delegating).chain([least(), chain(3)]).collect(),
    company: None,
    arms: &[arm(1, "depths up to five", |draw| {
        let depth = draw.int(0..=5);
        plain_with(draw, DEPTH, json!(depth))
    })],
    ..CHECK
};

static RULE: Rule =
    Rule {
        id: ID,
        title: "A4 max_depth Within Safety Ceiling: rejects more than 10, warns above 5",
        level: Level::Must,
        source: "R32: A4 max_depth Within Safety Ceiling",
        statement: "`max_depth` is at most 10; above 5 there is a warning.",
        checks: &[VERDICT, named(&VERDICT), WARNING, SILENCE],
        mutants: &[
            forgiving("allows 11", ID, |project| is(project, 11)),
            accusing("stops at 9", ID, |project| is(project, 10)),
            misreading("finds the depth outside of the budget", ID, |project| {
                let outside = project["workflow"]["orchestration"]["delegation_loop"]["max_depth"].clone();
                if outside.is_number() {
                    put(project, DEPTH, outside);
                }
            }),
            misreading("takes the largest limit of the budget", ID, |project| {
                let limits =
                    project.pointer("/workflow/orchestration/delegation_loop/budget").and_then(Value::as_object);
                if let Some(most) = limits.and_then(|limits| limits.values().filter_map(Value::as_i64).max()) {
                    put(project, DEPTH, json!(most));
                }
            }),
            Mutant::answers("has no ceiling", |_, answer| forgives(&answer, ID)),
            Mutant::answers("turns the warning into an error", |_, answer| {
                if warned(&answer) { accuses(&answer, ID) } else { answer }
            }),
            Mutant::answers("turns the error into a warning", |request, answer| {
                if depth_of(request.params).is_some_and(|depth| depth > 10) {
                    warning_of(&forgives(&answer, ID), ID)
                } else {
                    answer
                }
            }),
            Mutant::answers("never warns", |_, answer| silenced(&answer)),
            Mutant::answers(
                "does not warn at 6",
                |request, answer| if is(request.params, 6) { silenced(&answer) } else { answer },
            ),
            Mutant::answers(
                "does not warn at 10",
                |request, answer| if is(request.params, 10) { silenced(&answer) } else { answer },
            ),
            Mutant::answers(
                "warns at 5",
                |request, answer| if is(request.params, 5) { warning_of(&answer, ID) } else { answer },
            ),
            Mutant::answers("warns above 3, as most workflows need no more", |request, answer| {
                if is(request.params, 4) { warning_of(&answer, ID) } else { answer }
            }),
            Mutant::answers("warns of every budget alike", |request, answer| {
                let silent = silenced(&answer);
                if depth_of(request.params).is_some() { warning_of(&silent, "depth") } else { silent }
            }),
            forgiving("compares depths as text", ID, |project| {
                depth_of(project).is_some_and(|depth| depth > 10 && depth.to_string().as_str() < "10~")
            }),
            Mutant::answers("calls a depth above the ceiling no depth", |_, answer| renames(&answer, ID, "R31")),
        ],
        corpus: include_str!("../../../../corpus/awp/R32.yaml"),
        questions: &[],
    };

pub(super) static LOAD: LoadRule = LoadRule {
    help: "keep `max_depth` at 10 or below; most workflows need no more than 3",
    needs: Needs::Workflow,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

fn depth_of(project: &Value) -> Option<i64> {
    project.pointer("/workflow/orchestration/delegation_loop/budget/max_depth").and_then(Value::as_i64)
}

fn is(project: &Value, depth: i64) -> bool {
    depth_of(project) == Some(depth)
}

fn warned(answer: &Value) -> bool {
    answer["diagnostics"].as_array().into_iter().flatten().any(|diagnostic| diagnostic["severity"] == "warning")
}

fn silenced(answer: &Value) -> Value {
    let mut answer = answer.clone();
    if let Some(diagnostics) = list_at(&mut answer, "/diagnostics") {
        diagnostics.retain(|diagnostic| diagnostic["severity"] != "warning");
    }
    answer
}

fn warning_of(answer: &Value, rule: &str) -> Value {
    let mut answer = answer.clone();
    if let Some(diagnostics) = list_at(&mut answer, "/diagnostics") {
        diagnostics.push(json!({"severity": "warning", "rule": rule}));
    }
    answer
}

/// Asks for the project and for its twin at 5, and looks for a warning that the twin does not have.
fn warns(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    if !depth_of(case).is_some_and(|depth| (6..=10).contains(&depth)) || !is_valid(case) {
        return Ok(Judgement::open("no warning is due"));
    }
    let twin = with(case.input.clone(), DEPTH, json!(5));
    let answers = talk.ask_all(vec![case.call(METHOD), validate(&twin)])?;
    let (said, twin) = (Said::of(&answers[0].value)?, Said::of(&answers[1].value)?);
    if !said.valid {
        return Ok(Judgement::open("the project is rejected: whether it may be is another check"));
    }
    if said.warnings.iter().any(|warning| !twin.warnings.contains(warning)) {
        return Ok(Judgement::held());
    }
    let expected = json!("a warning that a depth of 5 does not get");
    Ok(Judgement::failed("no warning of a deep delegation", expected, answers[0].value.clone()))
}

fn silent(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    if depth_of(case).is_some_and(|depth| depth > 5) || !is_valid(case) {
        return Ok(Judgement::open("the depth is above 5, or something else is wrong"));
    }
    let answer = talk.ask(case.call(METHOD))?;
    if !Said::of(&answer.value)?.mentioned.contains(ID) {
        return Ok(Judgement::held());
    }
    let expected = json!("no diagnostic of R32");
    Ok(Judgement::failed("a diagnostic of a depth that is not deep", expected, answer.value.clone()))
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
    // What else there is beside the depth is no depth.
    let limits = json!({"max_depth": 3, "max_iterations": 50, "max_rejected_completions": 20});
    cases.push(with(least(), "workflow/orchestration/delegation_loop/budget", limits));
    for (inside, outside) in [(3, 50), (50, 3)] {
        cases.push(with(delegating(inside), "workflow/orchestration/delegation_loop/max_depth", json!(outside)));
    }
    cases.push(least());
    cases
}

/// Lets delegation go too deep.
fn fault(draw: &mut Draw, project: &mut Value) {
    let depth = draw.int(11..=40);
    put(project, DEPTH, json!(depth));
}
