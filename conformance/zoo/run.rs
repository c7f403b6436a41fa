//! A run of the program on an animal: what it says, how much it needs, and what is left behind.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use libtest_mimic::Failed;
use serde_json::Value;

const PROOFMARK: &str = env!("CARGO_BIN_EXE_proofmark");
/// The variable by which everything that a run starts is found again.
const MARK: &str = "PROOFMARK_ZOO";
/// How often a run is looked at.
const LOOK: Duration = Duration::from_millis(10);
/// How long what has been ended has to be gone.
const AFTERMATH: Duration = Duration::from_secs(10);
/// No run takes longer, on the slowest of machines.
pub(crate) const LONGEST: Duration = Duration::from_mins(2);
/// No run needs more, in KiB.
pub(crate) const MOST_MEMORY: u64 = 500 * 1024;
/// The files that a run is meant to leave, and those that animals and keepers count with.
const OURS: &[&str] = &["tmp", "stdout", "stderr", "proof.json", "junit.xml", "starts", "calls"];

/// A run of the program, with a folder for its files and one for temporary ones.
pub(crate) struct Run {
    name: String,
    pub(crate) folder: PathBuf,
    child: Child,
    /// The most memory that was seen, in KiB.
    pub(crate) memory: u64,
}

impl Run {
    /// Starts the program on what this program is when it is called as `zoo animal SUBJECT…`, with files in a folder of
    /// their own.
    pub(crate) fn start(folder: &str, subject: &[&str], flags: &str) -> Result<Self, Failed> {
        let name = format!("{}-{folder}", std::process::id());
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("zoo").join(folder);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("tmp"))?;
        let zoo = std::env::current_exe()?;
        let child = Command::new(PROOFMARK)
            .args(flags.split_whitespace())
            .arg("--")
            .arg(zoo)
            .arg("animal")
            .args(subject)
            .current_dir(&folder)
            .env("TMPDIR", folder.join("tmp"))
            .env(MARK, &name)
            .env("NO_COLOR", "1")
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::null())
            .stdout(fs::File::create(folder.join("stdout"))?)
            .stderr(fs::File::create(folder.join("stderr"))?)
            .spawn()?;
        Ok(Self { name, folder, child, memory: 0 })
    }

    /// Runs the program in the same folder, and says everything that it said and how it ended.
    pub(crate) fn proofmark(&self, args: &[&str]) -> Result<(String, Option<i32>), Failed> {
        let output = Command::new(PROOFMARK).args(args).current_dir(&self.folder).stdin(Stdio::null()).output()?;
        let said = [output.stdout, output.stderr].concat();
        Ok((String::from_utf8_lossy(&said).into_owned(), output.status.code()))
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap_or_default()
    }

    /// The kinds of the findings.
    pub(crate) fn kinds(&self) -> Vec<String> {
        let proof: Value = serde_json::from_str(&self.read("proof.json")).unwrap_or_default();
        let findings = proof["findings"].as_array().cloned().unwrap_or_default();
        findings.iter().filter_map(|finding| finding["kind"].as_str().map(str::to_owned)).collect()
    }

    /// Waits for the end, with an eye on the memory and on the time: how it exited, or nothing if it was killed.
    pub(crate) fn wait(&mut self) -> Result<Option<i32>, Failed> {
        self.wait_while(LONGEST, |_| Ok(()))
    }

    /// The same, for as long as `longest`, and looks at the run again and again.
    pub(crate) fn wait_while(
        &mut self,
        longest: Duration,
        mut look: impl FnMut(&mut Self) -> Result<(), Failed>,
    ) -> Result<Option<i32>, Failed> {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                if self.memory > MOST_MEMORY {
                    return Err(format!("{} KiB of memory", self.memory).into());
                }
                return Ok(status.code());
            }
            if began.elapsed() > longest {
                self.child.kill()?;
                return Err(format!("it takes more than {} s", longest.as_secs()).into());
            }
            self.memory = self.memory.max(self.kib("VmHWM"));
            look(self)?;
            sleep(LOOK);
        }
    }

    /// What the system says of the memory of the program under this name, in KiB.
    pub(crate) fn kib(&self, name: &str) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }

    /// How many descriptors the program has open.
    pub(crate) fn descriptors(&self) -> usize {
        fs::read_dir(format!("/proc/{}/fd", self.child.id())).map_or(0, Iterator::count)
    }

    /// Whether no process and no file of the run is left.
    pub(crate) fn leaves_nothing(&self) -> Result<(), Failed> {
        self.leaves_nothing_but(&[])
    }

    /// The same, except for these files.
    pub(crate) fn leaves_nothing_but(&self, kept: &[&str]) -> Result<(), Failed> {
        let began = Instant::now();
        loop {
            let processes = marked(&self.name);
            let files: Vec<String> = fs::read_dir(self.folder.join("tmp"))?
                .chain(fs::read_dir(&self.folder)?)
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .filter(|name| !OURS.contains(&name.as_str()) && !kept.contains(&name.as_str()))
                .collect();
            if processes.is_empty() && files.is_empty() {
                return Ok(());
            }
            if began.elapsed() > AFTERMATH {
                return Err(format!("left behind: processes {processes:?}, files {files:?}").into());
            }
            sleep(LOOK);
        }
    }

    pub(crate) fn signal(&self, signal: &str) -> Result<(), Failed> {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status()?;
        if sent.success() { Ok(()) } else { Err("the program is gone".into()) }
    }

    /// Waits until the run has a process of its own beside the program and its supervisors.
    pub(crate) fn has_begun(&self) -> Result<(), Failed> {
        let began = Instant::now();
        while marked(&self.name).len() < 3 {
            if began.elapsed() > AFTERMATH {
                return Err("no subject was started".into());
            }
            sleep(LOOK);
        }
        Ok(())
    }
}

/// The processes that a run has started, however far they have gone.
fn marked(name: &str) -> Vec<String> {
    let mark = format!("{MARK}={name}");
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|pid| pid.bytes().all(|byte| byte.is_ascii_digit()))
        .filter(|pid| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
        })
        .collect()
}
