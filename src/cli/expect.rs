//! `proofmark expect METHOD`

use std::io::{BufRead, Read};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::args::ExpectArgs;
use super::{CliError, Exit, output};
use crate::inert;
use crate::rule::{Catalogue, Expect, Expected, OpenPoint, open_points};

/// One line of `--jsonl`.
#[derive(Deserialize)]
struct Line {
    method: String,
    #[serde(default)]
    params: Value,
}

/// The answer, with the questions that are the reason for it.
#[derive(Serialize)]
struct Said {
    #[serde(flatten)]
    expected: Expected,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    questions: Vec<OpenPoint>,
}

/// Says what the documents demand of a call.
pub(super) fn expect(catalogue: &Catalogue, args: &ExpectArgs) -> Result<Exit, CliError> {
    let Some(method) = &args.method else { return line_by_line(catalogue) };
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| CliError::Usage(format!("failed to read the params from stdin: {error}")))?;
    let params: Value = serde_json::from_str(&text)
        .map_err(|error| CliError::Usage(format!("the params on stdin are not JSON: {error}")))?;
    let expected = of(catalogue, method, &params)?;
    output::to_stdout(|out| writeln!(out, "{}", inert::json(&json!(expected).to_string())))?;
    Ok(Exit::Conforms)
}

fn line_by_line(catalogue: &Catalogue) -> Result<Exit, CliError> {
    for (number, line) in std::io::stdin().lock().lines().enumerate() {
        let line = line.map_err(|error| CliError::Usage(format!("failed to read line {}: {error}", number + 1)))?;
        if line.trim().is_empty() {
            continue;
        }
        let parsed: Line = serde_json::from_str(&line).map_err(|error| {
            CliError::Usage(format!("line {} is not {{\"method\", \"params\"}}: {error}", number + 1))
        })?;
        // One unknown method must not end a long stream.
        let expected = of(catalogue, &parsed.method, &parsed.params).unwrap_or_else(|error| Said {
            expected: Expected {
                expect: Expect::Unspecified,
                rules: Vec::new(),
                reason: error.to_string(),
                answer: None,
            },
            questions: Vec::new(),
        });
        output::to_stdout(|out| writeln!(out, "{}", inert::json(&json!(expected).to_string())))?;
    }
    Ok(Exit::Conforms)
}

fn of(catalogue: &Catalogue, method: &str, params: &Value) -> Result<Said, CliError> {
    let expected = catalogue.expect(method, params).ok_or_else(|| {
        let known: Vec<&str> = catalogue.methods().map(|method| method.name).collect();
        CliError::Usage(format!("there is no method `{method}`; the methods are {}", known.join(", ")))
    })?;
    // What is rejected is rejected, however the rest of it is read.
    let is_rejected = expected.expect == Expect::Reject && expected.answer.is_none();
    let questions = if is_rejected { Vec::new() } else { open_points(catalogue, method, params) };
    Ok(Said { expected, questions })
}
