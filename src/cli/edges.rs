//! `proofmark edges RULE`

use serde_json::{Value, json};

use super::args::EdgesArgs;
use super::{CliError, Exit, output};
use crate::suites::{self, Neighbours, neighbours};

/// Shows where the line of a rule runs: inputs one edit apart, accepted and rejected.
pub(super) fn edges(args: &EdgesArgs) -> Result<Exit, CliError> {
    let (suite, rule) = suites::rule(&args.rule).ok_or_else(|| {
        CliError::Usage(format!("there is no rule `{}`; `proofmark rules` lists them all", args.rule))
    })?;
    let pairs = neighbours(suite, rule);
    output::to_stdout(|out| {
        if args.json {
            for pair in &pairs {
                let Neighbours { at, accepted, rejected, reason } = pair;
                writeln!(out, "{}", json!({"at": at, "accepted": accepted, "rejected": rejected, "reason": reason}))?;
            }
            return Ok(());
        }
        writeln!(out, "{}/{}: {}", suite.name, rule.id, rule.statement)?;
        for pair in &pairs {
            let (accepted, rejected) = pair.values();
            writeln!(out, "\n  {}", pair.at)?;
            writeln!(out, "    accepted  {}", shown(accepted))?;
            writeln!(out, "    rejected  {}", shown(rejected))?;
            writeln!(out, "    because   {}", pair.reason)?;
        }
        if pairs.is_empty() {
            writeln!(out, "\n  none of its cases are a single edit apart")?;
        } else {
            let smallest = pairs.iter().map(|pair| &pair.accepted).min_by_key(|input| crate::draw::json::size(input));
            writeln!(out, "\nThe smallest accepted input (--json shows both sides of every edge):")?;
            writeln!(out, "{:#}", smallest.unwrap_or(&Value::Null))?;
        }
        Ok(())
    })?;
    Ok(if pairs.is_empty() { Exit::Inconclusive } else { Exit::Conforms })
}

fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| "(absent)".to_owned(), Value::to_string)
}
