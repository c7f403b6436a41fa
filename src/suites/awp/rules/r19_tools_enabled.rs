//! Code mode is a way to call tools: without tools it has nothing to offer.
//!
//! The trap is the absent switch, which is off.

use super::prelude::*;

const ID: &str = "R19";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when an agent is in code mode and its tools are off",
    edges,
    arms: &[
        arm(1, "switches of every combination", |draw| {
            let mut project = code_mode_in(draw);
            let place = agent(&coder(&project), "capabilities/");
            for (switch, value) in [("codemode/enabled", draw.below(3)), ("tools/enabled", draw.below(3))] {
                turn(&mut project, &format!("{place}{switch}"), value);
            }
            project
        }),
        arm(1, "tools off", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        vec![changed(project, |project| each_capable(project, |caps| put(caps, "tools/enabled", json!(true))))]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Code Mode Requires Tools Enabled: rejects code mode with tools off",
    level: Level::Must,
    source: "R19: Code Mode Requires Tools Enabled",
    statement: "While `codemode.enabled` is true, `tools.enabled` is true; a switch that is absent is off.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        taking_for_on("takes an absent switch for on", |caps| caps["tools"].get("enabled").is_none()),
        taking_for_on("takes an absent section for on", |caps| caps.get("tools").is_none()),
        taking_for_on("is content with a list of tools", |caps| {
            caps["tools"]["allowed"].as_array().is_some_and(|tools| !tools.is_empty())
        }),
        taking_for_on("trusts agents that make tools", |caps| caps["codemode"]["tool_creation"] == true),
        Mutant::answers("lets code mode run without tools", |_, answer| forgives(&answer, ID)),
        accusing_caps_once("rejects tools that are off without code mode too", ID, |caps| {
            caps["tools"]["enabled"] == false
        }),
        accusing_caps_once("takes code mode for on when it is configured", ID, |caps| {
            caps.get("codemode").is_some() && caps["tools"]["enabled"] != true
        }),
        Mutant::answers("looks at the first agent only", |request, _| only_first(request, ID)),
        Mutant::answers("blames the sandbox for the tools", |_, answer| renames(&answer, ID, "R20")),
    ],
    corpus: include_str!("../../../../corpus/awp/R19.yaml"),
    questions: &[],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "set `capabilities.tools.enabled: true`, or turn code mode off",
    needs: Needs::Agent,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

/// A runtime that takes the tools for on where `is_so`.
const fn taking_for_on(name: &'static str, is_so: fn(&Value) -> bool) -> Mutant {
    Mutant::when(name, [ID, ""], is_so, |request, _, _, is_so| {
        in_code_mode(request, ID, |caps| {
            if is_so(caps) {
                put(caps, "tools/enabled", json!(true));
            }
        })
    })
}

fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for place in 0..18 {
        let (code, tools, sandbox) = (place / 6, place / 2 % 3, place % 2 == 0);
        let mut project = code_mode();
        turn(&mut project, "agents/a1/capabilities/codemode/enabled", code);
        turn(&mut project, "agents/a1/capabilities/tools/enabled", tools);
        if !sandbox && code != 0 {
            cut(&mut project, "agents/a1/capabilities/sandbox");
        }
        cases.push(project);
    }
    let bare = without(code_mode(), "agents/a1/capabilities/codemode/sdk_surface");
    cases.extend([bare.clone(), without(bare.clone(), "agents/a1/capabilities/tools")]);
    cases.extend([false, true].map(|on| with(bare.clone(), "agents/a1/capabilities/tools", json!({"enabled": on}))));
    cases.push(with(tool_making(), "agents/a1/capabilities/tools/enabled", json!(false)));
    let off = [json!({"tools": {"enabled": false}}), json!({"tools": {"enabled": false, "max_calls": 10}}), json!({})];
    cases.extend(off.map(|capabilities| with(least(), "agents/a1/capabilities", capabilities)));
    cases.extend(for_each_agent(&code_mode(), |project, id| {
        put(project, &agent(id, "capabilities/tools/enabled"), json!(false));
    }));
    cases
}

/// Turns the tools of an agent in code mode off.
fn fault(draw: &mut Draw, project: &mut Value) {
    let place = into_code_mode(draw, project);
    match draw.below(3) {
        0 => {
            cut(project, &format!("{place}/tools"));
            cut(project, &format!("{place}/codemode/sdk_surface"));
        }
        position => turn(project, &format!("{place}/tools/enabled"), position),
    }
}
