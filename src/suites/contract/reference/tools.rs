//! Tools: found by their exact name, run only with valid arguments, answered with a result that nobody can change.

use serde_json::{Value, json};

use super::super::model::tools::is_valid;
use crate::subject::{Host, Policies, Refusal};

/// What running tools decides.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    /// The tool of that name.
    pub(crate) find: fn(&Value, &str) -> Option<Value>,
    /// The schema that arguments are held to, from the tool's own.
    pub(crate) schema: fn(&Value) -> Value,
    /// The arguments as they are held to it.
    pub(crate) seen: fn(&Value) -> Value,
    /// Makes a call of a tool that is there.
    pub(crate) make: fn(&Made<'_>) -> Result<Value, Refusal>,
    /// Answers a call of a tool that is not.
    pub(crate) unknown: fn(&Made<'_>) -> Result<Value, Refusal>,
    /// Whether a result lets itself be changed.
    pub(crate) gives_way: fn(&Attempt<'_>) -> bool,
}

/// As the document says; what is nested in a result is as firm as the result itself.
pub(crate) static DOCUMENT: Policy = Policy {
    find: |tools, name| listed(tools).find(|tool| tool["name"] == name).cloned(),
    schema: Value::clone,
    seen: Value::clone,
    make: |call| if call.fits { call.run(call.args) } else { Ok(refused()) },
    unknown: |call| Ok(not_found(call.tool)),
    gives_way: |_| false,
};

/// The same, to change it.
pub(crate) fn policy(policies: &mut Policies) -> &mut Policy {
    policies.change(&DOCUMENT)
}

/// The tools of a table.
pub(crate) fn listed(tools: &Value) -> impl Iterator<Item = &Value> {
    tools.as_array().into_iter().flatten()
}

/// A call that is being made.
pub(crate) struct Made<'a> {
    /// The name of the tool.
    pub(crate) tool: &'a str,
    /// Its arguments.
    pub(crate) args: &'a Value,
    /// Whether they fit the schema.
    pub(crate) fits: bool,
    /// Where the tool's code is.
    pub(crate) host: &'a Host,
}

impl Made<'_> {
    /// Runs the tool's code with these arguments.
    pub(crate) fn run(&self, args: &Value) -> Result<Value, Refusal> {
        let reply = self.host.call("host/tool", json!({"tool": self.tool, "args": args}))?;
        Ok(json!({"success": true, "output": reply["output"]}))
    }
}

/// The result of a call with arguments that do not fit.
pub(crate) fn refused() -> Value {
    json!({"success": false, "error": "the arguments do not fit the schema", "errorCode": "INVALID_INPUT"})
}

/// The result of a call of a tool that is not there.
pub(crate) fn not_found(tool: &str) -> Value {
    let error = json!({"message": format!("there is no tool `{tool}`"), "code": "TOOL_NOT_FOUND"});
    json!({"success": false, "error": error, "errorCode": "TOOL_NOT_FOUND"})
}

/// Makes every call and collects the results.
pub(super) fn execute_all(policy: &Policy, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let calls = params["calls"].as_array().into_iter().flatten();
    let results = calls.map(|call| execute(policy, &params["tools"], call, host));
    Ok(json!({ "results": results.collect::<Result<Vec<Value>, Refusal>>()? }))
}

/// The result of one call: looked up, validated, and only then run.
fn execute(policy: &Policy, tools: &Value, call: &Value, host: &Host) -> Result<Value, Refusal> {
    let (tool, args) = (call["tool"].as_str().unwrap_or_default(), &call["args"]);
    match (policy.find)(tools, tool) {
        None => (policy.unknown)(&Made { tool, args, fits: false, host }),
        Some(found) => {
            let fits = is_valid(&(policy.schema)(&found["inputSchema"]), &(policy.seen)(args));
            (policy.make)(&Made { tool: found["name"].as_str().unwrap_or_default(), args, fits, host })
        }
    }
}

/// An attempt to change a result.
#[derive(Debug)]
pub(crate) struct Attempt<'a> {
    /// The result as it is.
    pub(crate) result: &'a Value,
    /// The place, as a pointer.
    pub(crate) path: &'a str,
    /// What is put there; nothing takes away what is there.
    pub(crate) value: Option<&'a Value>,
}

impl Attempt<'_> {
    /// Whether the place is below the members of the result.
    pub(crate) fn is_nested(&self) -> bool {
        self.path.matches('/').count() > 1
    }

    /// Whether there is something at the place.
    pub(crate) fn is_there(&self) -> bool {
        self.result.pointer(self.path).is_some()
    }
}

/// Runs a tool, then lets everybody try to change its result.
pub(super) fn mutate_result(policy: &Policy, params: &Value, host: &Host) -> Result<Value, Refusal> {
    let call = json!({"tool": params["tool"]["name"], "args": params["args"]});
    let before = execute(policy, &json!([params["tool"]]), &call, host)?;
    let mut after = before.clone();
    let mut attempts = Vec::new();
    for attempt in params["attempts"].as_array().into_iter().flatten() {
        let (path, value) = (attempt["path"].as_str().unwrap_or_default(), attempt.get("value"));
        let gives_way = (policy.gives_way)(&Attempt { result: &after, path, value });
        let changed = gives_way && change(&mut after, path, value);
        attempts.push(json!({"path": path, "threw": !changed, "changed": changed}));
    }
    Ok(json!({"before": before, "after": after, "attempts": attempts}))
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
