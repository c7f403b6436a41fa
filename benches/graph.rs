//! What a case of `awp/R6` costs per edge: drawing it and judging the answer, and sending it; and what it costs per
//! node to shrink one with a ring in it. The cost must not depend on how large the graph is.
//!
//! `cargo bench --bench graph`; exits with 1 when an edge of the largest costs more than 1.5 times the cheapest, or a node
//! more than twice: the number of candidates grows with the logarithm of the size.

#[path = "graph/ring.rs"]
mod ring;

use std::hint::black_box;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proofmark::draw::Draw;
use proofmark::rule::{CheckRef, Step, Verdict};
use proofmark::subject::Answer;
use proofmark::suites::{self, awp};
use serde_json::{Value, json};

const EDGES_PER_NODE: usize = 5;
const NODES: [usize; 3] = [100, 1_000, 10_000];
/// How many edges are measured at each size, and how often: the fastest round counts.
const EDGES_PER_ROUND: usize = 100_000;
const ROUNDS: usize = 7;
/// The same for shrinking, by nodes.
const NODES_SHRUNK_PER_ROUND: usize = 1_000;
const ROUNDS_OF_SHRINKING: usize = 3;
const FACTOR: f64 = 1.5;
const FACTOR_OF_SHRINKING: f64 = 2.0;

/// Work on cases that were drawn; false if it did not come out as it should.
type Work = fn(CheckRef, &[Value]) -> bool;

fn main() -> ExitCode {
    let Some(of) = suites::builtin().check("awp/R6/verdict") else {
        return complain("there is no check awp/R6/verdict");
    };
    let works: [(&str, bool, Work); 2] = [("drawn and judged", true, judged), ("sent and read", false, sent)];
    let mut linear = true;
    for (what, with_drawing, work) in works {
        // One round of everything first, so that no size pays for cold caches.
        for nodes in NODES {
            black_box(cost_per_edge(of, nodes, 1, with_drawing, work));
        }
        let mut costs = Vec::new();
        for nodes in NODES {
            let Some(cost) = cost_per_edge(of, nodes, ROUNDS, with_drawing, work) else {
                return complain(&format!("{what}: the outcome is wrong"));
            };
            say(&format!("{what}, {nodes:>6} nodes, {:>6} edges: {cost:7.1} ns per edge", nodes * EDGES_PER_NODE));
            costs.push(cost);
        }
        linear &= is_linear(what, "an edge", &costs, FACTOR);
    }
    for (what, with_ring) in ring::RINGS {
        let mut costs = Vec::new();
        for nodes in NODES {
            let Some((cost, candidates)) = cost_of_shrinking(of, nodes, with_ring) else {
                return complain(&format!("{what}: the smallest case is not a ring of three"));
            };
            say(&format!("{what}, shrunk, {nodes:>6} nodes: {cost:7.1} µs per node, {candidates} candidates"));
            costs.push(cost);
        }
        linear &= is_linear(&format!("{what}, shrunk"), "a node", &costs, FACTOR_OF_SHRINKING);
    }
    if linear { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Small graphs have a price of their own: dearer is what grows faster than the graph.
fn is_linear(what: &str, unit: &str, costs: &[f64], factor: f64) -> bool {
    let least = costs.iter().copied().fold(f64::MAX, f64::min);
    let most = costs.last().copied().unwrap_or(f64::MAX);
    say(&format!("{what}: {unit} of the largest costs {:.2} times the cheapest (at most {factor})", most / least));
    most / least <= factor
}

/// Microseconds per node to shrink projects with a ring, in the fastest of a few rounds, and the candidates for the first
/// of them; none if one does not end at three nodes.
fn cost_of_shrinking(of: CheckRef, nodes: usize, with_ring: ring::WithRing) -> Option<(f64, usize)> {
    let cases = (NODES_SHRUNK_PER_ROUND / nodes).max(1);
    let (mut fastest, mut candidates) = (Duration::MAX, 0);
    for _ in 0..ROUNDS_OF_SHRINKING {
        let drawn = (0..cases).map(|seed| Arc::new(with_ring(&mut Draw::from_seed(seed as u64), nodes)));
        let drawn: Vec<_> = drawn.collect();
        let began = Instant::now();
        let shrunk: Vec<_> = drawn.into_iter().map(|case| ring::shrunk(case, of.check.shape)).collect();
        fastest = fastest.min(began.elapsed());
        if shrunk.iter().any(|(smallest, _)| ring::nodes(smallest).len() != 3) {
            return None;
        }
        candidates = shrunk.first()?.1;
    }
    #[expect(clippy::cast_precision_loss, reason = "a few thousand nodes are exact")]
    Some((fastest.as_nanos() as f64 / 1_000.0 / (cases * nodes) as f64, candidates))
}

/// Nanoseconds per edge in the fastest of so many rounds; none if a case does not come out as it should.
fn cost_per_edge(of: CheckRef, nodes: usize, rounds: usize, with_drawing: bool, work: Work) -> Option<f64> {
    let edges = nodes * EDGES_PER_NODE;
    let cases = (EDGES_PER_ROUND / edges).max(1);
    let mut fastest = Duration::MAX;
    for _ in 0..rounds {
        // A large request makes the allocator tidy up after the round before: that is not this round's cost.
        drop(black_box(Vec::<u8>::with_capacity(1 << 20)));
        let began = Instant::now();
        // All are drawn before the first is worked on, and kept: many small graphs then lie in as much memory as a few
        // large ones, and what is measured is the work per edge, not whether a graph fits into a cache.
        let drawn: Vec<_> = (0..cases)
            .map(|seed| awp::large_project(&mut Draw::from_seed(seed as u64), nodes, EDGES_PER_NODE))
            .collect();
        let began = if with_drawing { began } else { Instant::now() };
        if !work(of, &drawn) {
            return None;
        }
        fastest = fastest.min(began.elapsed());
    }
    #[expect(clippy::cast_precision_loss, reason = "a few hundred thousand edges are exact")]
    Some(fastest.as_nanos() as f64 / (cases * edges) as f64)
}

fn judged(of: CheckRef, cases: &[Value]) -> bool {
    let answer = Answer { value: json!({"valid": true, "diagnostics": []}), trace: Vec::new() };
    cases.iter().all(|case| match of.step(case, std::slice::from_ref(&answer)) {
        Ok(Step::Judged(judgement)) => judgement.verdict == Verdict::Held,
        _ => false,
    })
}

/// What both ends of a pipe do with a case.
fn sent(_: CheckRef, cases: &[Value]) -> bool {
    cases.iter().all(|case| {
        let line = case.to_string();
        serde_json::from_str::<Value>(&line).is_ok_and(|read| read["agents"].is_object())
    })
}

fn complain(what: &str) -> ExitCode {
    say(what);
    ExitCode::FAILURE
}

#[expect(clippy::print_stdout, reason = "a bench reports to the terminal")]
fn say(line: &str) {
    println!("{line}");
}
