//! Putting calls of tools to a subject, and playing the code of the tools.

use serde_json::{Value, json};

use super::super::model::nothing::is_nothing;
use crate::subject::{Answer, Call, Moment, Reply, Trace, World};

/// Plays the code of every tool: it answers at once.
pub(crate) struct ToolCode;

impl World for ToolCode {
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply> {
        match moment {
            Moment::Asked { id, params, .. } => vec![Reply { to: id, value: json!({"output": output(params)}) }],
            Moment::Event(_) | Moment::Rest => Vec::new(),
        }
    }
}

/// What a tool's code gives back: something with parts, so that there is something to change; or what counts as nothing,
/// where it is called with nothing else.
fn output(params: &Value) -> Value {
    let nothing = params["args"]
        .as_object()
        .filter(|args| args.len() == 1)
        .and_then(|args| args.values().find(|it| is_nothing(it)));
    if let Some(nothing) = nothing {
        return nothing.clone();
    }
    json!({"by": params["tool"], "rows": [{"n": 1}, {"n": 2}], "meta": {"pages": 1, "more": {"next": "x"}}})
}

/// The call that puts a case about tools.
pub(crate) fn call(method: &'static str) -> Call {
    Call::of_case(method).with(ToolCode)
}

/// What the tools' code was run with, in order.
pub(crate) fn ran(answer: &Answer) -> Vec<&Value> {
    let asked = answer.trace.iter().filter_map(|line| match line {
        Trace::Asked { params, .. } => Some(params),
        _ => None,
    });
    asked.collect()
}
