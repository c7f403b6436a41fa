//! Animals that take too much: memory, time, files, stderr.

use rustix::process::{Resource, Rlimit, setrlimit};

use super::{EXITED, HUNG, on_call};
use crate::animal::Acts::{FromTheStart, OnCall};
use crate::animal::Animal;
use crate::animal::Outcome::{self, Fault, Passes};
use crate::cage::{mutter, nowhere};
use crate::pen::hang;

pub(super) const ANIMALS: &[Animal] = &[
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
    Animal {
        name: "floods-stderr",
        does: "writes to stderr for ever",
        acts: OnCall(|_, _, _| {
            loop {
                mutter(&[b'.'; 65536]);
            }
        }),
        outcome: Fault("stderr-flood"),
        flags: "--timeout 20s",
    },
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
    Animal {
        name: "says-more-than-told",
        does: "answers with 100,000 bytes where 65,536 are allowed",
        acts: OnCall(|pen, _, _| pen.line(&" ".repeat(100_000))),
        outcome: Fault("flood"),
        flags: "--answer-limit 64K",
    },
    Animal {
        name: "mutters-more-than-told",
        does: "writes 1,000,000 bytes to stderr where 524,288 are allowed, and hangs",
        acts: OnCall(|_, _, _| {
            mutter(&[b'.'; 1_000_000]);
            hang();
        }),
        outcome: Fault("stderr-flood"),
        flags: "--stderr-limit 512K --timeout 20s",
    },
];
