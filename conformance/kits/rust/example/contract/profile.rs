//! What the profile of an agent has to look like (AGT-001).

use serde_json::{Value, json};

use crate::json::{entries, texts};
use crate::schema::violations;

/// The id of a valid profile; otherwise everything that is wrong with it, each with the field it is about.
pub(super) fn valid_id(profile: &Value) -> Result<&str, String> {
    let mut problems = violations(&schema(), profile);
    problems.extend(unknown_dependencies(entries(&profile["workflow"])));
    if problems.is_empty() {
        profile["agentId"].as_str().ok_or_else(|| "agentId is missing".to_owned())
    } else {
        Err(problems.join("; "))
    }
}

/// The contract does not say what becomes of fields that are not in here: they are kept.
fn schema() -> Value {
    let text = |longest: u32| json!({"type": "string", "maxLength": longest});
    let filled = |longest: u32| json!({"type": "string", "minLength": 1, "maxLength": longest});
    let texts = |longest: u32, most: u32| json!({"type": "array", "maxItems": most, "items": text(longest)});
    let step_types = ["prompt", "tool", "conditional", "loop", "parallel", "delegate", "discuss"];
    let step = json!({
        "type": "object",
        "required": ["stepId", "name", "type"],
        "properties": {
            "stepId": filled(100),
            "name": filled(200),
            "type": {"enum": step_types},
            "dependencies": {"type": "array", "items": {"type": "string", "minLength": 1}},
        },
    });
    json!({
        "type": "object",
        "required": ["agentId", "description"],
        "properties": {
            "agentId": {"type": "string", "pattern": "^[a-z][a-z0-9]*(-[a-z0-9]+)*$", "maxLength": 50},
            "description": filled(2000),
            "enabled": {"type": "boolean"},
            "displayName": text(100),
            "version": {"type": "string", "pattern": r"^[0-9]+\.[0-9]+\.[0-9]+$"},
            "role": text(200),
            "expertise": texts(100, 20),
            "capabilities": texts(100, 50),
            "systemPrompt": text(10_000),
            "temperature": {"type": "number", "minimum": 0, "maximum": 2},
            "maxTokens": {"type": "integer", "minimum": 1, "maximum": 200_000},
            "tags": texts(50, 20),
            "priority": {"type": "integer", "minimum": 1, "maximum": 100},
            "workflow": {"type": "array", "maxItems": 100, "items": step},
            "abilities": {"type": "object", "properties": {"core": texts(100, 50)}},
            "selectionMetadata": {
                "type": "object",
                "properties": {
                    "exampleTasks": texts(200, 10),
                    "notForTasks": texts(200, 10),
                    "keywords": texts(50, 50),
                    "primaryIntents": texts(100, 20),
                },
            },
        },
    })
}

/// What no schema can say: the steps that a step depends on are steps of the same workflow.
fn unknown_dependencies(workflow: &[Value]) -> Vec<String> {
    let is_known = |name: &str| workflow.iter().any(|step| step["stepId"] == name);
    let named = workflow.iter().flat_map(|step| texts(&step["dependencies"]));
    let unknown = named.filter(|name| !is_known(name));
    unknown.map(|name| format!("/workflow has dependencies on {name}, which is none of its steps")).collect()
}
