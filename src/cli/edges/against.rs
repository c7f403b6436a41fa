//! Two versions of a suite: whose verdict has changed since the edges were saved.

use std::path::Path;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{CliError, Exit, output};
use crate::cli::saved;
use crate::draw::json::size;
use crate::inert;
use crate::proof::plain;
use crate::rule::{Expect, Expected, Rule, Suite};

/// One line of what `edges --json` printed.
#[derive(Deserialize)]
struct Edge {
    /// Files of the first version do not say it.
    #[serde(default)]
    method: Option<String>,
    accepted: Value,
    rejected: Value,
    reason: String,
}

/// An input with the verdict that was saved.
struct Saved {
    method: Option<String>,
    input: Value,
    was: Expect,
    /// Why it was rejected, if it was.
    before: Option<String>,
}

/// Shows the saved inputs whose verdict is another one now.
pub(super) fn against(suite: &Suite, rule: &Rule, path: &Path, as_json: bool) -> Result<Exit, CliError> {
    let inputs = read(path)?;
    let mut changed: Vec<(&Saved, Expected)> = Vec::new();
    for saved in &inputs {
        let now = expected(suite, rule, saved).ok_or_else(|| {
            CliError::Usage(format!("{} holds an input that {}/{} does not judge", path.display(), suite.name, rule.id))
        })?;
        if now.expect != saved.was {
            changed.push((saved, now));
        }
    }
    changed.sort_by_key(|(saved, _)| size(&saved.input));
    output::to_stdout(|out| {
        for (Saved { input, was, before, .. }, now) in &changed {
            if as_json {
                let line =
                    json!({"input": input, "was": was, "before": before, "now": now.expect, "reason": now.reason});
                writeln!(out, "{}", inert::json(&line.to_string()))?;
                continue;
            }
            let before = before.as_ref().map_or_else(String::new, |reason| format!(" ({})", plain(reason)));
            writeln!(out, "{}", plain(&input.to_string()))?;
            writeln!(out, "  was  {was}{before}\n  now  {} ({})\n", now.expect, plain(&now.reason))?;
        }
        if as_json {
            return Ok(());
        }
        writeln!(out, "{}/{}: {} of {} saved verdicts have changed", suite.name, rule.id, changed.len(), inputs.len())
    })?;
    Ok(if changed.is_empty() { Exit::Conforms } else { Exit::DoesNot })
}

/// Every input of a file, once.
fn read(path: &Path) -> Result<Vec<Saved>, CliError> {
    let mut inputs: Vec<Saved> = Vec::new();
    for (number, line) in saved::text(path)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let edge: Edge = serde_json::from_str(line).map_err(|error| {
            CliError::Usage(format!(
                "line {} of {} is nothing that `edges --json` printed: {error}",
                number + 1,
                path.display()
            ))
        })?;
        let Edge { method, accepted, rejected, reason } = edge;
        for (input, was, before) in [(accepted, Expect::Accept, None), (rejected, Expect::Reject, Some(reason))] {
            if !inputs.iter().any(|known| known.input == input && known.method == method) {
                inputs.push(Saved { method: method.clone(), input, was, before });
            }
        }
    }
    if inputs.is_empty() {
        return Err(CliError::Usage(format!("{} is empty: save it with `edges RULE --json`", path.display())));
    }
    Ok(inputs)
}

/// What the suite says of an input now.
fn expected(suite: &Suite, rule: &Rule, saved: &Saved) -> Option<Expected> {
    let method = saved.method.as_deref().or_else(|| rule.checks.first()?.methods.first().copied())?;
    (suite.expect)(method, &saved.input)
}
