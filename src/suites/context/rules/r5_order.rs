//! The first result is that of the first call.
//!
//! The trap is to look results up by id: then any order will do.

use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "5.order",
    title: "ToolCallManifest: rejects results in another order than their calls",
    level: Level::Must,
    source: "§5, same order",
    statement: "The n-th result is the result of the n-th call. The same results in another order are no valid manifest.",
    checks: &[
        Check {
            property: "results in another order than the calls are refused, in the same order accepted",
            edges: || {
                let mut cases = vec![
                    plain::calls(&[("c2", "grep"), ("c1", "grep")]),
                    plain::calls(&[("c3", "awk"), ("c1", "ls"), ("c2", "grep")]),
                ];
                cases.extend(manifest_faults(&mismatch::ORDER));
                cases.extend(long::spoilt(|results| {
                    let last = results.len() - 1;
                    results.swap(last - 1, last);
                }));
                // The first two results have changed places, and the last one is where it belongs.
                let mut swapped = plain::manifest(&[("c1", "ls"), ("c2", "ls"), ("c3", "ls")]);
                swapped["toolCallResults"].as_array_mut().into_iter().for_each(|results| results.swap(0, 1));
                cases.push(json!({ "manifest": swapped }));
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
                    plain::calls(&[("c1", "grep"), ("c2", "awk")]),
                    plain::calls(&[("c2", "ls"), ("c1", "ls"), ("c3", "ls")]),
                    json!({"manifest": {"toolCalls": plain::manifest(&[("c1", "ls"), ("c2", "ls")])["toolCalls"]}}),
                ]
            },
            arms: &[arm(2, "valid", draw::manifest), arm(1, "broken", draw::any_manifest_fault)],
            labels: &["accept", "reject", "several calls"],
            exam: reversing,
            ..OF_MANIFEST
        },
    ],
    mutants: &[
        Mutant::answers("compares calls and results as sets", |_, answer| forgets(answer, OTHER_ORDER)),
        forgetting("looks at the first pair only", OTHER_ORDER, |params| agrees(params, <[Value]>::first)),
        refusing("wants the ids in ascending order", "not in order", |params| {
            let sorted = |lists: Lists<'_>| lists.calls.is_sorted_by_key(|call| call["toolCallId"].to_string());
            Lists::of(&params["manifest"]).is_ok_and(|lists| !sorted(lists))
        }),
        forgetting("looks at the last pair only", OTHER_ORDER, |params| agrees(params, <[Value]>::last)),
    ],
    corpus: include_str!("../../../../corpus/context/5.order.yaml"),
    questions: &[],
};

/// Whether the call and the result that `one` picks belong together.
fn agrees(params: &Value, one: fn(&[Value]) -> Option<&Value>) -> bool {
    let id = |list: &str| params["manifest"][list].as_array().and_then(|list| one(list)?.get("toolCallId"));
    id("toolCalls") == id("toolCallResults")
}

/// The manifest; both lists reversed; the results alone reversed.
fn reversing(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Ok(lists) = Lists::of(&case["manifest"]) else { return Ok(Judgement::open("the lists cannot be read")) };
    let Some(due) = due(MANIFEST, case) else { return Ok(Judgement::open("the document leaves it open")) };
    let reversed = |list: &[Value]| -> Value { list.iter().rev().cloned().collect() };
    let both = json!({"manifest": {"toolCalls": reversed(lists.calls), "toolCallResults": reversed(lists.results)}});
    let one = json!({"manifest": {"toolCalls": lists.calls, "toolCallResults": reversed(lists.results)}});
    let calls = vec![case.call(MANIFEST), Call::new(MANIFEST, both.clone()), Call::new(MANIFEST, one.clone())];
    let [plain, both_answer, one_answer] = talk.ask_all(calls)? else {
        return Ok(Judgement::open("an answer is missing"));
    };
    let (plain, both_ok, one_ok) = (is_ok(plain)?, is_ok(both_answer)?, is_ok(one_answer)?);
    if plain != due {
        let failure = Judgement::failed("errs on the manifest as it is", due, plain);
        return Ok(Judgement::blocked("errs on the manifest as it is", case).instead_of(failure));
    }
    let breaks = said(MANIFEST, &one).is_some_and(|said| said.breaks_only("5.order"));
    let (params, ok, failure) = if plain != both_ok && !due {
        return Ok(Judgement::blocked("accepts what breaks another rule of section 5", &both));
    } else if plain != both_ok {
        (
            &both,
            both_ok,
            Judgement::failed(
                "reversing both lists changes the verdict",
                json!({ "ok": plain }),
                observed(both_answer),
            ),
        )
    } else if breaks && plain && one_ok {
        (&one, one_ok, Judgement::failed("reversing the results alone changes nothing", "reject", observed(one_answer)))
    } else {
        return Ok(Judgement::held());
    };
    let failure = failure.beside("turned round, which gets what was observed", params);
    Ok(failure.unless(disturbed(talk, MANIFEST, params, ok)?))
}
