//! R9: what an agent promises to put out.

use serde_json::Value;

use super::ask::{EMPTY_CONTRACT, NO_FORMAT, OTHER_FORMAT};
use super::dialect::{doubt_of_schema, is_silent};
use super::keywords::DIALECT;
use super::note::Report;
use super::value::member;

/// Formats beside json that every language has a word for.
const OTHER_FORMATS: [&str; 2] = ["text", "markdown"];

pub(super) fn read(config: &Value, at: &str, report: &mut Report) {
    let at = format!("{at}/output");
    if member(config, &["output"]).is_some_and(|output| !output.is_object()) {
        return report.open("R9", at, "the section is no object");
    }
    let contract = member(config, &["output", "contract"]);
    match (member(config, &["output", "format"]), contract) {
        (Some(Value::String(format)), Some(contract)) if format == "json" => {
            read_schema(contract, &format!("{at}/contract"), report);
        }
        (Some(Value::String(format)), None) if format == "json" => report.broken("R9", at, "there is no contract"),
        (Some(Value::String(format)), None) => {
            report.asks("R9", &OTHER_FORMAT, at, format!("there is no contract, and the format is {format:?}"));
        }
        (None, None) => report.asks("R9", &NO_FORMAT, at, "there is no contract, and no format either"),
        (_, None) => report.open("R9", at, "there is no contract, and the format is no text"),
        // There is a contract, and it would do for json as well.
        (Some(Value::String(format)), Some(contract)) if OTHER_FORMATS.contains(&&**format) && is_plain(contract) => {}
        (None, Some(contract)) if is_plain(contract) => {}
        (None, Some(_)) => {
            report.open("R9", at, "whether a contract beside no format is one for json is said elsewhere");
        }
        (_, Some(_)) => {
            report.open("R9", at, "which formats there are, and what a contract is for them, is said elsewhere");
        }
    }
}

fn read_schema(contract: &Value, at: &str, report: &mut Report) {
    match contract {
        Value::Bool(true) => report.open("R9", at, "the schema `true` promises no more than an empty one"),
        Value::Bool(false) => report.open("R9", at, "the schema `false` is one that no output fits"),
        Value::Object(members) if members.is_empty() => {
            report.asks("R9", &EMPTY_CONTRACT, at, "an empty schema promises nothing");
        }
        _ if contract.get("$schema").is_some_and(|dialect| dialect.is_string() && dialect != DIALECT) => {
            report.open("R9", at, "the contract is written in another dialect of JSON Schema");
        }
        _ if !jsonschema::draft202012::meta::is_valid(contract) => {
            report.broken("R9", at, "the contract is not a JSON Schema");
        }
        Value::Object(_) if is_silent(contract) => {
            report.open("R9", at, "a schema without a keyword of the standard promises no more than an empty one");
        }
        _ => {
            if let Some(why) = doubt_of_schema(contract) {
                report.open("R9", at, format!("validators may differ on the contract: {why}"));
            }
        }
    }
}

/// Whether nobody can say that this is no contract.
fn is_plain(contract: &Value) -> bool {
    let mut apart = Report::default();
    read_schema(contract, "", &mut apart);
    apart.notes.is_empty()
}
