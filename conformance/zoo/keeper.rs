//! Looks at how the program takes an animal: what it says, how much it needs, and what is left behind.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use libtest_mimic::{Failed, Trial};
use serde_json::Value;

use crate::animal::{Acts, Animal, Outcome};

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

/// A run of the program, with a folder for its files and one for temporary ones.
struct Run {
    name: String,
    folder: PathBuf,
    child: Child,
    /// The most memory that was seen, in KiB.
    memory: u64,
}

/// Runs the program on an animal, and compares what came of it with what is declared.
pub(crate) fn look_at(animal: &Animal) -> Result<(), Failed> {
    let hosted = matches!(animal.acts, Acts::SaysToHost(_) | Acts::OnHostCall(_));
    let rule = if hosted { "contract/TOOL-002" } else { "preflight/severity" };
    let patience = if animal.flags.contains("-timeout") { "" } else { "--timeout 500ms --start-timeout 3s " };
    let flags = format!("run --rule {rule} --cases 1 --jobs 2 {patience}{}", animal.flags);
    let mut run = Run::start(animal.name, &flags, &["--json", "proof.json", "--junit", "junit.xml"])?;
    let code = run.wait()?;
    let (stdout, stderr) = (run.read("stdout"), run.read("stderr"));
    let told = || format!("{stdout}\n{stderr}");
    if code != Some(animal.outcome.code()) {
        return Err(format!("exit code {code:?} instead of {}: {}", animal.outcome.code(), told()).into());
    }
    let kinds = run.kinds();
    match animal.outcome {
        // For a rule that wants an answer whatever comes, a fault is a failure.
        Outcome::Fault(kind) if !["fault", "no answer"].iter().any(|how| kinds.contains(&format!("{how}: {kind}"))) => {
            return Err(format!("no fault of kind {kind}, but {kinds:?}: {}", told()).into());
        }
        Outcome::Stops(text) if !stdout.contains("could not go on") || !stdout.contains(text) => {
            return Err(format!("it went on, or says nothing about `{text}`: {}", told()).into());
        }
        Outcome::NotStarted(text) if !stderr.contains(text) => {
            return Err(format!("nothing about `{text}`: {}", told()).into());
        }
        _ => {}
    }
    if let Some(line) = survivor(&format!("{}\n{}", told(), run.read("junit.xml"))) {
        return Err(format!("this is not inert: {line:?}").into());
    }
    run.leaves_nothing()
}

/// A line that a terminal or a CI system would obey.
fn survivor(text: &str) -> Option<&str> {
    let acts = |c: char| (c.is_control() && c != '\t') || matches!(c, '\u{202e}' | '\u{fffe}');
    text.lines().find(|line| {
        line.chars().any(acts) || line.trim_start().starts_with("::") || line.contains("##vso[") || line.contains("##[")
    })
}

impl Run {
    /// Starts the program on the animal `name`.
    fn start(name: &str, flags: &str, more: &[&str]) -> Result<Self, Failed> {
        Self::start_as(name, name, flags, more)
    }

    /// The same, with files in a folder of another name.
    fn start_as(folder: &str, animal: &str, flags: &str, more: &[&str]) -> Result<Self, Failed> {
        let name = format!("{}-{folder}", std::process::id());
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("zoo").join(folder);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("tmp"))?;
        let zoo = std::env::current_exe()?;
        let child = Command::new(PROOFMARK)
            .args(flags.split_whitespace())
            .args(more)
            .arg("--")
            .arg(zoo)
            .args(["animal", animal])
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

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.folder.join(file)).unwrap_or_default()
    }

    /// The kinds of the findings.
    fn kinds(&self) -> Vec<String> {
        let proof: Value = serde_json::from_str(&self.read("proof.json")).unwrap_or_default();
        let findings = proof["findings"].as_array().cloned().unwrap_or_default();
        findings.iter().filter_map(|finding| finding["kind"].as_str().map(str::to_owned)).collect()
    }

    /// Waits for the end, with an eye on the memory.
    fn wait(&mut self) -> Result<Option<i32>, Failed> {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait()? {
                if self.memory > MOST_MEMORY {
                    return Err(format!("{} KiB of memory", self.memory).into());
                }
                return Ok(status.code());
            }
            if began.elapsed() > LONGEST {
                self.child.kill()?;
                return Err(format!("it takes more than {} s", LONGEST.as_secs()).into());
            }
            self.memory = self.memory.max(peak(self.child.id()));
            sleep(LOOK);
        }
    }

    /// Whether no process and no file of the run is left.
    fn leaves_nothing(&self) -> Result<(), Failed> {
        let began = Instant::now();
        loop {
            let processes = marked(&self.name);
            let files: Vec<String> = fs::read_dir(self.folder.join("tmp"))?
                .chain(fs::read_dir(&self.folder)?)
                .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
                .filter(|name| {
                    !["tmp", "stdout", "stderr", "proof.json", "junit.xml", "starts"].contains(&name.as_str())
                })
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

    fn signal(&self, signal: &str) -> Result<(), Failed> {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status()?;
        if sent.success() { Ok(()) } else { Err("the program is gone".into()) }
    }

    /// Waits until the run has a process of its own beside the program and its supervisors.
    fn has_begun(&self) -> Result<(), Failed> {
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

/// The most memory that a process has had so far, in KiB.
fn peak(pid: u32) -> u64 {
    let Ok(status) = fs::File::open(format!("/proc/{pid}/status")) else { return 0 };
    let lines = BufReader::new(status).lines().map_while(Result::ok);
    let line = lines.into_iter().find_map(|line| line.strip_prefix("VmHWM:").map(str::to_owned));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
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

/// What was found before the end is shown after it.
fn killed_with_a_journal() -> Result<(), Failed> {
    let flags = "run --rule preflight/severity --cases 1 --jobs 1 --for 10m";
    let mut run = Run::start_as("journal", "an-error", flags, &["--json", "proof.json"])?;
    let began = Instant::now();
    while !run.read("proof.json.journal").contains("{\"found\":") {
        if began.elapsed() > LONGEST {
            return Err("nothing was written down".into());
        }
        sleep(LOOK);
    }
    run.signal("-KILL")?;
    run.wait()?;
    let report = Command::new(PROOFMARK).args(["report", "proof.json.journal"]).current_dir(&run.folder).output()?;
    let said = String::from_utf8_lossy(&report.stdout);
    if !said.contains("FAULT preflight/severity") || !said.contains("cut short") {
        return Err(format!("{said}{}", String::from_utf8_lossy(&report.stderr)).into());
    }
    // Nothing is certified or compared on the strength of it.
    let update = ["known", "update", "--known", "known.toml", "proof.json.journal"];
    let update = Command::new(PROOFMARK).args(update).current_dir(&run.folder).output()?;
    if update.status.code() != Some(2) {
        return Err("a run that was cut short passes for a whole one".into());
    }
    fs::remove_file(run.folder.join("proof.json.journal"))?;
    run.leaves_nothing()
}

/// What the program itself may meet.
pub(crate) fn trials() -> Vec<Trial> {
    const LONG: &str = "run --rule preflight/severity --cases 1 --jobs 2 --timeout 60s";
    vec![
        Trial::test("zoo::the program is killed and its journal tells what was found", killed_with_a_journal),
        Trial::test("zoo::the program is killed while a subject with daemons hangs", || {
            let mut run = Run::start_as("killed", "leaves-daemons-and-hangs", LONG, &[])?;
            run.has_begun()?;
            run.signal("-KILL")?;
            run.wait()?;
            run.leaves_nothing()
        }),
        Trial::test("zoo::the program is interrupted while `initialize` hangs", || {
            let mut run = Run::start_as("interrupted-early", "says-nothing", LONG, &[])?;
            run.has_begun()?;
            run.signal("-INT")?;
            match run.wait()? {
                Some(130) => run.leaves_nothing(),
                code => Err(format!("exit code {code:?}").into()),
            }
        }),
        Trial::test("zoo::the program is interrupted while a call hangs", || {
            let mut run = Run::start_as("interrupted", "leaves-daemons-and-hangs", LONG, &["--json", "proof.json"])?;
            run.has_begun()?;
            run.signal("-INT")?;
            match run.wait()? {
                Some(130) => run.leaves_nothing(),
                code => Err(format!("exit code {code:?}").into()),
            }
        }),
        Trial::test("zoo::the program is interrupted twice", || {
            let mut run = Run::start_as("interrupted-twice", "ignores-signals", LONG, &[])?;
            run.has_begun()?;
            run.signal("-INT")?;
            // It may have ended already.
            let _ = run.signal("-INT");
            match run.wait()? {
                Some(130) => run.leaves_nothing(),
                code => Err(format!("exit code {code:?}").into()),
            }
        }),
    ]
}
