//! Animals that misbehave as processes.

use std::io::Write;
use std::process::{Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, Signal, getppid, kill_process, setrlimit};

use crate::animal::Acts::{FromTheStart, OnCall};
use crate::animal::Outcome::{self, Fault, Passes};
use crate::animal::{Animal, Call};
use crate::cage::{nowhere, start_sleeper};
use crate::pen::{Pen, hang};

const EXITED: Outcome = Fault("exited");
const HUNG: Outcome = Fault("hung");

const fn on_call(name: &'static str, does: &'static str, act: fn(&mut Pen, &Call, u64), outcome: Outcome) -> Animal {
    Animal { name, does, acts: OnCall(act), outcome, flags: "" }
}

const fn at_start(name: &'static str, does: &'static str, act: fn(&mut Pen), outcome: Outcome) -> Animal {
    Animal { name, does, acts: FromTheStart(act), outcome, flags: "" }
}

fn behaves(pen: &mut Pen) {
    pen.serve(|pen, call, _| pen.answer(call));
}

/// Writes to stderr; nobody has to listen.
fn mutter(text: &[u8]) {
    let _ = std::io::stderr().write_all(text);
}

fn signal_parent(signal: Signal) {
    if let Some(parent) = getppid() {
        let _ = kill_process(parent, signal);
    }
}

pub(super) const ANIMALS: &[Animal] = &[
    on_call("exits", "exits at every call", |_, _, _| exit(9), EXITED),
    on_call("aborts", "aborts at every call", |_, _, _| std::process::abort(), EXITED),
    on_call("panics", "panics at every call", |_, _, _| panic!("out of hay"), EXITED),
    on_call(
        "overflows-its-stack",
        "calls itself until its stack is full",
        |_, _, number| {
            fn deeper(number: u64) -> u64 {
                if std::hint::black_box(number) == 0 { 0 } else { 1 + std::hint::black_box(deeper(number + 1)) }
            }
            exit(i32::try_from(deeper(number)).unwrap_or(0));
        },
        EXITED,
    ),
    on_call("exits-with-success", "exits with status 0 at every call", |_, _, _| exit(0), EXITED),
    on_call(
        "kills-itself",
        "sends itself SIGKILL",
        |_, _, _| {
            let _ = kill_process(rustix::process::getpid(), Signal::KILL);
        },
        EXITED,
    ),
    on_call(
        "exits-at-the-tenth-call",
        "exits at the tenth call of a process",
        |pen, call, number| {
            if number == 10 { exit(9) } else { pen.answer(call) }
        },
        EXITED,
    ),
    on_call(
        "exits-after-answering",
        "answers and exits",
        |pen, call, _| {
            pen.answer(call);
            exit(9);
        },
        EXITED,
    ),
    on_call(
        "exits-with-a-ci-command",
        "writes a command for CI systems to stderr and exits",
        |_, _, _| {
            mutter(b"::set-output name=x::y\n  ::stop-commands::z\n##vso[task.setvariable variable=a]b\n\x1b]52;c;aGk=\x07\n");
            exit(9);
        },
        EXITED,
    ),
    on_call(
        "half-a-line-and-exit",
        "writes half an answer and exits",
        |pen, _, _| {
            pen.say(b"{\"jsonrpc\":\"2.0\",");
            exit(0);
        },
        EXITED,
    ),
    at_start(
        "exits-with-two-calls-open",
        "exits only if several calls are open at once",
        |pen| {
            pen.introduce();
            loop {
                let calls = pen.next_few();
                if calls.len() > 1 {
                    exit(7);
                }
                pen.answer(&calls[0]);
            }
        },
        EXITED,
    ),
    at_start(
        "answers-backwards",
        "answers what is open in reverse order",
        |pen| {
            pen.introduce();
            loop {
                let calls = pen.next_few();
                calls.iter().rev().for_each(|call| pen.answer(call));
            }
        },
        Passes,
    ),
    on_call("hangs", "hangs at every call", |_, _, _| hang(), HUNG),
    on_call(
        "spins",
        "computes for ever at every call",
        |_, _, number| {
            let mut number = number;
            loop {
                number = std::hint::black_box(number.wrapping_mul(3));
            }
        },
        HUNG,
    ),
    on_call(
        "hangs-at-one-input",
        "hangs at one kind of input",
        |pen, call, _| {
            if call.params.to_string().contains("cleanup") { hang() } else { pen.answer(call) }
        },
        HUNG,
    ),
    on_call(
        "drips",
        "answers a byte at a time, too slowly",
        |pen, _, _| {
            loop {
                pen.say(b" ");
                sleep(Duration::from_millis(20));
            }
        },
        HUNG,
    ),
    on_call(
        "drips-in-time",
        "answers its first call a few bytes at a time",
        |pen, call, number| {
            if number == 1 {
                pen.say(b" ");
                sleep(Duration::from_millis(5));
                pen.say(b"  ");
            }
            pen.answer(call);
        },
        Passes,
    ),
    at_start(
        "never-reads",
        "introduces itself and never reads again",
        |pen| {
            pen.introduce();
            hang();
        },
        HUNG,
    ),
    at_start(
        "reads-a-byte-at-a-time",
        "reads one byte now and then",
        |pen| {
            pen.introduce();
            loop {
                pen.read_byte();
                sleep(Duration::from_millis(10));
            }
        },
        HUNG,
    ),
    at_start(
        "closes-stdin",
        "closes its stdin and stays",
        |pen| {
            pen.introduce();
            if let Some(null) = nowhere() {
                let _ = rustix::stdio::dup2_stdin(&null);
            }
            hang();
        },
        HUNG,
    ),
    at_start(
        "closes-stdout",
        "closes its stdout and stays",
        |pen| {
            pen.introduce();
            if let Some(null) = nowhere() {
                let _ = rustix::stdio::dup2_stdout(&null);
            }
            hang();
        },
        EXITED,
    ),
    at_start(
        "closes-stderr",
        "closes its stderr and behaves",
        |pen| {
            if let Some(null) = nowhere() {
                let _ = rustix::stdio::dup2_stderr(&null);
            }
            behaves(pen);
        },
        Passes,
    ),
    at_start(
        "ignores-signals",
        "ignores SIGTERM, SIGINT and SIGHUP, and hangs",
        |pen| {
            let _ = ctrlc::set_handler(|| {});
            pen.serve(|_, _, _| hang());
        },
        HUNG,
    ),
    at_start(
        "has-children",
        "starts a process that stays",
        |pen| {
            start_sleeper(&[], Stdio::null(), Stdio::null());
            behaves(pen);
        },
        Passes,
    ),
    at_start(
        "has-children-elsewhere",
        "starts a process that stays in a session of its own",
        |pen| {
            start_sleeper(&["session"], Stdio::null(), Stdio::null());
            behaves(pen);
        },
        Passes,
    ),
    at_start(
        "has-daemons",
        "starts daemons, five of them",
        |pen| {
            (0..5).for_each(|_| start_sleeper(&["orphan"], Stdio::null(), Stdio::null()));
            behaves(pen);
        },
        Passes,
    ),
    at_start(
        "leaves-daemons-and-hangs",
        "starts a daemon and hangs",
        |pen| {
            start_sleeper(&["orphan"], Stdio::null(), Stdio::null());
            pen.serve(|_, _, _| hang());
        },
        HUNG,
    ),
    on_call(
        "leaves-a-daemon-per-call",
        "starts a daemon at every call, and exits",
        |_, _, _| {
            start_sleeper(&["orphan"], Stdio::null(), Stdio::null());
            exit(9);
        },
        EXITED,
    ),
    at_start(
        "daemon-holds-stdout",
        "exits while a daemon of its own holds its stdout",
        |pen| {
            start_sleeper(&["orphan"], Stdio::inherit(), Stdio::null());
            pen.serve(|_, _, _| exit(9));
        },
        EXITED,
    ),
    at_start(
        "daemon-holds-stderr",
        "exits while a daemon of its own holds its stderr",
        |pen| {
            start_sleeper(&["orphan"], Stdio::null(), Stdio::inherit());
            pen.serve(|_, _, _| exit(9));
        },
        EXITED,
    ),
    on_call(
        "stops-its-parent",
        "stops the process that started it, and hangs",
        |_, _, _| {
            signal_parent(Signal::STOP);
            hang();
        },
        HUNG,
    ),
    on_call(
        "kills-its-parent",
        "kills the process that started it, and hangs",
        |_, _, _| {
            signal_parent(Signal::KILL);
            hang();
        },
        EXITED,
    ),
    on_call(
        "mutters",
        "writes a megabyte to stderr at every tenth call",
        |pen, call, number| {
            if number.is_multiple_of(10) {
                mutter(&[b'.'; 1_000_000]);
            }
            pen.answer(call);
        },
        Passes,
    ),
    on_call(
        "floods-stderr",
        "writes to stderr for ever",
        |_, _, _| {
            loop {
                mutter(&[b'.'; 65536]);
            }
        },
        Fault("stderr-flood"),
    ),
    on_call(
        "opens-everything",
        "opens files until there are no more",
        |pen, call, _| {
            let most = Rlimit { current: Some(100), maximum: Some(100) };
            let _ = setrlimit(Resource::Nofile, most);
            let mut open = Vec::new();
            while let Some(file) = nowhere() {
                open.push(file);
            }
            pen.answer(call);
        },
        Passes,
    ),
    on_call(
        "litters",
        "leaves files in its scratch directory",
        |pen, call, number| {
            let _ = std::fs::create_dir_all(std::env::temp_dir().join(format!("{number}")));
            let _ = std::fs::write(std::env::temp_dir().join(format!("{number}/litter")), "x");
            pen.answer(call);
        },
        Passes,
    ),
    on_call(
        "litters-and-hangs",
        "leaves a file in its scratch directory, and hangs",
        |_, _, _| {
            let _ = std::fs::write(std::env::temp_dir().join("litter"), "x");
            hang();
        },
        HUNG,
    ),
    Animal {
        name: "eats-memory",
        does: "takes memory until there is no more",
        acts: OnCall(|_, _, _| {
            let mut eaten = Vec::new();
            loop {
                eaten.push(vec![1_u8; 16 << 20]);
                std::hint::black_box(&eaten);
            }
        }),
        outcome: EXITED,
        flags: "--memory-limit 256M --timeout 20s",
    },
    Animal {
        name: "eats-time",
        does: "computes until its time is up",
        acts: FromTheStart(|_| {
            let mut number = 1_u64;
            loop {
                number = std::hint::black_box(number.wrapping_mul(3));
            }
        }),
        outcome: Outcome::NotStarted("SIGXCPU"),
        flags: "--cpu-limit 1 --timeout 60s",
    },
    at_start(
        "ignores-shutdown",
        "does not answer `shutdown`",
        |pen| {
            pen.introduce();
            loop {
                let call = pen.next();
                if call.method != "shutdown" {
                    pen.answer(&call);
                }
            }
        },
        Passes,
    ),
    at_start(
        "outlives-shutdown",
        "answers `shutdown` and stays",
        |pen| {
            pen.introduce();
            loop {
                let call = pen.next();
                pen.answer(&call);
                if call.method == "shutdown" {
                    hang();
                }
            }
        },
        Passes,
    ),
    at_start(
        "exits-badly",
        "exits with status 5 after `shutdown`",
        |pen| {
            pen.introduce();
            loop {
                let call = pen.next();
                pen.answer(&call);
                if call.method == "shutdown" {
                    exit(5);
                }
            }
        },
        Passes,
    ),
];
