//! `start` runs one graph, so it is told of exactly one.
//!
//! The trap is to test for "none" only: two graphs are as wrong as no graph.

use super::prelude::*;

const CODE: &str = "start-graph-required";

pub(super) static RULE: Rule = Rule {
    id: CODE,
    title: "reports start without exactly one of `graph` and `graphFile`",
    level: Level::Must,
    source: "validateRequiredControls, start",
    statement: "`start` with both of `graph` and `graphFile`, or with neither, gets `start-graph-required`; no other \
                action ever does.",
    checks: &[Check {
        property: "the code is given exactly when start has both sources or neither",
        edges,
        arms: &[
            arm(3, "start with any of its fields", start),
            arm(1, "two fields of any kind", draw::pair),
            arm(2, "many faults", draw::many_faults),
        ],
        classify,
        labels: &["due", "not due", "both", "neither", "graph only", "graphFile only", "sources beside another action"],
        exam: exactly_when_due,
        ..CHECK
    }],
    mutants: &[
        omitting("starts without a graph", CODE, |input| input.get("graph").is_none()),
        omitting("starts with two graphs", CODE, |input| input.get("graph").is_some()),
        demanding("does not take a graph file for a graph", [CODE, "start"], |input| {
            input["action"] == "start" && input.get("graph").is_none() && input.get("graphFile").is_some()
        }),
        omitting("takes steps at the top for a graph", CODE, |input| input.get("steps").is_some()),
        omitting("looks for a graph file among the options", CODE, |input| {
            input["action"] == "start" && input["options"]["graphFile"].is_string()
        }),
        demanding("counts a graph within the graph as a second one", [CODE, "start"], |input| {
            input["action"] == "start" && input["graph"].get("graph").is_some() && input.get("graphFile").is_none()
        }),
        omitting("counts the same source twice as one", CODE, |input| {
            input.get("graph").is_some() && input.get("graph") == input.get("graphFile")
        }),
        demanding("wants a graph for the catalog too", [CODE, "start"], |input| input["action"] == "catalog"),
    ],
    corpus: include_str!("../../../../corpus/preflight/start-graph-required.yaml"),
    questions: &[],
};

const SOURCES: [&[&str]; 4] = [&[], &["graph"], &["graphFile"], &["graph", "graphFile"]];

/// Every choice of sources: beside start with every other field, and beside every other action.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for sources in SOURCES {
        for action in &ACTIONS {
            cases.push(case(with_sources(draw::least(action), sources)));
        }
        for field in &KNOWN_FIELDS[3..] {
            cases.push(case(with_sources(draw::and(&ACTIONS[1], &[*field]), sources)));
        }
        // Only the input itself has sources: what one of its fields holds is that field's affair.
        let mut nested = with_sources(draw::least(&ACTIONS[1]), sources);
        for source in nested.values_mut().filter(|value| value.is_object()) {
            *source = both_sources();
        }
        cases.push(case(nested.clone()));
        nested.insert("options".to_owned(), both_sources());
        cases.push(case(nested));
    }
    cases
}

fn both_sources() -> Value {
    json!({"graph": draw::plain("graph"), "graphFile": draw::plain("graphFile")})
}

fn with_sources(mut input: draw::Input, sources: &[&str]) -> draw::Input {
    input.retain(|field, _| !field.starts_with("graph"));
    input.extend(sources.iter().map(|field| ((*field).to_owned(), draw::plain(field))));
    input
}

fn start(draw: &mut Draw) -> Value {
    let mut input = draw::valid_for(draw, &ACTIONS[1]);
    if draw.chance(1, 3) {
        // What belongs into a graph does not make one.
        let body = *draw.pick(&["objective", "agents", "steps"]);
        input.insert(body.to_owned(), draw::plain(body));
    }
    let sources = SOURCES[draw.below(SOURCES.len())];
    case(with_sources(input, sources))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let input = &case["input"];
    let sources = (input.get("graph").is_some(), input.get("graphFile").is_some());
    let mut labels = due_or_not(case, CODE);
    labels.extend(match (input["action"] == "start", sources) {
        (true, (true, true)) => Some("both"),
        (true, (false, false)) => Some("neither"),
        (true, (true, false)) => Some("graph only"),
        (true, (false, true)) => Some("graphFile only"),
        (false, (false, false)) => None,
        (false, _) => Some("sources beside another action"),
    });
    labels
}
