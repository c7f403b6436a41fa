//! Runs of the program that the gates are tried with.

use std::path::Path;

use serde_json::Value;

pub(crate) use crate::built::{Folder, PROOFMARK, Ran};

/// Two faults on two rules of one suite, and what they show as.
pub(crate) const GRAPH: &str = "preflight/control-fields-denied/never-denies-graph";
pub(crate) const FATAL: &str = "preflight/severity/calls-a-missing-action-fatal";

/// A subject in shell that offers nothing.
pub(crate) const OFFERS_NOTHING: &str = r#"read -r line
echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"implementation":{"name":"sh"},"methods":[]}}'; cat >/dev/null"#;

impl Folder {
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

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }
}

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
        assert_eq!(self.code(), Some(code), "{}", self.said());
        self
    }

    /// Expects a text on stdout or stderr.
    #[track_caller]
    pub(crate) fn says(&self, text: &str) -> &Self {
        let said = self.said();
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
