//! Validating a context leaves it as it was.
//!
//! The traps: trimming what is compared, sorting a list to compare it,
//! setting the state that is looked for, filling in what is missing.

use crate::suites::context::judge::built::BUILT;
use crate::suites::context::model::fields::{self, Difference};
use crate::suites::context::prelude::*;

const PROPERTY: &str = "the object comes back equal, whatever the verdict; null, absent and empty are alike";

pub(super) static RULE: Rule = Rule {
    id: "2.non-mutating",
    title: "Validation Model: does not modify the context or the manifest",
    level: Level::Must,
    source: "§2, non-mutating",
    statement: "The context or manifest that comes back equals the one that was sent, field by field.",
    checks: &[
        Check {
            id: "core",
            property: PROPERTY,
            edges: || {
                let mut cases: Vec<Value> = TYPES.iter().map(|kind| padded(plain::core(kind))).collect();
                cases.extend(breach::CORE.iter().flat_map(core_faults));
                cases
            },
            arms: &[arm(1, "sound", draw::core), arm(1, "one fault", draw::any_core_fault)],
            exam: untouched,
            ..OF_CORE
        },
        Check {
            id: "pre-step",
            property: PROPERTY,
            edges: || steps(Moment::Pre),
            arms: &[
                arm(1, "sound", |draw| at_any_step(draw, Moment::Pre, draw::sound)),
                arm(1, "one fault", |draw| at_any_step(draw, Moment::Pre, draw::one_fault)),
            ],
            exam: untouched,
            ..OF_PRE
        },
        Check {
            id: "post-step",
            property: PROPERTY,
            edges: || steps(Moment::Post),
            arms: &[
                arm(1, "sound", |draw| at_any_step(draw, Moment::Post, draw::sound)),
                arm(1, "one fault", |draw| at_any_step(draw, Moment::Post, draw::one_fault)),
            ],
            exam: untouched,
            ..OF_POST
        },
        Check {
            id: "manifest",
            property: PROPERTY,
            edges: || {
                let sound = json!({"manifest": plain::manifest(&[("c2", "grep"), ("c1", "awk")])});
                let mut cases = vec![sound.clone(), padded(sound)];
                let mut told = plain::manifest(&[("c1", "grep")]);
                told["toolCallResults"][0]["errorMessage"] = json!("one file was skipped");
                cases.push(json!({ "manifest": told }));
                cases.extend(mismatch::MANIFEST.iter().flat_map(manifest_faults));
                cases
            },
            arms: &[arm(1, "valid", draw::manifest), arm(1, "one fault", draw::any_manifest_fault)],
            exam: untouched,
            ..OF_MANIFEST
        },
        Check {
            id: "response",
            property: "the context comes back equal after a response was built from it, or was not",
            edges: || {
                let mut cases = draw::answerable::edges();
                cases.extend(TYPES.iter().map(|kind| plain::core(kind)));
                cases
            },
            exam: untouched,
            ..BUILT
        },
    ],
    mutants: &[
        Mutant::answers("sorts the results while comparing them", |_, mut answer| {
            if let Some(results) = list_at(&mut answer, "manifest.toolCallResults") {
                results.sort_by_key(|result| result["toolCallId"].to_string());
            }
            answer
        }),
        Mutant::answers("drops the error of a result that has its JSON", |_, mut answer| {
            for result in list_at(&mut answer, "manifest.toolCallResults").into_iter().flatten() {
                if slot::present(result, "resultJson") == Truth::Holds {
                    put(result, "errorMessage", None);
                }
            }
            answer
        }),
        Mutant::answers("trims texts in the context", |_, mut answer| {
            trim(&mut answer, "context.correlationId");
            answer
        }),
        Mutant::answers("trims the instructions", |_, mut answer| {
            trim(&mut answer, path::INSTRUCTIONS);
            answer
        }),
        Mutant::answers("trims the results of a manifest", |_, mut answer| {
            for result in list_at(&mut answer, "manifest.toolCallResults").into_iter().flatten() {
                trim(result, "resultJson");
            }
            answer
        }),
        Mutant::answers("takes back the response type once a response is built", |request, mut answer| {
            if request.method == BUILD && answer["response"].is_object() {
                answer["context"]["responseType"] = json!("NotReady");
            }
            answer
        }),
        Mutant::answers("keeps the client's calls only once a response is built", |request, mut answer| {
            if request.method == BUILD
                && let Some(calls) = list_at(&mut answer, "context.toolCallManifest.toolCalls")
            {
                calls.retain(|call| call["requiresClientExecution"] == true);
            }
            answer
        }),
        Mutant::answers("sets the provider ready", |request, mut answer| {
            if request.params["step"] == "PromptContentProviderInitializer" && request.params["context"].is_object() {
                answer["context"]["promptKnowledgeProvider"] = json!({"state": "Ready"});
            }
            answer
        }),
        Mutant::answers("fills in a missing time stamp", |_, mut answer| {
            if answer["context"].is_object() && slot::present(&answer, "context.timeStamp") == Truth::Broken {
                answer["context"]["timeStamp"] = json!("2025-01-01T00:00:00Z");
            }
            answer
        }),
        Mutant::answers("writes its verdict into the context", |request, mut answer| {
            if request.method == POST && answer["context"].is_object() {
                answer["context"]["responseType"] = json!(if answer["ok"] == true { "Final" } else { "NotReady" });
            }
            answer
        }),
        Mutant::answers("takes the turn id over from the envelope", |_, mut answer| {
            if has(&answer["context"], "turn") {
                let named = answer["context"]["envelope"]["turnId"].clone();
                if !named.is_null() {
                    put(&mut answer, "context.turn.id", Some(named));
                }
            }
            answer
        }),
        Mutant::answers("drops tool results that it has seen", |_, mut answer| {
            if let Some(results) = list_at(&mut answer, path::TOOL_RESULTS) {
                results.truncate(0);
            }
            answer
        }),
        Mutant::answers("writes the error into the failed result", |_, mut answer| {
            if answer["ok"] == false {
                for result in list_at(&mut answer, "manifest.toolCallResults").into_iter().flatten() {
                    if slot::present(result, "resultJson") == Truth::Broken {
                        put(result, "errorMessage", Some(json!("no result")));
                    }
                }
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/context/2.non-mutating.yaml"),
    questions: &[],
};

/// Blanks around every text, where nobody asked to trim. The names of types and states are no texts, nor are times.
fn padded(mut params: Value) -> Value {
    for (key, value) in params.as_object_mut().into_iter().flatten() {
        match value {
            Value::String(_) if matches!(&**key, "type" | "timeStamp" | "state" | "responseType" | "step") => {}
            Value::String(text) => *text = format!(" {text}\n"),
            Value::Array(items) => items.iter_mut().for_each(|item| *item = padded(item.take())),
            value => *value = padded(value.take()),
        }
    }
    params
}

fn side(number: usize, moment: Moment) -> &'static Place {
    if moment == Moment::Pre { pre(number + 1) } else { post(number + 1) }
}

fn steps(moment: Moment) -> Vec<Value> {
    let around = |number| {
        let edges = step_edges(side(number, moment));
        let padded = edges.first().cloned().map(padded);
        edges.into_iter().chain(padded)
    };
    (0..10).flat_map(around).collect()
}

fn at_any_step(draw: &mut Draw, moment: Moment, drawn: fn(&mut Draw, &Place) -> Value) -> Value {
    let place = side(draw.below(10), moment);
    drawn(draw, place)
}

fn untouched(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let method = case.of.check.methods.first().copied().unwrap_or_default();
    let (name, kind) = if method == MANIFEST { ("manifest", &fields::MANIFEST) } else { ("context", &fields::CONTEXT) };
    let answer = talk.ask(case.call(method))?;
    let sent = &case[name];
    if fields::is_odd(kind, sent) {
        return Ok(Judgement::open("a typed runtime cannot hold what was sent"));
    }
    // A member that is null is the same as one that is absent.
    let back = match answer.value.get(name).filter(|back| !back.is_null()) {
        Some(back) => back,
        None if sent.is_null() => &Value::Null,
        None => {
            let why = format!("the subject does not send `{name}` back: whether it was changed is not seen");
            return Ok(Judgement::not_shown(why));
        }
    };
    Ok(if fields::difference(kind, sent, back) >= Difference::Undefined {
        Judgement::failed(format!("the {name} was modified"), sent.clone(), back.clone())
    } else {
        Judgement::held()
    })
}
