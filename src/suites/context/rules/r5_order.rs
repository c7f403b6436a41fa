//! The first result is that of the first call.
//!
//! The trap is to look results up by id: then any order will do.

use super::prelude::*;
use crate::suites::context::manifest::{ALONE, Lists};

const ID: &str = "5.order";
const FAULT: &str = "the results are not in the order of the calls";

pub(super) const CLAUSE: Clause = Clause {
    rule: ID,
    conditions: |manifest| {
        let truth = match Lists::of(manifest) {
            Ok(lists) => Truth::of(lists.calls.len() != lists.results.len() || !lists.are_shuffled()),
            Err(open) => open,
        };
        condition(ID, FAULT, ALONE, truth)
    },
    faults: |sound| {
        let mut all = Vec::new();
        for list in ["toolCalls", "toolCallResults"] {
            let items = sound[list].as_array().cloned().unwrap_or_default();
            let mut other = items.clone();
            other.reverse();
            all.extend(each(sound, list, [Some(other.into())]));
            let mut other = items.clone();
            other.rotate_left(usize::from(!items.is_empty()));
            all.extend(each(sound, list, [Some(other.into())]));
            // The last two change places: what stops early does not see it.
            if let [rest @ .., last, first] = items.as_slice() {
                let other: Vec<Value> = rest.iter().chain([first, last]).cloned().collect();
                all.extend(each(sound, list, [Some(other.into())]));
            }
        }
        all
    },
};

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "wants results in the order of their calls",
    level: Level::Must,
    source: "§5, same order",
    statement: "The n-th result is the result of the n-th call. The same results in another order are no valid manifest.",
    checks: &[
        Check {
            property: "results in another order than the calls are refused, in the same order accepted",
            edges: || {
                let mut cases = vec![
                    json!({"manifest": plain::manifest(&[("c2", "grep"), ("c1", "grep")])}),
                    json!({"manifest": plain::manifest(&[("c3", "awk"), ("c1", "ls"), ("c2", "grep")])}),
                ];
                cases.extend(manifest_faults(&CLAUSE));
                // The first two results have changed places, and the last one is where it belongs.
                let calls = plain::manifest(&[("c1", "ls"), ("c2", "ls"), ("c3", "ls")]);
                let results = plain::manifest(&[("c2", "ls"), ("c1", "ls"), ("c3", "ls")]);
                cases.push(json!({"manifest": {
                    "toolCalls": calls["toolCalls"], "toolCallResults": results["toolCallResults"],
                }}));
                cases
            },
            arms: &[arm(3, "one fault", |draw| draw::manifest_fault(draw, &CLAUSE)), arm(1, "valid", draw::manifest)],
            labels: &["accept", "reject", "several calls"],
            steps: |case, answers| judge(ID, MANIFEST, case, answers),
            ..OF_MANIFEST
        },
        Check {
            id: "reversing",
            property: "reversing both lists keeps the verdict; reversing one of them, with distinct ids, breaks it",
            edges: || {
                vec![
                    json!({"manifest": plain::manifest(&[("c1", "grep"), ("c2", "awk")])}),
                    json!({"manifest": plain::manifest(&[("c2", "ls"), ("c1", "ls"), ("c3", "ls")])}),
                    json!({"manifest": {"toolCalls": plain::manifest(&[("c1", "ls"), ("c2", "ls")])["toolCalls"]}}),
                ]
            },
            arms: &[
                arm(2, "valid", draw::manifest),
                arm(1, "broken", |draw| {
                    let clause = draw.pick(super::manifest::MANIFEST);
                    draw::manifest_fault(draw, clause)
                }),
            ],
            labels: &["accept", "reject", "several calls"],
            steps: reversing,
            ..OF_MANIFEST
        },
    ],
    mutants: &[
        Mutant::answers("compares calls and results as sets", |_, answer| forgets(answer, FAULT)),
        Mutant::answers("looks at the first pair only", |request, answer| {
            let manifest = &request.params["manifest"];
            let first = |list: &str| manifest[list][0]["toolCallId"].clone();
            if first("toolCalls") == first("toolCallResults") { forgets(answer, FAULT) } else { answer }
        }),
        Mutant::answers("wants the ids in ascending order", |request, answer| {
            let ids = Lists::of(&request.params["manifest"])
                .map(|lists| lists.calls.iter().map(|call| call["toolCallId"].to_string()).collect::<Vec<_>>());
            refuses(answer, ids.is_ok_and(|ids| !ids.is_sorted()), "not in order")
        }),
        Mutant::answers("looks at the last pair only", |request, answer| {
            let manifest = &request.params["manifest"];
            let last =
                |list: &str| manifest[list].as_array().and_then(|items| items.last()?.get("toolCallId").cloned());
            if last("toolCalls") == last("toolCallResults") { forgets(answer, FAULT) } else { answer }
        }),
    ],
    corpus: include_str!("../../../corpus/context/5.order.yaml"),
    questions: &[],
};

/// The manifest; both lists reversed; the results alone reversed.
fn reversing(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let Ok(lists) = Lists::of(&case["manifest"]) else {
        return Ok(Step::Judged(Judgement::open("the lists cannot be read")));
    };
    if matches!(said(MANIFEST, case).map(|said| said.verdict), Some(Verdict::Unspecified(_))) {
        return Ok(Step::Judged(Judgement::open("the document leaves this manifest open")));
    }
    let reversed = |list: &[Value]| -> Value { list.iter().rev().cloned().collect() };
    let both = json!({"manifest": {"toolCalls": reversed(lists.calls), "toolCallResults": reversed(lists.results)}});
    let one = json!({"manifest": {"toolCalls": lists.calls, "toolCallResults": reversed(lists.results)}});
    let [plain, both_answer, one_answer] = answers else {
        let calls = [Call::of_case(MANIFEST), Call::new(MANIFEST, both), Call::new(MANIFEST, one)];
        return Ok(Step::Ask(calls.into()));
    };
    let (plain, both_ok, one_ok) = (is_ok(plain)?, is_ok(both_answer)?, is_ok(one_answer)?);
    let breaks = said(MANIFEST, &one).is_some_and(|said| draw::breaks_only(&said, ID));
    Ok(Step::Judged(if plain != both_ok {
        Judgement::failed("reversing both lists changes the verdict", plain, observed(both_answer))
    } else if breaks && plain && one_ok {
        Judgement::failed("reversing the results alone changes nothing", "reject", observed(one_answer))
    } else {
        Judgement::held()
    }))
}
