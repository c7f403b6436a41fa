//! A result says which tool it comes from.
//!
//! The trap is to be content with the id: the name has to match as well, to the letter.

use super::prelude::*;
use crate::suites::context::manifest::{ALONE, Lists};

const ID: &str = "5.name";
const FAULT: &str = "a result has another name than its call";

pub(super) const CLAUSE: Clause = Clause {
    rule: ID,
    conditions: |manifest| {
        let truth = match Lists::of(manifest) {
            // Lists of different lengths, or in different order, are judged by the rules on these.
            Ok(lists) if lists.calls.len() != lists.results.len() || lists.are_shuffled() => Truth::Holds,
            Ok(lists) => Truth::all(
                lists.pairs().map(|(call, result)| slot::equal(slot::text(call, "name"), slot::text(result, "name"))),
            ),
            Err(open) => open,
        };
        condition(ID, FAULT, ALONE, truth)
    },
    faults: |sound| {
        let mut all = Vec::new();
        for list in ["toolCalls", "toolCallResults"] {
            let items = sound[list].as_array().cloned().unwrap_or_default();
            for (index, item) in items.iter().enumerate() {
                let given = item["name"].as_str().unwrap_or_default();
                let others = [format!("{given}x"), given.to_uppercase(), format!("{given} "), "other".to_owned()];
                let others = others.into_iter().map(|other| json!(other)).chain([json!(null), json!("")]);
                for other in others {
                    let mut items = items.clone();
                    items[index]["name"] = other;
                    all.extend(each(sound, list, [Some(items.into())]));
                }
            }
        }
        all
    },
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants every result to carry the name of its call",
    level: Level::Must,
    source: "§5, matching Name",
    statement: "The n-th result has exactly the `name` of the n-th call. Several calls may have the same name.",
    checks: &[
        Check {
            property: "a result with another name than its call is refused, its repaired twin accepted",
            edges: || {
                let mut cases = vec![
                    json!({"manifest": plain::manifest(&[("c1", "grep"), ("c2", "grep")])}),
                    json!({"manifest": plain::manifest(&[("c1", "grep"), ("c2", "Grep")])}),
                    json!({"manifest": plain::manifest(&[("c1", "files.read")])}),
                ];
                cases.extend(manifest_faults(&CLAUSE));
                cases
            },
            arms: &[arm(3, "one fault", |draw| draw::manifest_fault(draw, &CLAUSE)), arm(1, "valid", draw::manifest)],
            labels: &["accept", "reject", "one call", "several calls"],
            exam: |case, answers| judge(ID, MANIFEST, case, answers),
            ..OF_MANIFEST
        },
        Check {
            methods: &[MANIFEST],
            edges: || {
                let nameless = json!({"toolCallId": "c1", "name": "grep", "resultJson": "{}", "name": null});
                vec![
                    json!({"question": "missing-twice", "manifest": {"toolCalls": [nameless], "toolCallResults": [nameless]}}),
                ]
            },
            exam: |case, answers| probe(RULE.questions, MANIFEST, case, answers),
            ..PROBE
        },
    ],
    mutants: &[
        Mutant::answers("never compares names", |_, answer| forgets(answer, FAULT)),
        Mutant::answers("ignores letter case in names", |request, answer| {
            misreads(request, answer, |params| {
                for list in ["toolCalls", "toolCallResults"] {
                    for entry in params["manifest"][list].as_array_mut().into_iter().flatten() {
                        change_text(entry, "name", str::to_lowercase);
                    }
                }
            })
        }),
        Mutant::answers("is content with a name that begins alike", |request, answer| {
            let alike = Lists::of(&request.params["manifest"]).is_ok_and(|lists| {
                lists.pairs().all(|(call, result)| {
                    let of = |entry: &Value| entry["name"].as_str().unwrap_or_default().to_owned();
                    of(result).starts_with(&of(call)) && !of(call).is_empty()
                })
            });
            if alike { forgets(answer, FAULT) } else { answer }
        }),
        Mutant::answers("wants every name once", |request, answer| {
            let twice = Lists::of(&request.params["manifest"]).is_ok_and(|lists| {
                let mut names: Vec<String> = lists.calls.iter().map(|call| call["name"].to_string()).collect();
                let all = names.len();
                names.sort();
                names.dedup();
                names.len() < all
            });
            refuses(answer, twice, "a name that comes twice")
        }),
        Mutant::answers("lets a result leave out its name", |request, answer| {
            let lists = Lists::of(&request.params["manifest"]);
            let missing = lists
                .is_ok_and(|lists| lists.results.iter().any(|result| slot::present(result, "name") == Truth::Broken));
            if missing { forgets(answer, FAULT) } else { answer }
        }),
    ],
    corpus: include_str!("../../../corpus/context/5.name.yaml"),
    questions: &[Question {
        id: "missing-twice",
        asks: "do a call and a result match that both lack their name?",
        readings: &[
            Reading { id: "match", predicts: "they are accepted" },
            Reading { id: "differ", predicts: "they are refused" },
        ],
    }],
};
