//! A child process, with everything it starts, from birth to burial.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, kill_process_group, waitid};

use super::limits::Limits;
use super::pipes::Pipes;
use super::scratch::Scratch;
use super::supervisor;
use super::surroundings::Surroundings;

/// How long a supervisor has to end what it supervises, before its group is ended without it.
const PATIENCE: Duration = Duration::from_secs(5);

/// A process that leads a group of its own. Dropping it ends the whole group; with a supervisor, also what has left
/// the group.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    group: Pid,
    supervised: bool,
    buried: bool,
    /// Removed when the process is gone.
    scratch: Option<Scratch>,
}

/// What a process is started with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting<'a> {
    pub(super) surroundings: &'a Surroundings,
    pub(super) limits: Limits,
    /// Whether it gets a supervisor, where there is one.
    pub(super) supervised: bool,
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// With a status.
    Status(i32),
    /// By a signal.
    Signal(i32),
}

impl Process {
    /// Starts `words`, with all three standard streams piped.
    pub(super) fn spawn(words: &[String], setting: Setting<'_>) -> io::Result<(Self, Pipes)> {
        let [program, arguments @ ..] = words else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no program is named"));
        };
        let supervised = setting.supervised && supervisor::is_available();
        let scratch = if supervised { Some(Scratch::to_be_made()) } else { Scratch::new() };
        let mut command = if supervised {
            supervisor::command(words, setting.limits, scratch.as_ref().map(Scratch::path))
        } else if setting.limits.is_empty() {
            let mut command = Command::new(program);
            command.args(arguments);
            command
        } else {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "limits cannot be set here"));
        };
        setting.surroundings.apply(&mut command);
        // A supervisor tells the subject by itself.
        if let Some(scratch) = scratch.as_ref().filter(|_| !supervised) {
            command.env("TMPDIR", scratch.path());
        }
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn()?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let group = Pid::from_child(&child);
        // From here on the group ends with `process`, whatever fails.
        let process = Self { child, group, supervised, buried: false, scratch };
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(io::Error::other("a pipe is missing"));
        };
        let pipes = Pipes::new(stdin, stdout, stderr, setting.limits.bounds.answer)?;
        Ok((process, pipes))
    }

    /// How the process ended, if it did.
    ///
    /// It is left unburied: while it is, its id cannot name another group, and the kill hits the right one.
    pub(super) fn ending(&self) -> Option<Ending> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(self.group), options).ok()??;
        status.terminating_signal().map(Ending::Signal).or_else(|| status.exit_status().map(Ending::Status))
    }

    /// Ends the process and everything it started, and waits until it is gone.
    pub(super) fn kill(&mut self) {
        if self.buried {
            return;
        }
        self.buried = true;
        if self.supervised {
            self.ask_the_supervisor();
        }
        // It fails only when nothing is left to kill.
        let _ = kill_process_group(self.group, Signal::KILL);
        let _ = self.child.wait();
        self.scratch = None;
    }

    /// Lets the supervisor end everything, and waits until it has.
    fn ask_the_supervisor(&self) {
        let until = Instant::now() + PATIENCE;
        // A subject may have stopped it.
        for signal in [Signal::TERM, Signal::CONT] {
            let _ = kill_process(self.group, signal);
        }
        let mut pause = Duration::from_micros(100);
        while self.ending().is_none() && Instant::now() < until {
            sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

impl std::fmt::Display for Ending {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Status(status) => write!(f, "exit status {status}"),
            Self::Signal(signal) => match name(signal) {
                Some(name) => write!(f, "killed by signal {signal} ({name})"),
                None => write!(f, "killed by signal {signal}"),
            },
        }
    }
}

fn name(signal: i32) -> Option<&'static str> {
    Some(match Signal::from_named_raw(signal)? {
        Signal::HUP => "SIGHUP",
        Signal::INT => "SIGINT",
        Signal::QUIT => "SIGQUIT",
        Signal::ILL => "SIGILL",
        Signal::TRAP => "SIGTRAP",
        Signal::ABORT => "SIGABRT",
        Signal::BUS => "SIGBUS",
        Signal::FPE => "SIGFPE",
        Signal::KILL => "SIGKILL",
        Signal::USR1 => "SIGUSR1",
        Signal::SEGV => "SIGSEGV",
        Signal::USR2 => "SIGUSR2",
        Signal::PIPE => "SIGPIPE",
        Signal::ALARM => "SIGALRM",
        Signal::TERM => "SIGTERM",
        Signal::XCPU => "SIGXCPU",
        Signal::XFSZ => "SIGXFSZ",
        Signal::SYS => "SIGSYS",
        _ => return None,
    })
}
