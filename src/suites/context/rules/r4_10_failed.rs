//! What failed has no response; a response never tells of a failure.
//!
//! The trap is an error object in the shape of a response.

use crate::suites::context::judge::built::BUILT;
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "4.10.failed",
    title: "ResponseBuilder: returns no response when building one failed",
    level: Level::Must,
    source: "§4.10 ResponseBuilder, POST; AGN-033, a failed invocation has no response",
    statement: "With `ok` false there is no response, and at least one error. Whatever the context, an answer comes back.",
    checks: &[Check {
        property: "an answer comes back for any context, and one that is not ok holds errors and no response",
        edges: || {
            let mut cases = draw::answerable::edges();
            for kind in TYPES {
                let done = plain::answerable(kind, "Final");
                for path in ["context.responsePayload", "context.session", "context.turn", "context.responseType"] {
                    cases.extend(each(&done, path, no_object()));
                }
                cases.extend(each(&done, "context.responseType", [Some(json!("NotReady"))]));
                let asking = plain::answerable(kind, "ToolContinuation");
                cases.extend(each(&asking, "context.toolCallManifest", no_object()));
                cases.push(plain::core(kind));
            }
            cases.extend([json!({"context": null}), json!({"context": {}}), json!({})]);
            cases
        },
        arms: &[
            arm(1, "any context that can be answered", draw::answerable::answerable),
            arm(1, "any context", draw::core),
            arm(1, "any JSON in any place", draw::wild::context),
        ],
        classify: |case| {
            let due = said(BUILD, case).is_some_and(|said| said.verdict == Verdict::Accept);
            vec![if due { "can be built" } else { "may fail" }]
        },
        labels: &["can be built", "may fail"],
        exam,
        on_fault: OnFault::Fails,
        ..BUILT
    }],
    mutants: &[
        Mutant::answers("sends an empty response with a failure", |_, mut answer| {
            if answer["ok"] == false {
                answer["response"] = json!({});
            }
            answer
        }),
        Mutant::answers("sends a final response that tells of the failure", |_, mut answer| {
            if answer["ok"] == false {
                answer["response"] = json!({"kind": "final", "primaryOutputText": "something went wrong"});
            }
            answer
        }),
        Mutant::answers("fails without an error", |_, mut answer| {
            if answer["ok"] == false {
                answer["errors"] = json!([]);
            }
            answer
        }),
        Mutant::throws("throws when there is no payload", |request| {
            request.method == BUILD
                && request.params["context"]["responseType"] == "Final"
                && !has(&request.params["context"], "responsePayload")
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.10.failed.yaml"),
    questions: &[],
};

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = talk.ask(case.call(BUILD))?;
    let response = answer.value.get("response").filter(|response| !response.is_null());
    let errors = answer.value["errors"].as_array().map_or(0, Vec::len);
    Ok(match (is_ok(answer)?, response) {
        (false, Some(response)) => Judgement::failed("a failure with a response", "no response", response.clone()),
        (false, None) if errors == 0 => Judgement::failed("a failure without an error", "an error", observed(answer)),
        _ => Judgement::held(),
    })
}
