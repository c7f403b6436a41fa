//! Every call has its result, and every result its call.
//!
//! The trap is to walk the shorter list: what is left over in the other is never seen.

use super::prelude::*;
use crate::suites::context::manifest::{ALONE, Lists};

const ID: &str = "5.count";
const FAULT: &str = "there are not as many results as calls";

pub(super) const CLAUSE: Clause = Clause {
    rule: ID,
    conditions: |manifest| {
        let truth = match Lists::of(manifest) {
            Ok(lists) => Truth::of(lists.calls.len() == lists.results.len()),
            Err(open) => open,
        };
        condition(ID, FAULT, ALONE, truth)
    },
    faults: |sound| {
        let mut all = Vec::new();
        for list in ["toolCalls", "toolCallResults"] {
            let items = sound[list].as_array().cloned().unwrap_or_default();
            all.extend(each(sound, list, no_items()));
            // The first one, the last one missing; the last one twice.
            all.extend(each(sound, list, [Some(items.iter().skip(1).cloned().collect())]));
            all.extend(each(sound, list, [Some(items.iter().rev().skip(1).rev().cloned().collect())]));
            all.extend(each(sound, list, [Some(items.iter().chain(items.last()).cloned().collect())]));
        }
        all
    },
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants as many results as calls in a manifest",
    level: Level::Must,
    source: "§5, same count",
    statement: "A manifest has as many results as calls. Null lists are empty; empty and empty is valid.",
    checks: &[
        Check {
            property: "a manifest with one call or one result too many is refused, its repaired twin accepted",
            edges: || {
                let mut cases = vec![json!({"manifest": {}})];
                let lists = [json!(null), json!([])];
                for calls in &lists {
                    cases.extend(
                        lists
                            .iter()
                            .map(|results| json!({"manifest": {"toolCalls": calls, "toolCallResults": results}})),
                    );
                }
                cases.push(json!({"manifest": plain::manifest(&[("c1", "grep")])}));
                cases.push(json!({"manifest": plain::manifest(&[("c1", "grep"), ("c2", "awk")])}));
                cases.extend(manifest_faults(&CLAUSE));
                cases
            },
            arms: &[arm(3, "one fault", |draw| draw::manifest_fault(draw, &CLAUSE)), arm(1, "valid", draw::manifest)],
            labels: &["accept", "reject", "no calls", "one call", "several calls"],
            steps: |case, answers| judge(ID, MANIFEST, case, answers),
            ..OF_MANIFEST
        },
        Check {
            id: "appending",
            property: "one matching pair more at the end keeps the verdict",
            edges: || vec![json!({"manifest": {}}), json!({"manifest": plain::manifest(&[("c1", "grep")])})],
            arms: &[
                arm(1, "valid", draw::manifest),
                arm(1, "broken", |draw| {
                    let clause = draw.pick(super::manifest::MANIFEST);
                    draw::manifest_fault(draw, clause)
                }),
            ],
            labels: &["accept", "no calls", "one call"],
            steps: appending,
            ..OF_MANIFEST
        },
        Check {
            methods: &[MANIFEST],
            edges: || vec![json!({"question": "no-manifest", "manifest": null})],
            steps: |case, answers| probe(RULE.questions, MANIFEST, case, answers),
            ..PROBE
        },
    ],
    mutants: &[
        Mutant::answers("walks the shorter list", |_, answer| forgets(answer, FAULT)),
        Mutant::answers("minds missing results only", |request, answer| {
            let lists = Lists::of(&request.params["manifest"]);
            if lists.is_ok_and(|lists| lists.results.len() > lists.calls.len()) {
                forgets(answer, FAULT)
            } else {
                answer
            }
        }),
        Mutant::answers("minds missing calls only", |request, answer| {
            let lists = Lists::of(&request.params["manifest"]);
            if lists.is_ok_and(|lists| lists.results.len() < lists.calls.len()) {
                forgets(answer, FAULT)
            } else {
                answer
            }
        }),
        Mutant::answers("refuses a manifest without calls", |request, answer| {
            let none = slot::one_or_more(request.params, "manifest.toolCalls") == Truth::Broken;
            refuses(answer, none && request.params["manifest"].is_object(), "no calls")
        }),
        Mutant::answers("takes a null list for an error", |request, answer| {
            let manifest = &request.params["manifest"];
            let null = manifest.is_object() && manifest["toolCallResults"].is_null();
            refuses(answer, null, "no list")
        }),
        Mutant::answers("is content with no results at all", |request, answer| {
            let none = slot::one_or_more(request.params, "manifest.toolCallResults") == Truth::Broken;
            if none { forgets(answer, FAULT) } else { answer }
        }),
    ],
    corpus: include_str!("../../../corpus/context/5.count.yaml"),
    questions: &[Question {
        id: "no-manifest",
        asks: "is no manifest at all a valid one?",
        readings: &[
            Reading { id: "valid", predicts: "null is accepted" },
            Reading { id: "invalid", predicts: "null is refused" },
        ],
    }],
};

/// The manifest, and the manifest with one pair more.
fn appending(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let Ok(lists) = Lists::of(&case["manifest"]) else {
        return Ok(Step::Judged(Judgement::open("the lists cannot be read")));
    };
    let verdict = said(MANIFEST, case).map(|said| said.verdict);
    if lists.calls.len() != lists.results.len() || matches!(verdict, Some(Verdict::Unspecified(_))) {
        return Ok(Step::Judged(Judgement::open("one pair more would not be a pair")));
    }
    let [before, after] = answers else {
        let with = |list: &[Value], more: Value| -> Vec<Value> { list.iter().cloned().chain([more]).collect() };
        let more = json!({"manifest": {
            "toolCalls": with(lists.calls, json!({"toolCallId": "one-more", "name": "ls", "argumentsJson": "{}"})),
            "toolCallResults": with(lists.results, json!({"toolCallId": "one-more", "name": "ls", "resultJson": "[]"})),
        }});
        return Ok(Step::Ask(vec![Call::of_case(MANIFEST), Call::new(MANIFEST, more)]));
    };
    let (before, after_ok) = (is_ok(before)?, is_ok(after)?);
    Ok(Step::Judged(if before == after_ok {
        Judgement::held()
    } else {
        Judgement::failed("a matching pair more changes the verdict", before, observed(after))
    }))
}
