//! Every call has its result, and every result its call.
//!
//! The trap is to walk the shorter list: what is left over in the other is never seen.

use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "5.count",
    title: "ToolCallManifest: rejects fewer or more results than calls",
    level: Level::Must,
    source: "§5, same count",
    statement: "A manifest has as many results as calls. Null lists are empty; empty and empty is valid.",
    checks: &[
        Check {
            property: "a manifest with one call or one result too many is refused, its repaired twin accepted",
            edges: || {
                let mut cases = vec![json!({"manifest": {}})];
                for calls in [json!(null), json!([])] {
                    let with = |results| json!({"manifest": {"toolCalls": calls, "toolCallResults": results}});
                    cases.extend([json!(null), json!([])].map(with));
                }
                cases.push(plain::calls(&[("c1", "grep")]));
                cases.push(plain::calls(&[("c1", "grep"), ("c2", "awk")]));
                cases.extend(manifest_faults(&mismatch::COUNT));
                cases.extend(long::valid());
                cases.extend(long::spoilt(|results| drop(results.pop())));
                cases
            },
            arms: &[
                arm(3, "one fault", |draw| draw::manifest_fault(draw, &mismatch::COUNT)),
                arm(1, "valid", draw::manifest),
            ],
            labels: &["accept", "reject", "no calls", "one call", "several calls"],
            ..OF_MANIFEST
        },
        Check {
            id: "appending",
            property: "one matching pair more at the end keeps the verdict",
            edges: || vec![json!({"manifest": {}}), plain::calls(&[("c1", "grep")])],
            arms: &[arm(1, "valid", draw::manifest), arm(1, "broken", draw::any_manifest_fault)],
            labels: &["accept", "no calls", "one call"],
            exam: appending,
            ..OF_MANIFEST
        },
        Check {
            methods: &[MANIFEST],
            edges: || vec![json!({"question": "no-manifest", "manifest": null})],
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        Mutant::answers("walks the shorter list", |_, answer| forgets(answer, OTHER_COUNT)),
        forgetting("minds missing results only", OTHER_COUNT, |params| {
            Lists::of(&params["manifest"]).is_ok_and(|lists| lists.results.len() > lists.calls.len())
        }),
        forgetting("minds missing calls only", OTHER_COUNT, |params| {
            Lists::of(&params["manifest"]).is_ok_and(|lists| lists.results.len() < lists.calls.len())
        }),
        refusing("refuses a manifest without calls", "no calls", |params| {
            let none = slot::one_or_more(params, "manifest.toolCalls") == Truth::Broken;
            none && params["manifest"].is_object()
        }),
        refusing("takes a null list for an error", "no list", |params| {
            params["manifest"].is_object() && params["manifest"]["toolCallResults"].is_null()
        }),
        forgetting("is content with no results at all", OTHER_COUNT, |params| {
            slot::one_or_more(params, "manifest.toolCallResults") == Truth::Broken
        }),
    ],
    corpus: include_str!("../../../../corpus/context/5.count.yaml"),
    questions: &[Question {
        id: "no-manifest",
        asks: "is no manifest at all a valid one?",
        readings: &[reading("valid", "null is accepted"), reading("invalid", "null is refused")],
    }],
};

/// The manifest, and the manifest with one pair more. What is wrong about a manifest that breaks another rule is that
/// rule's matter.
fn appending(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let Ok(lists) = Lists::of(&case["manifest"]) else { return Ok(Judgement::open("the lists cannot be read")) };
    let (Some(due), true) = (due(MANIFEST, case), lists.are_of_one_length()) else {
        return Ok(Judgement::open("one pair more would not be a pair"));
    };
    let with = |list: &[Value], more: Value| -> Vec<Value> { list.iter().cloned().chain([more]).collect() };
    let more = json!({"manifest": {
        "toolCalls": with(lists.calls, json!({"toolCallId": "zz-more", "name": "zz-list", "argumentsJson": "{}"})),
        "toolCallResults": with(lists.results, json!({"toolCallId": "zz-more", "name": "zz-list", "resultJson": "{}"})),
    }});
    let before = is_ok(talk.ask(case.call(MANIFEST))?)?;
    let answer = talk.ask(Call::new(MANIFEST, more.clone()))?;
    let after = is_ok(answer)?;
    if before != due {
        let failure = Judgement::failed("errs on the manifest as it is", due, before);
        return Ok(Judgement::blocked("errs on the manifest as it is", case).instead_of(failure));
    }
    if before == after {
        return Ok(Judgement::held());
    }
    if !due {
        return Ok(Judgement::blocked("accepts what breaks another rule of section 5", &more));
    }
    let failure = Judgement::failed("a matching pair more changes the verdict", before, observed(answer));
    Ok(failure.unless(disturbed(talk, MANIFEST, &more, after)?))
}
