//! Animals that end, or do not, when nobody asked them.

use std::process::exit;

use rustix::process::{Signal, kill_process};

use super::{EXITED, at_start, on_call};
use crate::animal::Animal;
use crate::animal::Outcome::Passes;
use crate::cage::mutter;
use crate::pen::hang;

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
