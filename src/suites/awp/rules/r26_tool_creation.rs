//! Making tools takes code mode on the agent's side and a factory on the workflow's.
//!
//! The trap is "or" in the place of "and".

use super::prelude::*;

const ID: &str = "R26";
use super::r25_dynamic_namespace::{into_tool_making, making_in};

const CODE: &str = "agents/a1/capabilities/codemode/enabled";
const FACTORY: &str = "workflow/dynamic_tools/enabled";
const CREATION: &str = "agents/a1/capabilities/codemode/tool_creation";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when tools can be made, and code mode or dynamic tools are off",
    edges,
    arms: &[
        arm(1, "switches of every combination", |draw| {
            let mut project = making_in(draw);
            let place = agent(&coder(&project), "capabilities/codemode/");
            turn(&mut project, &format!("{place}enabled"), draw.below(3));
            turn(&mut project, &format!("{place}tool_creation"), draw.below(3));
            turn(&mut project, FACTORY, draw.below(3));
            cut(&mut project, &format!("{place}sdk_surface"));
            project
        }),
        arm(1, "one switch off", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        let on = changed(project, |project| {
            let mut has_code = false;
            each_capable(project, |caps| {
                has_code |= caps.get("codemode").is_some();
                if caps["codemode"]["tool_creation"] == true {
                    put(caps, "codemode/enabled", json!(true));
                }
            });
            if has_code {
                put(project, FACTORY, json!(true));
            }
        });
        let without_makers = changed(project, |project| {
            each_capable(project, |caps| {
                cut(caps, "codemode/tool_creation");
                cut(caps, "codemode/tool_creation_namespace");
            });
            cut(project, "workflow/dynamic_tools");
        });
        vec![on, without_makers]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Dynamic Tool Creation: rejects it without code mode and workflow flag",
    level: Level::Must,
    source: "R26: Dynamic Tool Creation Requires Code Mode and Workflow Flag",
    statement: "While `codemode.tool_creation` is true, `codemode.enabled` and the workflow's `dynamic_tools.enabled` \
                are both true.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        forgiving("is content with either switch", ID, |project| {
            let factory = project["workflow"]["dynamic_tools"]["enabled"] == true;
            factory
                || any_caps(project, |caps| {
                    caps["codemode"]["tool_creation"] == true && caps["codemode"]["enabled"] == true
                })
        }),
        forgiving("never asks for code mode", ID, |project| project["workflow"]["dynamic_tools"]["enabled"] == true),
        misreading("never asks the workflow", ID, |project| put(project, FACTORY, json!(true))),
        misreading("takes an absent workflow switch for on", ID, |project| {
            let dynamic = &project["workflow"]["dynamic_tools"];
            if dynamic.is_object() && dynamic.get("enabled").is_none() {
                put(project, FACTORY, json!(true));
            }
        }),
        misreading("takes a list of namespaces for consent", ID, |project| {
            if project["workflow"]["dynamic_tools"]["allowed_namespaces"].is_array() {
                put(project, FACTORY, json!(true));
            }
        }),
        misreading("asks the agent for the workflow's consent", ID, |project| {
            if any_caps(project, |caps| caps["dynamic_tools"]["enabled"] == true) {
                put(project, FACTORY, json!(true));
            }
        }),
        accusing("rejects dynamic tools that nobody makes", ID, |project| {
            let makes = any_caps(project, |caps| caps["codemode"]["tool_creation"] == true);
            project["workflow"]["dynamic_tools"]["enabled"] == true && !makes
        }),
        accusing_once("wants the workflow's consent for code mode alone", ID, |project| {
            let codes = any_caps(project, |caps| caps["codemode"]["enabled"] == true);
            let factory = project["workflow"]["dynamic_tools"]["enabled"] == true;
            codes && !factory
        }),
        Mutant::answers("looks at the first agent only", |request, _| only_first(request, ID)),
        Mutant::answers("blames the namespace for the switch", |_, answer| renames(&answer, ID, "R25")),
    ],
    corpus: include_str!("../../../../corpus/awp/R26.yaml"),
    questions: &[],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "turn on `codemode.enabled` and the workflow's `dynamic_tools.enabled`, or turn `tool_creation` off",
    needs: Needs::Both,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

/// Every combination of the three switches, with sandbox and tools in order or off.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    let base = without(tool_making(), "agents/a1/capabilities/codemode/sdk_surface");
    for creation in 0..3 {
        for code in 0..3 {
            for factory in 0..3 {
                let mut project = base.clone();
                turn(&mut project, CREATION, creation);
                turn(&mut project, CODE, code);
                turn(&mut project, FACTORY, factory);
                cases.push(project.clone());
                if code != 0 {
                    turn(&mut project, "agents/a1/capabilities/tools/enabled", 1);
                    cases.push(project.clone());
                    put(&mut project, "agents/a1/capabilities/sandbox", json!({"type": "none"}));
                    cases.push(project);
                }
            }
        }
    }
    // A switch in another place is no switch.
    let elsewhere = with(base.clone(), "agents/a1/capabilities/dynamic_tools/enabled", json!(true));
    cases.extend([with(elsewhere.clone(), FACTORY, json!(false)), without(elsewhere, FACTORY)]);
    let mut no_factory = without(base.clone(), "workflow/dynamic_tools");
    cases.push(no_factory.clone());
    cut(&mut no_factory, CREATION);
    cases.push(no_factory);
    cases.push(with(least(), "workflow/dynamic_tools", json!({"enabled": true, "allowed_namespaces": ["made"]})));
    cases.extend(for_each_agent(&base, |project, id| {
        put(project, &agent(id, "capabilities/codemode/enabled"), json!(false));
    }));
    cases
}

/// Lets some agent make tools with one of the two switches off.
fn fault(draw: &mut Draw, project: &mut Value) {
    let place = into_tool_making(draw, project);
    if draw.chance(1, 2) {
        turn(project, &format!("{place}/codemode/enabled"), 1 + draw.below(2));
        cut(project, &format!("{place}/codemode/sdk_surface"));
    } else {
        turn(project, FACTORY, 1 + draw.below(2));
    }
}
