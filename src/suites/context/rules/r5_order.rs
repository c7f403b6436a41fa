//! The first result is that of the first call.
//!
//! The trap is to look results up by id: then any order will do.

use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "5.order",
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
                cases.extend(manifest_faults(&mismatch::ORDER));
                cases.extend(long::spoilt(|results| {
                    let last = results.len() - 1;
                    results.swap(last - 1, last);
                }));
                // The first two results have changed places, and the last one is where it belongs.
                let calls = plain::manifest(&[("c1", "ls"), ("c2", "ls"), ("c3", "ls")]);
                let results = plain::manifest(&[("c2", "ls"), ("c1", "ls"), ("c3", "ls")]);
                cases.push(json!({"manifest": {
                    "toolCalls": calls["toolCalls"], "toolCallResults": results["toolCallResults"],
                }}));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::manifest_fault(draw, &mismatch::ORDER)),
                arm(1, "valid", draw::manifest),
            ],
            labels: &["accept", "reject", "several calls"],
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
                    let breach = draw.pick(mismatch::MANIFEST);
                    draw::manifest_fault(draw, breach)
                }),
            ],
            labels: &["accept", "reject", "several calls"],
            exam: reversing,
            ..OF_MANIFEST
        },
    ],
    mutants: &[
        Mutant::answers("compares calls and results as sets", |_, answer| forgets(answer, OTHER_ORDER)),
        Mutant::answers("looks at the first pair only", |request, answer| {
            let manifest = &request.params["manifest"];
            let first = |list: &str| manifest[list][0]["toolCallId"].clone();
            if first("toolCalls") == first("toolCallResults") { forgets(answer, OTHER_ORDER) } else { answer }
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
            if last("toolCalls") == last("toolCallResults") { forgets(answer, OTHER_ORDER) } else { answer }
        }),
    ],
    corpus: include_str!("../../../../corpus/context/5.order.yaml"),
    questions: &[],
};

/// The manifest; both lists reversed; the results alone reversed.
fn reversing(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Ok(lists) = Lists::of(&case["manifest"]) else { return Ok(Judgement::open("the lists cannot be read")) };
    let Some(due) = due(MANIFEST, case) else {
        return Ok(Judgement::open("the document leaves this manifest open"));
    };
    let reversed = |list: &[Value]| -> Value { list.iter().rev().cloned().collect() };
    let both = json!({"manifest": {"toolCalls": reversed(lists.calls), "toolCallResults": reversed(lists.results)}});
    let one = json!({"manifest": {"toolCalls": lists.calls, "toolCallResults": reversed(lists.results)}});
    let calls = vec![case.call(MANIFEST), Call::new(MANIFEST, both.clone()), Call::new(MANIFEST, one.clone())];
    let [plain, both_answer, one_answer] = talk.ask_all(calls)? else {
        return Ok(Judgement::open("three calls, three answers"));
    };
    let (plain, both_ok, one_ok) = (is_ok(plain)?, is_ok(both_answer)?, is_ok(one_answer)?);
    if plain != due {
        return Ok(Judgement::blocked("errs on the manifest as it is", case));
    }
    let breaks = said(MANIFEST, &one).is_some_and(|said| said.breaks_only("5.order"));
    let (params, ok, failure) = if plain != both_ok && !due {
        return Ok(Judgement::blocked("accepts what breaks another rule of section 5", &both));
    } else if plain != both_ok {
        let kind = "reversing both lists changes the verdict";
        (&both, both_ok, Judgement::failed(kind, plain, observed(both_answer)))
    } else if breaks && plain && one_ok {
        let kind = "reversing the results alone changes nothing";
        (&one, one_ok, Judgement::failed(kind, "reject", observed(one_answer)))
    } else {
        return Ok(Judgement::held());
    };
    Ok(disturbed(talk, MANIFEST, params, ok)?.unwrap_or(failure))
}
