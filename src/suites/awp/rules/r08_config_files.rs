//! Every node needs the file that says what its agent is.
//!
//! The traps are a file that is missing for one of many, or lies one directory off.

use super::model::config_path;
use super::prelude::*;

const ID: &str = "R8";

const VERDICT: Check = Check {
    property: "a workflow is rejected exactly when the configuration file of a node is missing",
    edges,
    arms: &[
        arm(1, "all files, and others", |draw| {
            let mut project = plain(draw);
            let more = draw.subset(OTHERS).into_iter().map(|file| json!(file)).collect::<Vec<_>>();
            if let Some(files) = list_at(&mut project, "/files") {
                files.extend(more);
                draw.shuffle(files);
            }
            if draw.chance(1, 3) {
                add_without_node(&mut project, "zz");
            }
            project
        }),
        arm(2, "one file elsewhere", |draw| {
            let project = plain(draw);
            let id = any_agent(draw, &project);
            let wrong = spelt(draw.pick::<&str>(WRONG), &id);
            lacking(project, &id, Some(&wrong))
        }),
        arm(2, "one file missing", |draw| broken_of(draw, 1..=6, fault)),
    ],
    ground: |project| vec![changed(project, complete_files)],
    exam: verdict,
    ..CHECK
};

static RULE: Rule = Rule {
    id: ID,
    title: "Agent Configuration File Existence: rejects nodes without their file",
    level: Level::Must,
    source: "R8: Agent Configuration File Existence",
    statement: "For every node of the graph there is a file `agents/{id}/agent.awp.yaml`.",
    checks: &[VERDICT, named(&VERDICT)],
    mutants: &[
        Mutant::answers("looks for the first agent's file only", |request, _| given(request, |ids| ids.split_off(1))),
        Mutant::answers("looks for the last agent's file only", |request, _| {
            given(request, |ids| ids[..ids.len() - 1].to_vec())
        }),
        Mutant::answers("skips the agents in the middle", |request, _| {
            given(request, |ids| if ids.len() > 2 { ids[1..ids.len() - 1].to_vec() } else { Vec::new() })
        }),
        Mutant::answers("is content with a directory", |request, _| {
            found(request, |file, id| file.starts_with(&format!("agents/{id}/")))
        }),
        Mutant::answers("takes .yml for .yaml", |request, _| {
            found(request, |file, id| file == format!("agents/{id}/agent.awp.yml"))
        }),
        Mutant::answers("takes a file beside the directory", |request, _| {
            found(request, |file, id| file == format!("agents/{id}.awp.yaml"))
        }),
        Mutant::answers("takes the path for a regular expression", |request, _| {
            found(request, |file, id| is_like(file, &config_path(id)))
        }),
        Mutant::answers("trims paths", |request, _| found(request, |file, id| file.trim() == config_path(id))),
        Mutant::answers("looks below every directory of agents", |request, _| {
            found(request, |file, id| file.starts_with("agents/") && file.ends_with(&format!("/{id}/agent.awp.yaml")))
        }),
        Mutant::answers("ignores case in paths", |request, _| {
            found(request, |file, id| file.eq_ignore_ascii_case(&config_path(id)))
        }),
        Mutant::answers("finds the file in any directory", |request, _| {
            found(request, |file, id| file.ends_with(&format!("/{id}/agent.awp.yaml")))
        }),
        accusing("wants a file for every agent it has heard of", ID, |project| {
            let files = project["files"].as_array().map_or(0, |files| {
                files.iter().filter(|file| file.as_str().is_some_and(|file| file.ends_with("/agent.awp.yaml"))).count()
            });
            files > agents_of(project).len()
        }),
        Mutant::answers("looks only for agents that others depend on", |request, _| {
            let needed: Vec<Value> = request.params["workflow"]["orchestration"]["graph"]
                .as_array()
                .into_iter()
                .flatten()
                .flat_map(|node| node["depends_on"].as_array().cloned().unwrap_or_default())
                .collect();
            given(request, |ids| ids.iter().filter(|id| !needed.iter().any(|to| to == id.as_str())).cloned().collect())
        }),
        Mutant::answers("wants a prompt where an agent has code", |request, answer| {
            let has = |id: &str, name: &str| {
                let path = json!(format!("agents/{id}/{name}"));
                request.params["files"].as_array().is_some_and(|files| files.contains(&path))
            };
            let lacks = |id: &String| has(id, "agent.py") && !has(id, "prompt.md");
            if agents_of(request.params).iter().any(lacks) { accuses(&answer, ID) } else { answer }
        }),
        Mutant::answers("calls a missing file a missing contract", |_, answer| renames(&answer, ID, "R9")),
    ],
    corpus: include_str!("../../../../corpus/awp/R8.yaml"),
    questions: &[],
};

pub(super) static LOAD: LoadRule = LoadRule {
    help: "add the file, or take the node out of the graph",
    needs: Needs::Both,
    fault: Some(fault),
    reach: Reach::Files,
    ..LoadRule::of(&RULE)
};

/// Where the file of an agent does not belong.
const WRONG: &[&str] = &[
    "agents/{id}/agent.awp.yml",
    "agents/{id}/agent.yaml",
    "agents/{id}.awp.yaml",
    "agents/{id}/agent.awp.json",
    "{id}/agent.awp.yaml",
    "agents/{ID}/agent.awp.yaml",
    "Agents/{id}/agent.awp.yaml",
    "src/agents/{id}/agent.awp.yaml",
    "agents/{id}/agent.awp.yaml.bak",
    "agents/{id}/prompt.md",
    "agents/{id}2/agent.awp.yaml",
    "agents/{id}/sub/agent.awp.yaml",
    "agents/agent.awp.yaml",
    "agents/{id}/agent.awp.yaml/",
    "agents\\{id}\\agent.awp.yaml",
    "agents/{id}/ agent.awp.yaml",
    "agents/{id}/AGENT.awp.yaml",
    "agents/{id}/agent-awp.yaml",
    "agents/{id}/agent.awp.yaml ",
    "agents/team/{id}/agent.awp.yaml",
];

/// A path of [`WRONG`] for this agent.
fn spelt(wrong: &str, id: &str) -> String {
    wrong.replace("{id}", id).replace("{ID}", &id.to_uppercase())
}

const OTHERS: &[&str] = &["README.md", "tools/acme.py", "agents/shared/prompt.md", "agents/README.md", "main.py"];

/// What a runtime says that believes in the files of these agents without looking.
fn given(request: Request<'_>, which: impl FnOnce(&mut Vec<String>) -> Vec<String>) -> Value {
    misread(request, ID, |project| {
        let mut ids = agents_of(project);
        if ids.is_empty() {
            return;
        }
        let more: Vec<Value> = which(&mut ids).iter().map(|id| json!(config_path(id))).collect();
        if let Some(files) = list_at(project, "/files") {
            files.extend(more);
        }
    })
}

/// What a runtime says that takes the files that `is_it` says for the ones it looks for.
fn found(request: Request<'_>, is_it: fn(&str, &str) -> bool) -> Value {
    misread(request, ID, |project| {
        let files: Vec<Value> = project["files"].as_array().cloned().unwrap_or_default();
        for id in agents_of(project) {
            if files.iter().filter_map(Value::as_str).any(|file| is_it(file, &id)) {
                let path = config_path(&id);
                if let Some(files) = list_at(project, "/files") {
                    files.push(json!(path));
                }
            }
        }
    })
}

fn edges() -> Vec<Value> {
    let mut cases: Vec<Value> = Vec::new();
    for length in [1, 2, 3, 7] {
        cases.push(chain(length));
        for missing in 1..=length {
            cases.push(lacking(chain(length), &format!("a{missing}"), None));
        }
    }
    for wrong in WRONG {
        cases.push(lacking(chain(3), "a2", Some(&spelt(wrong, "a2"))));
    }
    // An agent that no node names, with its file; and files in another order.
    cases.push(changed(&chain(2), |project| add_without_node(project, "zz")));
    let mut reversed = chain(3);
    if let Some(files) = list_at(&mut reversed, "/files") {
        files.reverse();
        files.extend(OTHERS.iter().map(|file| json!(file)));
    }
    cases.push(reversed);
    // What else lies beside a configuration is nobody's business: all of it, some of it, something else.
    for own in [&["agent.py"][..], &["prompt.md"], &["agent.py", "prompt.md", "output_schema.json"], &["README.md"]] {
        let mut project = chain(2);
        if let Some(files) = project.pointer_mut("/files").and_then(Value::as_array_mut) {
            files.extend(own.iter().map(|file| json!(format!("agents/a1/{file}"))));
        }
        cases.push(project);
    }
    cases
}

fn lacking(mut project: Value, id: &str, instead: Option<&str>) -> Value {
    remove_config(&mut project, id);
    if let (Some(file), Some(files)) = (instead, list_at(&mut project, "/files")) {
        files.push(json!(file));
    }
    project
}

/// Takes away the file of some agent.
fn fault(draw: &mut Draw, project: &mut Value) {
    let id = any_agent(draw, project);
    remove_config(project, &id);
}
