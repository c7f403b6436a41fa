//! JSON Schema, for profiles and for the arguments of tools: one wording for everything that breaks one.

use serde_json::Value;

/// How `value` breaks `schema`, one line for each place; a schema that is none breaks with every value.
pub(crate) fn violations(schema: &Value, value: &Value) -> Vec<String> {
    match jsonschema::validator_for(schema) {
        // Masked, or a text that is too long would be in the message.
        Ok(validator) => {
            validator.iter_errors(value).map(|error| format!("{} {}", error.instance_path(), error.masked())).collect()
        }
        Err(flaw) => vec![format!("this is no schema: {}", flaw.masked())],
    }
}
