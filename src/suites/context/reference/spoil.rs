//! Ways to be wrong, for mutants.

use serde_json::{Value, json};

use crate::rule::Mutant;
use crate::subject::Request;
use crate::suites::context::methods::{CORE, MANIFEST};
use crate::suites::context::model::place::Place;
use crate::suites::context::model::slot::{Text, put, text};
use crate::suites::context::model::{Verdict, said};

/// The right answer to a call whose params are misread the way `change` says. What comes back is still the original.
/// Nothing cannot be misread.
pub(in super::super) fn misreads(request: Request<'_>, answer: Value, change: impl FnOnce(&mut Value)) -> Value {
    let member = if request.method == MANIFEST { "manifest" } else { "context" };
    if request.params[member].is_null() {
        return answer;
    }
    let mut params = request.params.clone();
    change(&mut params);
    let Some(mut misread) = super::of(request.method, &params) else { return answer };
    misread[member] = answer[member].clone();
    misread
}

/// The same answer, without this fault. Nothing else wrong, it accepts.
pub(in super::super) fn forgets(mut answer: Value, fault: &str) -> Value {
    if let Some(errors) = answer["errors"].as_array_mut() {
        let before = errors.len();
        errors.retain(|error| !error["message"].as_str().is_some_and(|message| message.starts_with(fault)));
        if before > 0 && errors.is_empty() {
            answer["ok"] = json!(true);
        }
    }
    answer
}

/// The same answer, with this error where `when`.
pub(in super::super) fn refuses(mut answer: Value, when: bool, why: &str) -> Value {
    if let (true, Some(errors)) = (when, answer["errors"].as_array_mut()) {
        errors.push(json!({ "message": why }));
        answer["ok"] = json!(false);
    }
    answer
}

/// Whether this call validates that side of that step, or the core where `place` is none.
pub(in super::super) fn is_at(request: Request<'_>, place: &Place) -> bool {
    request.method == place.moment.method() && request.params["step"] == place.step
}

/// Where `when` says so of the params: the answer without this fault.
pub(in super::super) const fn forgetting(name: &'static str, fault: &'static str, when: fn(&Value) -> bool) -> Mutant {
    Mutant::when(
        name,
        [fault, ""],
        when,
        |request, answer, [fault, _], when| {
            if when(request.params) { forgets(answer, fault) } else { answer }
        },
    )
}

/// At this place only: the answer without this fault.
pub(in super::super) const fn forgetting_at(name: &'static str, place: &'static Place, fault: &'static str) -> Mutant {
    forgetting_if(name, place, fault, |_| true)
}

/// At this place only, and where `when` says so of the context: the answer without this fault.
pub(in super::super) const fn forgetting_if(
    name: &'static str,
    place: &'static Place,
    fault: &'static str,
    when: fn(&Value) -> bool,
) -> Mutant {
    Mutant::when(name, [place.rule, fault], when, |request, answer, [place, fault], when| {
        let due = is_at(request, Place::of(place)) && when(&request.params["context"]);
        if due { forgets(answer, fault) } else { answer }
    })
}

/// The answer with an error, where `when` says so of the params.
pub(in super::super) const fn refusing(name: &'static str, why: &'static str, when: fn(&Value) -> bool) -> Mutant {
    Mutant::when(name, [why, ""], when, |request, answer, [why, _], when| refuses(answer, when(request.params), why))
}

/// At this place only: the answer with an error where `when` says so of the context.
pub(in super::super) const fn refusing_at(
    name: &'static str,
    place: &'static Place,
    when: fn(&Value) -> bool,
) -> Mutant {
    Mutant::when(name, [place.rule, ""], when, |request, answer, [place, _], when| {
        let context = &request.params["context"];
        refuses(answer, is_at(request, Place::of(place)) && context.is_object() && when(context), "not as expected")
    })
}

/// The right answer for params misread.
pub(in super::super) const fn misreading(name: &'static str, change: fn(&mut Value)) -> Mutant {
    Mutant::misreads(name, ["", ""], change, |request, answer, _, change| misreads(request, answer, change))
}

/// At this place only: the right answer for params misread.
pub(in super::super) const fn misreading_at(
    name: &'static str,
    place: &'static Place,
    change: fn(&mut Value),
) -> Mutant {
    Mutant::misreads(name, [place.rule, ""], change, |request, answer, [place, _], change| {
        if is_at(request, Place::of(place)) { misreads(request, answer, change) } else { answer }
    })
}

/// The answer that the other side, or another step, would get.
pub(in super::super) const fn mistaking(name: &'static str, place: &'static Place, other: &'static Place) -> Mutant {
    Mutant::misreads(
        name,
        [place.rule, other.rule],
        |_| (),
        |request, answer, [place, other], _| {
            let (place, other) = (Place::of(place), Place::of(other));
            if !is_at(request, place) {
                return answer;
            }
            let mut params = request.params.clone();
            put(&mut params, "step", Some(json!(other.step)));
            super::of(other.moment.method(), &params).unwrap_or(answer)
        },
    )
}

/// Whether the core is asked for.
pub(in super::super) fn is_core(request: Request<'_>) -> bool {
    request.method == CORE
}

/// A text at a place of the params, trimmed.
pub(in super::super) fn trim(params: &mut Value, path: &str) {
    change_text(params, path, |text| text.trim().to_owned());
}

/// A text at a place of the params, changed.
pub(in super::super) fn change_text(params: &mut Value, path: &str, change: impl FnOnce(&str) -> String) {
    if let Text::Given(given) = text(params, path) {
        let changed = change(given);
        put(params, path, Some(json!(changed)));
    }
}

/// The elements of the list at a place, if one is there. What is not there is not made.
pub(in super::super) fn list_at<'a>(root: &'a mut Value, path: &str) -> Option<&'a mut Vec<Value>> {
    root.pointer_mut(&format!("/{}", path.replace('.', "/")))?.as_array_mut()
}

/// Whether a member of a context is there.
pub(in super::super) fn has(context: &Value, member: &str) -> bool {
    !context[member].is_null()
}

/// Whether the manifest of a context breaks section 5.
pub(in super::super) fn has_broken_manifest(context: &Value) -> bool {
    let alone = json!({"manifest": context["toolCallManifest"]});
    said(MANIFEST, &alone).is_some_and(|said| said.verdict == Verdict::Reject)
}

/// The answer that all is well.
pub(in super::super) fn passes(mut answer: Value) -> Value {
    answer["ok"] = json!(true);
    answer["errors"] = json!([]);
    answer
}

/// A right answer with its response changed.
pub(in super::super) fn edit(mut answer: Value, change: impl FnOnce(&mut Value)) -> Value {
    if answer["response"].is_object() {
        change(&mut answer["response"]);
    }
    answer
}

/// A right answer with its response changed.
pub(in super::super) const fn sending(name: &'static str, change: fn(&mut Value)) -> Mutant {
    Mutant::misreads(name, ["", ""], change, |_, answer, _, change| edit(answer, change))
}

/// A right answer with a member added to responses of this kind.
pub(in super::super) fn adds(answer: Value, kind: &str, key: &str, value: Value) -> Value {
    edit(answer, |response| {
        if response["kind"] == kind {
            response[key] = value;
        }
    })
}
