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
                let mut cases = matching::edges(&valid, &mismatch::NAME);
                cases.extend(matching::tempting(FIELD));
                cases.extend(long::spoilt(|results| {
                    if let Some(last) = results.last_mut() {
                        put(last, FIELD, Some(json!("other")));
                    }
                }));
                cases
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
        Mutant::answers("ignores letter case in names", |request, answer| {
            matching::spells(request, answer, FIELD, str::to_lowercase)
        }),
        Mutant::answers("is content with a name that begins alike", |request, answer| {
            let alike = Lists::of(&request.params["manifest"]).is_ok_and(|lists| {
                lists.pairs().all(|(call, result)| {
                    let of = |entry: &Value| entry["name"].as_str().unwrap_or_default().to_owned();
                    of(result).starts_with(&of(call)) && !of(call).is_empty()
                })
            });
            if alike { forgets(answer, OTHER_NAME) } else { answer }
        }),
        Mutant::answers("wants every name once", |request, answer| {
            refuses(answer, matching::comes_twice(request, FIELD), "a name that comes twice")
        }),
        Mutant::answers("lets a result leave out its name", |request, answer| {
            if matching::a_result_lacks(request, FIELD) { forgets(answer, OTHER_NAME) } else { answer }
        }),
    ],
    corpus: include_str!("../../../../corpus/context/5.name.yaml"),
    questions: &[Question {
        id: "missing-twice",
        asks: "do a call and a result match that both lack their name?",
        readings: matching::OF_MISSING_TWICE,
    }],
};
