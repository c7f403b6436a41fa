//! What every SARIF 2.1.0 log of ours has in common, as code scanning shows it best.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::inert::plain;
use crate::rule::sentence;

/// Where the pages of rules are.
const HOME: &str = "https://github.com/proofmark/proofmark";

/// A log of these runs.
pub(crate) fn log(runs: &[Value]) -> Value {
    json!({
        "version": "2.1.0",
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "runs": runs,
    })
}

/// One run. `category` tells it from others of the same upload and of other jobs: code scanning replaces the results
/// of a category by those of its next upload.
pub(crate) fn run(version: &str, category: &str, successful: bool, rules: &[Value], results: &[Value]) -> Value {
    json!({
        "tool": {"driver": {"name": "proofmark", "version": version, "informationUri": HOME, "rules": rules}},
        "automationDetails": {"id": format!("{category}/")},
        "invocations": [{"executionSuccessful": successful}],
        "columnKind": "unicodeCodePoints",
        "results": results,
    })
}

/// A rule: its title as a sentence, and what it demands, if that is known.
pub(crate) fn descriptor(rule: &str, title: &str, level: &str, demand: Option<(&str, &str)>) -> Value {
    let (suite, local) = rule.split_once('/').unwrap_or(("", rule));
    let sentence = format!("{}.", sentence(title));
    let (statement, source) = demand.unwrap_or((&sentence, ""));
    let text = if source.is_empty() { statement.to_owned() } else { format!("{statement} ({source})") };
    let more = format!("`proofmark explain {}` shows how it is tested, with examples.", plain(rule));
    json!({
        "id": plain(rule),
        "name": plain(rule),
        "shortDescription": {"text": literal(&sentence)},
        "fullDescription": {"text": literal(&text)},
        "helpUri": format!("{HOME}/blob/main/corpus/{}/{}.yaml", path(suite), path(local)),
        "help": {
            "text": literal(&format!("{text} {more}")),
            "markdown": format!("**{}**\n\n{}\n\n{more}", markdown(&sentence), markdown(&text)),
        },
        "defaultConfiguration": {"level": level},
        "properties": {"tags": [plain(suite)]},
    })
}

/// What code scanning tells results apart by: the same for the same bug in every run. The number counts equal ones.
pub(crate) fn line_hash(of: &Value, occurrence: usize) -> String {
    format!("{}:{occurrence}", &digest(of)[..16])
}

/// A digest of a value, in 32 hexadecimal digits.
pub(crate) fn digest(of: &Value) -> String {
    let bytes = Sha256::digest(of.to_string());
    let number = bytes.iter().take(16).fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
    format!("{number:032x}")
}

/// A text that SARIF takes as it stands: braces would be placeholders, `[…](…)` a link.
pub(crate) fn literal(text: &str) -> String {
    plain(text).replace('{', "{{").replace('}', "}}").replace("](", "] (")
}

/// The same for Markdown: nothing in it is a tag or a link.
fn markdown(text: &str) -> String {
    plain(text).replace('<', "&lt;").replace("](", "] (").replace("![", "! [")
}

/// A name as part of an address.
fn path(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_has_a_page_and_a_text_that_nothing_obeys() {
        let rule = descriptor("awp/R6", "rejects [x](y) {z}", "error", None);
        assert_eq!(rule["helpUri"], format!("{HOME}/blob/main/corpus/awp/R6.yaml"));
        assert_eq!(rule["shortDescription"]["text"], "A conforming runtime rejects [x] (y) {{z}}.");
        let help = rule["help"]["markdown"].as_str().unwrap();
        assert!(help.contains("`proofmark explain awp/R6`") && !help.contains("]("), "{help}");
    }

    #[test]
    fn hashes_count_equal_lines() {
        assert_eq!(line_hash(&json!("a"), 1).len(), 18);
        assert_ne!(line_hash(&json!("a"), 1), line_hash(&json!("a"), 2));
        assert_ne!(line_hash(&json!("a"), 1), line_hash(&json!("b"), 1));
    }
}
