//! A dependency on nobody is never met.
//!
//! The traps are names that are almost right, and a dangling entry beside real ones.

use super::prelude::*;

const ID: &str = "R7";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when a dependency names no node",
    edges,
    arms: &[
        arm(1, "real dependencies", |draw| {
            let agents = draw.size(1..=6);
            plain_of(draw, agents)
        }),
        arm(1, "one named twice, or an agent that no node names", |draw| {
            let mut project = plain(draw);
            let twice = draw.chance(1, 2);
            each_node(&mut project, |node| {
                if let Some(list) = list_at(node, "/depends_on").filter(|_| twice) {
                    list.extend(list.first().cloned());
                }
            });
            if !twice {
                unnamed(&mut project, draw.chance(1, 2));
            }
            project
        }),
        arm(4, "a dangling one among them", |draw| broken_of(draw, 1..=6, fault)),
    ],
    ground: |project| {
        let ids = agents_of(project);
        let is_real = |to: &Value| ids.iter().any(|id| to == id.as_str());
        let resolved = changed(project, |project| {
            each_node(project, |node| {
                if let Some(list) = list_at(node, "/depends_on") {
                    list.retain(is_real);
                }
            });
        });
        let outspoken = changed(project, |project| {
            each_node(project, |node| {
                if node.is_object() && node.get("depends_on").is_none() {
                    node["depends_on"] = json!([]);
                }
            });
        });
        vec![resolved, outspoken, changed(project, set_free)]
    },
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Dependency Resolution: rejects dependencies on unknown agents",
    level: Level::Must,
    source: "R7: Dependency Resolution",
    statement: "Every entry of a node's `depends_on` is the `id` of a node of the same graph.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("looks at the first dependency only", |request, _| trimmed(request, |list| list.truncate(1))),
        Mutant::answers("looks at the last dependency only", |request, _| {
            trimmed(request, |list| drop(list.drain(..list.len().saturating_sub(1))))
        }),
        Mutant::answers("looks at the first node only", |request, _| {
            let first = agents_of(request.params).into_iter().next().unwrap_or_default();
            trimmed_where(request, |node| node["id"] != first.as_str(), Vec::clear)
        }),
        Mutant::answers("ignores case", |request, _| {
            rewritten(request, |entry, ids| ids.iter().find(|id| id.eq_ignore_ascii_case(entry)).cloned())
        }),
        Mutant::answers("trims blanks", |request, _| {
            rewritten(request, |entry, ids| ids.iter().find(|id| *id == entry.trim()).cloned())
        }),
        Mutant::answers("is content with a prefix", |request, _| {
            rewritten(request, |entry, ids| ids.iter().find(|id| !entry.is_empty() && id.starts_with(entry)).cloned())
        }),
        Mutant::answers("takes a name for a regular expression", |request, _| {
            rewritten(request, |entry, ids| ids.iter().find(|id| is_like(id, entry)).cloned())
        }),
        Mutant::answers("takes letters of full width for plain ones", |request, _| {
            rewritten(request, |entry, ids| ids.iter().find(|id| **id == entry.replace('ｒ', "r")).cloned())
        }),
        Mutant::answers("looks names up in an object", |request, _| {
            trimmed(request, |list| list.retain(|to| to != "constructor"))
        }),
        Mutant::answers("looks at the first six dependencies only", |request, _| {
            trimmed(request, |list| list.truncate(6))
        }),
        Mutant::answers("ignores empty names", |request, _| trimmed(request, |list| list.retain(|to| to != ""))),
        Mutant::answers("finds agents that no node names", |request, answer| {
            let agents = request.params["agents"].clone();
            let is_known = |to: &Value| to.as_str().is_some_and(|to| agents.get(to).is_some());
            let _ = answer;
            trimmed(request, move |list| {
                list.retain(|to| !is_known(to) || agents_of(request.params).iter().any(|id| to == id.as_str()));
            })
        }),
        accusing("wants dependencies to stand before their dependents", ID, has_forward_dependency),
        accusing("rejects an agent that names a dependency twice", ID, |project| {
            nodes(project).any(|node| {
                let list = node["depends_on"].as_array().cloned().unwrap_or_default();
                list.iter().any(|to| list.iter().filter(|other| *other == to).count() > 1)
            })
        }),
        accusing("wants every node to say what it depends on", ID, |project| {
            nodes(project).any(|node| node.get("depends_on").is_none())
        }),
        forgiving("misses a dangling dependency in a graph without roots", ID, |project| !has_root(project)),
        wavering("takes conditional dependencies in small projects only", ID, &asks::CONDITIONAL, |project| {
            agents_of(project).len() < 3
        }),
        Mutant::answers("calls a dangling dependency a cycle too", |_, answer| {
            if answer["diagnostics"].as_array().into_iter().flatten().any(|diagnostic| diagnostic["rule"] == ID) {
                accuses(&answer, "R6")
            } else {
                answer
            }
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/R7.yaml"),
    questions: &[question(
        &asks::CONDITIONAL,
        "may a dependency be an object that names a node, with a condition?",
        &[
            reading("allowed", "`{agent: writer}` is accepted where there is a node `writer`"),
            reading("names-only", "`{agent: writer}` is rejected, for it is no node's id"),
        ],
    )],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "correct the name, or add a node of that name to the graph",
    needs: Needs::Workflow,
    fault: Some(fault),
    reach: Reach::Nodes,
    ..LoadRule::of(&RULE)
};

fn trimmed(request: Request<'_>, change: impl Fn(&mut Vec<Value>)) -> Value {
    trimmed_where(request, |_| true, change)
}

fn trimmed_where(request: Request<'_>, which: impl Fn(&Value) -> bool, change: impl Fn(&mut Vec<Value>)) -> Value {
    misread(request, ID, |project| {
        each_node(project, |node| {
            if which(node)
                && let Some(list) = list_at(node, "/depends_on")
            {
                change(list);
            }
        });
    })
}

/// What a runtime says that finds nodes in its own way.
fn rewritten(request: Request<'_>, find: fn(&str, &[String]) -> Option<String>) -> Value {
    let ids = agents_of(request.params);
    trimmed(request, |list| {
        for entry in list {
            if let Some(found) = entry.as_str().and_then(|entry| find(entry, &ids)) {
                *entry = json!(found);
            }
        }
    })
}

fn edges() -> Vec<Value> {
    let writer = |entries: &[&str]| project(&[("researcher", &[]), ("writer", entries), ("editor", &["writer"])]);
    let mut entries: Vec<String> = near::misses("researcher");
    entries.extend(
        ["nonexistent_agent", "", " ", "workflow", "agents/researcher", "Researcher", "a1", "*"].map(str::to_owned),
    );
    entries.extend(["constructor", "research.r", "reseaｒcher"].map(str::to_owned));
    let mut cases: Vec<Value> = entries.iter().map(|entry| writer(&[entry])).collect();
    cases.extend([
        writer(&[]),
        writer(&["researcher"]),
        writer(&["researcher", "researcher"]),
        writer(&["nobody", "researcher"]),
        writer(&["researcher", "nobody"]),
        writer(&["researcher", "nobody", "researcher"]),
        writer(&["nobody", "nobody"]),
        project(&[("a1", &["zz"])]),
        project(&[("a1", &["zz"]), ("a2", &[])]),
        project(&[("a1", &[]), ("a2", &["a1"]), ("a3", &["zz"])]),
        project(&[("a1", &[]), ("a2", &["zz"]), ("a3", &["a2"])]),
        project(&[("a2", &["a1"]), ("a1", &[])]),
        chain(6),
    ]);
    let many = ["a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"];
    for last in ["a8", "nobody"] {
        let mut nodes: Vec<(&str, &[&str])> = many.iter().map(|id| (*id, &[][..])).collect();
        let entries = [&many[..7], &[last]].concat();
        nodes.push(("a9", &entries));
        cases.push(project(&nodes));
    }
    for odd in [json!(3), json!(true), json!(2.5)] {
        cases.push(with(writer(&["researcher"]), "workflow/orchestration/graph/1/depends_on", json!([odd])));
    }
    for length in [2, 3] {
        let conditional = json!([{"agent": "a1", "condition": "ready"}]);
        cases.push(with(chain(length), "workflow/orchestration/graph/1/depends_on", conditional));
    }
    cases.extend([false, true].map(|needed| changed(&chain(2), |project| unnamed(project, needed))));
    cases
}

/// Adds the configuration of an agent without a node and, where it is `needed`, lets the last node depend on it.
fn unnamed(project: &mut Value, needed: bool) {
    add_without_node(project, "zz");
    if let Some(nodes) = list_at(project, "/workflow/orchestration/graph") {
        let last = nodes.last_mut().and_then(|node| node.pointer_mut("/depends_on")).and_then(Value::as_array_mut);
        last.filter(|_| needed).into_iter().for_each(|list| list.push(json!("zz")));
    }
}

/// Adds a dependency on nobody.
fn fault(draw: &mut Draw, project: &mut Value) {
    let (from, real) = (any_agent(draw, project), any_agent(draw, project));
    let ids = agents_of(project);
    let entry = match draw.below(6) {
        0 | 1 => "nobody".to_owned(),
        2 => String::new(),
        _ => near::miss(draw, &real),
    };
    if ids.contains(&entry) {
        return;
    }
    each_node(project, |node| {
        if node["id"] == from.as_str()
            && let Some(list) = list_at(node, "/depends_on")
        {
            let at = draw.size(0..=list.len());
            list.insert(at, json!(entry));
        }
    });
}
