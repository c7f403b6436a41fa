//! Tools: found by their exact name, run only with valid arguments, answered with a result that nobody can change.

use serde_json::{Value, json};

use super::super::tools::{flat, is_valid, without};
use crate::subject::{Host, Quirks, Refusal};

/// Names that every JavaScript object seems to have.
const INHERITED: &[&str] = &["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

/// Makes every call and collects the results.
pub(super) fn execute_all(quirks: &Quirks, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let calls = params["calls"].as_array().into_iter().flatten();
    let mut results: Vec<Value> = Vec::new();
    for call in calls {
        let after_unknown = results.last().is_some_and(|result| result["errorCode"] == "TOOL_NOT_FOUND");
        if quirks.has("gives-up-after-an-unknown-tool") && after_unknown {
            results.push(json!({"success": false, "error": "the executor has stopped"}));
            continue;
        }
        results.push(execute(quirks, &params["tools"], call, host)?);
    }
    Ok(json!({ "results": results }))
}

/// Runs a tool, then lets everybody try to change its result.
pub(super) fn mutate_result(quirks: &Quirks, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let call = json!({"tool": params["tool"]["name"], "args": params["args"]});
    let before = execute(quirks, &json!([params["tool"]]), &call, host)?;
    let mut result = Frozen { quirks, value: before.clone() };
    let attempts: Vec<Value> = params["attempts"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|attempt| {
            let path = attempt["path"].as_str().unwrap_or_default();
            let changed = result.try_to_change(path, attempt.get("value"));
            json!({"path": path, "threw": !changed, "changed": changed})
        })
        .collect();
    Ok(json!({"before": before, "after": result.value, "attempts": attempts}))
}

/// A result that refuses to change.
struct Frozen<'q> {
    quirks: &'q Quirks,
    value: Value,
}

impl Frozen<'_> {
    fn try_to_change(&mut self, path: &str, value: Option<&Value>) -> bool {
        let nested = path.matches('/').count() > 1;
        let exists = self.value.pointer(path).is_some();
        let has = |quirk| self.quirks.has(quirk);
        let thawed = match (nested, value, exists) {
            (true, _, _) => has("freezes-the-top-level-only"),
            _ if has("forgets-to-freeze-failures") => self.value["success"] == false,
            (false, Some(_), true) => {
                has("lets-members-be-set") || (has("lets-the-output-be-replaced") && path == "/output")
            }
            (false, Some(_), false) => has("lets-members-be-added"),
            (false, None, _) => has("lets-members-be-deleted"),
        };
        thawed && change(&mut self.value, path, value)
    }
}

fn change(result: &mut Value, path: &str, value: Option<&Value>) -> bool {
    let Some((parent, key)) = path.rsplit_once('/') else { return false };
    match (result.pointer_mut(parent), value) {
        (Some(Value::Object(members)), Some(value)) => {
            members.insert(key.to_owned(), value.clone()).as_ref() != Some(value)
        }
        (Some(Value::Object(members)), None) => members.remove(key).is_some(),
        (Some(Value::Array(items)), value) => match (key.parse::<usize>().ok(), value) {
            (Some(at), Some(value)) if at < items.len() => {
                items[at] = value.clone();
                true
            }
            (Some(at), None) if at < items.len() => {
                items.remove(at);
                true
            }
            _ => false,
        },
        _ => false,
    }
}

/// The result of one call: looked up, validated, and only then run.
fn execute(quirks: &Quirks, tools: &Value, call: &Value, host: &Host) -> Result<Value, Refusal> {
    let name = call["tool"].as_str().unwrap_or_default();
    let args = &call["args"];
    let Some(tool) = find(quirks, tools, name) else {
        if quirks.has("throws-on-unknown-tools") {
            return Err(Refusal::Failed(format!("unknown tool {name}")));
        }
        if quirks.has("tries-unknown-tools-anyway") {
            host.call("host/tool", json!({"tool": name, "args": args}))?;
        }
        let error = json!({"message": format!("there is no tool `{name}`"), "code": "TOOL_NOT_FOUND"});
        return Ok(json!({"success": false, "error": error, "errorCode": "TOOL_NOT_FOUND"}));
    };
    let refuse =
        json!({"success": false, "error": "the arguments do not fit the schema", "errorCode": "INVALID_INPUT"});
    let schema = schema_in_use(quirks, &tool["inputSchema"]);
    let is_valid = is_valid(&schema, args);
    let late =
        quirks.has("validates-after-execution") || (quirks.has("validates-in-the-background") && args.is_object());
    if !is_valid && !late {
        return Ok(refuse);
    }
    let mut sent = args.clone();
    if let (true, Some(members)) = (quirks.has("drops-falsy-arguments"), sent.as_object_mut()) {
        members.retain(|_, value| *value != json!(0) && *value != json!(false) && *value != json!(""));
    }
    let reply = host.call("host/tool", json!({"tool": tool["name"], "args": sent}))?;
    if quirks.has("runs-tools-twice") {
        host.call("host/tool", json!({"tool": tool["name"], "args": sent}))?;
    }
    if !is_valid {
        return Ok(refuse);
    }
    Ok(json!({"success": true, "output": reply["output"]}))
}

/// The schema that arguments are held to: the tool's own, unless the runtime is spoiled.
fn schema_in_use(quirks: &Quirks, schema: &Value) -> Value {
    const OVERLOOKED: &[(&str, &str)] = &[
        ("does-not-look-at-required", "required"),
        ("does-not-look-at-types", "type"),
        ("does-not-look-at-choices", "enum"),
        ("does-not-look-at-maxima", "maximum"),
        ("does-not-look-at-lengths", "maxLength"),
        ("lets-undeclared-arguments-in", "additionalProperties"),
        ("does-not-look-into-lists", "items"),
    ];
    let mut schema = schema.clone();
    for (_, keyword) in OVERLOOKED.iter().filter(|(quirk, _)| quirks.has(quirk)) {
        schema = without(&schema, keyword);
    }
    if quirks.has("validates-the-top-level-only") { flat(&schema) } else { schema }
}

fn find(quirks: &Quirks, tools: &Value, name: &str) -> Option<Value> {
    let mut tools = tools.as_array().into_iter().flatten();
    if quirks.has("finds-inherited-names") && INHERITED.contains(&name) {
        return Some(json!({"name": name, "inputSchema": {}}));
    }
    if quirks.has("runs-the-first-tool-for-an-empty-name") && name.is_empty() {
        return tools.next().cloned();
    }
    let same = |tool: &&Value| {
        let known = tool["name"].as_str().unwrap_or_default();
        known == name
            || (quirks.has("ignores-the-case-of-tool-names") && known.eq_ignore_ascii_case(name))
            || (quirks.has("trims-tool-names") && known == name.trim())
            || (quirks.has("finds-tools-by-prefix") && !name.is_empty() && known.starts_with(name))
    };
    tools.find(same).cloned()
}
