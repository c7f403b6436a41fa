//! The graph of agents: its ids, its dependencies, its files.

use std::collections::{HashMap, HashSet, VecDeque};

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use serde_json::Value;

use super::ask::{CONDITIONAL, GRAPH_ID};
use super::names::is_agent_id;
use super::note::Report;

/// Of a longer way round, the middle is left out.
const NAMES_SHOWN: usize = 12;

/// The graph as far as it can be read.
#[derive(Debug, Default)]
pub(in super::super) struct Graph<'a> {
    /// Every id once, in the order of the document, with the place where it stands first.
    ids: Vec<(&'a str, usize)>,
    position: HashMap<&'a str, usize>,
    /// The ids that stand there again, with the place where.
    again: Vec<(&'a str, usize)>,
    edges: Vec<Edge<'a>>,
    files: HashSet<&'a str>,
}

/// An entry of `depends_on`.
#[derive(Debug)]
struct Edge<'a> {
    /// The position of the id that depends.
    from: usize,
    entry: &'a Value,
    /// The position of the id that it depends on, if there is such an id.
    to: Option<usize>,
    /// The places of the node and of the entry in it. Most edges are in order: a pointer is made for the others only.
    place: (usize, usize),
}

impl Edge<'_> {
    fn pointer(&self) -> String {
        let (node, entry) = self.place;
        format!("/workflow/orchestration/graph/{node}/depends_on/{entry}")
    }
}

/// Where the configuration of an agent has to be.
pub(in super::super) fn config_path(id: &str) -> String {
    format!("agents/{id}/agent.awp.yaml")
}

/// Whether a path leads to the same file on some system, though it is written in another way.
fn is_the_same_path(written: &str, path: &str) -> bool {
    let parts = |text: &str| -> Vec<String> {
        text.split(['/', '\\']).filter(|part| !part.is_empty() && *part != ".").map(str::to_owned).collect()
    };
    parts(written) == parts(path)
}

impl<'a> Graph<'a> {
    /// Reads `orchestration.graph`. What cannot be read is left open.
    pub(in super::super) fn read(workflow: &'a Value, report: &mut Report) -> Self {
        let mut graph = Self::default();
        let Some(nodes) = workflow["orchestration"]["graph"].as_array() else {
            report.open("R6", "/workflow/orchestration/graph", "there is no list of nodes");
            return graph;
        };
        if nodes.is_empty() {
            report.open("R6", "/workflow/orchestration/graph", "the graph has no node");
        }
        for (place, node) in nodes.iter().enumerate() {
            let Some(id) = node.get("id").and_then(Value::as_str) else {
                report.open("R5", format!("/workflow/orchestration/graph/{place}"), "the node has no id");
                continue;
            };
            let position = graph.ids.len();
            let from = *graph.position.entry(id).or_insert(position);
            if from == position {
                graph.ids.push((id, place));
            } else {
                graph.again.push((id, place));
            }
            match node.get("depends_on") {
                None | Some(Value::Null) => {}
                Some(Value::Array(entries)) => {
                    let edge = |(nth, entry)| Edge { from, entry, to: None, place: (place, nth) };
                    graph.edges.extend(entries.iter().enumerate().map(edge));
                }
                Some(_) => {
                    let at = format!("/workflow/orchestration/graph/{place}/depends_on");
                    report.open("R7", at, "the dependencies are no list");
                }
            }
        }
        for edge in &mut graph.edges {
            edge.to = edge.entry.as_str().and_then(|id| graph.position.get(id)).copied();
        }
        graph
    }

    /// Every id once, in the order of the document.
    pub(in super::super) fn ids(&self) -> impl Iterator<Item = &'a str> {
        self.ids.iter().map(|(id, _)| *id)
    }

    /// Whether a node has that id.
    pub(in super::super) fn has(&self, id: &str) -> bool {
        self.position.contains_key(id)
    }

    /// Whether the configuration file of that agent is there.
    pub(super) fn has_file(&self, id: &str) -> bool {
        self.files.contains(config_path(id).as_str())
    }

    /// R5, R6 and R7, and the question of R12.
    pub(super) fn judge(&self, report: &mut Report) {
        for (id, place) in &self.again {
            report.broken("R5", format!("/workflow/orchestration/graph/{place}/id"), format!("{id:?} is taken"));
        }
        // Whether a node's id has to have the form of an agent's is open wherever it stands.
        for (id, place) in self.ids.iter().filter(|(id, _)| !is_agent_id(id)) {
            let at = format!("/workflow/orchestration/graph/{place}/id");
            report.asks("R12", &GRAPH_ID, at, format!("{id:?} is the id of a node, not an `identity.id`"));
        }
        for edge in self.edges.iter().filter(|edge| edge.to.is_none()) {
            self.judge_dangling(edge.entry, edge.pointer(), report);
        }
        let again: Vec<usize> = self.again.iter().filter_map(|(id, _)| self.position.get(id).copied()).collect();
        let rings = self.rings();
        for ring in &rings {
            let (at, why) = self.ring(ring, &|edge| edge.to);
            // Which of two nodes of the same name an edge means, nobody can say.
            if ring.iter().any(|node| again.contains(node)) {
                report.open("R6", at, why);
            } else {
                report.broken("R6", at, why);
            }
        }
        if self.edges.iter().all(|edge| edge.entry.is_string()) {
            return;
        }
        let leads_to = |edge: &Edge<'_>| edge.to.or_else(|| self.condition_on(edge.entry));
        for ring in self.rings_of(leads_to) {
            if !rings.contains(&ring) {
                let (at, why) = self.ring(&ring, &leads_to);
                report.open("R6", at, format!("{why}, under a condition"));
            }
        }
    }

    /// Where a ring stands, and what it is.
    fn ring(&self, ring: &[usize], leads_to: &dyn Fn(&Edge<'_>) -> Option<usize>) -> (String, String) {
        let (id, place) = self.ids[ring.iter().min().copied().unwrap_or_default()];
        let names = self.way_round(ring, leads_to);
        let why = match ring.len() {
            1 => format!("{id:?} depends on itself"),
            2 => format!("{id:?} depends on itself, through another: {names}"),
            length => format!("{id:?} depends on itself, through {} others: {names}", length - 1),
        };
        (format!("/workflow/orchestration/graph/{place}/depends_on"), why)
    }

    /// The names on a shortest way round, from the first of the ring back to itself.
    fn way_round(&self, ring: &[usize], leads_to: &dyn Fn(&Edge<'_>) -> Option<usize>) -> String {
        let Some(&first) = ring.iter().min() else { return String::new() };
        let inside: HashSet<usize> = ring.iter().copied().collect();
        let mut next: HashMap<usize, Vec<usize>> = HashMap::new();
        for edge in self.edges.iter().filter(|edge| inside.contains(&edge.from)) {
            next.entry(edge.from).or_default().extend(leads_to(edge).filter(|to| inside.contains(to)));
        }
        let mut came_from: HashMap<usize, usize> = HashMap::new();
        let mut reached = VecDeque::from([first]);
        while let Some(from) = reached.pop_front().filter(|_| !came_from.contains_key(&first)) {
            for to in next.get(&from).into_iter().flatten().copied() {
                came_from.entry(to).or_insert_with(|| {
                    reached.push_back(to);
                    from
                });
            }
        }
        let mut way = vec![first];
        while let Some(&before) = way.last().and_then(|node| came_from.get(node)) {
            way.push(before);
            if before == first {
                break;
            }
        }
        let mut names: Vec<&str> = way.iter().rev().map(|node| self.ids[*node].0).collect();
        if names.len() > NAMES_SHOWN {
            let last = names.len() - 1;
            names.splice(NAMES_SHOWN - 2..last, ["…"]);
        }
        names.join(" -> ")
    }

    /// The node that an entry depends on under a condition.
    fn condition_on(&self, entry: &Value) -> Option<usize> {
        entry.get("agent").and_then(Value::as_str).and_then(|id| self.position.get(id)).copied()
    }

    fn judge_dangling(&self, entry: &Value, at: String, report: &mut Report) {
        match entry {
            Value::String(id) => report.broken("R7", at, format!("there is no node {id:?}")),
            Value::Number(_) | Value::Bool(_) if !self.has(&entry.to_string()) => {
                report.broken("R7", at, format!("{entry} is no node's id"));
            }
            Value::Object(of) => match of.get("agent") {
                Some(Value::String(id)) if self.has(id) => {
                    report.asks("R7", &CONDITIONAL, at, format!("the dependency is an object around {id:?}"));
                }
                _ => report.open("R7", at, "the dependency is an object"),
            },
            _ => report.open("R7", at, "the dependency is no string"),
        }
    }

    /// The groups of nodes that depend on themselves, by position.
    pub(in super::super) fn rings(&self) -> Vec<Vec<usize>> {
        self.rings_of(|edge| edge.to)
    }

    fn rings_of(&self, leads_to: impl Fn(&Edge<'_>) -> Option<usize>) -> Vec<Vec<usize>> {
        let mut graph = DiGraph::<(), ()>::with_capacity(self.ids.len(), self.edges.len());
        for _ in &self.ids {
            graph.add_node(());
        }
        let mut to_itself = vec![false; self.ids.len()];
        for edge in &self.edges {
            if let Some(to) = leads_to(edge) {
                graph.add_edge(NodeIndex::new(edge.from), NodeIndex::new(to), ());
                to_itself[edge.from] |= edge.from == to;
            }
        }
        let mut rings: Vec<Vec<usize>> = kosaraju_scc(&graph)
            .into_iter()
            .map(|group| group.into_iter().map(NodeIndex::index).collect::<Vec<_>>())
            .filter(|group| group.len() > 1 || to_itself[group[0]])
            .collect();
        for ring in &mut rings {
            ring.sort_unstable();
        }
        rings.sort();
        rings
    }

    /// R8.
    pub(super) fn judge_files(&mut self, files: &'a Value, report: &mut Report) {
        let Some(files) = files.as_array() else {
            report.open("R8", "/files", "the files of the project are not listed");
            return;
        };
        self.files = files.iter().filter_map(Value::as_str).collect();
        if files.iter().any(|file| !file.is_string()) {
            report.open("R8", "/files", "the path of a file is no string");
        }
        for (id, place) in &self.ids {
            let path = config_path(id);
            if self.files.contains(path.as_str()) {
                continue;
            }
            let at = format!("/workflow/orchestration/graph/{place}/id");
            if files.iter().filter_map(Value::as_str).any(|file| is_the_same_path(file, &path)) {
                report.open("R8", at, "the path is written in another way");
            } else {
                report.broken("R8", at, format!("there is no file {path}"));
            }
        }
    }
}
