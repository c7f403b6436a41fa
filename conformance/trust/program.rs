//! Running the program on documents in a folder of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// The program under test.
pub(crate) const PROOFMARK: &str = env!("CARGO_BIN_EXE_proofmark");

/// A folder for one test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("trust").join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }

    /// Everything that the program says, and its exit code.
    pub(crate) fn proofmark(&self, args: &[&str]) -> (String, Option<i32>) {
        let output = Command::new(PROOFMARK).args(args).current_dir(&self.0).stdin(Stdio::null()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (String::from_utf8_lossy(&said).into_owned(), output.status.code())
    }
}

/// A file of the project.
pub(crate) fn project(path: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// A small proof in which every outcome and every optional member comes up.
pub(crate) fn sample() -> Value {
    let mut proof: Value = serde_json::from_str(&project("conformance/reports/sample.json")).unwrap();
    proof["shard"] = "1/2".into();
    proof["notes"] = serde_json::json!(["a note"]);
    proof["objections"] = serde_json::json!(["an objection"]);
    proof["subject"]["command"] = serde_json::json!(["python3", "adapter.py"]);
    for rule in proof["rules"].as_array_mut().unwrap() {
        rule["reason"] = "a reason".into();
        for check in rule["checks"].as_array_mut().unwrap() {
            check["reason"] = "a reason".into();
            check["missing_labels"] = serde_json::json!(["a label"]);
        }
    }
    for (place, finding) in proof["findings"].as_array_mut().unwrap().iter_mut().enumerate() {
        finding["history"] = serde_json::json!([{"check": "a/b/c", "case": "a/b/c:0:1", "input": {"key": "text"}}]);
        finding["flaky"] = "1 of 2".into();
        finding["stderr"] = "one\ntwo".into();
        if place == 0 {
            finding["excused"] = serde_json::json!({"by": "known", "reason": "a reason", "issue": "an issue"});
        }
    }
    proof
}
