//! The model is asked once, and a continuation tells it what every tool found.
//!
//! The traps: a manifest that is missing counts as broken, and only a continuation has to have one.

use crate::suites::context::prelude::*;

const PLACE: &Place = pre(9);

pub(super) static RULE: Rule = Rule {
    id: "4.9.pre",
    title: "LLMClient PRE: rejects a payload, or a continuation's invalid manifest",
    level: Level::Must,
    source: "§4.9 LLMClient, PRE",
    statement: "Before LLMClient there is no payload. If the type is `ClientToolCallContinuation`, the manifest is there and valid by section 5; otherwise it is not looked at.",
    checks: &[Check {
        methods: &[PRE, MANIFEST],
        property: "a payload, or a continuation whose manifest is missing or breaks section 5, is refused; the repaired twin is accepted",
        edges: || {
            let mut cases = step_edges(PLACE);
            let unanswered = json!({"toolCalls": [plain::client_call("c1", "grep")]});
            for kind in [INITIAL, FOLLOW_ON] {
                let plain = plain::at(PLACE, kind);
                cases.extend(each(&plain, "context.toolCallManifest", [Some(unanswered.clone())]));
            }
            cases
        },
        ..Pre::<9>::CHECK
    }],
    mutants: &[
        Mutant::answers("asks the model again", |request, answer| forgets_at(request, answer, PLACE, NO_PAYLOAD.fault)),
        Mutant::answers("asks the model about a continuation without a manifest", |request, answer| {
            forgets_at(request, answer, PLACE, VALID_MANIFEST_IF_CONTINUATION.fault)
        }),
        Mutant::answers("never validates the manifest of a continuation", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                if has(&params["context"], "toolCallManifest") {
                    put(params, "context.toolCallManifest", Some(json!({})));
                }
            })
        }),
        Mutant::answers("validates everybody's manifest", |request, answer| {
            refuses_at(request, answer, PLACE, |context| {
                let alone = json!({"manifest": context["toolCallManifest"]});
                said(MANIFEST, &alone).is_some_and(|said| said.verdict == Verdict::Reject)
            })
        }),
        Mutant::answers("lets a tool fail with an error message", |request, answer| {
            misreads_at(request, answer, PLACE, |params| {
                let results = list_at(params, "context.toolCallManifest.toolCallResults");
                for result in results.into_iter().flatten() {
                    if slot::present(result, "errorMessage") == Truth::Holds {
                        put(result, "resultJson", Some(json!("{}")));
                        put(result, "errorMessage", None);
                    }
                }
            })
        }),
        Mutant::answers("wants a session before the model is asked", |request, answer| {
            refuses_at(request, answer, PLACE, |context| !has(context, "session"))
        }),
    ],
    corpus: include_str!("../../../../corpus/context/4.9.pre.yaml"),
    questions: &[],
};
