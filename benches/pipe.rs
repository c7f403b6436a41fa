//! Does the subprocess path keep pace with the pipe? The rules of one suite
//! through `proofmark serve`, beside a bare echo: the same request and reply
//! bytes, line by line, at the same depth of pipelining, without any JSON.
//!
//! `cargo bench --bench pipe` prints cases per second of both and their ratio,
//! taken in one run, several rounds of each in turn. Beside it, to tell the
//! path from what stands at its ends: the echo with every line read as a JSON
//! value where it arrives, and nothing else done with it; the same calls with
//! nothing drawn and nothing judged; and the same run without a pipe.

#![expect(clippy::print_stdout, reason = "a benchmark is a program that prints")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use proofmark::rule::CheckRef;
use proofmark::run::{CaseName, Options, Selection, case, run};
use proofmark::subject::{Command, Heard, Host, Launcher, Request, Subject};
use proofmark::suites;
use serde_json::{Value, json};

const DEPTH: usize = 64;
const CASES: u64 = 60_000;
const ROUNDS: usize = 5;
const RULE: &str = "preflight/control-fields-denied";
const METHOD: &str = "preflight/validate";

/// How this program is started as a peer.
const BARE: &str = "--echo";
const READING: &str = "--echo-reading";

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some(BARE) => return echo(|_| ()),
        Some(READING) => return echo(read),
        _ => {}
    }
    let documents = documents();
    let exchange = exchange(&documents);
    let bytes: usize = exchange.iter().map(|(request, reply)| request.len() + reply.len()).sum();
    println!("{} calls of {RULE}, {} bytes each way and back on average", exchange.len(), bytes / exchange.len());
    let serve = [env!("CARGO_BIN_EXE_proofmark"), "serve"].map(str::to_owned).to_vec();
    let serve = Command::new(serve, Duration::from_mins(1));
    let (mut ratios, mut readings, mut calls, mut shares) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for round in 1..=ROUNDS {
        let served = cases_per_second(&serve);
        let echoed = through_echo(&exchange, BARE, |_| ());
        readings.push(through_echo(&exchange, READING, read) / echoed);
        let called = calls_per_second(&serve, &documents);
        ratios.push(served / echoed);
        calls.push(called / echoed);
        shares.push(served / cases_per_second(&|| suites::builtin().reference(&[])));
        println!(
            "round {round}: serve {served:>9.0} cases/s   echo {echoed:>9.0} lines/s   ratio {:.2}   \
             calls alone {called:>9.0}/s",
            served / echoed
        );
    }
    let median = |mut ratios: Vec<f64>| {
        ratios.sort_by(f64::total_cmp);
        ratios[ROUNDS / 2]
    };
    println!("median ratio to the bare echo {:.2} (goal 0.70)", median(ratios));
    println!("median ratio of reading JSON alone to the bare echo {:.2}", median(readings));
    println!("median ratio of the calls alone to the bare echo {:.2}", median(calls));
    println!("median ratio to the same run in-process {:.2}", median(shares));
}

fn documents() -> Vec<Arc<Value>> {
    let Some((suite, rule)) = suites::builtin().rule(RULE) else { panic!("{RULE} is gone") };
    (0..CASES)
        .filter_map(|index| {
            let name = CaseName { check: rule.checks[0].id, seed: 0, index, parents: "", word: None };
            case(CheckRef { suite, rule, check: &rule.checks[0] }, name).ok().flatten()
        })
        .collect()
}

/// The requests and replies of the cases, as lines.
fn exchange(documents: &[Arc<Value>]) -> Vec<(String, String)> {
    let reference = suites::builtin().reference(&[]);
    let line = |(id, params): (usize, &Arc<Value>)| {
        let request = json!({"jsonrpc": "2.0", "id": id + 1, "method": METHOD, "params": **params});
        let result = reference.call(Request::new(METHOD, params), &Host::none()).unwrap_or_default();
        (format!("{request}\n"), format!("{}\n", json!({"jsonrpc": "2.0", "id": id + 1, "result": result})))
    };
    documents.iter().enumerate().map(line).collect()
}

/// Nothing but the calls: made by the link, answered by `serve`, read by the link.
fn calls_per_second(serve: &Command, documents: &[Arc<Value>]) -> f64 {
    let began = Instant::now();
    let mut link = serve.launch().unwrap_or_else(|error| panic!("{error}"));
    let (mut sent, mut heard) = (0, 0);
    while heard < documents.len() {
        while sent < documents.len() && sent - heard < DEPTH {
            link.send(sent as u64 + 1, Request::new(METHOD, &documents[sent]), false);
            sent += 1;
        }
        let Some(Heard::Answer { result: Ok(_), .. }) = link.hear(Duration::from_mins(1)) else { panic!("no answer") };
        heard += 1;
    }
    link.end();
    per_second(documents.len(), began)
}

fn cases_per_second(launcher: &dyn Launcher) -> f64 {
    let Some(rule) = suites::builtin().rule(RULE) else { panic!("{RULE} is gone") };
    let selection: Selection = vec![rule];
    let options = Options { cases: CASES, deadline: Duration::from_mins(1), ..Options::default() };
    match run(&selection, launcher, &options) {
        Ok(proof) => proof.timings.cases_per_second,
        Err(error) => panic!("{error}"),
    }
}

/// A line as a value, and that is all.
fn read(line: &[u8]) {
    let value: Value = serde_json::from_slice(line).expect("a line of JSON");
    drop(value);
}

/// The same bytes to a peer that knows the replies by heart; both do `look` with every line they get.
fn through_echo(exchange: &[(String, String)], peer: &str, look: fn(&[u8])) -> f64 {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipe-replies");
    std::fs::write(&file, exchange.iter().map(|(_, reply)| reply.as_str()).collect::<String>()).expect("a file");
    let began = Instant::now();
    let this = std::env::current_exe().expect("this program");
    let mut child = Process::new(this)
        .arg(peer)
        .arg(&file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this program starts again");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::with_capacity(64 * 1024, child.stdout.take().expect("a pipe"));
    let mut line = Vec::new();
    let (mut sent, mut heard) = (0, 0);
    while heard < exchange.len() {
        // A quarter of the window at a time, as the link does it.
        while sent < exchange.len() && sent - heard < DEPTH {
            let upto = (sent + DEPTH / 4).min(exchange.len());
            let batch: String = exchange[sent..upto].iter().map(|(request, _)| request.as_str()).collect();
            stdin.write_all(batch.as_bytes()).expect("the peer reads");
            sent = upto;
        }
        line.clear();
        stdout.read_until(b'\n', &mut line).expect("the peer writes");
        look(&line);
        heard += 1;
    }
    drop(stdin);
    child.wait().expect("the peer ends");
    per_second(exchange.len(), began)
}

#[expect(clippy::cast_precision_loss, reason = "a rate to be read by people")]
fn per_second(count: usize, began: Instant) -> f64 {
    count as f64 / began.elapsed().as_secs_f64()
}

/// Answers every line with the next reply of the file.
fn echo(look: fn(&[u8])) {
    let file = std::env::args().next_back().expect("a file of replies");
    let replies = std::fs::read(file).expect("a file of replies");
    let mut replies = replies.split_inclusive(|byte| *byte == b'\n');
    let mut stdin = BufReader::with_capacity(64 * 1024, std::io::stdin());
    let mut stdout = std::io::stdout().lock();
    let mut line = Vec::new();
    let mut out = Vec::new();
    loop {
        line.clear();
        if stdin.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
            return;
        }
        look(&line);
        out.extend_from_slice(replies.next().unwrap_or(b"\n"));
        // Together with what is at hand, as `serve` does it.
        if stdin.buffer().is_empty() || out.len() > 16 * 1024 {
            let _ = stdout.write_all(&out);
            let _ = stdout.flush();
            out.clear();
        }
    }
}
