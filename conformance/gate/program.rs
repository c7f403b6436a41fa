//! Running the program, and keeping its files apart.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// The program under test.
pub(crate) const PROOFMARK: &str = env!("CARGO_BIN_EXE_proofmark");

/// Two faults on two rules of one suite, and what they show as.
pub(crate) const GRAPH: &str = "preflight/control-fields-denied/never-denies-graph";
pub(crate) const FATAL: &str = "preflight/severity/calls-a-missing-action-fatal";

/// A subject in shell that offers nothing.
pub(crate) const OFFERS_NOTHING: &str = r#"read -r line
echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"implementation":{"name":"sh"},"methods":[]}}'; cat >/dev/null"#;

/// A folder of its own for one test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("gate").join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Runs the program in this folder.
    pub(crate) fn proofmark(&self, args: &[&str]) -> Ran {
        let output = Command::new(PROOFMARK).args(args).current_dir(&self.0).stdin(Stdio::null()).output().unwrap();
        Ran(output)
    }

    /// Runs a few rules against the reference, spoiled by `mutants`, with more arguments.
    pub(crate) fn run(&self, mutants: &[&str], more: &[&str]) -> Ran {
        let mut args = vec!["run", "--jobs", "1", "--cases", "20"];
        for rule in ["control-fields-denied", "severity", "presence"] {
            args.extend(["--rule", Box::leak(format!("preflight/{rule}").into_boxed_str())]);
        }
        args.extend(more);
        if !mutants.is_empty() {
            args.extend(["--", PROOFMARK, "serve"]);
            args.extend(mutants.iter().flat_map(|mutant| ["--mutant", mutant]));
        }
        self.proofmark(&args)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }
}

/// What a run of the program came to.
pub(crate) struct Ran(pub(crate) Output);

impl Ran {
    pub(crate) fn out(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub(crate) fn err(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// Expects an exit code.
    #[track_caller]
    pub(crate) fn exits(&self, code: i32) -> &Self {
        assert_eq!(self.0.status.code(), Some(code), "{}{}", self.out(), self.err());
        self
    }

    /// Expects a text on stdout or stderr.
    #[track_caller]
    pub(crate) fn says(&self, text: &str) -> &Self {
        let said = self.out() + &self.err();
        assert!(said.contains(text), "{text:?} is not in\n{said}");
        self
    }
}

/// Compares `text` with a snapshot.
pub(crate) fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::new();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/cli"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
