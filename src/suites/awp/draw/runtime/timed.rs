//! Runs that take time: hung agents, slow ones, and limits.

use serde_json::{Value, json};

use super::workflow::{runnable, workflow};
use crate::draw::{Draw, Shape, required};
use crate::suites::awp::model::runtime::graph::{Graph, Node};
use crate::suites::awp::model::runtime::params::{Object, items, members};
use crate::suites::awp::model::runtime::run::is_hung;

/// Runs take real time: the only thing that is shrunk is how many there are.
pub(in crate::suites::awp) static SHAPE: Shape =
    Shape::Object(&[required("runs", Shape::List { of: &Shape::Fixed, least: 1 })]);

/// A run of these agents; the ones in `hung` hang, the ones in `slow` take so many seconds.
fn run(nodes: &[(&str, &[&str])], execution: &Value, hung: &[&str], slow: &[(&str, f64)]) -> Value {
    let mut workflow = workflow(nodes);
    workflow["execution"] = execution.clone();
    let mut agents = Object::new();
    agents.extend(hung.iter().map(|id| ((*id).to_owned(), json!({"hung": true}))));
    agents.extend(slow.iter().map(|(id, seconds)| ((*id).to_owned(), json!({"after": seconds}))));
    json!({"workflow": workflow, "agents": agents})
}

/// A chain of slow agents, beside a hung one or alone.
fn chain(length: usize, seconds: f64, execution: &Value, beside: bool) -> Value {
    let ids: Vec<String> = (1..=length).map(|number| format!("link_{number}")).collect();
    let mut nodes: Vec<Value> = Vec::new();
    let mut agents = Object::new();
    if beside {
        nodes.push(json!({"id": "hung", "depends_on": []}));
        agents.insert("hung".to_owned(), json!({"hung": true}));
    }
    for (index, id) in ids.iter().enumerate() {
        nodes.push(json!({"id": id, "depends_on": ids[..index].last().into_iter().collect::<Vec<_>>()}));
        agents.insert(id.clone(), json!({"after": seconds}));
    }
    let workflow = json!({"orchestration": {"engine": "dag", "graph": nodes}, "execution": execution});
    json!({"workflow": workflow, "agents": agents})
}

/// Many agents side by side, the last of which hangs.
fn crowd(count: usize, execution: &Value) -> Value {
    let nodes: Vec<Value> =
        (1..=count).map(|number| json!({"id": format!("agent_{number}"), "depends_on": []})).collect();
    let workflow = json!({"orchestration": {"engine": "dag", "graph": nodes}, "execution": execution});
    json!({"workflow": workflow, "agents": { format!("agent_{count}"): {"hung": true} }})
}

/// Every kind of limit, with everybody who can run into it.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let go_on = |limit: f64| json!({"timeout_per_agent": limit, "on_failure": "continue"});
    let mut late = run(
        &[("late", &[]), ("after_late", &["late"]), ("keeps_open", &[])],
        &go_on(0.2),
        &["keeps_open"],
        &[("late", 0.4)],
    );
    late["workflow"]["orchestration"]["graph"][2]["timeout"] = json!(1.0);
    let mut own = run(&[("own_limit", &[]), ("other", &[])], &json!({"on_failure": "continue"}), &["own_limit"], &[]);
    own["workflow"]["orchestration"]["graph"][0]["timeout"] = json!(0.2);
    vec![
        json!({"runs": [
            late,
            chain(4, 0.3, &go_on(0.8), true),
            run(&[("hung", &[]), ("quick", &[]), ("after", &["hung"]), ("later", &["quick"])], &go_on(1.0), &["hung"], &[]),
            run(&[("hung", &[]), ("quick", &[]), ("after_both", &["quick", "hung"])], &go_on(0.5), &["hung"], &[]),
            run(&[("quick", &[]), ("last", &["quick"])], &go_on(0.5), &["last"], &[]),
            // All of them together take longer than the limit of each.
            chain(4, 0.5, &go_on(1.5), false),
            run(&[("quick", &[]), ("later", &["quick"])], &json!({"timeout_per_agent": 1.0, "timeout_total": 1.0, "on_failure": "stop"}), &[], &[]),
        ]}),
        json!({"runs": [crowd(16, &go_on(0.5))]}),
        // By itself, because every run that answers a question is looked into.
        json!({"runs": [own]}),
        json!({"runs": [chain(7, 1.0, &json!({"timeout_total": 0.3, "on_failure": "stop"}), false)]}),
        // A limit of every agent takes nothing from the total one.
        json!({"runs": [chain(7, 1.0, &json!({"timeout_per_agent": 2.0, "timeout_total": 0.3, "on_failure": "stop"}), false)]}),
        // No link takes as long as the total limit; all of them together do, several times over.
        json!({"runs": [chain(12, 0.6, &json!({"timeout_total": 1.0, "on_failure": "stop"}), false)]}),
        // A limit well above what a link takes: on a busy machine nobody but the hung one is late.
        json!({"runs": [chain(16, 0.5, &json!({"timeout_per_agent": 2.0, "on_failure": "stop"}), true)]}),
    ]
}

/// Small graphs with one or two hung agents, all at once.
pub(in crate::suites::awp) fn side_by_side(draw: &mut Draw) -> Value {
    let runs = draw.list(6..=8, |draw| {
        let mut workflow = runnable(draw);
        let ids: Vec<Value> =
            items(&workflow["orchestration"]["graph"]).iter().map(|node| node["id"].clone()).collect();
        let mut execution = json!({"on_failure": draw.pick(&["continue", "stop"])});
        let limit = *draw.pick(&[0.2, 0.25, 0.3, 0.5]);
        match draw.below(3) {
            0 => execution["timeout_total"] = json!(limit),
            1 => {
                execution =
                    json!({"on_failure": execution["on_failure"], "timeout_total": 1.0, "timeout_per_agent": limit});
            }
            _ => execution["timeout_per_agent"] = json!(limit),
        }
        workflow["execution"] = execution;
        let count = draw.size(0..=2);
        let agents: Object = draw
            .sample(&ids, count)
            .into_iter()
            .filter_map(|id| Some((id.as_str()?.to_owned(), json!({"hung": true}))))
            .collect();
        json!({"workflow": workflow, "agents": agents})
    });
    json!({ "runs": runs })
}

/// What is noteworthy about a run.
pub(in crate::suites::awp) fn labels(run: &Value) -> Vec<&'static str> {
    let Ok(graph) = Graph::read(&run["workflow"]) else { return Vec::new() };
    let hung = |id: &str| is_hung(&run["agents"], id);
    let any_hung = graph.nodes.iter().any(|node| hung(&node.id));
    let slow = members(&run["agents"]).any(|(_, agent)| agent["after"].is_number());
    let mut labels = vec![if any_hung { "hung" } else { "nobody hung" }];
    labels.extend((graph.on_failure.as_deref() == Some("continue")).then_some("continue"));
    labels.extend((graph.on_failure.as_deref() == Some("stop")).then_some("stop"));
    labels.extend(graph.per_agent.is_some().then_some("agent limit"));
    labels.extend(graph.total.is_some().then_some("total limit"));
    labels.extend(graph.nodes.iter().any(|node| node.timeout.is_some()).then_some("node limit"));
    labels.extend(graph.nodes.iter().any(|node| node.dependencies.iter().any(|id| hung(id))).then_some("a dependent"));
    let half = |node: &Node| {
        let (bad, good): (Vec<_>, Vec<_>) = node.dependencies.iter().partition(|id| hung(id));
        !bad.is_empty() && !good.is_empty()
    };
    labels.extend(graph.nodes.iter().any(half).then_some("a dependent of a hung agent and another"));
    labels.extend((any_hung && slow && graph.nodes.len() > 4).then_some("a chain beside a hung agent"));
    labels.extend((any_hung && slow && graph.nodes.len() <= 3).then_some("late"));
    labels.extend((!any_hung && slow && graph.total.is_some()).then_some("quick agents beyond the total limit"));
    labels
}
