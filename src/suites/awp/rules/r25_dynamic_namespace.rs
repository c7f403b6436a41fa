//! A tool made at run time must not pass for a built-in one.
//!
//! The traps are a reserved namespace that the workflow allows all the same, and the default namespace.

use super::prelude::*;

const ID: &str = "R25";

const NAMESPACE: &str = "agents/a1/capabilities/codemode/tool_creation_namespace";
const ALLOWED: &str = "workflow/dynamic_tools/allowed_namespaces";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when tools are made in a namespace that is reserved or not allowed",
    edges,
    arms: &[
        arm(1, "namespaces of every sort", |draw| {
            let reserved = *draw.pick(&RESERVED);
            let almost = near::miss(draw, reserved);
            let namespace = *draw.pick(&[&*almost, reserved, "made", "mad", "made2", "dynamic"]);
            let mut allowed = draw.pick(&[vec!["made"], vec!["dynamic", "made"], vec!["dynamic"]]).clone();
            allowed.extend(draw.chance(1, 2).then_some(namespace));
            let mut project = making_in(draw);
            let place = agent(&coder(&project), "capabilities/codemode/");
            put(&mut project, &format!("{place}tool_creation_namespace"), json!(namespace));
            match draw.below(4) {
                0 => cut(&mut project, &format!("{place}tool_creation_namespace")),
                1 => put(&mut project, &format!("{place}tool_creation"), json!(false)),
                _ => {}
            }
            put(&mut project, ALLOWED, json!(allowed));
            project
        }),
        arm(1, "a wrong one", |draw| broken(draw, fault)),
    ],
    ground: |project| {
        vec![changed(project, |project| {
            each_capable(project, |caps| {
                let code = &caps["codemode"];
                if code["tool_creation"] == true || code.get("tool_creation_namespace").is_some() {
                    put(caps, "codemode/tool_creation_namespace", json!("made"));
                }
            });
            if project["workflow"].get("dynamic_tools").is_some() {
                put(project, ALLOWED, json!(["made"]));
            }
        })]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Dynamic Tool Namespace Compliance: rejects namespaces that are not allowed",
    level: Level::Must,
    source: "R25: Dynamic Tool Namespace Compliance",
    statement: "While `codemode.tool_creation` is true, `tool_creation_namespace` (by default `dynamic`) is not \
                reserved, and the workflow's `dynamic_tools.allowed_namespaces` lists it.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("allows a reserved namespace that is listed", |request, _| {
            let allowed = request.params["workflow"]["dynamic_tools"]["allowed_namespaces"].clone();
            making(
                request,
                |namespace| {
                    let is_listed = allowed.as_array().is_some_and(|list| list.contains(&json!(namespace)));
                    if is_listed && RESERVED.contains(&namespace) { "made".to_owned() } else { namespace.to_owned() }
                },
                true,
            )
        }),
        misreading("never looks at the list", ID, |project| {
            let agents = project["agents"].as_object().cloned().unwrap_or_default();
            let used: Vec<Value> = agents
                .values()
                .map(|config| &config["capabilities"]["codemode"]["tool_creation_namespace"])
                .map(|namespace| if namespace.is_string() { namespace.clone() } else { json!("dynamic") })
                .collect();
            if project["workflow"].get("dynamic_tools").is_some() {
                put(project, ALLOWED, json!(used));
            }
        }),
        Mutant::answers("knows eleven reserved namespaces", |request, _| {
            making(
                request,
                |namespace| if namespace == "agent" { "made".to_owned() } else { namespace.to_owned() },
                true,
            )
        }),
        accusing_caps_once("ignores case", ID, |caps| {
            let namespace = caps["codemode"]["tool_creation_namespace"].as_str().unwrap_or_default();
            caps["codemode"]["tool_creation"] == true && RESERVED.contains(&namespace.to_lowercase().as_str())
        }),
        accusing_caps_once("reserves every namespace that begins like one", ID, |caps| {
            let namespace = caps["codemode"]["tool_creation_namespace"].as_str().unwrap_or_default();
            caps["codemode"]["tool_creation"] == true && RESERVED.iter().any(|reserved| namespace.starts_with(reserved))
        }),
        Mutant::answers("takes an empty namespace for none", |request, _| {
            making(request, |name| if name.is_empty() { "dynamic".to_owned() } else { name.to_owned() }, false)
        }),
        accusing_caps_once("reserves the namespaces of custom tools", ID, |caps| {
            caps["codemode"]["tool_creation_namespace"] == "acme"
        }),
        accusing_caps_once("looks names up in an object", ID, |caps| {
            caps["codemode"]["tool_creation_namespace"] == "constructor"
        }),
        accusing_caps_once("has no default namespace", ID, |caps| {
            caps["codemode"]["tool_creation"] == true && caps["codemode"].get("tool_creation_namespace").is_none()
        }),
        misreading("always allows the default namespace", ID, |project| {
            if let Some(list) = list_at(project, "/workflow/dynamic_tools/allowed_namespaces") {
                list.push(json!("dynamic"));
            }
        }),
        accusing_caps("looks at the namespace of agents that make nothing", ID, |caps| {
            let namespace = caps["codemode"]["tool_creation_namespace"].as_str().unwrap_or_default();
            caps["codemode"]["tool_creation"] != true && RESERVED.contains(&namespace)
        }),
        Mutant::answers("is content with the beginning of a listed namespace", |request, _| {
            let allowed = request.params["workflow"]["dynamic_tools"]["allowed_namespaces"].clone();
            making(
                request,
                |namespace| {
                    let mut listed = allowed.as_array().into_iter().flatten().filter_map(Value::as_str);
                    listed.find(|listed| listed.starts_with(namespace)).unwrap_or(namespace).to_owned()
                },
                false,
            )
        }),
        Mutant::answers("is content with a namespace below a listed one", |request, _| {
            let allowed = request.params["workflow"]["dynamic_tools"]["allowed_namespaces"].clone();
            making(
                request,
                |namespace| {
                    let mut listed = allowed.as_array().into_iter().flatten().filter_map(Value::as_str);
                    let above =
                        |listed: &&str| namespace.strip_prefix(listed).is_some_and(|rest| rest.starts_with('.'));
                    listed.find(above).unwrap_or(namespace).to_owned()
                },
                false,
            )
        }),
        Mutant::answers("looks at the first agent only", |request, _| only_first(request, ID)),
        wavering("lists the default namespace in small projects only", ID, &asks::NO_ALLOW_LIST, is_small),
    ],
    corpus: include_str!("../../../../corpus/awp/R25.yaml"),
    questions: &[question(
        &asks::NO_ALLOW_LIST,
        "does a workflow without a list of namespaces allow `dynamic`?",
        &[
            reading("holds-nothing", "no namespace is allowed: the workflow is rejected"),
            reading("holds-dynamic", "the default namespace is allowed: the workflow is accepted"),
        ],
    )],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "choose a namespace that is not reserved and list it in the workflow's `dynamic_tools.allowed_namespaces`",
    needs: Needs::Both,
    fault: Some(fault),
    ..LoadRule::of(&RULE)
};

/// What a runtime says that takes a namespace for another one, and (if `listed`) believes it is allowed.
fn making(request: Request<'_>, read: impl Fn(&str) -> String, listed: bool) -> Value {
    misread(request, ID, |project| {
        each_agent(project, |config| {
            let place = "capabilities/codemode/tool_creation_namespace";
            if let Some(namespace) = config["capabilities"]["codemode"]["tool_creation_namespace"].as_str().map(&read) {
                put(config, place, json!(namespace));
            }
        });
        if let Some(list) = list_at(project, "/workflow/dynamic_tools/allowed_namespaces").filter(|_| listed) {
            list.retain(|namespace| namespace.as_str().is_none_or(|namespace| !RESERVED.contains(&namespace)));
            list.push(json!("made"));
        }
    })
}

/// A plain project with an agent that makes tools.
pub(super) fn making_in(draw: &mut Draw) -> Value {
    let mut project = plain(draw);
    into_tool_making(draw, &mut project);
    project
}

/// Lets some agent make tools; the path of its capabilities.
pub(super) fn into_tool_making(draw: &mut Draw, project: &mut Value) -> String {
    let place = agent(&any_agent(draw, project), "capabilities");
    put(project, &place, tool_making()["agents"]["a1"]["capabilities"].clone());
    put(project, "workflow/dynamic_tools", tool_making()["workflow"]["dynamic_tools"].clone());
    register(project);
    place
}

fn edges() -> Vec<Value> {
    let making =
        |namespace: &str, allowed: Value| with(with(tool_making(), NAMESPACE, json!(namespace)), ALLOWED, allowed);
    let mut cases = Vec::new();
    for reserved in RESERVED {
        cases.push(making(reserved, json!(["made", reserved])));
        cases.push(making(reserved, json!(["made"])));
        for near in
            [reserved.to_uppercase(), format!("{reserved}2"), format!("my_{reserved}"), format!("{reserved}_made")]
        {
            cases.push(making(&near, json!([near])));
            cases.push(making(&near, json!(["made", "dynamic"])));
        }
        // An agent that makes nothing may call its namespace what it likes.
        let mut idle = with(tool_making(), NAMESPACE, json!(reserved));
        put(&mut idle, "agents/a1/capabilities/codemode/tool_creation", json!(false));
        cases.push(idle);
    }
    // `acme` is where the custom tools are.
    cases.extend(["terminal", "acme", "constructor"].map(|name| making(name, json!([name]))));
    cases.push(making("", json!(["made", "dynamic"])));
    let default = without(tool_making(), NAMESPACE);
    for allowed in [
        json!(["dynamic"]),
        json!(["made", "dynamic"]),
        json!(["made"]),
        json!([]),
        json!(["Dynamic"]),
        json!(["dynamic2"]),
    ] {
        cases.push(with(default.clone(), ALLOWED, allowed.clone()));
        cases.push(making("dynamic", allowed.clone()));
        cases.push(making("made", allowed));
    }
    cases.extend([making("mad", json!(["made"])), making("made2", json!(["made"])), making("Made", json!(["made"]))]);
    cases.push(without(tool_making(), ALLOWED));
    cases.extend(for_each_agent(&tool_making(), |project, id| {
        put(project, &agent(id, "capabilities/codemode/tool_creation_namespace"), json!("other"));
    }));
    cases.extend(and_crowded(without(default, ALLOWED)));
    cases.extend(and_crowded(without(making("dynamic", json!([])), ALLOWED)));
    cases
}

/// Lets some agent make tools where it must not.
fn fault(draw: &mut Draw, project: &mut Value) {
    let place = format!("{}/codemode/tool_creation_namespace", into_tool_making(draw, project));
    let namespace = if draw.chance(1, 2) { *draw.pick(&RESERVED) } else { "other" };
    put(project, &place, json!(namespace));
}
