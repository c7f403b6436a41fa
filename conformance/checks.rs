//! What `proofmark check` prints: every rejected case of the corpus of the load-time rules, as a file that a person
//! could have written, with the place underlined.

use std::path::Path;

use libtest_mimic::{Failed, Trial};
use proofmark::check::{as_text, check};
use proofmark::rule::{Expect, Level, Rule, Suite, read_corpus};
use proofmark::suites;

use crate::support::snapshot;

/// One test per rule that a document can break.
pub(crate) fn trials() -> Vec<Trial> {
    let at_load_time = |rule: &Rule| rule.checks.iter().any(|check| check.methods == ["awp/validate"]);
    suites::builtin()
        .rules()
        .filter(|(suite, rule)| suite.name == "awp" && rule.id.starts_with('R') && at_load_time(rule))
        .map(|(suite, rule)| Trial::test(format!("check::{}", rule.id), move || is_shown(suite, rule)))
        .chain(PROJECTS.map(|name| Trial::test(format!("check::project {name}"), move || is_shown_whole(name))))
        .collect()
}

/// Workflows as people write them, below `conformance/projects`.
const PROJECTS: [&str; 5] = ["code-assistant", "data-pipeline", "newsroom", "research-report", "support-triage"];

fn is_shown_whole(name: &str) -> Result<(), Failed> {
    let projects = Path::new(env!("CARGO_MANIFEST_DIR")).join("conformance/projects");
    let checked = check(&suites::builtin(), &projects.join(name))?;
    let text = as_text(&checked, false).replace(&format!("{}/", projects.display()), "");
    snapshot("check", &format!("project-{name}"), &text);
    Ok(())
}

fn is_shown(suite: &'static Suite, rule: &'static Rule) -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{}.yaml", rule.id));
    let mut shown: Vec<String> = Vec::new();
    for case in read_corpus(suite, rule)? {
        std::fs::write(&file, serde_yaml::to_string(&case.case)?)?;
        let checked = check(&suites::builtin(), &file)?;
        let blamed = checked.remarks.iter().any(|remark| remark.rule == format!("awp/{}", rule.id));
        if case.expect == Expect::Reject && (checked.is_valid() || !blamed) {
            return Err(format!("“{}” is to be rejected, and `check` says {:?}", case.name, checked.remarks).into());
        }
        if blamed {
            let text = as_text(&checked, false).replace(&file.display().to_string(), "project.yaml");
            shown.push(format!("== {}\n{text}", case.name));
        }
    }
    // A convention that nobody has to follow is not worth a word.
    if shown.is_empty() && rule.level == Level::Must {
        return Err("no case of the corpus makes `check` say anything about this rule".into());
    }
    snapshot("check", rule.id, &shown.join("\n"));
    Ok(())
}
