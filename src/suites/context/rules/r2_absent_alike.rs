//! Nothing can be written in several ways: no key, `null`, an empty text, an
//! empty list. To a validator they are the same.
//!
//! The trap is a comparison with null only, or with the empty value only.

use crate::suites::context::draw::history::{self, calls};
use crate::suites::context::judge::style::{LISTS, STYLES, TEXTS, is_minded_everywhere, rewritten};
use crate::suites::context::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "2.absent-alike",
    title: "Validation Model: treats null, absent and empty alike",
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
            let faults = breach::CORE.iter().flat_map(core_faults).map(|params| one(history::entry(CORE, params)));
            let places = PLACES.iter().flat_map(|place| {
                step_edges(place).into_iter().map(move |params| one(history::entry(place.moment.method(), params)))
            });
            let manifests = [json!({}), json!({"toolCalls": [plain::client_call("c1", "grep")]})];
            let manifests = manifests.map(|manifest| one(history::entry(MANIFEST, json!({ "manifest": manifest }))));
            faults.chain(places).chain(manifests).collect()
        },
        arms: &[arm(1, "any call", |draw| json!({"calls": [history::one_call(draw)]}))],
        classify: |case| calls(case).first().map(|(method, params)| by_verdict(method, params)).into_iter().collect(),
        labels: &["accept", "reject"],
        exam,
        on_fault: OnFault::Blocks,
        ..Check::NEW
    }],
    mutants: &[
        misreading("sees an empty text where there is a null", |params| fill(params, TEXTS, &Value::Null, &json!("x"))),
        misreading("sees a text where there is an empty one", |params| fill(params, TEXTS, &json!(""), &json!("x"))),
        misreading("counts an empty list as one element", |params| fill(params, &LISTS[..3], &json!([]), &json!([{}]))),
        refusing("refuses a list that is null", "a list is null", |params| {
            let null = |path: &&str| {
                let (way, last) = path.rsplit_once('.').unwrap_or(("", path));
                matches!(slot::at(params, way), slot::Found::Value(holder) if holder.get(last).is_some_and(Value::is_null))
            };
            LISTS.iter().any(null)
        }),
        refusing("wants every key to be there", "a key is missing", |params| {
            let envelope = &params["context"]["envelope"];
            envelope.is_object() && envelope.get("toolResults").is_none()
        }),
    ],
    corpus: include_str!("../../../../corpus/context/2.absent-alike.yaml"),
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

/// The verdicts agree, or the subject minds one way of writing nothing wherever it meets it. What it minds in a single
/// field is the matter of the rule of that field.
fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let calls = calls(case);
    let Some((method, params)) = calls.first().copied() else { return Ok(Judgement::open("no call")) };
    let due = due(method, params);
    // Two contexts compared with each other are another matter, and so is what the document leaves open.
    let (Some(due), false) = (due, has(params, "before")) else {
        return Ok(Judgement::open("the document leaves this call open"));
    };
    let original = talk.ask(history::call((method, params)))?;
    let ok = is_ok(original)?;
    let others = rewritten(params);
    let answers = talk.ask_all(others.iter().map(|params| Call::new(method, params.clone())).collect())?;
    for ((answer, style), other) in answers.iter().zip(STYLES).zip(&others) {
        if is_ok(answer)? == ok {
            continue;
        }
        if let Some(blocked) = disturbed(talk, method, params, ok)? {
            return Ok(blocked);
        }
        if !is_minded_everywhere(talk)? {
            return Ok(Judgement::blocked("minds how nothing is written in one field: its rule says so", other));
        }
        let kind = format!("another verdict when nothing is written as {style}");
        let judgement = Judgement::failed(kind, json!({ "ok": ok }), observed(answer));
        return Ok(judgement.beside("written otherwise, which gets what was observed", other));
    }
    if ok == due {
        Ok(Judgement::held())
    } else {
        Ok(Judgement::blocked("errs on this call however it is written", params))
    }
}
