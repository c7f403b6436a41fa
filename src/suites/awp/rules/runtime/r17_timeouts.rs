//! An agent that does not answer in time is given up, and the run goes on or stops as configured.
//!
//! Nothing here measures how long a subject took. Hung agents answer five
//! seconds after their limit after all, so a subject without limits gives
//! itself away by taking the answer; slow agents answer a fixed time after
//! they were started, so a long chain of them proves that time went by.

use std::time::Duration;

use super::super::prelude::*;
use super::METHOD;
use super::graph::Graph;
use super::timing;
use super::world::{GRACE, Timed};

pub(in super::super::super) static RULE: Rule = Rule {
    id: "R17",
    title: "enforces its time limits",
    level: Level::Must,
    source: "R17, timeout enforcement",
    statement: "An agent that has not answered within `timeout_per_agent` is terminated and reported as timed out; after \
                `timeout_total` nothing new starts. Then `on_failure` is applied: `stop` starts nothing new, `continue` \
                skips the dependents and runs the rest. A late answer reaches nobody.",
    checks: &[Check {
        id: "limits",
        property: "hung agents are timed out, their dependents do not start, and on_failure decides about the rest",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[arm(1, "runs side by side", side_by_side)],
        classify: |case| items(&case["runs"]).iter().flat_map(labels).collect(),
        labels: &[
            "hung",
            "nobody hung",
            "continue",
            "stop",
            "agent limit",
            "total limit",
            "node limit",
            "a dependent",
            "late",
            "a chain beside a hung agent",
            "quick agents beyond the total limit",
        ],
        steps: examine,
        on_fault: OnFault::Fails,
        cost: 200,
        waits: true,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::quirk("never times out an agent", "time-no-agent-limit"),
        Mutant::quirk("ignores the total limit", "time-no-total"),
        Mutant::quirk("ignores the total limit while agents are quick", "time-total-only-when-hung"),
        Mutant::quirk("goes on after a timeout although it should stop", "time-stop-goes-on"),
        Mutant::quirk("stops after a timeout although it should go on", "time-continue-stops"),
        Mutant::quirk("starts the dependents of an agent that timed out", "time-dependents-run"),
        Mutant::quirk("hands a late answer on", "time-late-reply-counts"),
        Mutant::quirk("reports an agent that timed out as completed", "time-reported-completed"),
        Mutant::quirk("reports an agent that timed out as failed", "time-reported-failed"),
        Mutant::quirk("takes the quick agents down with the hung one", "time-takes-all-down"),
        Mutant::quirk("calls every run completed", "time-always-completed"),
    ],
    corpus: include_str!("../../../../../corpus/awp/R17.yaml"),
    questions: &[Question {
        id: "node-limit",
        asks: "Is the time limit of a single node of the graph enforced?",
        readings: &[
            Reading { id: "enforced", predicts: "a hung agent with a limit of its own is timed out" },
            Reading { id: "ignored", predicts: "only the limits of the workflow count" },
        ],
    }],
};

/// Runs take real time: the only thing that is shrunk is how many there are.
static SHAPE: Shape = Shape::Object(&[required("runs", Shape::List { of: &Shape::Fixed, least: 1 })]);

fn examine(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let runs = items(&case["runs"]);
    if answers.is_empty() {
        let call = |run: &Value| {
            let give_up = Graph::read(&run["workflow"]).map_or(GRACE, |graph| timing::longest(&graph) + GRACE);
            let give_up = Duration::from_secs_f64(give_up.clamp(GRACE, 20.0));
            Call::new(METHOD, json!({"workflow": run["workflow"]})).with(Timed::new(run, give_up)).patient(give_up)
        };
        return Ok(Step::Ask(runs.iter().map(call).collect()));
    }
    let mut sum = Judgement::open("no run was judged");
    for (run, answer) in runs.iter().zip(answers) {
        let judgement = timing::judge(run, answer)?;
        match judgement.verdict {
            crate::rule::Verdict::Failed(_) => return Ok(Step::Judged(judgement)),
            crate::rule::Verdict::Held => sum.verdict = crate::rule::Verdict::Held,
            _ => {}
        }
        sum.evidence.extend(judgement.evidence);
    }
    Ok(Step::Judged(sum))
}

/// A run of these agents; the ones in `hung` hang, the ones in `slow` take so many seconds.
fn run(nodes: &[(&str, &[&str])], execution: &Value, hung: &[&str], slow: &[(&str, f64)]) -> Value {
    let mut workflow = super::draw::workflow(nodes);
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

fn edges() -> Vec<Value> {
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
            run(&[("quick", &[]), ("later", &["quick"])], &json!({"timeout_per_agent": 1.0, "timeout_total": 1.0, "on_failure": "stop"}), &[], &[]),
        ]}),
        // By itself, because every run that answers a question is looked into.
        json!({"runs": [own]}),
        json!({"runs": [chain(7, 1.0, &json!({"timeout_total": 0.3, "on_failure": "stop"}), false)]}),
        json!({"runs": [chain(14, 0.5, &json!({"timeout_per_agent": 1.0, "on_failure": "stop"}), true)]}),
    ]
}

/// Small graphs with one or two hung agents, all at once.
fn side_by_side(draw: &mut Draw) -> Value {
    let runs = draw.list(6..=8, |draw| {
        let mut workflow = super::draw::runnable(draw);
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

fn labels(run: &Value) -> Vec<&'static str> {
    let Ok(graph) = Graph::read(&run["workflow"]) else { return Vec::new() };
    let hung = |id: &str| super::world::is_hung(&run["agents"], id);
    let any_hung = graph.nodes.iter().any(|node| hung(&node.id));
    let slow = members(&run["agents"]).any(|(_, agent)| agent["after"].is_number());
    let mut labels = vec![if any_hung { "hung" } else { "nobody hung" }];
    labels.extend((graph.on_failure.as_deref() == Some("continue")).then_some("continue"));
    labels.extend((graph.on_failure.as_deref() == Some("stop")).then_some("stop"));
    labels.extend(graph.per_agent.is_some().then_some("agent limit"));
    labels.extend(graph.total.is_some().then_some("total limit"));
    labels.extend(graph.nodes.iter().any(|node| node.timeout.is_some()).then_some("node limit"));
    labels.extend(graph.nodes.iter().any(|node| node.dependencies.iter().any(|id| hung(id))).then_some("a dependent"));
    labels.extend((any_hung && slow && graph.nodes.len() > 4).then_some("a chain beside a hung agent"));
    labels.extend((any_hung && slow && graph.nodes.len() <= 3).then_some("late"));
    labels.extend((!any_hung && slow && graph.total.is_some()).then_some("quick agents beyond the total limit"));
    labels
}
