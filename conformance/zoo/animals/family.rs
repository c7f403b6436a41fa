//! Animals with children, daemons and parents.

use std::process::{Stdio, exit};

use rustix::process::{Signal, getppid, kill_process};

use super::{EXITED, HUNG, at_start, on_call};
use crate::animal::Animal;
use crate::animal::Outcome::Passes;
use crate::cage::start_sleeper;
use crate::pen::{behaves, hang};

fn signal_parent(signal: Signal) {
    if let Some(parent) = getppid() {
        let _ = kill_process(parent, signal);
    }
}

pub(super) const ANIMALS: &[Animal] = &[
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
];
