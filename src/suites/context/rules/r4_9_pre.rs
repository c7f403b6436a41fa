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
        forgetting_at("asks the model again", PLACE, NO_PAYLOAD.fault),
        forgetting_at(
            "asks the model about a continuation without a manifest",
            PLACE,
            VALID_MANIFEST_IF_CONTINUATION.fault,
        ),
        misreading_at("never validates the manifest of a continuation", PLACE, |params| {
            if has(&params["context"], "toolCallManifest") {
                put(params, "context.toolCallManifest", Some(json!({})));
            }
        }),
        refusing_at("validates everybody's manifest", PLACE, has_broken_manifest),
        misreading_at("lets a tool fail with an error message", PLACE, |params| {
            let results = list_at(params, "context.toolCallManifest.toolCallResults");
            for result in results.into_iter().flatten() {
                if slot::present(result, "errorMessage") == Truth::Holds {
                    put(result, "resultJson", Some(json!("{}")));
                    put(result, "errorMessage", None);
                }
            }
        }),
        refusing_at("wants a session before the model is asked", PLACE, |context| !has(context, "session")),
    ],
    corpus: include_str!("../../../../corpus/context/4.9.pre.yaml"),
    questions: &[],
};
