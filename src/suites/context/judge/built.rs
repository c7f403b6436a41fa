//! What the rules on responses share: building one, and looking at it.

use serde_json::Value;

use super::answer::is_ok;
use crate::rule::{Case, Check, Judgement, OnFault, Stop, Talk, arm};
use crate::suites::context::draw::{answerable, shape};
use crate::suites::context::methods::BUILD;
use crate::suites::context::model::is_sound;
use crate::suites::context::model::response::{self, Form};

/// What checks of responses have in common.
pub(in super::super) const BUILT: Check = Check {
    id: "response",
    methods: &[BUILD],
    features: &["responses"],
    shape: &shape::CORE,
    edges: answerable::edges,
    arms: &[arm(1, "any context that can be answered", answerable::answerable)],
    classify,
    labels: &["Final", "ToolContinuation"],
    on_fault: OnFault::Blocks,
    ..Check::NEW
};

/// A response that was built, beside what is due.
pub(in super::super) struct Built<'a> {
    /// Its form.
    pub(in super::super) form: &'static Form,
    /// What is required of it, and nothing else.
    pub(in super::super) required: Value,
    /// The response.
    pub(in super::super) response: &'a Value,
}

/// Builds the response of the case. Where the document does not say that one must be built, or none was, nothing is
/// judged: the judgement says why.
pub(in super::super) fn build<'a>(case: &Case<'_>, talk: &mut Talk<'a>) -> Result<Result<Built<'a>, Judgement>, Stop> {
    let answer = talk.ask(case.call(BUILD))?;
    let ok = is_ok(answer)?;
    let due = is_sound(BUILD, case);
    let (Some(form), Some(required), true) = (Form::due(case), response::required(case), due) else {
        return Ok(Err(Judgement::open("whether a response is built from this context is not said")));
    };
    Ok(match answer.value.get("response") {
        Some(response @ Value::Object(_)) if ok => Ok(Built { form, required, response }),
        _ => Err(Judgement::blocked("builds no response: the rule on its kind says so", case)),
    })
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels: Vec<&'static str> = Form::due(case).map(|form| form.response_type).into_iter().collect();
    let calls = case["context"]["toolCallManifest"]["toolCalls"].as_array().map_or(&[][..], Vec::as_slice);
    let (client, server): (Vec<&Value>, Vec<&Value>) =
        calls.iter().partition(|call| call["requiresClientExecution"] == true);
    labels.extend((!client.is_empty() && !server.is_empty()).then_some("client and server calls"));
    labels.extend((client.len() > 1).then_some("several client calls"));
    labels
}
