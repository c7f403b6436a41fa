//! How many runs of ten steps a second the scheduler drives, in-process.
//!
//! Every reply is held until the runtime is at rest, so this is the price of one step: a host call, a sign of rest,
//! a reply, and the two changes of thread between them.
#![expect(clippy::print_stdout, reason = "the numbers are the product")]

use std::process::ExitCode;
use std::time::Instant;

use proofmark::draw::{Draw, graph};
use proofmark::proof::Outcome;
use proofmark::rule::{Check, Judgement, Level, Rule, Suite, arm};
use proofmark::run::{Options, run};
use proofmark::subject::{Moment, Reply, Trace, World};
use proofmark::suites;
use serde_json::{Value, json};

const RUNS: u64 = 10_000;
const STEPS: usize = 10;

static RULE: Rule = Rule {
    id: "ten-steps",
    title: "runs ten steps",
    level: Level::Must,
    source: "",
    statement: "",
    checks: &[Check {
        id: "all",
        property: "every step is started",
        methods: &["contract/run"],
        arms: &[arm(1, "ten steps", ten_steps)],
        exam: |case, talk| {
            let answer = talk.ask(case.call("contract/run").with(Held(Vec::new())))?;
            let started = answer.trace.iter().filter(|line| matches!(line, Trace::Asked { .. })).count();
            Ok(if started == STEPS { Judgement::held() } else { Judgement::failed("fewer", STEPS, started) })
        },
        ..Check::NEW
    }],
    mutants: &[],
    corpus: "{rule: bench/ten-steps, cases: []}",
    questions: &[],
};

static SUITE: Suite = Suite {
    name: "bench",
    rules: &[&RULE],
    methods: suites::contract::SUITE.methods,
    features: &["idle"],
    answer: suites::contract::SUITE.answer,
    ..Suite::NEW
};

/// Holds every reply; the latest one is released first.
struct Held(Vec<usize>);

impl World for Held {
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply> {
        match moment {
            Moment::Asked { id, .. } => {
                self.0.push(id);
                Vec::new()
            }
            Moment::Rest => {
                self.0.pop().map(|to| Reply { to, value: json!({"ok": true, "output": to}) }).into_iter().collect()
            }
            Moment::Event(_) => Vec::new(),
        }
    }
}

fn ten_steps(draw: &mut Draw) -> Value {
    let step = |(at, on): (usize, Vec<usize>)| json!({"stepId": format!("s{at}"), "dependencies": on.iter().map(|on| format!("s{on}")).collect::<Vec<_>>()});
    let steps: Vec<Value> = graph::dag(draw, STEPS).into_iter().enumerate().map(step).collect();
    json!({"steps": steps, "parallel": {"maxConcurrency": draw.size(1..=10)}})
}

fn main() -> ExitCode {
    let launcher = || suites::builtin().reference(&[]);
    let options = Options { cases: RUNS, investigate: false, ..Options::default() };
    let began = Instant::now();
    let Ok(proof) = run(&vec![(&SUITE, &RULE)], &launcher, &options) else { return ExitCode::FAILURE };
    let seconds = began.elapsed().as_secs_f64();
    let runs: u64 = proof.rules.iter().map(|rule| rule.cases).sum();
    #[expect(clippy::cast_precision_loss, reason = "a rate to be read by people")]
    let rate = runs as f64 / seconds;
    println!("{runs} runs of {STEPS} steps in {seconds:.2} s: {rate:.0} runs/s");
    if proof.rules.iter().all(|rule| rule.outcome == Outcome::Pass) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
