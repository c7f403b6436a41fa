//! An explicit surface with nothing on it gives code nothing to call.
//!
//! The traps are the absent list beside the empty one.

use super::prelude::*;

const ID: &str = "R22";

const INCLUDE: &str = "agents/a1/capabilities/codemode/sdk_surface/include";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when the surface of code mode is explicit and includes no tool",
    edges,
    arms: &[
        arm(1, "surfaces with some tools", |draw| {
            let mut project = code_mode_in(draw);
            let place = agent(&coder(&project), "capabilities/codemode/sdk_surface");
            let include: Vec<&&str> = draw.subset(&["acme.lookup", "acme.store"]);
            put(&mut project, &place, json!({"mode": "explicit", "include": include}));
            if draw.chance(1, 3) {
                cut(&mut project, &place);
            }
            project
        }),
        arm(1, "nothing included", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        let included = changed(project, |project| {
            each_capable(project, |caps| {
                let first = caps["tools"]["allowed"].get(0).cloned();
                if caps["codemode"].is_object() {
                    put(caps, "codemode/sdk_surface/mode", json!("explicit"));
                    put(caps, "codemode/sdk_surface/include", json!([first]));
                }
            });
        });
        let bare = changed(project, |project| {
            each_capable(project, |caps| {
                cut(caps, "codemode/sdk_surface/mode");
                cut(caps, "codemode/sdk_surface/include");
            });
        });
        vec![included, bare]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Explicit SDK Surface Must Have Tools: rejects an empty `include`",
    level: Level::Must,
    source: "R22: Explicit SDK Surface Must Have Tools",
    statement: "While `sdk_surface.mode` is `explicit`, `sdk_surface.include` names at least one tool.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        content("forgives an empty list", |surface| {
            surface.get("include").is_some_and(|list| list.as_array().is_some_and(Vec::is_empty))
        }),
        content("forgives an absent list", |surface| surface.get("include").is_none_or(Value::is_null)),
        content("counts what is excluded as included", |surface| {
            surface["exclude"].as_array().is_some_and(|list| !list.is_empty())
        }),
        Mutant::answers("falls back to the allowed tools", |_, answer| forgives(&answer, ID)),
        accusing_caps("wants two tools", ID, |caps| {
            caps["codemode"]["sdk_surface"]["include"].as_array().is_some_and(|list| list.len() == 1)
        }),
        accusing_caps_once("wants an include without an explicit surface too", ID, |caps| {
            caps["codemode"]["enabled"] == true && caps["codemode"]["sdk_surface"].get("include").is_none()
        }),
        Mutant::answers("looks at the first agent only", |request, _| only_first(request, ID)),
        wavering("looks at the surface in large projects while code mode is off", ID, &asks::SURFACE_OFF, is_small),
        Mutant::answers("blames the excludes for the includes", |_, answer| renames(&answer, ID, "R23")),
    ],
    corpus: include_str!("../../../../corpus/awp/R22.yaml"),
    questions: &[question(
        &asks::SURFACE_OFF,
        "is the surface looked at while code mode is off?",
        &[
            reading("not-looked-at", "an empty explicit surface is accepted while code mode is off"),
            reading("looked-at", "an empty explicit surface is rejected, on or off"),
        ],
    )],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "list at least one tool under `sdk_surface.include`, or change the mode",
    needs: Needs::Agent,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

/// A runtime that is content with a surface of which `is_fine` says so.
const fn content(name: &'static str, is_fine: fn(&Value) -> bool) -> Mutant {
    Mutant::when(name, [ID, ""], is_fine, |request, _, _, is_fine| {
        in_code_mode(request, ID, |caps| {
            if caps["codemode"]["sdk_surface"]["mode"] == "explicit" && is_fine(&caps["codemode"]["sdk_surface"]) {
                cut(caps, "codemode/sdk_surface/mode");
            }
        })
    })
}

fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for include in
        [json!([]), json!(null), json!(["acme.lookup"]), json!(["acme.store"]), json!(["acme.lookup", "acme.store"])]
    {
        for exclude in [json!([]), json!(["acme.store"])] {
            let mut project = with(code_mode(), INCLUDE, include.clone());
            put(&mut project, "agents/a1/capabilities/codemode/sdk_surface/exclude", exclude);
            cases.push(project.clone());
            cases.push(with(project, "agents/a1/capabilities/codemode/language", json!("typescript")));
        }
    }
    cases.push(without(code_mode(), INCLUDE));
    cases.push(with(code_mode(), "agents/a1/capabilities/codemode/sdk_surface", json!({"mode": "explicit"})));
    cases.push(without(code_mode(), "agents/a1/capabilities/codemode/sdk_surface"));
    cases.extend(for_each_agent(&code_mode(), |project, id| {
        put(project, &agent(id, "capabilities/codemode/sdk_surface/include"), json!([]));
    }));
    for switch in [1, 2] {
        let mut off = with(code_mode(), INCLUDE, json!([]));
        turn(&mut off, "agents/a1/capabilities/codemode/enabled", switch);
        cases.extend(and_crowded(off));
    }
    cases
}

/// Empties the surface of an agent in code mode.
fn fault(draw: &mut Draw, project: &mut Value) {
    let place = format!("{}/codemode/sdk_surface/include", into_code_mode(draw, project));
    if draw.chance(1, 2) {
        put(project, &place, json!([]));
    } else {
        cut(project, &place);
    }
}
