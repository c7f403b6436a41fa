//! R9: what an agent promises to put out.

use serde_json::Value;

use super::ask::{EMPTY_CONTRACT, OTHER_FORMAT};
use super::note::Report;
use super::value::member;

/// The keywords that the harness sends; of schemas with others nothing is said.
pub(in super::super) const KEYWORDS: [&str; 10] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "enum",
    "minimum",
    "maximum",
    "minLength",
    "maxLength",
];

/// Keywords of a contract that say nothing about values.
const REMARKS: [&str; 3] = ["title", "description", "$schema"];

pub(super) fn read(config: &Value, at: &str, report: &mut Report) {
    let at = format!("{at}/output");
    let contract = member(config, &["output", "contract"]);
    match (member(config, &["output", "format"]), contract) {
        (Some(Value::String(format)), Some(contract)) if format == "json" => {
            read_schema(contract, &format!("{at}/contract"), report);
        }
        (Some(Value::String(format)), None) if format != "json" => {
            report.asks("R9", &OTHER_FORMAT, at, format!("there is no contract, and the format is {format:?}"));
        }
        (_, None) => report.broken("R9", at, "there is no contract"),
        (_, Some(_)) => {
            report.open("R9", at, "which formats there are, and what a contract is for them, is said elsewhere");
        }
    }
}

fn read_schema(contract: &Value, at: &str, report: &mut Report) {
    match contract {
        Value::Bool(_) => report.open("R9", at, "a boolean is a schema that says nothing"),
        Value::Object(members) if members.is_empty() => {
            report.asks("R9", &EMPTY_CONTRACT, at, "an empty schema promises nothing");
        }
        Value::Object(_) if !is_familiar(contract) => report.open("R9", at, "the schema has unfamiliar keywords"),
        _ if !jsonschema::draft202012::meta::is_valid(contract) => {
            report.broken("R9", at, "the contract is not a JSON Schema");
        }
        _ => {}
    }
}

/// Whether a schema and those in it have no other keywords than ours.
fn is_familiar(schema: &Value) -> bool {
    let Value::Object(members) = schema else { return true };
    members.keys().all(|key| KEYWORDS.contains(&key.as_str()) || REMARKS.contains(&key.as_str()))
        && members.get("items").is_none_or(is_familiar)
        && members.get("properties").and_then(Value::as_object).is_none_or(|of| of.values().all(is_familiar))
}
