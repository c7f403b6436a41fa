//! Nothing can be written in several ways: no key, `null`, an empty text, an
//! empty list. To a validator they are the same.
//!
//! The trap is a comparison with null only, or with the empty value only.

use super::history::{self, calls};
use super::prelude::*;

const ID: &str = "2.absent-alike";

/// The texts that may be null or empty.
const TEXTS: &[&str] = &[
    "context.timeStamp",
    "context.correlationId",
    "context.envelope.instructions",
    "context.envelope.sessionId",
    "context.envelope.turnId",
    "context.session.mode",
];

/// The lists that may be null or empty.
const LISTS: &[&str] = &[
    "context.envelope.inputArtifacts",
    "context.envelope.clipBoardImages",
    "context.envelope.toolResults",
    "context.toolCallManifest.toolCalls",
    "context.toolCallManifest.toolCallResults",
    "manifest.toolCalls",
    "manifest.toolCallResults",
];

pub(super) static RULE: Rule = Rule {
    id: ID,
    title: "treats null, absent and empty alike",
    level: Level::Must,
    source: "§3 and §4: non-empty, empty, present, provided",
    statement: "A null text is an empty text and a null list an empty list; a key that is missing is null. Writing it \
                another way changes no verdict.",
    checks: &[Check {
        id: "rewriting",
        property: "the verdict on a call stays the same when what is not there is written as null, as nothing, as empty",
        methods: &[CORE, PRE, POST, MANIFEST],
        shape: &shape::CALLS,
        edges: || {
            let one = |call: Value| json!({"calls": [call]});
            let faults = super::core::CORE.iter().flat_map(core_faults).map(|params| one(history::entry(CORE, params)));
            let places = PLACES.iter().flat_map(|place| {
                step_edges(place).into_iter().map(move |params| one(history::entry(place.moment.method(), params)))
            });
            let manifests = [json!({}), json!({"toolCalls": [plain::client_call("c1", "grep")]})];
            let manifests = manifests.map(|manifest| one(history::entry(MANIFEST, json!({ "manifest": manifest }))));
            faults.chain(places).chain(manifests).collect()
        },
        arms: &[arm(1, "any call", |draw| json!({"calls": [history::one_call(draw)]}))],
        classify: |case| {
            let verdict =
                calls(case).first().and_then(|(method, params)| said(method, params)).map(|said| said.verdict);
            vec![match verdict {
                Some(Verdict::Accept) => "accept",
                Some(Verdict::Reject) => "reject",
                _ => "unspecified",
            }]
        },
        labels: &["accept", "reject"],
        steps: exam,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("sees an empty text where there is a null", |request, answer| {
            misreads(request, answer, |params| fill(params, TEXTS, &Value::Null, &json!("x")))
        }),
        Mutant::answers("sees a text where there is an empty one", |request, answer| {
            misreads(request, answer, |params| fill(params, TEXTS, &json!(""), &json!("x")))
        }),
        Mutant::answers("counts an empty list as one element", |request, answer| {
            misreads(request, answer, |params| fill(params, &LISTS[..3], &json!([]), &json!([{}])))
        }),
        Mutant::answers("refuses a list that is null", |request, answer| {
            let null = |path: &&str| {
                let (way, last) = path.rsplit_once('.').unwrap_or(("", path));
                matches!(slot::at(request.params, way), slot::Found::Value(holder) if holder.get(last).is_some_and(Value::is_null))
            };
            refuses(answer, LISTS.iter().any(null), "a list is null")
        }),
        Mutant::answers("wants every key to be there", |request, answer| {
            let envelope = &request.params["context"]["envelope"];
            refuses(answer, envelope.is_object() && envelope.get("toolResults").is_none(), "a key is missing")
        }),
    ],
    corpus: include_str!("../../../corpus/context/2.absent-alike.yaml"),
    questions: &[],
};

/// Puts `value` wherever exactly `nothing` stands.
fn fill(params: &mut Value, paths: &[&str], nothing: &Value, value: &Value) {
    for path in paths {
        let (way, last) = path.rsplit_once('.').unwrap_or(("", path));
        let stands = matches!(slot::at(params, way), slot::Found::Value(holder) if holder.get(last) == Some(nothing));
        if stands {
            put(params, path, Some(value.clone()));
        }
    }
}

/// The same params with everything that is not there written as null, as nothing, as empty.
fn rewritten(params: &Value) -> Vec<Value> {
    let styles: [(Option<Value>, Option<Value>); 3] =
        [(None, None), (Some(Value::Null), Some(Value::Null)), (Some(json!("")), Some(json!([])))];
    let rewrite = |(text, list): (Option<Value>, Option<Value>)| {
        let mut params = params.clone();
        for (paths, nothing) in [(TEXTS, text), (LISTS, list)] {
            for path in paths {
                let (way, _) = path.rsplit_once('.').unwrap_or(("", path));
                let holder = matches!(slot::at(&params, way), slot::Found::Value(Value::Object(_)));
                let empty = match slot::at(&params, path) {
                    slot::Found::Nothing => true,
                    slot::Found::Value(value) => *value == json!("") || *value == json!([]),
                    slot::Found::Lost => false,
                };
                if holder && empty {
                    put(&mut params, path, nothing.clone());
                }
            }
        }
        params
    };
    styles.into_iter().map(rewrite).collect()
}

fn exam(case: &Value, answers: &[Answer]) -> Result<Step, WrongShape> {
    let calls = calls(case);
    let Some((method, params)) = calls.first().copied() else {
        return Ok(Step::Judged(Judgement::open("no call")));
    };
    let [original, rest @ ..] = answers else {
        let mut all = vec![history::call((method, params))];
        all.extend(rewritten(params).into_iter().map(|params| Call::new(method, params)));
        return Ok(Step::Ask(all));
    };
    // Two contexts compared with each other are another matter, and so is what the document leaves open.
    let open = matches!(said(method, params).map(|said| said.verdict), None | Some(Verdict::Unspecified(_)));
    if open || has(params, "before") {
        return Ok(Step::Judged(Judgement::open("the document leaves this call open")));
    }
    let verdict = is_ok(original)?;
    for (answer, style) in rest.iter().zip(["no key", "null", "empty"]) {
        if is_ok(answer)? != verdict {
            let kind = format!("another verdict when nothing is written as {style}");
            return Ok(Step::Judged(Judgement::failed(kind, verdict, observed(answer))));
        }
    }
    Ok(Step::Judged(Judgement::held()))
}
