//! From files to the params of `awp/validate`, and from its pointers back to files.

use std::ops::Range;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::python::{Literal, Python, python_below};
use super::source::{CheckError, Source, read, unreadable};
use super::yaml::Document;
use crate::draw::json::pointer_key;
use crate::rule::Needs;

/// A project, with where everything in it was found.
#[derive(Debug)]
pub(super) struct Project {
    /// What the model is asked about.
    pub(super) params: Value,
    /// Every file that was read.
    pub(super) sources: Vec<Source>,
    /// Which part of the params stands in which file.
    documents: Vec<(String, usize, Document)>,
    python: Python,
    kind: Kind,
}

/// What was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A directory, or the params of a call.
    Whole,
    /// A workflow without its agents.
    Workflow,
    /// An agent without its workflow.
    Agent,
}

impl Project {
    /// Whether what was given is enough to judge a rule that needs this.
    pub(super) fn judges(&self, needs: Needs) -> bool {
        match self.kind {
            Kind::Whole => true,
            Kind::Workflow => needs == Needs::Workflow,
            Kind::Agent => needs == Needs::Agent,
        }
    }

    /// The file and the bytes that a JSON Pointer into the params is about.
    pub(super) fn locate(&self, pointer: &str) -> (usize, Range<usize>) {
        let tool = pointer.strip_prefix("/tools/").and_then(|at| self.python.tools.get(at.parse::<usize>().ok()?));
        let name = pointer.strip_prefix("/names/").and_then(|id| self.python.names.iter().find(|(of, _)| of == id));
        if let Some(literal) = tool.or(name.map(|(_, literal)| literal)) {
            return (literal.source, literal.span.clone());
        }
        for (prefix, source, document) in &self.documents {
            if let Some(inside) =
                pointer.strip_prefix(prefix.as_str()).filter(|rest| rest.is_empty() || rest.starts_with('/'))
            {
                return (*source, document.find(inside));
            }
        }
        (0, 0..0)
    }
}

/// Reads `workflow.awp.yaml`, `agents/*/agent.awp.yaml` and the Python files of a directory.
pub(super) fn from_directory(path: &Path) -> Result<Project, CheckError> {
    let workflow = path.join("workflow.awp.yaml");
    if !workflow.exists() {
        return Err(CheckError::NoWorkflow { path: path.to_owned() });
    }
    let mut sources = vec![read(&workflow)?];
    let document = sources[0].document()?;
    let mut files = vec![json!("workflow.awp.yaml")];
    let mut agents = Map::new();
    let mut params = json!({"workflow": document.value});
    let mut documents = vec![("/workflow".to_owned(), 0, document)];
    for id in entries(&path.join("agents"))? {
        let file = path.join("agents").join(&id).join("agent.awp.yaml");
        // A link that leads nowhere is a missing file; one that leads in circles is an error.
        match std::fs::metadata(&file) {
            Err(error)
                if error.kind() == std::io::ErrorKind::NotFound
                    || error.kind() == std::io::ErrorKind::NotADirectory =>
            {
                continue;
            }
            Err(error) => return Err(unreadable(&file, error)),
            Ok(_) => {}
        }
        let source = read(&file)?;
        let document = source.document()?;
        files.push(json!(format!("agents/{id}/agent.awp.yaml")));
        agents.insert(id.clone(), document.value.clone());
        documents.push((format!("/agents/{}", pointer_key(&id)), sources.len(), document));
        sources.push(source);
    }
    let mut python = python_below(path, &mut sources)?;
    let declared = declared_tools(&documents[0].2);
    // What is declared in the workflow and registered in Python is one tool.
    let is_registered = |tool: &Literal| python.tools.iter().any(|known| known.text == tool.text);
    let declared: Vec<Literal> = declared.into_iter().filter(|tool| !is_registered(tool)).collect();
    python.tools.extend(declared);
    params["agents"] = Value::Object(agents);
    params["files"] = json!(files);
    params["tools"] = python.tools.iter().map(|tool| tool.text.clone()).collect();
    // An agent with several names is not asked about any.
    let is_only = |id: &str| python.names.iter().filter(|(of, _)| of == id).count() == 1;
    let names = python.names.iter().filter(|(id, _)| is_only(id));
    params["names"] = names.map(|(id, name)| (id.clone(), json!(name.text))).collect::<Map<_, _>>().into();
    Ok(Project { params, sources, documents, python, kind: Kind::Whole })
}

/// The names of `custom_tools.declarations` in a workflow.
fn declared_tools(workflow: &Document) -> Vec<Literal> {
    let declarations = workflow.value["custom_tools"]["declarations"].as_array().into_iter().flatten().enumerate();
    let named = |(place, declaration): (usize, &Value)| {
        let (text, inside) = match declaration {
            Value::String(text) => (text, ""),
            other => ["fqn", "name"].into_iter().find_map(|key| match other.get(key)? {
                Value::String(text) => Some((text, if key == "fqn" { "/fqn" } else { "/name" })),
                _ => None,
            })?,
        };
        let span = workflow.find(&format!("/custom_tools/declarations/{place}{inside}"));
        Some(Literal { text: text.clone(), source: 0, span })
    };
    declarations.filter_map(named).collect()
}

/// The names in a directory, sorted; none if there is no such directory.
fn entries(path: &Path) -> Result<Vec<String>, CheckError> {
    let listing = match std::fs::read_dir(path) {
        Ok(listing) => listing,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(unreadable(path, error)),
    };
    let mut names = Vec::new();
    for entry in listing {
        let entry = entry.map_err(|error| unreadable(path, error))?;
        names.extend(entry.file_name().into_string().ok());
    }
    names.sort();
    Ok(names)
}

/// Reads a single document: the params of a call, a workflow, or the configuration of an agent.
pub(super) fn from_file(path: &Path) -> Result<Project, CheckError> {
    from_source(read(path)?)
}

/// The same, once it is read.
pub(super) fn from_source(source: Source) -> Result<Project, CheckError> {
    let document = source.document()?;
    let value = document.value.clone();
    let has = |key: &str| value.get(key).is_some();
    let (params, prefix, kind) = if has("workflow") && has("agents") && has("files") {
        (value, String::new(), Kind::Whole)
    } else if has("identity") || has("output") || has("capabilities") {
        let id = value["identity"]["id"].as_str().filter(|id| !id.contains(['/', '~'])).unwrap_or("agent").to_owned();
        (around_agent(&id, &value), format!("/agents/{id}"), Kind::Agent)
    } else {
        (around_workflow(&value), "/workflow".to_owned(), Kind::Workflow)
    };
    Ok(Project {
        params,
        sources: vec![source],
        documents: vec![(prefix, 0, document)],
        python: Python::default(),
        kind,
    })
}

/// A project around an agent: nothing in it can be wrong but the agent.
fn around_agent(id: &str, config: &Value) -> Value {
    json!({
        "workflow": {
            "awp": "1.0.0",
            "workflow": {"name": "unknown"},
            "orchestration": {"graph": [{"id": id, "depends_on": []}]},
        },
        "agents": {id: config},
        "files": [format!("agents/{id}/agent.awp.yaml")],
        "tools": [],
    })
}

/// A project around a workflow: every agent is there, and nothing is wrong with it.
fn around_workflow(workflow: &Value) -> Value {
    let mut agents = Map::new();
    let mut files = Vec::new();
    for node in workflow["orchestration"]["graph"].as_array().into_iter().flatten() {
        if let Some(id) = node["id"].as_str() {
            files.push(json!(format!("agents/{id}/agent.awp.yaml")));
            let contract = json!({"format": "json", "contract": {"type": "object"}});
            agents.insert(id.to_owned(), json!({"identity": {"id": id}, "output": contract}));
        }
    }
    json!({"workflow": workflow, "agents": agents, "files": files, "tools": []})
}
