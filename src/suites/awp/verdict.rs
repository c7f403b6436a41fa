//! Verdicts as they travel: read from a subject's answer, made by the reference runtime.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::model::{Report, Standing};
use crate::rule::{WrongShape, member};

/// What a subject said of a project.
#[derive(Debug)]
pub(super) struct Said {
    /// Whether it accepts it.
    pub(super) valid: bool,
    /// The rules that its errors name.
    pub(super) named: BTreeSet<String>,
    /// Its warnings, whole.
    pub(super) warnings: Vec<Value>,
    /// The rules that any of its diagnostics names.
    pub(super) mentioned: BTreeSet<String>,
}

impl Said {
    /// Reads an answer.
    pub(super) fn of(answer: &Value) -> Result<Self, WrongShape> {
        let valid =
            member(answer, "valid")?.as_bool().ok_or_else(|| WrongShape("`valid` is not a boolean".to_owned()))?;
        let mut said = Self { valid, named: BTreeSet::new(), warnings: Vec::new(), mentioned: BTreeSet::new() };
        let diagnostics = match answer.get("diagnostics") {
            None | Some(Value::Null) => &Vec::new(),
            Some(Value::Array(diagnostics)) => diagnostics,
            Some(_) => return Err(WrongShape("`diagnostics` is not a list".to_owned())),
        };
        for diagnostic in diagnostics {
            let rule = diagnostic.get("rule").and_then(Value::as_str).map(str::to_owned);
            said.mentioned.extend(rule.clone());
            match diagnostic.get("severity").and_then(Value::as_str) {
                Some("error") if valid => {
                    return Err(WrongShape("`valid` is true beside a diagnostic of severity error".to_owned()));
                }
                Some("error") => said.named.extend(rule),
                Some("warning") => said.warnings.push(diagnostic.clone()),
                _ => return Err(WrongShape("the severity of a diagnostic is neither error nor warning".to_owned())),
            }
        }
        Ok(said)
    }
}

/// The verdict of the reference runtime on what the model found.
pub(super) fn verdict_of(report: &Report) -> Value {
    let diagnostics: Vec<Value> = report
        .notes
        .iter()
        .filter_map(|note| {
            let severity = match note.standing {
                Standing::Broken => "error",
                Standing::Asks(ask) if !ask.accepts => "error",
                Standing::Warns => "warning",
                Standing::Asks(_) | Standing::Open | Standing::Unfit => return None,
            };
            Some(json!({"severity": severity, "rule": note.rule, "path": note.at, "message": note.why}))
        })
        .collect();
    made_of(&diagnostics)
}

/// The verdict that consists of these diagnostics.
pub(super) fn made_of(diagnostics: &[Value]) -> Value {
    let valid = diagnostics.iter().all(|diagnostic| diagnostic["severity"] != "error");
    json!({"valid": valid, "diagnostics": diagnostics})
}

/// The diagnostics of a verdict.
pub(super) fn diagnostics_of(verdict: &Value) -> Vec<Value> {
    verdict["diagnostics"].as_array().cloned().unwrap_or_default()
}
