//! A score is taken at a known moment, and a low one leads to a known action.
//!
//! The traps are names that are almost right, and the action that nobody looks at.

use super::prelude::*;

const ID: &str = "R30";

const PLACES: [&str; 2] = ["retry_policy/actions/below_retry", "retry_policy/actions/below_fail"];

const VERDICT: Check = Check {
    property: "an evaluated workflow is rejected exactly when a hook or an action is not one of the known ones",
    edges,
    arms: &[
        arm(1, "known hooks and actions", |draw| {
            let mut project = evaluation_in(draw);
            put(&mut project, &scored("step_scores/hooks"), json!(draw.subset(&HOOKS)));
            for place in PLACES {
                put(&mut project, &scored(place), json!(draw.pick(&ACTIONS)));
            }
            project
        }),
        arm(2, "one that is almost known", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        let with_them = |change: fn(&mut Value)| {
            changed(project, |project| {
                project.pointer_mut("/workflow/observability/evaluation").into_iter().for_each(change);
            })
        };
        let known = with_them(|evaluation| {
            if evaluation.get("step_scores").is_some() {
                put(evaluation, "step_scores/hooks", json!(["worker_result"]));
            }
            if evaluation.get("retry_policy").is_some() {
                put(evaluation, PLACES[0], json!("retry_with_repair"));
                put(evaluation, PLACES[1], json!("fail_workflow"));
            }
        });
        let bare = with_them(|evaluation| {
            cut(evaluation, "step_scores");
            cut(evaluation, "retry_policy");
        });
        vec![known, bare]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Evaluation Hooks and Retry Actions Valid: rejects unknown ones",
    level: Level::Must,
    source: "R30: Evaluation Hooks and Retry Actions Valid",
    statement: "Every entry of `step_scores.hooks` is a hook, and `below_retry` and `below_fail` of \
                `retry_policy.actions` are actions, letter for letter.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        rereading_hooks("takes any hook", |_| "worker_result".to_owned()),
        rereading_action("takes any action below retry", "below_retry", |_| "fail_workflow".to_owned()),
        rereading_action("takes any action below fail", "below_fail", |_| "fail_workflow".to_owned()),
        rescoring("looks at the first hook only", ID, |evaluation| {
            if let Some(hooks) = list_at(evaluation, "/step_scores/hooks") {
                hooks.truncate(1);
            }
        }),
        rescoring("looks at the first three hooks only", ID, |evaluation| {
            if let Some(hooks) = list_at(evaluation, "/step_scores/hooks") {
                hooks.truncate(3);
            }
        }),
        rereading_hooks("looks hooks up in an object", |hook| {
            if hook == "constructor" { "worker_result".to_owned() } else { hook.to_owned() }
        }),
        rereading_hooks("takes an action for a hook", |hook| {
            if ACTIONS.contains(&hook) { "worker_result".to_owned() } else { hook.to_owned() }
        }),
        rescoring("takes a list of one hook for it", ID, |evaluation| {
            for hook in list_at(evaluation, "/step_scores/hooks").into_iter().flatten() {
                if let Some([only]) = hook.as_array().map(Vec::as_slice) {
                    *hook = only.clone();
                }
            }
        }),
        rescoring("looks at actions beside hooks only", ID, |evaluation| {
            if evaluation["step_scores"]["hooks"].as_array().is_some_and(Vec::is_empty) {
                cut(evaluation, "retry_policy");
            }
        }),
        rereading_hooks("ignores the case of hooks", str::to_lowercase),
        rescoring("ignores the case of actions", ID, |evaluation| {
            for name in ["below_retry", "below_fail"] {
                if let Some(action) = evaluation["retry_policy"]["actions"][name].as_str().map(str::to_lowercase) {
                    put(evaluation, &format!("retry_policy/actions/{name}"), json!(action));
                }
            }
        }),
        rereading_hooks("takes hyphens for underscores in hooks", |hook| hook.replace('-', "_")),
        rereading_action("takes a hook for an action", "below_retry", |action| {
            if HOOKS.contains(&action) { "fail_workflow".to_owned() } else { action.to_owned() }
        }),
        rescoring("takes an empty action for none", ID, |evaluation| {
            for name in ["below_retry", "below_fail"] {
                if evaluation["retry_policy"]["actions"][name] == "" {
                    put(evaluation, &format!("retry_policy/actions/{name}"), json!("fail_workflow"));
                }
            }
        }),
        accusing("knows no hook for generated tools", ID, |project| {
            let hooks = evaluation_of(project)["step_scores"]["hooks"].as_array();
            hooks.is_some_and(|hooks| hooks.contains(&json!("generated_tool")))
        }),
        accusing("does not accept with a warning below fail", ID, |project| {
            &evaluation_of(project)["retry_policy"]["actions"]["below_fail"] == "accept_with_warning"
        }),
        accusing("wants different actions", ID, |project| {
            let actions = &evaluation_of(project)["retry_policy"]["actions"];
            actions.is_object() && actions["below_retry"] == actions["below_fail"]
        }),
        accusing("wants every hook once", ID, |project| {
            let hooks =
                evaluation_of(project)["step_scores"]["hooks"].as_array().map(Vec::as_slice).unwrap_or_default();
            hooks.iter().enumerate().any(|(place, hook)| hooks[..place].contains(hook))
        }),
        accusing("wants at least one hook", ID, |project| {
            evaluation_of(project)["step_scores"]["hooks"].as_array().is_some_and(Vec::is_empty)
        }),
        wavering("looks at actions in large projects while the policy is off", ID, &asks::POLICY_OFF, is_small),
    ],
    corpus: include_str!("../../../../corpus/awp/R30.yaml"),
    questions: &[question(
        &asks::POLICY_OFF,
        "are actions looked at while the retry policy is off?",
        &[
            reading("not-looked-at", "an unknown action is accepted while the policy is off"),
            reading("looked-at", "an unknown action is rejected, on or off"),
        ],
    )],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "use a known hook (worker_result, generated_tool, final_answer) or a known action (retry_with_repair, \
                  fail_workflow, accept_with_warning)",
    needs: Needs::Workflow,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

const fn rereading_hooks(name: &'static str, read: fn(&str) -> String) -> Mutant {
    Mutant::respells(name, [ID, ""], read, |request, _, _, read| {
        rescored(request, ID, |evaluation| {
            for hook in list_at(evaluation, "/step_scores/hooks").into_iter().flatten() {
                if let Some(read) = hook.as_str().map(read) {
                    *hook = json!(read);
                }
            }
        })
    })
}

const fn rereading_action(name: &'static str, action: &'static str, read: fn(&str) -> String) -> Mutant {
    Mutant::respells(name, [action, ""], read, |request, _, [name, _], read| {
        rescored(request, ID, |evaluation| {
            if let Some(action) = evaluation["retry_policy"]["actions"][name].as_str().map(read) {
                put(evaluation, &format!("retry_policy/actions/{name}"), json!(action));
            }
        })
    })
}

fn edges() -> Vec<Value> {
    let hooked = |hooks: Value| with(evaluation(), &scored("step_scores/hooks"), hooks);
    let mut cases = vec![hooked(json!([])), hooked(json!(HOOKS)), hooked(json!(["worker_result", "before_breakfast"]))];
    cases.extend([hooked(json!(["before_breakfast", "worker_result"])), hooked(json!([3])), hooked(json!([""]))]);
    cases.push(hooked(json!([HOOKS[0], HOOKS[1], HOOKS[2], "before_breakfast"])));
    cases.extend([json!([[HOOKS[0]]]), json!(["constructor"]), json!([ACTIONS[0]]), json!(["on_error"])].map(hooked));
    cases.push(with(hooked(json!([])), &scored(PLACES[0]), json!("explode")));
    for hook in HOOKS {
        cases.push(hooked(json!([hook])));
        cases.push(hooked(json!([hook, "final_answer", hook])));
        cases.extend(near::misses(hook).into_iter().map(|miss| hooked(json!([miss]))));
    }
    for place in PLACES {
        for action in ACTIONS {
            cases.push(with(evaluation(), &scored(place), json!(action)));
            cases.extend(near::misses(action).into_iter().map(|miss| with(evaluation(), &scored(place), json!(miss))));
        }
        for other in [
            json!("retry"),
            json!("constructor"),
            json!("fail"),
            json!("accept"),
            json!(""),
            json!(3),
            json!(true),
            json!([]),
            json!(HOOKS[0]),
        ] {
            cases.push(with(evaluation(), &scored(place), other));
        }
        let off = with(evaluation(), &scored("retry_policy/enabled"), json!(false));
        cases.extend(and_crowded(with(off, &scored(place), json!("explode"))));
    }
    cases.push(with(evaluation(), &scored("retry_policy/enabled"), json!(false)));
    // Who knows other kinds of metrics, or none, can still be asked about hooks and actions.
    let bare = with(evaluation(), &scored("metrics"), json!([]));
    cases.push(with(bare.clone(), &scored("step_scores/hooks"), json!(["before_breakfast"])));
    cases.push(with(bare.clone(), &scored("step_scores/hooks"), json!(["final_answer"])));
    for place in PLACES {
        cases.push(with(bare.clone(), &scored(place), json!("explode")));
        cases.push(with(bare.clone(), &scored(place), json!("")));
        cases.push(with(bare.clone(), &scored(place), json!("accept_with_warning")));
    }
    cases.push(without(evaluation(), &scored("step_scores")));
    cases.push(without(evaluation(), &scored("retry_policy")));
    cases
}

/// Spoils a hook or an action.
fn fault(draw: &mut Draw, project: &mut Value) {
    into_evaluation(project);
    if draw.chance(1, 2) {
        let known = *draw.pick(&HOOKS);
        let miss = near::miss(draw, known);
        let mut hooks = vec![json!("worker_result")];
        hooks.insert(draw.size(0..=1), json!(miss));
        put(project, &scored("step_scores/hooks"), json!(hooks));
    } else {
        let known = *draw.pick(&ACTIONS);
        let miss = if draw.chance(1, 4) { (*draw.pick(&HOOKS)).to_owned() } else { near::miss(draw, known) };
        put(project, &scored(draw.pick::<&str>(&PLACES)), json!(miss));
    }
}
