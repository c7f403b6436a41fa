//! A process between the harness and a subject, so that nothing outlives either of them.
//!
//! It is this program, called by a hidden word. The subject has the harness's pipes as they are: no byte passes
//! through here. Whatever the subject starts, in sessions of its own or not, becomes a child of the supervisor when
//! its parent ends, and is ended with it: when the subject exits, when the harness says so, and when the harness
//! is gone, however it went.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Resource, Rlimit, WaitOptions, WaitStatus, getpid, getppid, pidfd_open, prlimit,
    set_child_subreaper, setrlimit, wait,
};

use super::limits::Limits;
use super::tree;
use crate::mutex::lock;

/// The hidden word.
const WORD: &str = "__supervise";
/// What stands for a limit that is not set.
const NONE: &str = "-";
/// What the supervisor prints instead of a first message when the subject cannot be started.
pub(super) const NOT_STARTED: &str = "the supervisor could not start the subject, os error ";
/// How often orphans that have ended are buried.
const BURY: Duration = Duration::from_secs(1);
/// How often the harness is looked for where the system does not tell that it is gone.
const LOOK: Duration = Duration::from_millis(20);

/// Whether this program understands the hidden word.
static AVAILABLE: AtomicBool = AtomicBool::new(false);
/// Held by whoever ends the subject's tree.
static ENDING: Mutex<()> = Mutex::new(());

/// To be called before anything else by a program that wants its subjects supervised: where the program was called
/// to be the supervisor it is that, and says how to exit.
pub(crate) fn supervise() -> Option<ExitCode> {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_none_or(|word| word != WORD) {
        AVAILABLE.store(true, Ordering::Relaxed);
        return None;
    }
    Some(run(&words.collect::<Vec<_>>()).unwrap_or(ExitCode::FAILURE))
}

/// Whether subjects can be supervised here.
pub(super) fn is_available() -> bool {
    AVAILABLE.load(Ordering::Relaxed)
}

/// The command that runs `words` under a supervisor, which makes `scratch` and removes it at the end.
pub(super) fn command(words: &[String], limits: Limits, scratch: Option<&Path>) -> Command {
    // The program that runs now, also if its file has been replaced since.
    let mut command = Command::new("/proc/self/exe");
    let limit = |limit: Option<u64>| limit.map_or_else(|| NONE.to_owned(), |limit| limit.to_string());
    command.arg(WORD).arg(getpid().to_string()).arg(limit(limits.memory)).arg(limit(limits.cpu));
    command.arg(scratch.map_or_else(|| OsStr::new(NONE), Path::as_os_str)).args(words);
    command
}

fn run(words: &[OsString]) -> Option<ExitCode> {
    let [parent, memory, cpu, scratch, program, arguments @ ..] = words else { return None };
    let number = |word: &OsString| word.to_str().and_then(|word| word.parse::<u64>().ok());
    let parent = parent.to_str()?.parse().ok().and_then(Pid::from_raw)?;
    let scratch = (scratch != NONE).then(|| PathBuf::from(scratch));
    // Without it the tree is still ended as far as it can be found.
    let _ = set_child_subreaper(Some(getpid()));
    let end = {
        let scratch = scratch.clone();
        move || end_everything(scratch.as_deref())
    };
    let on_signal = end.clone();
    let _ = ctrlc::set_handler(move || {
        let _guard = on_signal();
        std::process::exit(1);
    });
    // The first second beyond it is for the signal that says so.
    limit(Resource::Cpu, number(cpu), 1);
    let harness = Harness::new(parent);
    if harness.is_gone() {
        let _guard = end();
        return None;
    }
    let mut command = Command::new(program);
    // From here on somebody is there to remove it.
    if let Some(scratch) = scratch.filter(|scratch| super::scratch::make(scratch)) {
        command.env("TMPDIR", scratch);
    }
    let child = match command.args(arguments).spawn() {
        Ok(child) => child,
        Err(error) => {
            let _guard = end();
            // If nobody hears this there is nobody to tell.
            let _ = writeln!(io::stdout(), "{NOT_STARTED}{}", error.raw_os_error().unwrap_or(0));
            return None;
        }
    };
    let subject = Pid::from_child(&child);
    // Not before: this program has more memory set aside than a subject may be allowed, and could start nothing any more.
    // Meanwhile the subject has hardly begun, and what it starts later inherits the limit.
    if let Some(most) = number(memory) {
        let _ = prlimit(Some(subject), Resource::Data, Rlimit { current: Some(most), maximum: Some(most) });
    }
    let_go_of_the_pipes();
    let ending = watch(&harness, subject);
    // Held to the end of the process: only one of us ends it.
    let _guard = end();
    ending.map(mirror)
}

/// Waits until the subject ends, and says how; nothing if the harness is gone before.
fn watch(harness: &Harness, subject: Pid) -> Option<WaitStatus> {
    let own = pidfd_open(subject, PidfdFlags::empty()).ok();
    loop {
        while let Ok(Some((pid, status))) = wait(WaitOptions::NOHANG) {
            if pid == subject {
                return Some(status);
            }
        }
        if harness.is_gone() {
            return None;
        }
        let told = harness.handle.iter().chain(&own);
        let mut polled: Vec<PollFd<'_>> = told.map(|handle| PollFd::new(handle, PollFlags::IN)).collect();
        let wait = if polled.len() == 2 { BURY } else { LOOK };
        // An interrupted wait is a short one.
        let _ = poll(&mut polled, Timespec::try_from(wait).ok().as_ref());
    }
}

/// The process that asked for this one.
struct Harness {
    pid: Pid,
    /// Tells when it ends, where the system can.
    handle: Option<OwnedFd>,
}

impl Harness {
    fn new(pid: Pid) -> Self {
        Self { pid, handle: pidfd_open(pid, PidfdFlags::empty()).ok() }
    }

    /// A process whose parent ends gets another one.
    fn is_gone(&self) -> bool {
        getppid() != Some(self.pid)
    }
}

/// The pipes are the subject's alone: their other ends shall see when it closes them.
fn let_go_of_the_pipes() {
    if let Ok(null) = std::fs::OpenOptions::new().read(true).write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(&null);
        let _ = rustix::stdio::dup2_stdout(&null);
        let _ = rustix::stdio::dup2_stderr(&null);
    }
}

fn limit(resource: Resource, most: Option<u64>, grace: u64) {
    if let Some(most) = most {
        // It fails only where a lower limit is set already.
        let _ = setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most.saturating_add(grace)) });
    }
}

/// Ends everything that the subject started, and removes its scratch directory.
fn end_everything(scratch: Option<&Path>) -> impl Sized + use<> {
    let guard = lock(&ENDING);
    tree::end();
    if let Some(scratch) = scratch {
        super::scratch::remove(scratch);
    }
    guard
}

/// Ends as the subject did.
fn mirror(status: WaitStatus) -> ExitCode {
    if let Some(signal) = status.terminating_signal() {
        // The subject has dumped its core, if anybody wanted one.
        limit(Resource::Core, Some(0), 0);
        // A signal that this program catches or ignores would not end it; a shell has none of these.
        let _ = Command::new("/bin/sh").arg("-c").arg(format!("kill -{signal} $$")).exec();
        return ExitCode::from(u8::try_from(128 + signal).unwrap_or(u8::MAX));
    }
    ExitCode::from(status.exit_status().and_then(|status| u8::try_from(status).ok()).unwrap_or(1))
}
