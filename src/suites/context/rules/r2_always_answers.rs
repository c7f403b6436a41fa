//! A validator evaluates; whatever it is given, it returns a result.
//!
//! The traps: a null envelope on the way to its org, a null list that is
//! counted, a step nobody has heard of, and a type that no parser knows.

use crate::suites::context::draw::wild;
use crate::suites::context::prelude::*;

const ANSWERS: Check = Check {
    property: "any JSON in any place gets an answer: ok, or not ok with at least one error",
    classify,
    labels: &["null", "an object"],
    exam: answered,
    on_fault: OnFault::Fails,
    ..Check::NEW
};

pub(super) static RULE: Rule = Rule {
    id: "2.always-answers",
    title: "Validation Model: returns a result for every input",
    level: Level::Must,
    source: "§2, purely evaluative, returning InvokeResult",
    statement: "Every entry point answers whatever it is given: null context, null envelope, null lists, unknown type, \
                unknown step, wild JSON in any place. A refusal comes with at least one error. Nothing is thrown.",
    checks: &[
        Check {
            id: "core",
            methods: &[CORE],
            shape: &shape::CORE,
            edges: || {
                let mut cases = vec![json!({"context": null}), json!({})];
                cases.extend(TYPES.iter().flat_map(|kind| wild::everywhere(&plain::core(kind), "context")));
                cases
            },
            arms: &[arm(1, "any JSON in any place", wild::context)],
            ..ANSWERS
        },
        Check {
            id: "pre-step",
            methods: &[PRE],
            shape: &shape::STEP,
            edges: || steps(Moment::Pre),
            arms: &[arm(1, "any JSON in any place", |draw| wild::step(draw, Moment::Pre))],
            ..ANSWERS
        },
        Check {
            id: "post-step",
            methods: &[POST],
            shape: &shape::STEP,
            edges: || steps(Moment::Post),
            arms: &[arm(1, "any JSON in any place", |draw| wild::step(draw, Moment::Post))],
            ..ANSWERS
        },
        Check {
            id: "manifest",
            methods: &[MANIFEST],
            shape: &shape::MANIFEST,
            edges: || {
                let mut cases = vec![json!({"manifest": null}), json!({})];
                cases.extend(wild::everywhere(&plain::calls(&[("c1", "grep")]), "manifest"));
                for list in ["toolCalls", "toolCallResults"] {
                    let mut manifest = plain::manifest(&[("c1", "grep"), ("c2", "awk")]);
                    manifest[list][1] = Value::Null;
                    cases.push(json!({ "manifest": manifest }));
                }
                cases
            },
            arms: &[arm(1, "any JSON in any place", wild::manifest)],
            ..ANSWERS
        },
        Check {
            id: "open-points",
            methods: &[PRE],
            edges: || {
                let mut unknown = plain::core(INITIAL);
                unknown["step"] = json!("SessionArchiver");
                unknown["question"] = json!("unknown-step");
                vec![unknown]
            },
            ..OPEN_POINTS
        },
    ],
    mutants: &[
        Mutant::throws("throws on a null context", |request| {
            request.method != MANIFEST && request.params["context"].is_null()
        }),
        Mutant::throws("throws on a null envelope", |request| {
            request.params["context"].is_object() && request.params["context"]["envelope"].is_null()
        }),
        Mutant::throws("throws on a null list", |request| {
            let manifest = &request.params["manifest"];
            manifest.is_object() && manifest["toolCallResults"].is_null()
        }),
        Mutant::throws("throws on an unknown step", |request| {
            request.method == PRE && Place::named(Moment::Pre, request.params).is_none()
        }),
        Mutant::throws("throws on a type that is a number", |request| request.params["context"]["type"].is_number()),
        Mutant::throws("throws after a step that has left no turn", |request| {
            request.method == POST
                && request.params["step"] == "SessionRestorer"
                && !has(&request.params["context"], "turn")
        }),
        Mutant::throws("throws on a null element", |request| {
            let calls = &request.params["manifest"]["toolCalls"];
            calls.as_array().is_some_and(|calls| calls.contains(&Value::Null))
        }),
        Mutant::answers("refuses without a word", |_, mut answer| {
            if answer["ok"] == false {
                answer["errors"] = json!([]);
            }
            answer
        }),
        Mutant::answers("answers null for what it does not understand", |request, answer| {
            if request.params["context"].is_string() { Value::Null } else { answer }
        }),
    ],
    corpus: include_str!("../../../../corpus/context/2.always-answers.yaml"),
    questions: &[Question {
        id: "unknown-step",
        asks: "what becomes of a step that the document does not have?",
        readings: &[reading("passes", "nothing is demanded of it: accepted"), reading("refused", "it is refused")],
    }],
};

/// Every step with a null context, a null envelope, an empty one, and odd values everywhere in one of them.
fn steps(moment: Moment) -> Vec<Value> {
    let mut cases = Vec::new();
    for place in PLACES.iter().filter(|place| place.moment == moment) {
        let plain = plain::at(place, place.types[0]);
        cases.extend(each(&plain, "context", [None, Some(Value::Null), Some(json!({})), Some(json!([]))]));
        cases.extend(each(&plain, "context.envelope", [None, Some(Value::Null), Some(json!({}))]));
        cases.extend(each(&plain, "context.type", wild::odd_values().map(Some)));
        for field in draw::STEP_FIELDS {
            cases.extend(each(&plain, &format!("context.{field}"), wild::odd_values().map(Some)));
        }
        cases.extend(each(&plain, "context.toolCallManifest", [Some(json!({"toolCalls": [null]}))]));
    }
    let plain = plain::core(CONTINUATION);
    for step in [json!(null), json!(""), json!("reasoner"), json!("Reasoner "), json!(7), json!(["Reasoner"])] {
        cases.extend(each(&plain, "step", [Some(step)]));
    }
    cases.push(plain);
    cases
}

/// An answer comes back, in its shape, with errors where it refuses.
fn answered(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let method = case.of.check.methods.first().copied().unwrap_or_default();
    let answer = talk.ask(case.call(method))?;
    let errors = match answer.value.get("errors") {
        Some(Value::Array(errors)) => errors.as_slice(),
        None | Some(Value::Null) => &[],
        Some(_) => return Err(WrongShape("`errors` is not a list".to_owned()).into()),
    };
    if errors.iter().any(|error| !error["message"].is_string()) {
        return Err(WrongShape("an error without a `message`".to_owned()).into());
    }
    Ok(if !is_ok(answer)? && errors.is_empty() {
        Judgement::failed("refuses without an error", "at least one error", observed(answer))
    } else {
        Judgement::held()
    })
}

fn classify(case: &Value) -> Vec<&'static str> {
    let given = case.get("context").or_else(|| case.get("manifest")).unwrap_or(&Value::Null);
    vec![match given {
        Value::Null => "null",
        Value::Object(_) => "an object",
        _ => "something else",
    }]
}
