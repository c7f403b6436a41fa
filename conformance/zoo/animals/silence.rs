//! Animals that say nothing, too slowly, or to nobody.

use std::thread::sleep;
use std::time::Duration;

use super::{EXITED, HUNG, at_start, on_call};
use crate::animal::Animal;
use crate::animal::Outcome::Passes;
use crate::cage::nowhere;
use crate::pen::{behaves, hang};

pub(super) const ANIMALS: &[Animal] = &[
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
];
