//! A clean folder, in which commands are typed that see nothing of this checkout.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use libtest_mimic::{Completion, Failed};

/// The program that the packages are built around.
pub(crate) const PROOFMARK: &str = env!("CARGO_BIN_EXE_proofmark");

/// The fault that both walks put into their runtime, as a known failure.
pub(crate) const KNOWN: &str = r#"
[[known]]
rule = "preflight/message-channel-invalid"
check = "preflight/message-channel-invalid/verdict"
reason = "no follow-ups yet"
"#;

/// A folder of its own, and the environment of the commands that are typed in it.
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    variables: Vec<(&'static str, String)>,
}

impl Folder {
    /// An empty folder.
    pub(crate) fn clean(name: &str) -> Result<Self, Failed> {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("packages").join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path)?;
        let home = path.join("home");
        std::fs::create_dir_all(&home)?;
        let variables = vec![("PATH", std::env::var("PATH").unwrap_or_default()), ("HOME", text(&home))];
        Ok(Self { path, variables })
    }

    /// Programs in `folder` come before others, and `name` is set to `value`.
    pub(crate) fn with(mut self, folder: &Path, name: &'static str, value: &Path) -> Self {
        self.variables[0].1 = format!("{}:{}", folder.display(), self.variables[0].1);
        self.variables.push((name, text(value)));
        self
    }

    pub(crate) fn write(&self, file: &str, content: &str) -> Result<(), Failed> {
        let path = self.path.join(file);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        Ok(std::fs::write(path, content)?)
    }

    /// Replaces the only occurrence of `old` in a file.
    pub(crate) fn replace(&self, file: &str, old: &str, new: &str) -> Result<(), Failed> {
        let content = std::fs::read_to_string(self.path.join(file))?;
        if content.matches(old).count() != 1 {
            return Err(format!("{file} does not have {old:?} exactly once").into());
        }
        self.write(file, &content.replace(old, new))
    }

    fn types(&self, command: &str) -> Result<Output, Failed> {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(&self.path).env_clear().stdin(Stdio::null());
        Ok(shell.envs(self.variables.iter().map(|(name, value)| (name, value))).output()?)
    }

    /// Types `command`, whose exit code has to be `code`; what was printed.
    pub(crate) fn does(&self, command: &str, code: i32) -> Result<String, Failed> {
        let output = self.types(command)?;
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        if output.status.code() == Some(code) {
            Ok(said)
        } else {
            Err(format!("$ {command}\n{}\n{said}", output.status).into())
        }
    }
}

pub(crate) fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// A file of this checkout.
pub(crate) fn project(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Runs a test that needs the command `probe` to succeed, or says what is not installed.
pub(crate) fn with(probe: &str, needed: &str, test: impl FnOnce() -> Result<(), Failed>) -> Result<Completion, Failed> {
    let probed = Command::new("sh").args(["-c", probe]).stdin(Stdio::null()).output()?;
    if !probed.status.success() {
        return Ok(Completion::ignored_with(format!("{needed} is not installed")));
    }
    test().map(|()| Completion::Completed)
}

/// Everything of `wanted` is in `said`.
pub(crate) fn holds(said: &str, wanted: &[&str]) -> Result<(), Failed> {
    match wanted.iter().find(|&wanted| !said.contains(wanted)) {
        Some(missing) => Err(format!("{missing:?} is missing in\n{said}").into()),
        None => Ok(()),
    }
}
