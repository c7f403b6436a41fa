//! To exclude a tool that is not there is a mistake somebody should hear of.
//!
//! The traps are an exclude among real ones, and names that differ in case or end.

use super::prelude::*;

const ID: &str = "R23";

const SURFACE: &str = "agents/a1/capabilities/codemode/sdk_surface";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when something is excluded that is not allowed",
    edges,
    arms: &[
        arm(1, "allowed tools excluded", |draw| {
            let mut project = code_mode_in(draw);
            let place = agent(&coder(&project), "capabilities/codemode/sdk_surface/exclude");
            let exclude: Vec<&&str> = draw.subset(&["acme.lookup", "acme.store"]);
            put(&mut project, &place, json!(exclude));
            let mut allowed = vec!["acme.lookup", "acme.store", "doc.read", "web.fetch"];
            draw.shuffle(&mut allowed);
            let place = agent(&coder(&project), "capabilities/tools/allowed");
            put(&mut project, &place, json!(allowed));
            project
        }),
        arm(2, "another one among them", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        vec![changed(project, |project| each_capable(project, |caps| cut(caps, "codemode/sdk_surface/exclude")))]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "SDK Excludes Must Reference Valid Tools: rejects excludes of other tools",
    level: Level::Must,
    source: "R23: SDK Excludes Must Reference Valid Tools",
    statement: "Every entry of `sdk_surface.exclude` is one of `tools.allowed`.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("never looks at excludes", |_, answer| forgives(&answer, ID)),
        Mutant::answers("looks at the first exclude only", |request, _| excludes(request, |list, _| list.truncate(1))),
        Mutant::answers("looks at the last exclude only", |request, _| {
            excludes(request, |list, _| drop(list.drain(..list.len().saturating_sub(1))))
        }),
        Mutant::answers("is content if one of them is allowed", |request, _| {
            excludes(request, |list, allowed| {
                if list.iter().any(|exclude| allowed.contains(exclude)) {
                    list.clear();
                }
            })
        }),
        Mutant::answers("ignores case", |request, _| forgiving(request, str::eq_ignore_ascii_case)),
        Mutant::answers("compares namespaces", |request, _| {
            forgiving(request, |exclude, allowed| exclude.split('.').next() == allowed.split('.').next())
        }),
        Mutant::answers("is content with the beginning of a name", |request, _| {
            forgiving(request, |exclude, allowed| allowed.starts_with(exclude))
        }),
        Mutant::answers("looks among the project's tools", |request, _| {
            let tools = request.params["tools"].as_array().cloned().unwrap_or_default();
            excludes(request, |list, _| list.retain(|exclude| !tools.contains(exclude)))
        }),
        Mutant::answers("takes included tools for allowed ones", |request, _| {
            capable(request, ID, |caps| {
                let include = caps["codemode"]["sdk_surface"]["include"].as_array().cloned().unwrap_or_default();
                if let Some(list) = list_at(caps, "/codemode/sdk_surface/exclude") {
                    list.retain(|exclude| !include.contains(exclude));
                }
            })
        }),
        Mutant::answers("looks among the tools that any agent is allowed", |request, _| {
            let others = configs(request.params).flat_map(|config| allowed_of(&config["capabilities"]));
            let others: Vec<Value> = others.collect();
            excludes(request, |list, _| list.retain(|exclude| !others.contains(exclude)))
        }),
        Mutant::answers("lets built-in tools be excluded", |request, _| {
            forgiving(request, |exclude, _| exclude.split_once('.').is_some_and(|(name, _)| RESERVED.contains(&name)))
        }),
        Mutant::answers("takes an exclude for a regular expression", |request, _| {
            forgiving(request, |exclude, allowed| is_like(allowed, exclude))
        }),
        Mutant::answers("takes allowed names for regular expressions", |request, _| forgiving(request, is_like)),
        Mutant::answers("looks names up in an object", |request, _| {
            forgiving(request, |exclude, _| exclude == "constructor")
        }),
        accusing_caps("searches the allowed tools as if they were sorted", ID, |caps| {
            let allowed = allowed_of(caps);
            let exclude = caps["codemode"]["sdk_surface"]["exclude"].as_array();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            exclude
                .into_iter()
                .flatten()
                .any(|exclude| allowed.contains(exclude) && allowed.binary_search_by_key(&text(exclude), text).is_err())
        }),
        misreading_caps("looks at explicit surfaces only", ID, |caps| {
            if caps["codemode"]["sdk_surface"]["mode"] != "explicit" {
                cut(caps, "codemode/sdk_surface");
            }
        }),
        misreading_caps("looks at excludes while code mode is on only", ID, |caps| {
            if caps["codemode"]["enabled"] != true {
                cut(caps, "codemode/sdk_surface/exclude");
            }
        }),
        accusing_caps("looks among the included tools", ID, |caps| {
            let surface = &caps["codemode"]["sdk_surface"];
            let include = surface["include"].as_array().cloned().unwrap_or_default();
            surface["exclude"].as_array().into_iter().flatten().any(|exclude| !include.contains(exclude))
        }),
        Mutant::answers("looks at the first agent only", |request, _| only_first(request, ID)),
        wavering("knows patterns in small projects only", ID, &asks::GLOB, is_small),
        wavering("allows everything by default in small projects only", ID, &asks::ALLOWS_ALL, is_small),
    ],
    corpus: include_str!("../../../../corpus/awp/R23.yaml"),
    questions: &[
        question(
            &asks::GLOB,
            "can an exclude be a pattern?",
            &[
                reading("exact-names", "`acme.*` is rejected, for no tool has that name"),
                reading("patterns", "`acme.*` is accepted where a tool of `acme` is allowed"),
            ],
        ),
        question(
            &asks::ALLOWS_ALL,
            "does an empty list of allowed tools allow all of them?",
            &[
                reading("allows-none", "every exclude is rejected beside an empty list"),
                reading("allows-all", "any exclude is accepted beside an empty list"),
            ],
        ),
    ],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "exclude only tools that `tools.allowed` lists",
    needs: Needs::Agent,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

fn allowed_of(caps: &Value) -> Vec<Value> {
    caps["tools"]["allowed"].as_array().cloned().unwrap_or_default()
}

fn excludes(request: Request<'_>, change: impl Fn(&mut Vec<Value>, &[Value])) -> Value {
    capable(request, ID, |caps| {
        let allowed = allowed_of(caps);
        if let Some(list) = list_at(caps, "/codemode/sdk_surface/exclude") {
            change(list, &allowed);
        }
    })
}

/// What a runtime says that takes an exclude for an allowed tool where `is_it` says so.
fn forgiving(request: Request<'_>, is_it: fn(&str, &str) -> bool) -> Value {
    excludes(request, |list, allowed| {
        list.retain(|exclude| {
            let mut allowed = allowed.iter().filter_map(Value::as_str);
            !exclude.as_str().is_some_and(|exclude| allowed.any(|tool| is_it(exclude, tool)))
        });
    })
}

fn edges() -> Vec<Value> {
    let excluding = |exclude: Value| with(code_mode(), &format!("{SURFACE}/exclude"), exclude);
    let mut cases: Vec<Value> = vec![
        excluding(json!([])),
        excluding(json!(["acme.lookup"])),
        excluding(json!(["acme.lookup", "acme.store"])),
        excluding(json!(["acme.store", "acme.store"])),
        excluding(json!(["acme.other"])),
        excluding(json!(["acme.other", "acme.store"])),
        excluding(json!(["acme.store", "acme.other"])),
        excluding(json!(["acme.store", "acme.other", "acme.lookup"])),
        excluding(json!(["other.lookup"])),
        excluding(json!(["lookup"])),
        excluding(json!(["acme"])),
        excluding(json!(["acme."])),
        excluding(json!([""])),
        excluding(json!(["web.search"])),
        excluding(json!(["acme.l..kup"])),
        excluding(json!(["acme_lookup"])),
        excluding(json!(["constructor"])),
        without(code_mode(), &format!("{SURFACE}/exclude")),
    ];
    // Whatever is excluded while code mode is off.
    for exclude in ["acme.store", "acme.other"] {
        cases.push(with(excluding(json!([exclude])), "agents/a1/capabilities/codemode/enabled", json!(false)));
    }
    cases.extend(near::misses("acme.lookup").into_iter().map(|miss| excluding(json!([miss]))));
    // A tool that the project has and the agent is not allowed.
    cases.push(with(excluding(json!(["acme.third"])), "tools", json!(["acme.lookup", "acme.store", "acme.third"])));
    cases.extend(for_each_agent(&code_mode(), |project, id| {
        put(project, &agent(id, "capabilities/codemode/sdk_surface/exclude"), json!(["acme.other"]));
    }));
    // What another agent is allowed is allowed to that one.
    let other = json!({"tools": {"enabled": true, "allowed": ["acme.other"]}});
    for id in ["a2", "a0"] {
        let mut project = excluding(json!(["acme.other"]));
        add_agent(&mut project, id);
        cases.push(with(project, &agent(id, "capabilities"), other.clone()));
    }
    for exclude in ["web.fetch", "acme.lookup", "doc.read", "acme.store"] {
        let allowed = json!(["web.fetch", "acme.lookup", "doc.read", "acme.store"]);
        cases.push(with(excluding(json!([exclude])), "agents/a1/capabilities/tools/allowed", allowed));
    }
    cases.extend(and_crowded(excluding(json!(["acme.*"]))));
    for allowed in [json!([]), json!(null)] {
        let mut project = with(code_mode(), "agents/a1/capabilities/tools/allowed", allowed);
        put(&mut project, SURFACE, json!({"exclude": ["acme.store"]}));
        cases.extend(and_crowded(project));
    }
    cases
}

/// Excludes a tool that is not allowed.
fn fault(draw: &mut Draw, project: &mut Value) {
    let place = format!("{}/codemode/sdk_surface/exclude", into_code_mode(draw, project));
    let mut exclude = vec!["acme.store"];
    let at = draw.size(0..=1);
    let other = *draw.pick(&["acme.other", "Acme.store", "acme.stor", "other.store"]);
    exclude.insert(at, other);
    put(project, &place, json!(exclude));
    // That the project has the tool does not allow it.
    if let Some(tools) = list_at(project, "/tools").filter(|_| draw.chance(1, 4)) {
        tools.push(json!(other));
    }
}
