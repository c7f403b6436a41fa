//! The questions on whose readings the answer to a call depends.

use serde_json::Value;

use super::model::delegation::{self, Decision};
use super::model::registry::{self, Due, LACKS_WHAT_IS_THERE};
use super::model::selection::{Match, agents, entries, matches};
use super::model::{prompt, workflow::Workflow};

/// The questions that a call meets, as rule and question.
pub(super) fn asks(method: &str, params: &Value) -> Vec<(&'static str, &'static str)> {
    let asked: &[(bool, &'static str, &'static str)] = match method {
        "contract/registry" => &[(updates_in_part(params), "AGT-002", "update")],
        "contract/run" => &[(a_dependency_fails(params), "PE-002", "dependents")],
        "contract/delegate" => &[(is_refused_twice_over(params), "DT-002", "both-reasons")],
        "contract/mutate_result" => &[(is_nested(params), "TOOL-002", "freeze")],
        "contract/prompt" => &[(leaves_something_out(params), "ABL-003", "packing")],
        "contract/select" => &[
            (agents(params).iter().any(|agent| agent["enabled"] == false), "SEL-004", "disabled-agents"),
            (most_matching(params, "exampleTasks", &[Match::Whole]) > 0, "SEL-005", "exact-and-substring"),
            (most_matching(params, "exampleTasks", &[Match::Whole, Match::Part]) > 1, "SEL-005", "several-examples"),
            (most_matching(params, "notForTasks", &[Match::Whole, Match::Part]) > 1, "SEL-006", "several-exclusions"),
        ],
        _ => &[],
    };
    asked.iter().filter(|(is_asked, ..)| *is_asked).map(|(_, rule, question)| (*rule, *question)).collect()
}

fn updates_in_part(params: &Value) -> bool {
    let script = params["script"].as_array().map_or(&[][..], Vec::as_slice);
    registry::dues(script).contains(&Due::Open(LACKS_WHAT_IS_THERE))
}

fn a_dependency_fails(params: &Value) -> bool {
    let fails = |id: &str| delegation::texts(&params["world"]["fails"]).contains(&id);
    let workflow = Workflow::of(params);
    workflow.parallel.is_some() && workflow.steps.iter().any(|step| step.dependencies.iter().any(|on| fails(on)))
}

fn is_refused_twice_over(params: &Value) -> bool {
    let to = params["to"].as_str().unwrap_or_default();
    delegation::doubt(params).is_none()
        && delegation::decide(delegation::limit(params), &delegation::chain(params), to) == Decision::TooDeepAndCircular
}

/// Whether an attempt goes below the top level of a result.
pub(super) fn is_nested(params: &Value) -> bool {
    let mut paths = params["attempts"].as_array().into_iter().flatten().filter_map(|attempt| attempt["path"].as_str());
    paths.any(|path| path.matches('/').count() > 1)
}

fn leaves_something_out(params: &Value) -> bool {
    let all = prompt::abilities(params);
    prompt::doubt(params).is_none() && !prompt::fit(params, all.iter().filter(|it| it.core || it.matches))
}

/// How many entries of a list match the task, of the agent of which most do.
fn most_matching(params: &Value, list: &str, how: &[Match]) -> usize {
    let task = params["task"].as_str().unwrap_or_default();
    let of_agent = |agent| entries(agent, list).iter().filter(|entry| how.contains(&matches(task, entry))).count();
    agents(params).iter().map(of_agent).max().unwrap_or(0)
}
