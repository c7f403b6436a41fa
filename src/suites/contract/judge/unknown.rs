//! Calls of tools that are not there.

use serde_json::{Value, json};

use super::super::model::tools::{is_there_twice, is_valid, schema_of};
use super::answer::{decided, list, message, results, truth};
use super::tools::{call, ran};
use crate::rule::{Case, Judgement, Stop, Talk};

/// A call of an unknown tool: the name, the result, and whether something was run for it.
struct Unknown<'a> {
    name: &'a str,
    result: &'a Value,
    success: bool,
    is_run: bool,
}

/// Makes the calls of a case, and looks at those of unknown tools.
fn unknown<'a, 't: 'a>(case: &'a Case<'_>, talk: &mut Talk<'t>) -> Result<Vec<Unknown<'a>>, Stop> {
    let calls = list(case, "calls");
    let is_unknown = |name: &&str| schema_of(case, name).is_none();
    let names: Vec<Option<&str>> = calls.iter().map(|call| call["tool"].as_str().filter(is_unknown)).collect();
    decided(names.iter().all(Option::is_none).then_some("every tool is known"))?;
    let answer = talk.ask(call("contract/tool"))?;
    let ran = ran(answer);
    let mut found = Vec::new();
    for (name, result) in names.into_iter().zip(results(answer, "results", calls.len())?) {
        if let Some(name) = name {
            let is_run = ran.iter().any(|ran| ran["tool"] == name);
            found.push(Unknown { name, result, success: truth(result, "success")?, is_run });
        }
    }
    Ok(found)
}

/// An unknown tool is answered without success, and nothing is run.
pub(crate) fn answered(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    for call in unknown(case, talk)? {
        if call.success {
            let expected = json!({"success": false});
            return Ok(Judgement::failed("an unknown tool is found", expected, call.result.clone()));
        }
        if call.is_run {
            let observed = json!({"host/tool": call.name});
            return Ok(Judgement::failed("an unknown tool is run", "nothing is run", observed));
        }
    }
    Ok(Judgement::held())
}

/// The error code is `TOOL_NOT_FOUND`.
pub(crate) fn has_its_code(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    for call in unknown(case, talk)? {
        let code = call.result["errorCode"].as_str().or_else(|| call.result["error"]["code"].as_str());
        if !call.success && code != Some("TOOL_NOT_FOUND") {
            let expected = json!({"errorCode": "TOOL_NOT_FOUND"});
            return Ok(Judgement::failed("another error code", expected, call.result.clone()));
        }
    }
    Ok(Judgement::held())
}

/// The error holds the name that was asked for, or its quoted form.
pub(crate) fn names_the_tool(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    for call in unknown(case, talk)? {
        let error = &call.result["error"];
        if !call.success && is_quoted_as_it_is(call.name) && !message(error).contains(call.name) {
            let expected = format!("an error that holds {:?}", call.name);
            return Ok(Judgement::failed("the error does not name the tool", expected, error.clone()));
        }
    }
    Ok(Judgement::held())
}

/// Whether a message that quotes the name holds it letter for letter, whatever the language quotes in.
fn is_quoted_as_it_is(name: &str) -> bool {
    name.chars().all(|char| matches!(char, ' '..='~') && !matches!(char, '"' | '\'' | '`' | '\\'))
}

/// The calls before and after one of an unknown tool work.
pub(crate) fn next(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let calls = list(case, "calls");
    let answer = talk.ask(call("contract/tool"))?;
    for (call, result) in calls.iter().zip(results(answer, "results", calls.len())?) {
        let known = call["tool"].as_str().filter(|name| !is_there_twice(case, name));
        let schema = known.and_then(|name| schema_of(case, name));
        if schema.is_some_and(|schema| is_valid(schema, &call["args"])) && !truth(result, "success")? {
            let kind = "a known tool does not work beside an unknown one";
            return Ok(Judgement::failed(kind, json!({"success": true}), result.clone()));
        }
    }
    Ok(Judgement::held())
}
