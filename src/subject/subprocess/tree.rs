//! Ending every process that descends from this one.

use std::collections::BTreeMap;
use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

/// How long is tried: a process that waits for a device cannot be ended by anybody.
const PATIENCE: Duration = Duration::from_secs(3);
/// How long a process that was ended has to be gone.
const PAUSE: Duration = Duration::from_micros(500);

/// Ends all descendants and buries them. To be called by a process that takes in its orphans: every descendant
/// is below it, or about to be.
pub(super) fn end() {
    let until = Instant::now() + PATIENCE;
    while bury() && Instant::now() < until {
        let all = descendants(getpid());
        // All are stopped before the first is ended: none of them can start another meanwhile.
        for signal in [Signal::STOP, Signal::KILL] {
            for pid in &all {
                // It fails when the process is gone already.
                let _ = kill_process(*pid, signal);
            }
        }
        sleep(PAUSE);
    }
}

/// Buries the children that have ended, and says whether there are others.
fn bury() -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// Every process below `root`, parents before their children.
fn descendants(root: Pid) -> Vec<Pid> {
    let mut children: BTreeMap<i32, Vec<Pid>> = BTreeMap::new();
    for (pid, parent) in fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|entry| {
        let pid = entry.file_name().to_str()?.parse().ok().and_then(Pid::from_raw)?;
        Some((pid, parent_of(pid)?))
    }) {
        children.entry(parent.as_raw_pid()).or_default().push(pid);
    }
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(next) = open.pop() {
        let below = children.remove(&next.as_raw_pid()).unwrap_or_default();
        found.extend(&below);
        open.extend(below);
    }
    found
}

/// The parent of a process, as the system tells it: `PID (NAME) STATE PARENT …`, where the name may hold anything.
fn parent_of(pid: Pid) -> Option<Pid> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    let (_, after) = stat.rsplit_once(')')?;
    after.split_whitespace().nth(1)?.parse().ok().and_then(Pid::from_raw)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descendants_are_found_at_any_depth() {
        let mut child = std::process::Command::new("sh")
            .args(["-c", "(sh -c 'echo; read line; :') ; :"])
            .stdin(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = [0];
        std::io::Read::read_exact(&mut child.stdout.take().unwrap(), &mut said).unwrap();
        let child_pid = Pid::from_child(&child);
        let all = descendants(getpid());
        assert!(all.contains(&child_pid));
        assert!(!descendants(child_pid).is_empty());
        assert!(descendants(child_pid).iter().all(|pid| all.contains(pid)));
        drop(child.stdin.take());
        child.wait().unwrap();
    }
}
