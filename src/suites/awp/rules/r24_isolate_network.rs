//! An isolate has a network or not; somebody has to say which.
//!
//! The traps are `enabled: false`, which says it, and an isolate without code mode, which needs it too.

use super::prelude::*;

const ID: &str = "R24";

const SANDBOX: &str = "agents/a1/capabilities/sandbox";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when an isolate does not say whether it has a network",
    edges,
    arms: &[
        arm(1, "isolates with a network, or without", |draw| {
            let mut project = code_mode_in(draw);
            let place = agent(&coder(&project), "capabilities/");
            turn(&mut project, &format!("{place}sandbox/network/enabled"), draw.below(3));
            if draw.chance(1, 2) {
                cut(&mut project, &format!("{place}codemode"));
            }
            project
        }),
        arm(1, "sandboxes of every sort", |draw| {
            let mut project = code_mode_in(draw);
            let place = agent(&coder(&project), "capabilities/");
            let mut sandboxes = isolates();
            let other = near::miss(draw, "isolate");
            sandboxes.extend([json!({"type": "none"}), json!({"type": other}), json!({}), json!({"network": {}})]);
            let sandbox = draw.pick(&sandboxes).clone();
            put(&mut project, &format!("{place}sandbox"), sandbox);
            cut(&mut project, &format!("{place}codemode"));
            project
        }),
        arm(1, "not said", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        let networked = |is_on: bool| {
            changed(project, |project| {
                each_capable(project, |caps| {
                    if caps["sandbox"]["type"] == "isolate" || caps["sandbox"].get("network").is_none() {
                        let sandbox = json!({"type": "isolate", "network": {"enabled": is_on}});
                        caps.get_mut("sandbox").into_iter().for_each(|own| *own = sandbox.clone());
                    } else {
                        put(caps, "sandbox/network/enabled", json!(is_on));
                    }
                });
            })
        };
        vec![networked(false), networked(true)]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Isolate Sandbox Requires Network Config: rejects isolates without it",
    level: Level::Must,
    source: "R24: Isolate Sandbox Requires Network Config",
    statement: "While `sandbox.type` is `isolate`, there is a `sandbox.network`, and it has `enabled`.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("does without the section", |request, _| {
            isolated(request, |sandbox| {
                if sandbox.get("network").is_none() {
                    put(sandbox, "network/enabled", json!(false));
                }
            })
        }),
        Mutant::answers("is content with an empty section", |request, _| {
            isolated(request, |sandbox| {
                if sandbox["network"].is_object() {
                    put(sandbox, "network/enabled", json!(false));
                }
            })
        }),
        accusing_caps("wants the network to be on", ID, |caps| caps["sandbox"]["network"]["enabled"] == false),
        accusing_caps("wants the network to be off", ID, |caps| {
            caps["sandbox"]["type"] == "isolate" && caps["sandbox"]["network"]["enabled"] == true
        }),
        misreading_caps("looks at isolates in code mode only", ID, |caps| {
            if caps["codemode"]["enabled"] != true {
                cut(caps, "sandbox");
            }
        }),
        accusing_caps_once("wants a network section of every sandbox", ID, |caps| {
            caps.get("sandbox").is_some() && caps["sandbox"].get("network").is_none()
        }),
        accusing_caps_once("wants a network section of containers too", ID, |caps| {
            caps["sandbox"]["type"] == "docker" && caps["sandbox"].get("network").is_none()
        }),
        accusing_caps_once("ignores case", ID, |caps| {
            let kind = caps["sandbox"]["type"].as_str().unwrap_or_default();
            kind.eq_ignore_ascii_case("isolate") && caps["sandbox"].get("network").is_none()
        }),
        accusing_caps_once("takes every type that begins so for an isolate", ID, |caps| {
            let kind = caps["sandbox"]["type"].as_str().unwrap_or_default();
            kind.starts_with("isolate") && caps["sandbox"].get("network").is_none()
        }),
        misreading_caps("does not look where tools are off", ID, |caps| {
            if caps["tools"]["enabled"] == false {
                cut(caps, "sandbox");
            }
        }),
        Mutant::answers("is content with a list of hosts", |request, _| {
            isolated(request, |sandbox| {
                if sandbox["network"].get("allowed_hosts").is_some() {
                    put(sandbox, "network/enabled", json!(true));
                }
            })
        }),
        Mutant::answers("looks at the first agent only", |request, _| only_first(request, ID)),
        wavering("wants a boolean in large projects only", ID, &asks::ODD_NETWORK, is_small),
    ],
    corpus: include_str!("../../../../corpus/awp/R24.yaml"),
    questions: &[question(
        &asks::ODD_NETWORK,
        "does `network.enabled` have to be a boolean?",
        &[
            reading("defined-is-enough", "`enabled: \"yes\"` is accepted"),
            reading("must-be-boolean", "`enabled: \"yes\"` is rejected"),
        ],
    )],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "set `capabilities.sandbox.network.enabled` to true or false",
    needs: Needs::Agent,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

fn isolated(request: Request<'_>, mut change: impl FnMut(&mut Value)) -> Value {
    capable(request, ID, |caps| {
        if caps["sandbox"]["type"] == "isolate" {
            change(&mut caps["sandbox"]);
        }
    })
}

/// Isolates that say it, and isolates that do not.
fn isolates() -> Vec<Value> {
    vec![
        json!({"type": "isolate"}),
        json!({"type": "isolate", "network": null}),
        json!({"type": "isolate", "network": {}}),
        json!({"type": "isolate", "network": {"allowed_hosts": ["example.org"]}}),
        json!({"type": "isolate", "network": {"enabled": true}}),
        json!({"type": "isolate", "network": {"enabled": false}}),
        json!({"type": "isolate", "network": {"enabled": true, "allowed_hosts": []}}),
    ]
}

fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for sandbox in isolates() {
        let project = with(code_mode(), SANDBOX, sandbox.clone());
        cases.push(with(least(), SANDBOX, sandbox.clone()));
        cases.push(with(project.clone(), "agents/a1/capabilities/codemode", json!({"enabled": false})));
        cases.push(project);
    }
    cases.push(with(least(), SANDBOX, json!({"type": "none"})));
    cases.push(with(least(), SANDBOX, json!({"type": "docker"})));
    cases.push(with(least(), SANDBOX, json!({})));
    cases.push(with(least(), SANDBOX, json!({"network": {}})));
    cases.extend(near::misses("isolate").into_iter().map(|miss| with(least(), SANDBOX, json!({"type": miss}))));
    let off = json!({"tools": {"enabled": false}, "sandbox": {"type": "isolate"}});
    cases.push(with(least(), "agents/a1/capabilities", off));
    cases.extend(for_each_agent(&code_mode(), |project, id| cut(project, &agent(id, "capabilities/sandbox/network"))));
    for odd in [json!("yes"), json!(1), json!("false")] {
        cases.extend(and_crowded(with(code_mode(), &format!("{SANDBOX}/network/enabled"), odd)));
    }
    cases
}

/// Leaves open whether the isolate of some agent has a network.
fn fault(draw: &mut Draw, project: &mut Value) {
    let place = into_code_mode(draw, project);
    let which = *draw.pick(&["sandbox/network", "sandbox/network/enabled"]);
    cut(project, &format!("{place}/{which}"));
}
