//! What a check found, in the words of those who show it beside the source.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Component, Path};

use serde_json::{Value, json};

use super::{Checked, Remark};
use crate::inert::plain;
use crate::rule::{Catalogue, Severity};
use crate::sarif::{descriptor, line_hash, literal, log, run};

/// A SARIF 2.1.0 log with one run, every remark at its place in the workflow.
#[must_use]
pub fn as_sarif(catalogue: &Catalogue, checked: &[Checked]) -> Value {
    let remarks: Vec<(&Checked, &Remark)> =
        checked.iter().flat_map(|checked| checked.remarks.iter().map(move |remark| (checked, remark))).collect();
    let mut named: Vec<&str> = remarks.iter().map(|(_, remark)| remark.rule.as_str()).collect();
    named.sort_unstable();
    named.dedup();
    let rules: Vec<Value> = named
        .iter()
        .filter_map(|id| {
            let (suite, rule) = catalogue.rule(id)?;
            let source = format!("{}, {}", suite.document, rule.source);
            Some(descriptor(id, rule.title, "error", Some((rule.statement, &source))))
        })
        .collect();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let results: Vec<Value> = remarks
        .into_iter()
        .map(|(checked, remark)| {
            let excerpt = checked.sources[remark.source].excerpt(&remark.span);
            let what = json!([remark.rule, remark.message, excerpt.text.lines().next().unwrap_or_default().trim()]);
            let occurrence = seen.entry(what.to_string()).and_modify(|count| *count += 1).or_insert(1);
            result(remark, &named, &line_hash(&what, *occurrence))
        })
        .collect();
    log(&[run(env!("CARGO_PKG_VERSION"), "proofmark/check", true, &rules, &results)])
}

fn result(remark: &Remark, rules: &[&str], hash: &str) -> Value {
    let level = match remark.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    json!({
        "ruleId": remark.rule,
        "ruleIndex": rules.iter().position(|rule| *rule == remark.rule),
        "level": level,
        "message": {"text": literal(&format!("{}. {} Help: {}.", remark.message, remark.statement, remark.help))},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(&remark.file)},
            "region": {"startLine": remark.line, "startColumn": remark.column},
        }}],
        "partialFingerprints": {"primaryLocationLineHash": hash},
    })
}

/// A file as an address, relative where it was reached so.
fn uri(file: &str) -> String {
    let parts = Path::new(file).components().filter(|part| !matches!(part, Component::CurDir));
    let parts: Vec<String> = parts
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .map(|part| if part == "/" { String::new() } else { escaped(&part) })
        .collect();
    let path = parts.join("/");
    if path.starts_with('/') { format!("file://{path}") } else { path }
}

fn escaped(part: &str) -> String {
    let mut out = String::new();
    for byte in part.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// Workflow commands of GitHub: one line per remark, which its runner puts beside the source.
#[must_use]
pub fn as_github(checked: &[Checked]) -> String {
    let mut out = String::new();
    for remark in checked.iter().flat_map(|checked| &checked.remarks) {
        let command = match remark.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "notice",
        };
        let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
        let message = data(&format!("{}. Help: {}.", remark.message, remark.help));
        let (file, rule) = (property(&remark.file), property(&remark.rule));
        let Remark { line, column, .. } = remark;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "::{command} file={file},line={line},col={column},title={rule}::{message}");
    }
    out
}

/// A text in a workflow command: nothing in it ends the command or begins another.
fn data(text: &str) -> String {
    plain(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_hold_no_odd_characters() {
        assert_eq!(uri("./a b/workflow.awp.yaml"), "a%20b/workflow.awp.yaml");
        assert_eq!(uri("/x/ü.yaml"), "file:///x/%C3%BC.yaml");
    }

    #[test]
    fn a_message_begins_no_other_command() {
        assert_eq!(data("50%"), "50%25");
        assert!(!data("a\r\n::error::b").contains(['\r', '\n']));
    }
}
