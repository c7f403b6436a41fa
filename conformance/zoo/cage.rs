//! What animals do to the system around them.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::process::{Command, Stdio};

use crate::pen::hang;

/// The name under which this program is nothing but a process that stays.
pub(crate) const SLEEPER: &str = "sleeper";

/// Starts a process that stays. `how`: `session` in a session of its own, `orphan` with a parent that ends at once.
pub(crate) fn start_sleeper(how: &[&str], stdout: Stdio, stderr: Stdio) {
    let Ok(program) = std::env::current_exe() else { return };
    let mut command = Command::new(program);
    command.args(["animal", SLEEPER]).args(how).stdin(Stdio::null()).stdout(stdout).stderr(stderr);
    if let Ok(mut child) = command.spawn()
        && how.contains(&"orphan")
    {
        let _ = child.wait();
    }
}

/// Stays.
pub(crate) fn sleeper(how: &[&str]) {
    if how.contains(&"session") {
        let _ = rustix::process::setsid();
    }
    if how.contains(&"orphan") {
        start_sleeper(&["session"], Stdio::inherit(), Stdio::inherit());
        return;
    }
    hang();
}

/// Writes to stderr; nobody has to listen.
pub(crate) fn mutter(text: &[u8]) {
    let _ = std::io::stderr().write_all(text);
}

/// A stream that leads nowhere.
pub(crate) fn nowhere() -> Option<File> {
    OpenOptions::new().read(true).write(true).open("/dev/null").ok()
}

/// The number of this start in the folder of the run, from 1.
pub(crate) fn start_number() -> u64 {
    count("starts")
}

/// Counts in a file of the run's folder, over all its processes, from 1.
pub(crate) fn count(file: &str) -> u64 {
    let Ok(mut file) = OpenOptions::new().create(true).append(true).open(file) else { return 0 };
    let _ = file.write_all(b".");
    file.metadata().map_or(0, |data| data.len())
}
