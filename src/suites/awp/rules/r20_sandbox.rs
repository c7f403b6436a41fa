//! Code that a model wrote runs in a sandbox, or not at all.
//!
//! The trap is to test that a sandbox is configured, and not that it is one.

use super::prelude::*;

const ID: &str = "R20";

const PLACE: &str = "agents/a1/capabilities/sandbox/type";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when an agent is in code mode and its sandbox is `none`",
    edges,
    arms: &[
        arm(1, "sandboxes with and without code mode", |draw| {
            let mut project = code_mode_in(draw);
            let place = agent(&coder(&project), "capabilities/");
            turn(&mut project, &format!("{place}codemode/enabled"), draw.below(3));
            if draw.chance(1, 2) {
                put(&mut project, &format!("{place}sandbox/type"), json!("none"));
            }
            project
        }),
        arm(1, "no sandbox", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        let sandboxed = changed(project, |project| {
            each_capable(project, |caps| {
                if caps.get("codemode").is_some() || caps.get("sandbox").is_some() {
                    put(caps, "sandbox", json!({"type": "isolate", "network": {"enabled": false}}));
                }
            });
        });
        vec![sandboxed, changed(project, leave_code_mode)]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Code Mode Requires Sandbox: rejects code mode without a sandbox",
    level: Level::Must,
    source: "R20: Code Mode Requires Sandbox",
    statement: "While `codemode.enabled` is true, `sandbox.type` is set, and it is not `none`.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("takes none for a sandbox", |_, answer| forgives(&answer, ID)),
        misreading_coders("is content with a network section", ID, |caps| {
            if caps["sandbox"].get("network").is_some() {
                put(caps, "sandbox/type", json!("isolate"));
            }
        }),
        misreading_coders("is content when the network is off", ID, |caps| {
            if caps["sandbox"]["network"]["enabled"] == false {
                put(caps, "sandbox/type", json!("isolate"));
            }
        }),
        misreading_coders("trusts python", ID, |caps| {
            if caps["codemode"]["language"] == "python" && caps["sandbox"]["type"] == "none" {
                put(caps, "sandbox", json!({"type": "isolate", "network": {"enabled": false}}));
            }
        }),
        accusing_caps("wants a sandbox without code mode too", ID, |caps| {
            caps["codemode"]["enabled"] != true && caps["sandbox"]["type"] == "none"
        }),
        accusing_caps("trims the type", ID, |caps| {
            let kind = caps["sandbox"]["type"].as_str().unwrap_or_default();
            caps["codemode"]["enabled"] == true && kind != "none" && kind.trim() == "none"
        }),
        accusing_caps("takes every type that begins so for none", ID, |caps| {
            let rest = caps["sandbox"]["type"].as_str().and_then(|kind| kind.strip_prefix("none"));
            caps["codemode"]["enabled"] == true && rest.is_some_and(|rest| !rest.trim().is_empty())
        }),
        accusing_caps("allows no isolate", ID, |caps| {
            caps["codemode"]["enabled"] == true && caps["sandbox"]["type"] == "isolate"
        }),
        Mutant::answers("looks at the first agent only", |request, _| only_first(request, ID)),
        wavering("has a sandbox by default in small projects only", ID, &asks::NO_SANDBOX, is_small),
        Mutant::answers("blames the network for the sandbox", |_, answer| renames(&answer, ID, "R24")),
    ],
    corpus: include_str!("../../../../corpus/awp/R20.yaml"),
    questions: &[question(
        &asks::NO_SANDBOX,
        "is there a sandbox when none is named?",
        &[
            reading("must-be-set", "code mode without `sandbox.type` is rejected"),
            reading("defaulted", "code mode without `sandbox.type` is accepted"),
        ],
    )],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "set `capabilities.sandbox.type`, for example to `isolate`, or turn code mode off",
    needs: Needs::Agent,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for code in 0..3 {
        for language in ["python", "typescript", "javascript"] {
            for sandbox in [
                json!({"type": "none"}),
                json!({"type": "none", "network": {"enabled": false}}),
                json!({"type": "none", "network": {"enabled": true}}),
                json!({"type": "isolate", "network": {"enabled": false}}),
            ] {
                let mut project = code_mode();
                turn(&mut project, "agents/a1/capabilities/codemode/enabled", code);
                put(&mut project, "agents/a1/capabilities/codemode/language", json!(language));
                put(&mut project, "agents/a1/capabilities/sandbox", sandbox);
                if code != 0 {
                    cut(&mut project, "agents/a1/capabilities/codemode/sdk_surface");
                }
                cases.push(project);
            }
        }
    }
    cases.extend(near::misses("none").into_iter().map(|miss| with(code_mode(), PLACE, json!(miss))));
    cases.push(with(least(), "agents/a1/capabilities", json!({"sandbox": {"type": "none"}})));
    cases.extend(for_each_agent(&code_mode(), |project, id| {
        put(project, &agent(id, "capabilities/sandbox/type"), json!("none"));
    }));
    cases.extend(and_crowded(without(code_mode(), PLACE)));
    cases.extend(and_crowded(without(code_mode(), "agents/a1/capabilities/sandbox")));
    cases
}

/// Takes the sandbox of an agent in code mode away.
fn fault(draw: &mut Draw, project: &mut Value) {
    let place = into_code_mode(draw, project);
    put(project, &format!("{place}/sandbox/type"), json!("none"));
}
