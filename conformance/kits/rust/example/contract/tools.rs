//! Calling tools: with arguments that were checked (TOOL-001), for an answer in every case (TOOL-003).

use std::slice;

use proofmark::{Host, Refusal};
use serde_json::{Value, json};

use super::frozen::Frozen;
use crate::json::entries;
use crate::schema::violations;
use crate::world::ask;

/// Makes every call, one after the other.
pub(super) fn call_all(params: &Value, host: &Host) -> Result<Value, Refusal> {
    let tools = entries(&params["tools"]);
    let calls = entries(&params["calls"]).iter();
    let results: Result<Vec<Value>, Refusal> =
        calls.map(|made| Ok(call(host, tools, &made["tool"], &made["args"])?.value().clone())).collect();
    Ok(json!({"results": results?}))
}

/// Calls a tool, then lets the holder of the result try to change it (TOOL-002).
pub(super) fn mutate_result(params: &Value, host: &Host) -> Result<Value, Refusal> {
    let tool = &params["tool"];
    let result = call(host, slice::from_ref(tool), &tool["name"], &params["args"])?;
    let before = result.value().clone();
    let mut held = result.handed_out();
    let attempts: Vec<Value> = entries(&params["attempts"])
        .iter()
        .map(|attempt| {
            let untouched = held.value().clone();
            let path = attempt["path"].as_str().unwrap_or_default();
            let was_let = held.change(path, attempt.get("value"));
            json!({"path": path, "threw": !was_let, "changed": *held.value() != untouched})
        })
        .collect();
    Ok(json!({"before": before, "after": held.value(), "attempts": attempts}))
}

fn call(host: &Host, tools: &[Value], name: &Value, args: &Value) -> Result<Frozen, Refusal> {
    let name = name.as_str().unwrap_or_default();
    let Some(tool) = tools.iter().find(|tool| tool["name"] == name) else {
        return Ok(failure("TOOL_NOT_FOUND", &format!("There is no tool called {name}.")));
    };
    let problems = violations(&tool["inputSchema"], args);
    if !problems.is_empty() {
        return Ok(failure("INVALID_INPUT", &format!("{name} cannot take these arguments: {}", problems.join("; "))));
    }
    let reply = ask(host, "host/tool", json!({"tool": name, "args": args}))?;
    Ok(Frozen::new(json!({"success": true, "output": reply["output"]})))
}

fn failure(code: &str, message: &str) -> Frozen {
    Frozen::new(json!({"success": false, "errorCode": code, "error": {"message": message, "code": code}}))
}
