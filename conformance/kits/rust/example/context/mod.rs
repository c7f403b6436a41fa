//! AGN-036: is the pipeline context what the next step may rely on?
//!
//! The validator keeps no state, changes nothing, and answers for every input.

mod core;
mod manifest;
mod response;
mod rule;
mod steps;

use proofmark::{Refusal, Request};
use serde_json::{Value, json};

use self::rule::{Rule, check, error};

/// Answers every method of the suite.
pub(crate) fn answer(request: Request<'_>) -> Result<Value, Refusal> {
    let params = request.params;
    let context = &params["context"];
    let step = params["step"].as_str().unwrap_or_default();
    let errors = match request.method {
        "context/validate_core" => check(core::RULES, context),
        "context/validate_pre_step" => check_step(steps::before(step), context),
        "context/validate_post_step" => {
            let mut errors = check_step(steps::after(step), context);
            if step == "ResponseBuilder" && response::is_changed(&params["before"], context) {
                errors.push(error("The context was changed while the response was built."));
            }
            errors
        }
        "context/validate_tool_call_manifest" => {
            let manifest = &params["manifest"];
            let errors = manifest::errors(manifest);
            return Ok(json!({"ok": errors.is_empty(), "errors": errors, "manifest": manifest}));
        }
        "context/build_response" => match response::build(context) {
            Ok(response) => return Ok(json!({"ok": true, "errors": [], "context": context, "response": response})),
            Err(errors) => errors,
        },
        _ => return Err(Refusal::NotOffered),
    };
    Ok(json!({"ok": errors.is_empty(), "errors": errors, "context": context}))
}

/// The document does not say what becomes of a step it does not name. We refuse.
fn check_step(rules: Option<&[Rule]>, context: &Value) -> Vec<Value> {
    rules.map_or_else(|| vec![error("There is no such step.")], |rules| check(rules, context))
}
