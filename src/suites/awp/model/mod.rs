//! What the document says of a whole project, rule by rule.
//!
//! Every rule is broken, kept, or left open. A [`Report`] holds a note for
//! everything that is not simply kept: what is broken, what the document leaves
//! open (with the question it belongs to, where it has one), and what calls for
//! a warning. Rules, `expect` and `check` are views on it.

use crate::draw::json::pointer_key;
mod ask;
mod code_mode;
mod contract;
mod depth;
mod dialect;
mod evaluation;
mod graph;
mod keywords;
mod manifest;
mod names;
mod note;
mod pattern;
pub(super) mod runtime;
mod semver;
mod tools;
mod value;

use serde_json::Value;

pub(super) use ask::Ask;
pub(super) use evaluation::{ACTIONS, HOOKS, KINDS, table_number};
pub(super) use graph::{Graph, config_path};
pub(super) use names::{RESERVED, is_agent_id, is_workflow_name};
pub(super) use note::{Note, Report, Standing};

pub(super) mod asks {
    //! The questions that the document leaves open, as the model meets them.

    pub(in super::super) use super::ask::*;
}

/// What the document says of the params of `awp/validate`.
pub(super) fn report(params: &Value) -> Report {
    let mut report = Report::default();
    let workflow = &params["workflow"];
    manifest::read(workflow, &mut report);
    let mut graph = Graph::read(workflow, &mut report);
    graph.judge(&mut report);
    graph.judge_files(&params["files"], &mut report);
    judge_agents(params, &graph, &mut report);
    code_mode::read_workflow(workflow, &mut report);
    manifest::read_names(&params["names"], &graph, &mut report);
    tools::read(&params["tools"], &mut report);
    tools::read_declarations(workflow, &params["tools"], &mut report);
    evaluation::read(workflow, &mut report);
    depth::read(workflow, &mut report);
    report
}

/// The configurations of the agents: those that a node names, and the others, which nothing is said about.
fn judge_agents(params: &Value, graph: &Graph<'_>, report: &mut Report) {
    let workflow = &params["workflow"];
    let Some(agents) = params["agents"].as_object() else {
        report.open("R8", "/agents", "the configurations of the agents are not given");
        return;
    };
    for id in graph.ids() {
        match agents.get(id) {
            Some(config) => {
                judge_agent(workflow, id, config, params, report);
                if !graph.has_file(id) {
                    report.unfit("R8", format!("/agents/{id}"), "the file is missing and its content is given");
                }
            }
            None if graph.has_file(id) => {
                report.unfit("R8", format!("/agents/{id}"), "the file is there and its content is not given");
            }
            None => {}
        }
    }
    for (id, config) in agents.iter().filter(|(id, _)| !graph.has(id)) {
        let mut apart = Report::default();
        judge_agent(workflow, id, config, params, &mut apart);
        report.take_as_open(apart, "no node names this agent");
    }
}

fn judge_agent(workflow: &Value, id: &str, config: &Value, params: &Value, report: &mut Report) {
    let at = format!("/agents/{}", pointer_key(id));
    if !config.is_object() {
        report.open("R9", at, "the configuration is no object");
        return;
    }
    manifest::read_identity(id, config, &params["names"], &at, report);
    contract::read(config, &at, report);
    code_mode::read(workflow, config, &at, report);
}

#[cfg(test)]
mod tests;
