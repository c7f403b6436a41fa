//! What a case of `awp/R6` costs per edge: drawing it, modelling it, judging
//! the answer. The cost must not depend on how large the graph is.
//!
//! `cargo bench --bench graph`; exits with 1 when the dearest edge costs more
//! than 1.5 times the cheapest.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use proofmark::draw::Draw;
use proofmark::rule::{CheckRef, Step, Verdict};
use proofmark::subject::Answer;
use proofmark::suites::{self, awp};
use serde_json::json;

const EDGES_PER_NODE: usize = 5;
const NODES: [usize; 3] = [100, 1_000, 10_000];
/// How many edges are measured at each size, and how often: the fastest round counts.
const EDGES_PER_ROUND: usize = 100_000;
const ROUNDS: usize = 7;
const FACTOR: f64 = 1.5;

fn main() -> ExitCode {
    let Some(of) = suites::builtin().check("awp/R6/verdict") else {
        return complain("there is no check awp/R6/verdict");
    };
    // One round of everything first, so that no size pays for cold caches.
    for nodes in NODES {
        black_box(cost_per_edge(of, nodes, 1));
    }
    let mut costs = Vec::new();
    for nodes in NODES {
        let Some(cost) = cost_per_edge(of, nodes, ROUNDS) else { return complain("the judgement is wrong") };
        say(&format!("{nodes:>6} nodes, {:>6} edges: {cost:7.1} ns per edge", nodes * EDGES_PER_NODE));
        costs.push(cost);
    }
    let (least, most) =
        costs.iter().fold((f64::MAX, f64::MIN), |(least, most), cost| (least.min(*cost), most.max(*cost)));
    say(&format!("the dearest edge costs {:.2} times the cheapest (at most {FACTOR})", most / least));
    if most / least <= FACTOR { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Nanoseconds per edge in the fastest of so many rounds; none if a case is not judged as it should be.
fn cost_per_edge(of: CheckRef, nodes: usize, rounds: usize) -> Option<f64> {
    let edges = nodes * EDGES_PER_NODE;
    let cases = (EDGES_PER_ROUND / edges).max(1);
    let answer = Answer { value: json!({"valid": true, "diagnostics": []}), trace: Vec::new() };
    let mut fastest = Duration::MAX;
    for _ in 0..rounds {
        // A large request makes the allocator tidy up after the round before: that is not this round's cost.
        drop(black_box(Vec::<u8>::with_capacity(1 << 20)));
        let began = Instant::now();
        // All are drawn before the first is judged, and kept: many small graphs then lie in as much memory as a few
        // large ones, and what is measured is the work per edge, not whether a graph fits into a cache.
        let drawn: Vec<_> = (0..cases)
            .map(|seed| awp::large_project(&mut Draw::from_seed(seed as u64), nodes, EDGES_PER_NODE))
            .collect();
        for case in &drawn {
            match of.step(case, std::slice::from_ref(&answer)) {
                Ok(Step::Judged(judgement)) if judgement.verdict == Verdict::Held => {}
                _ => return None,
            }
        }
        fastest = fastest.min(began.elapsed());
    }
    #[expect(clippy::cast_precision_loss, reason = "a few hundred thousand edges are exact")]
    Some(fastest.as_nanos() as f64 / (cases * edges) as f64)
}

fn complain(what: &str) -> ExitCode {
    say(what);
    ExitCode::FAILURE
}

#[expect(clippy::print_stdout, reason = "a bench reports to the terminal")]
fn say(line: &str) {
    println!("{line}");
}
