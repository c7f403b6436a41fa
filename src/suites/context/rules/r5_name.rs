//! A result says which tool it comes from.
//!
//! The trap is to be content with the id: the name has to match as well, to the letter.

use super::matching;
use crate::suites::context::prelude::*;

const FIELD: &str = "name";

pub(super) static RULE: Rule = Rule {
    id: "5.name",
    title: "ToolCallManifest: rejects a result whose `name` is not its call's",
    level: Level::Must,
    source: "§5, matching Name",
    statement: "The n-th result has exactly the `name` of the n-th call. Several calls may have the same name.",
    checks: &[
        Check {
            property: "a result with another name than its call is refused, its repaired twin accepted",
            edges: || {
                let valid: [&[(&str, &str)]; 3] =
                    [&[("c1", "grep"), ("c2", "grep")], &[("c1", "grep"), ("c2", "Grep")], &[("c1", "files.read")]];
                matching::edges(FIELD, &valid, &mismatch::NAME)
            },
            arms: &[
                arm(3, "one fault", |draw| draw::manifest_fault(draw, &mismatch::NAME)),
                arm(1, "valid", draw::manifest),
            ],
            labels: &["accept", "reject", "one call", "several calls"],
            ..OF_MANIFEST
        },
        Check { methods: &[MANIFEST], edges: || matching::missing_twice(FIELD), ..OPEN_POINTS },
    ],
    mutants: &[
        Mutant::answers("never compares names", |_, answer| forgets(answer, OTHER_NAME)),
        matching::respelling("ignores letter case in names", FIELD, str::to_lowercase),
        matching::respelling("compares names without their namespace", FIELD, |text| {
            text.rsplit_once('.').map_or(text, |(_, name)| name).to_owned()
        }),
        misreading("compares the name of a call that is made twice once", |params| {
            let calls = params["manifest"]["toolCalls"].clone();
            for (index, result) in list_at(params, "manifest.toolCallResults").into_iter().flatten().enumerate() {
                let mut earlier = calls.as_array().into_iter().flatten().take(index);
                if let Some(first) = earlier.find(|call| call["toolCallId"] == result["toolCallId"]) {
                    put(result, "name", Some(first["name"].clone()));
                }
            }
        }),
        forgetting("is content with a name that begins alike", OTHER_NAME, |params| {
            Lists::of(&params["manifest"]).is_ok_and(|lists| {
                lists.pairs().all(|(call, result)| {
                    let of = |entry: &Value| entry["name"].as_str().unwrap_or_default().to_owned();
                    of(result).starts_with(&of(call)) && !of(call).is_empty()
                })
            })
        }),
        refusing("wants every name once", "a name that comes twice", |params| matching::comes_twice(params, FIELD)),
        forgetting("lets a result leave out its name", OTHER_NAME, |params| matching::a_result_lacks(params, FIELD)),
    ],
    corpus: include_str!("../../../../corpus/context/5.name.yaml"),
    questions: &[Question {
        id: "missing-twice",
        asks: "do a call and a result match that both lack their name?",
        readings: matching::OF_MISSING_TWICE,
    }],
};
