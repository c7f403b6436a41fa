//! Workflow directories as people have them, and inputs as nobody wants them.

use std::fs;
use std::path::{Path, PathBuf};

use super::{CheckError, Checked, as_json, as_text};
use crate::rule::Severity;

fn check(path: &Path) -> Result<Checked, CheckError> {
    super::check(&crate::suites::builtin(), path)
}

/// A directory of its own for a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("proofmark-check-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn with(self, file: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    fn text(&self) -> String {
        let text = as_text(&check(&self.0).unwrap(), false);
        text.replace(&self.0.display().to_string(), "DIR")
    }

    fn error(&self) -> String {
        check(&self.0).unwrap_err().to_string().replace(&self.0.display().to_string(), "DIR")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const WORKFLOW: &str = r#"awp: "1.0.0"
workflow:
  name: demo
orchestration:
  graph:
    - id: writer
    - id: editor
      depends_on: [writer]
"#;

fn agent(id: &str) -> String {
    format!("identity:\n  id: {id}\noutput:\n  format: json\n  contract:\n    type: object\n")
}

fn project(name: &str) -> Folder {
    Folder::new(name)
        .with("workflow.awp.yaml", WORKFLOW)
        .with("agents/writer/agent.awp.yaml", agent("writer"))
        .with("agents/editor/agent.awp.yaml", agent("editor"))
}

#[test]
fn a_sound_directory_is_valid() {
    let folder = project("sound").with("tools/acme.py", "@app.tool(\"acme.lookup\")\ndef lookup(): ...\n");
    assert_eq!(folder.text(), "valid: no rule is broken\n");
    assert_eq!(as_json(&[check(&folder.0).unwrap()]), serde_json::json!({"valid": true, "remarks": []}));
}

#[test]
fn every_fault_is_shown_where_it_stands() {
    let folder = project("faults")
        .with("workflow.awp.yaml", WORKFLOW.replace("\"1.0.0\"", "\"1.0\"").replace("[writer]", "[writer, nobody]"))
        .with("agents/editor/agent.awp.yaml", agent("Editor"))
        .with("tools/acme.py", "@app.tool(\"web.custom\")\ndef lookup(): ...\n");
    let checked = check(&folder.0).unwrap();
    let seen: Vec<(&str, usize, usize)> =
        checked.remarks.iter().map(|remark| (remark.rule.as_str(), remark.line, remark.column)).collect();
    assert_eq!(seen, [("awp/R1", 1, 6), ("awp/R7", 8, 28), ("awp/R12", 2, 7), ("awp/R10", 1, 12)]);
    assert!(!checked.is_valid());
    let text = folder.text();
    assert!(text.contains("--> DIR/workflow.awp.yaml:1:6"), "{text}");
    assert!(text.contains("not valid: 4 errors"), "{text}");
}

#[test]
fn a_missing_agent_and_a_missing_field_point_to_what_is_there() {
    let folder = project("missing").with("workflow.awp.yaml", WORKFLOW.replace("  name: demo\n", "  title: demo\n"));
    fs::remove_dir_all(folder.0.join("agents/writer")).unwrap();
    let checked = check(&folder.0).unwrap();
    let seen: Vec<(&str, usize)> = checked.remarks.iter().map(|remark| (remark.rule.as_str(), remark.line)).collect();
    assert_eq!(seen, [("awp/R2", 2), ("awp/R8", 6)]);
}

#[test]
fn single_documents_are_judged_for_what_they_are() {
    let folder = Folder::new("single")
        .with("workflow.yaml", WORKFLOW.replace("[writer]", "[editor]"))
        .with("agent.yaml", agent("A"))
        .with("params.json", "{\"workflow\": {}, \"agents\": {}, \"files\": [], \"tools\": []}");
    let rules = |file: &str| -> Vec<String> {
        let checked = check(&folder.0.join(file)).unwrap();
        checked.remarks.into_iter().filter(|r| r.severity == Severity::Error).map(|r| r.rule).collect()
    };
    assert_eq!(rules("workflow.yaml"), ["awp/R6"]);
    assert_eq!(rules("agent.yaml"), ["awp/R12"]);
    assert_eq!(rules("params.json"), ["awp/R1", "awp/R2"]);
}

#[test]
fn bad_input_is_refused_with_a_place() {
    let broken = |name: &str, text: &str| project(name).with("workflow.awp.yaml", text).error();
    assert!(broken("yaml", "a: [1, 2\nb: }\n").starts_with("DIR/workflow.awp.yaml:2:"));
    assert_eq!(broken("twice", "awp: 1\nawp: 2\n"), "DIR/workflow.awp.yaml:2:1: the key \"awp\" is there twice");
    assert!(broken("deep", &"[".repeat(100_000)).contains("deep"));
    assert_eq!(
        Folder::new("none").error(),
        "DIR has no workflow.awp.yaml: give the directory of a workflow, or a single document"
    );
    let latin = project("latin").with("agents/editor/agent.awp.yaml", b"identity:\n  id: caf\xe9\n");
    assert!(latin.error().starts_with("DIR/agents/editor/agent.awp.yaml:2: this is not UTF-8"));
    assert!(matches!(check(&PathBuf::from("/nonexistent/workflow")), Err(CheckError::Unreadable { .. })));
}

#[test]
fn a_file_of_a_hundred_megabytes_is_not_read() {
    let folder = project("large");
    let file = fs::File::create(folder.0.join("workflow.awp.yaml")).unwrap();
    file.set_len(100 << 20).unwrap();
    assert!(folder.error().contains("larger than 1024 KiB"));
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_back_to_itself_is_refused() {
    let folder = project("loop");
    let link = folder.0.join("agents/editor/agent.awp.yaml");
    fs::remove_file(&link).unwrap();
    std::os::unix::fs::symlink(&link, &link).unwrap();
    assert!(folder.error().contains("the link leads back to itself"), "{}", folder.error());
}

#[test]
fn an_agent_that_calls_itself_otherwise_is_noted_and_still_valid() {
    let class = "class Agent(AWPAgent):\n    @property\n    def name(self):\n        return \"scribe\"\n";
    let folder = project("names").with("agents/writer/agent.py", class);
    let checked = check(&folder.0).unwrap();
    let seen: Vec<(&str, usize, usize)> =
        checked.remarks.iter().map(|remark| (remark.rule.as_str(), remark.line, remark.column)).collect();
    assert_eq!(seen, [("awp/R4", 4, 17)]);
    assert!(checked.is_valid(), "{}", folder.text());
}
