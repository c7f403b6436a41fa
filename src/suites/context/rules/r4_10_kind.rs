//! A response says which of two it is.
//!
//! The trap is a third word, or the right word for the wrong context.

use crate::suites::context::judge::built::BUILT;
use crate::suites::context::model::response::{FORMS, Form};
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "4.10.kind",
    title: "ResponseBuilder: builds a response of the kind that `responseType` says",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, POST; AGN-033, kind",
    statement: "From a context that holds all it takes, a response is built. Its `kind` is `final` for the response type \
                `Final` and `client_tool_continuation` for `ToolContinuation`; there is no third.",
    checks: &[Check {
        property: "a response is built, and its kind is the one that the response type stands for",
        labels: &["Final", "ToolContinuation", "client and server calls"],
        exam,
        ..BUILT
    }],
    mutants: &[
        sending("calls a continuation final", |response| response["kind"] = json!("final")),
        sending("capitalises the kind", |response| {
            if response["kind"] == "final" {
                response["kind"] = json!("Final");
            }
        }),
        sending("shortens the kind of a continuation", |response| {
            if response["kind"] != "final" {
                response["kind"] = json!("tool_continuation");
            }
        }),
        sending("leaves the kind out", |response| put(response, "kind", None)),
        Mutant::answers("builds final responses without server calls only", |request, answer| {
            let calls = slot::one_or_more(request.params, "context.toolCallManifest.toolCalls") == Truth::Holds;
            if calls && answer["response"]["kind"] == "final" {
                json!({"ok": false, "errors": [{"message": "calls are open"}], "context": answer["context"]})
            } else {
                answer
            }
        }),
        Mutant::answers("says that all is well and builds nothing", |_, mut answer| {
            put(&mut answer, "response", None);
            answer["ok"] = json!(true);
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.10.kind.yaml"),
    questions: &[],
};

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(BUILD))?;
    let ok = is_ok(answer)?;
    let (Some(form), true) = (Form::due(case), is_sound(BUILD, case)) else {
        return Ok(Judgement::open("whether a response is built from this context is not said"));
    };
    let built = &answer.value["response"];
    Ok(if !ok {
        Judgement::failed("builds no response", form.kind, observed(answer))
    } else if !built.is_object() {
        Judgement::failed("says that all is well and builds nothing", form.kind, answer.value.clone())
    } else if built["kind"] == form.kind {
        Judgement::held()
    } else if FORMS.iter().any(|other| built["kind"] == other.kind) {
        Judgement::failed("builds the other kind of response", form.kind, built["kind"].clone())
    } else {
        Judgement::failed("builds a kind of response that there is not", form.kind, built["kind"].clone())
    })
}
