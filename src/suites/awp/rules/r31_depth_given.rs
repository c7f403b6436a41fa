//! A delegation that may go on without end does not end.
//!
//! The traps are 0, which is a depth, and everything that a language takes for a number.

use super::prelude::*;

const ID: &str = "R31";

const DEPTH: &str = "workflow/orchestration/delegation_loop/budget/max_depth";

const VERDICT: Check = Check {
    property: "a workflow with a delegation budget is rejected exactly when `max_depth` is no whole number from 0 up",
    edges,
    arms: &[
        arm(1, "a depth", |draw| {
            let depth = draw.int(0..=10);
            plain_with(draw, DEPTH, json!(depth))
        }),
        arm(2, "no depth", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        let deep = changed(project, |project| {
            if project.pointer("/workflow/orchestration/delegation_loop").is_some() {
                put(project, DEPTH, json!(3));
            }
        });
        vec![deep, without(project.clone(), "workflow/orchestration/delegation_loop")]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "A4 max_depth Required: rejects a budget without a depth of 0 or more",
    level: Level::Must,
    source: "R31: A4 max_depth Required and Non-Negative",
    statement: "Where `delegation_loop.budget` is there, its `max_depth` is an integer of at least 0.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        misreading("has a depth by default", ID, |project| {
            if project
                .pointer("/workflow/orchestration/delegation_loop/budget")
                .is_some_and(|budget| budget.get("max_depth").is_none())
            {
                put(project, DEPTH, json!(3));
            }
        }),
        Mutant::answers("takes null for no limit", |request, _| seen(request, |depth| depth.is_null().then_some(3))),
        Mutant::answers("allows -1 for no limit", |request, _| {
            seen(request, |depth| (*depth == json!(-1)).then_some(3))
        }),
        Mutant::answers("takes the absolute value", |request, _| {
            seen(request, |depth| depth.as_i64().filter(|depth| *depth < 0).map(|depth| (-depth).min(3)))
        }),
        accusing("wants a depth above 0", ID, |project| depth(project) == Some(&json!(0))),
        Mutant::answers("reads numbers from strings", |request, _| {
            seen(request, |depth| depth.as_str().and_then(|text| text.trim().parse().ok()))
        }),
        Mutant::answers("takes true for 1", |request, _| seen(request, |depth| depth.as_bool().map(i64::from))),
        Mutant::answers("cuts fractions off", |request, _| {
            #[expect(clippy::cast_possible_truncation, reason = "that is the fault")]
            seen(request, |depth| depth.as_f64().filter(|_| depth.is_f64()).map(|depth| depth as i64))
        }),
        Mutant::answers("rounds what is nearly whole", |request, _| {
            #[expect(clippy::cast_possible_truncation, reason = "a depth is small")]
            seen(request, |depth| {
                depth.as_f64().filter(|depth| (depth - depth.round()).abs() < 0.01).map(|depth| depth.round() as i64)
            })
        }),
        Mutant::answers("takes a list of one for its entry", |request, _| {
            seen(request, |depth| depth.as_array().and_then(|list| list.first()).and_then(Value::as_i64))
        }),
        Mutant::answers("never looks at the budget", |_, answer| forgives(&answer, ID)),
        wavering("takes 2.0 for an integer in small projects only", ID, &asks::WHOLE_FLOAT, is_small),
        wavering("wants a budget of every loop in large projects only", ID, &asks::NO_BUDGET, is_small),
        Mutant::answers("takes a missing depth for one that is too large", |_, answer| renames(&answer, ID, "R32")),
    ],
    corpus: include_str!("../../../../corpus/awp/R31.yaml"),
    questions: &[
        question(
            &asks::WHOLE_FLOAT,
            "is 2.0 an integer?",
            &[
                reading("an-integer", "`max_depth: 2.0` is accepted"),
                reading("not-an-integer", "`max_depth: 2.0` is rejected"),
            ],
        ),
        question(
            &asks::NO_BUDGET,
            "does a delegation loop without a budget need a depth, as the summary table has it for A4 workflows?",
            &[
                reading("budgets", "a loop without a budget is accepted"),
                reading("every-loop", "a loop without a budget is rejected"),
            ],
        ),
    ],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "set `max_depth` to a whole number; 0 turns submanagers off",
    needs: Needs::Workflow,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

fn depth(project: &Value) -> Option<&Value> {
    project.pointer("/workflow/orchestration/delegation_loop/budget/max_depth")
}

/// What a runtime says that reads a depth in its own way.
fn seen(request: Request<'_>, read: fn(&Value) -> Option<i64>) -> Value {
    let seen = depth(request.params).and_then(read);
    misread(request, ID, |project| {
        if let Some(seen) = seen {
            put(project, DEPTH, json!(seen));
        }
    })
}

const SOUND: [i64; 6] = [0, 1, 2, 3, 4, 5];

fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = SOUND.iter().map(|depth| delegating(*depth)).collect();
    cases.extend([2.001, 2.999, 0.000_01, -0.000_01].map(delegating));
    cases.extend([-1, -2, -10, -9_007_199_254_740_991].map(|depth: i64| delegating(depth)));
    cases.extend(
        [json!(2.5), json!(0.5), json!(-0.5), json!(9.5), json!("3"), json!("0"), json!("unlimited"), json!("")]
            .map(delegating),
    );
    cases.extend(
        [json!(true), json!(false), json!(null), json!([]), json!([3]), json!({}), json!({"value": 3})].map(delegating),
    );
    cases.push(with(least(), "workflow/orchestration/delegation_loop/budget", json!({})));
    cases.push(with(least(), "workflow/orchestration/delegation_loop/budget", json!({"max_depths": 3})));
    cases.push(with(least(), "workflow/orchestration/delegation_loop/budget", json!({"max_iterations": 3})));
    cases.push(least());
    cases.push(with(chain(3), DEPTH, json!(2)));
    cases.push(with(chain(3), DEPTH, json!(-1)));
    for whole in [2.0, 0.0] {
        cases.extend(and_crowded(delegating(json!(whole))));
    }
    cases.extend(and_crowded(with(least(), "workflow/orchestration/delegation_loop", json!({}))));
    cases
}

/// Spoils the depth of a budget, or leaves it out.
fn fault(draw: &mut Draw, project: &mut Value) {
    let wrong =
        draw.pick(&[json!(-1), json!("3"), json!(true), json!(2.5), json!(null), json!([3]), json!(-7)]).clone();
    put(project, DEPTH, wrong);
    if draw.chance(1, 4) {
        put(project, "workflow/orchestration/delegation_loop/budget", json!({}));
    }
}
