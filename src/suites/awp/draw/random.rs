//! Projects drawn at random.

use std::ops::RangeInclusive;

use serde_json::{Value, json};

use super::super::model::{ACTIONS, HOOKS, KINDS};
use super::edit::{agent, put};
use super::project::project;
use crate::draw::{Draw, graph, json as any_json, text};

/// The ids of the nodes of a project, in their order.
pub(in super::super) fn agents_of(project: &Value) -> Vec<String> {
    let nodes = project["workflow"]["orchestration"]["graph"].as_array();
    nodes.into_iter().flatten().filter_map(|node| node["id"].as_str()).map(str::to_owned).collect()
}

/// The id of some node, of one with a configuration if there is any.
pub(in super::super) fn any_agent(draw: &mut Draw, project: &Value) -> String {
    let mut ids = agents_of(project);
    if ids.iter().any(|id| project["agents"].get(id).is_some()) {
        ids.retain(|id| project["agents"].get(id).is_some());
    }
    if ids.is_empty() { String::new() } else { draw.pick(&ids).clone() }
}

/// A valid project of one to four agents, plain in every respect.
pub(in super::super) fn plain(draw: &mut Draw) -> Value {
    let agents = draw.size(1..=4);
    plain_of(draw, agents)
}

/// A plain project, and `fault` in it.
pub(in super::super) fn broken(draw: &mut Draw, fault: fn(&mut Draw, &mut Value)) -> Value {
    let mut project = plain(draw);
    fault(draw, &mut project);
    project
}

/// A plain project of so many agents, and `fault` in it.
pub(in super::super) fn broken_of(
    draw: &mut Draw,
    agents: RangeInclusive<usize>,
    fault: fn(&mut Draw, &mut Value),
) -> Value {
    let agents = draw.size(agents);
    let mut project = plain_of(draw, agents);
    fault(draw, &mut project);
    project
}

/// A valid project of so many agents, its nodes in any order.
pub(in super::super) fn plain_of(draw: &mut Draw, agents: usize) -> Value {
    let first = draw.below(100);
    let ids: Vec<String> = (0..agents).map(|node| format!("{}_{}", text::word(draw), first + node)).collect();
    let edges: Vec<Vec<&str>> = graph::dag(draw, agents)
        .into_iter()
        .map(|dependencies| dependencies.into_iter().map(|to| ids[to].as_str()).collect())
        .collect();
    let mut nodes: Vec<(&str, &[&str])> =
        ids.iter().zip(&edges).map(|(id, edges)| (id.as_str(), edges.as_slice())).collect();
    draw.shuffle(&mut nodes);
    project(&nodes)
}

/// A valid project with something of everything.
pub(in super::super) fn rich(draw: &mut Draw) -> Value {
    let mut project = plain(draw);
    let tools: Vec<String> = (0..draw.size(0..=3)).map(|tool| format!("acme.tool_{tool}")).collect();
    project["tools"] = json!(tools);
    for id in agents_of(&project) {
        if draw.chance(1, 2) {
            let capabilities = capabilities(draw, &tools);
            put(&mut project, &agent(&id, "capabilities"), capabilities);
        }
    }
    if draw.chance(1, 2) {
        let allowed =
            draw.pick(&[json!(["made"]), json!(["made", "dynamic"]), json!(["dynamic", "made", "extra"])]).clone();
        put(&mut project, "workflow/dynamic_tools", json!({"enabled": true, "allowed_namespaces": allowed}));
        for id in agents_of(&project) {
            if project["agents"][&id]["capabilities"]["codemode"]["enabled"] == true && draw.chance(1, 2) {
                put(&mut project, &agent(&id, "capabilities/codemode/tool_creation"), json!(true));
                put(&mut project, &agent(&id, "capabilities/codemode/tool_creation_namespace"), json!("made"));
            }
        }
    }
    if draw.chance(1, 2) {
        let evaluation = scored(draw);
        put(&mut project, "workflow/observability/evaluation", evaluation);
    }
    if draw.chance(1, 2) {
        let depth = draw.int(0..=10);
        put(&mut project, "workflow/orchestration/delegation_loop/budget/max_depth", json!(depth));
    }
    project
}

/// Valid capabilities, with or without code mode.
fn capabilities(draw: &mut Draw, tools: &[String]) -> Value {
    let allowed: Vec<&String> = draw.subset(tools);
    let mut capabilities = json!({"tools": {"enabled": true, "allowed": allowed}});
    if draw.chance(2, 3) {
        let language = *draw.pick(&["typescript", "python", "javascript"]);
        capabilities["codemode"] = json!({"enabled": true, "language": language});
        capabilities["sandbox"] = json!({"type": "isolate", "network": {"enabled": draw.chance(1, 2)}});
        if !allowed.is_empty() && draw.chance(1, 2) {
            let (include, exclude) = (draw.sample(&allowed, 1), draw.subset(&allowed));
            capabilities["codemode"]["sdk_surface"] =
                json!({"mode": "explicit", "include": include, "exclude": exclude});
        }
    }
    capabilities
}

/// A valid evaluation.
fn scored(draw: &mut Draw) -> Value {
    let weights = *draw.pick::<&[f64]>(&[&[1.0], &[0.5, 0.5], &[0.25, 0.75], &[1.0, 0.0], &[0.5, 0.25, 0.25]]);
    let metrics: Vec<Value> = weights
        .iter()
        .enumerate()
        .map(
            |(metric, weight)| json!({"name": format!("metric_{metric}"), "kind": draw.pick(&KINDS), "weight": weight}),
        )
        .collect();
    let (accept, retry, fail) = *draw.pick(&[(0.75, 0.5, 0.25), (1.0, 0.5, 0.0), (0.5, 0.5, 0.5), (1.0, 1.0, 0.0)]);
    json!({
        "enabled": true,
        "metrics": metrics,
        "thresholds": {"accept": accept, "retry": retry, "fail": fail},
        "step_scores": {"hooks": draw.subset(&HOOKS)},
        "retry_policy": {
            "enabled": true,
            "actions": {"below_retry": draw.pick(&ACTIONS), "below_fail": draw.pick(&ACTIONS)},
        },
    })
}

/// The slots that a wild project has anything in.
const SLOTS: [&str; 18] = [
    "workflow/awp",
    "workflow/workflow",
    "workflow/workflow/name",
    "workflow/orchestration",
    "workflow/orchestration/graph",
    "workflow/orchestration/graph/0",
    "workflow/orchestration/graph/0/id",
    "workflow/orchestration/graph/0/depends_on",
    "workflow/orchestration/delegation_loop",
    "workflow/orchestration/delegation_loop/budget",
    "workflow/orchestration/delegation_loop/budget/max_depth",
    "workflow/dynamic_tools",
    "workflow/observability",
    "workflow/observability/evaluation/metrics",
    "workflow/observability/evaluation/thresholds",
    "workflow/observability/evaluation/thresholds/retry",
    "workflow/observability/evaluation/step_scores/hooks",
    "workflow/observability/evaluation/retry_policy/actions",
];

const AGENT_SLOTS: [&str; 14] = [
    "identity",
    "identity/id",
    "runtime",
    "output",
    "output/contract",
    "output/format",
    "capabilities",
    "capabilities/tools",
    "capabilities/tools/allowed",
    "capabilities/codemode",
    "capabilities/codemode/enabled",
    "capabilities/codemode/sdk_surface/exclude",
    "capabilities/codemode/tool_creation_namespace",
    "capabilities/sandbox",
];

/// A project with any JSON in a few of its slots. The params themselves are as the protocol has them.
pub(in super::super) fn wild(draw: &mut Draw) -> Value {
    let mut project = rich(draw);
    for _ in 0..draw.size(1..=3) {
        let slot = if draw.chance(1, 2) {
            (*draw.pick(&SLOTS)).to_owned()
        } else {
            let id = any_agent(draw, &project);
            agent(&id, draw.pick::<&str>(&AGENT_SLOTS))
        };
        put(&mut project, &slot, any_json::any(draw));
    }
    project
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites::awp::model::{Standing, report};

    #[test]
    fn what_is_drawn_as_valid_is_valid() {
        for seed in 0..500 {
            for project in [plain(&mut Draw::from_seed(seed)), rich(&mut Draw::from_seed(seed))] {
                let notes = report(&project).notes;
                assert!(notes.iter().all(|note| note.standing == Standing::Warns), "{notes:?} {project:#}");
            }
        }
    }

    #[test]
    fn the_model_has_a_verdict_on_anything() {
        for seed in 0..2000 {
            report(&wild(&mut Draw::from_seed(seed)));
        }
    }
}
