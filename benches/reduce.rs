//! How small the reducer gets, and after how many executions.
//!
//! Six planted bugs, a hundred drawn documents each. Every document of a bug
//! must end at the same smallest case, after few executions.
#![expect(clippy::print_stdout, reason = "the table is the product")]

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;
use std::sync::Arc;

use proofmark::draw::{
    Draw, Field, Reducer, Shape, case_seed, graph, json as values, optional, required, runner_for, text,
};
use proptest::test_runner::{TestCaseError, TestError};
use serde_json::{Map, Value, json};

const SEEDS: u64 = 100;
const MOST_AT_MEDIAN: usize = 40;
const MOST_AT_95TH: usize = 250;

struct Bug {
    name: &'static str,
    shape: &'static Shape,
    draw: fn(&mut Draw) -> Value,
    fails: fn(&Value) -> bool,
}

const BUGS: &[Bug] = &[
    Bug { name: "two fields, one action", shape: &CALL, draw: call, fails: call_fails },
    Bug { name: "ring of three or more", shape: &WORKFLOW, draw: ring, fails: ring_fails },
    Bug { name: "name longer than 64", shape: &WORKFLOW, draw: long_name, fails: long_name_fails },
    Bug { name: "two rejects in a row", shape: &HISTORY, draw: history, fails: history_fails },
    Bug { name: "more ready than the limit", shape: &STEPS, draw: crowd, fails: |doc| ready(doc) > limit(doc) },
    Bug { name: "one more ready than the limit", shape: &STEPS, draw: edge, fails: |doc| ready(doc) == limit(doc) + 1 },
];

fn main() -> ExitCode {
    println!("{:<30} {:>5} {:>8} {:>12} {:>6} {:>4} {:>4}", "bug", "seeds", "distinct", "size", "median", "p95", "max");
    let missed = BUGS.iter().filter(|bug| !measure(bug)).count();
    if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints one line of the table, and the smallest cases; true if the targets are met.
fn measure(bug: &Bug) -> bool {
    let mut smallest: BTreeMap<String, u64> = BTreeMap::new();
    let mut executions = Vec::new();
    let (mut before, mut after) = (0, 0);
    for index in 0..SEEDS {
        let seed = case_seed(0, bug.name, index);
        let drawn = Arc::new((bug.draw)(&mut Draw::from_seed(seed)));
        let count = Cell::new(0);
        let test = |document: Arc<Value>| {
            count.set(count.get() + 1);
            if (bug.fails)(&document) { Err(TestCaseError::fail("planted")) } else { Ok(()) }
        };
        before += values::size(&drawn);
        let Err(TestError::Fail(_, found)) = runner_for(seed).run_one(Reducer::new(drawn, bug.shape), test) else {
            println!("{}: case {index} does not fail", bug.name);
            return false;
        };
        after += values::size(&found);
        *smallest.entry(found.to_string()).or_default() += 1;
        // The first execution is that of the document drawn, not of a candidate.
        executions.push(count.get() - 1);
    }
    executions.sort_unstable();
    let cases = executions.len();
    let (median, p95, most) = (executions[cases / 2], executions[cases * 95 / 100], executions[cases - 1]);
    let size = format!("{} -> {}", before / cases, after / cases);
    println!("{:<30} {cases:>5} {:>8} {size:>12} {median:>6} {p95:>4} {most:>4}", bug.name, smallest.len());
    for (case, times) in smallest.iter().take(5) {
        println!("    {times:>3} x {case}");
    }
    smallest.len() == 1 && median <= MOST_AT_MEDIAN && p95 <= MOST_AT_95TH
}

const CALL: Shape = Shape::Object(CALL_FIELDS);
const ACTIONS: &[&str] = &["catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup"];
const CALL_FIELDS: &[Field] = &[
    required("action", Shape::Enum(ACTIONS)),
    optional("graph", Shape::Any),
    optional("graphFile", Shape::Text { least: 0 }),
    optional("library", Shape::Any),
    optional("options", Shape::Any),
    optional("runId", Shape::Text { least: 0 }),
    optional("cursor", Shape::Text { least: 0 }),
    optional("stepId", Shape::Text { least: 0 }),
    optional("waitSeconds", Shape::Integer { least: 0 }),
    optional("maxBytes", Shape::Integer { least: 0 }),
    optional("preview", Shape::Bool),
    optional("debugEvents", Shape::Bool),
    optional("kind", Shape::Any),
    optional("channel", Shape::Enum(&["steer", "follow_up"])),
    optional("text", Shape::Text { least: 0 }),
    optional("clientMessageId", Shape::Text { least: 0 }),
    optional("reason", Shape::Text { least: 0 }),
    optional("objective", Shape::Any),
    optional("agents", Shape::Any),
    optional("steps", Shape::Any),
    optional("synthesis", Shape::Any),
    optional("limits", Shape::Any),
    optional("outputContract", Shape::Any),
    optional("callerSkills", Shape::Any),
    optional("authority", Shape::Any),
    optional("extensionTools", Shape::Any),
];

fn call(draw: &mut Draw) -> Value {
    let mut members = Map::new();
    for field in CALL_FIELDS {
        let value = match field.shape {
            Shape::Text { .. } => json!(text::sentence(draw)),
            Shape::Integer { .. } => json!(draw.int(0..=5000)),
            Shape::Bool => json!(draw.chance(1, 2)),
            Shape::Enum(texts) => json!(*draw.pick(texts)),
            _ => values::any(draw),
        };
        if draw.chance(3, 4) || ["stepId", "steps"].contains(&field.name) {
            members.insert(field.name.to_owned(), value);
        }
    }
    members.insert("action".to_owned(), json!("message"));
    Value::Object(members)
}

fn call_fails(doc: &Value) -> bool {
    doc["action"] == "message" && doc.get("stepId").is_some() && doc.get("steps").is_some()
}

const NODE: Shape = Shape::Object(&[
    required("id", Shape::Id("agent")),
    required("depends_on", Shape::List { of: &Shape::Ref("agent"), least: 0 }),
]);
const AGENT: Shape = Shape::Object(&[
    required("name", Shape::Text { least: 1 }),
    optional("timeout", Shape::Integer { least: 1 }),
    optional("tools", Shape::List { of: &Shape::Text { least: 1 }, least: 0 }),
]);
const FILE: Shape = Shape::RefText { kind: "agent", before: "agents/", after: "/agent.awp.yaml" };
const WORKFLOW: Shape = Shape::Object(&[
    required("graph", Shape::List { of: &NODE, least: 0 }),
    required("agents", Shape::Map { keys: Some("agent"), of: &AGENT }),
    required("files", Shape::List { of: &FILE, least: 0 }),
]);

/// A workflow of twenty agents whose names are drawn and whose order is shuffled.
fn workflow(draw: &mut Draw, dependencies: &[Vec<usize>]) -> Value {
    let ids: Vec<String> = (0..dependencies.len()).map(|node| format!("{}_{node}", text::word(draw))).collect();
    let mut nodes: Vec<Value> = dependencies
        .iter()
        .enumerate()
        .map(|(node, on)| json!({"id": ids[node], "depends_on": on.iter().map(|on| &ids[*on]).collect::<Vec<_>>()}))
        .collect();
    draw.shuffle(&mut nodes);
    let agents: Map<String, Value> = ids
        .iter()
        .map(|id| {
            let mut agent = json!({"name": text::sentence(draw)});
            if draw.chance(1, 2) {
                agent["timeout"] = json!(draw.int(1..=300));
            }
            if draw.chance(1, 2) {
                agent["tools"] = json!(draw.list(0..=3, text::word));
            }
            (id.clone(), agent)
        })
        .collect();
    let files: Vec<String> = ids.iter().map(|id| format!("agents/{id}/agent.awp.yaml")).collect();
    json!({"graph": nodes, "agents": agents, "files": files})
}

fn ring(draw: &mut Draw) -> Value {
    let mut dependencies = graph::dag(draw, 20);
    let nodes: Vec<usize> = (0..20).collect();
    let length = draw.size(3..=6);
    let ring: Vec<usize> = draw.sample(&nodes, length).into_iter().copied().collect();
    for (at, node) in ring.iter().enumerate() {
        let next = ring[(at + 1) % ring.len()];
        if !dependencies[*node].contains(&next) {
            dependencies[*node].push(next);
        }
    }
    workflow(draw, &dependencies)
}

/// A ring of three or more in a workflow that is otherwise whole.
fn ring_fails(doc: &Value) -> bool {
    let edges: BTreeMap<&str, Vec<&str>> = doc["graph"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|node| {
            let on = node["depends_on"].as_array().into_iter().flatten().filter_map(Value::as_str);
            (node["id"].as_str().unwrap_or_default(), on.collect())
        })
        .collect();
    let files: BTreeSet<&str> = doc["files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let is_whole = edges.iter().all(|(id, on)| {
        doc["agents"].get(id).is_some()
            && files.contains(format!("agents/{id}/agent.awp.yaml").as_str())
            && on.iter().all(|on| edges.contains_key(on))
    });
    is_whole && edges.keys().any(|start| on_ring(&edges, start, &mut vec![start]))
}

fn on_ring<'d>(edges: &BTreeMap<&'d str, Vec<&'d str>>, start: &str, path: &mut Vec<&'d str>) -> bool {
    let last = path[path.len() - 1];
    edges.get(last).into_iter().flatten().any(|next| {
        if *next == start {
            return path.len() >= 3;
        }
        if path.contains(next) || !reaches(edges, next, start) {
            return false;
        }
        path.push(next);
        let found = on_ring(edges, start, path);
        path.pop();
        found
    })
}

fn reaches(edges: &BTreeMap<&str, Vec<&str>>, from: &str, to: &str) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut left = vec![from];
    while let Some(node) = left.pop() {
        for next in edges.get(node).into_iter().flatten() {
            if *next == to {
                return true;
            }
            if seen.insert(next) {
                left.push(next);
            }
        }
    }
    false
}

fn long_name(draw: &mut Draw) -> Value {
    let dependencies = graph::dag(draw, 20);
    let mut doc = workflow(draw, &dependencies);
    if let Value::Object(agents) = &mut doc["agents"] {
        let names: Vec<String> = agents.keys().cloned().collect();
        let mut name = String::new();
        while name.chars().count() <= 64 {
            name.push_str(&text::sentence(draw));
        }
        agents[draw.pick(&names)]["name"] = json!(name);
    }
    doc
}

fn long_name_fails(doc: &Value) -> bool {
    let agents = doc["agents"].as_object().into_iter().flat_map(Map::values);
    agents.filter_map(|agent| agent["name"].as_str()).any(|name| name.chars().count() > 64)
}

const OPERATION: Shape = Shape::Object(&[
    required("op", Shape::Enum(&["plan", "delegate", "reject"])),
    optional("note", Shape::Text { least: 0 }),
]);
const HISTORY: Shape = Shape::Object(&[required("ops", Shape::List { of: &OPERATION, least: 0 })]);

fn history(draw: &mut Draw) -> Value {
    let operation = |draw: &mut Draw, op: &str| {
        let note = draw.maybe(text::sentence);
        note.map_or_else(|| json!({"op": op}), |note| json!({"op": op, "note": note}))
    };
    let mut ops = draw.list(5..=30, |draw| {
        let op = *draw.pick(&["plan", "delegate"]);
        operation(draw, op)
    });
    let first = draw.below(ops.len());
    let between = draw.size(0..=4);
    let mut last: Vec<Value> = (0..between).map(|_| operation(draw, "plan")).collect();
    last.insert(0, operation(draw, "reject"));
    last.push(operation(draw, "reject"));
    ops.splice(first..first, last);
    json!({ "ops": ops })
}

fn history_fails(doc: &Value) -> bool {
    let mut rejected = false;
    doc["ops"].as_array().into_iter().flatten().any(|step| match step["op"].as_str() {
        Some("reject") => std::mem::replace(&mut rejected, true),
        Some("delegate") => {
            rejected = false;
            false
        }
        _ => false,
    })
}

const STEP: Shape = Shape::Object(&[
    required("id", Shape::Id("step")),
    required("after", Shape::List { of: &Shape::Ref("step"), least: 0 }),
]);
const STEPS: Shape = Shape::Object(&[
    required("limits", Shape::Object(&[required("maxConcurrency", Shape::Limit { least: 1, of: "/steps" })])),
    required("steps", Shape::List { of: &STEP, least: 0 }),
]);

fn crowd(draw: &mut Draw) -> Value {
    let ready = draw.size(2..=9);
    let most = draw.size(1..=ready - 1);
    steps(draw, ready, most)
}

fn edge(draw: &mut Draw) -> Value {
    let most = draw.size(1..=8);
    steps(draw, most + 1, most)
}

/// Twenty steps, `ready` of them without dependencies, under a limit of `most`.
fn steps(draw: &mut Draw, ready: usize, most: usize) -> Value {
    let mut steps: Vec<Value> = (0..20)
        .map(|step| {
            let after: Vec<usize> = if step < ready { Vec::new() } else { draw.list(1..=3, |draw| draw.below(step)) };
            let after: BTreeSet<String> = after.into_iter().map(|step| format!("step-{step}")).collect();
            json!({"id": format!("step-{step}"), "after": after})
        })
        .collect();
    draw.shuffle(&mut steps);
    json!({"limits": {"maxConcurrency": most}, "steps": steps})
}

fn ready(doc: &Value) -> u64 {
    let steps = doc["steps"].as_array().into_iter().flatten();
    steps.filter(|step| step["after"] == json!([])).count() as u64
}

fn limit(doc: &Value) -> u64 {
    doc["limits"]["maxConcurrency"].as_u64().unwrap_or(0)
}
