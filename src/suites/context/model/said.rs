//! What the document says of a call as a whole.

use serde_json::Value;

use super::fields::{CONTEXT, MANIFEST as MANIFEST_FIELDS, is_odd};
use super::place::{Moment, Place};
use super::slot::{Found, at};
use super::truth::{Condition, Truth};
use super::verdict::{Said, Verdict, decide};
use super::why::{CORE_ELSEWHERE, NO_MANIFEST, UNKNOWN_STEP};
use super::{core, manifest, response};
use crate::suites::context::methods::{BUILD, CORE, MANIFEST, POST, PRE};

/// What the document says of a call; `None` for a method of another suite.
pub(in super::super) fn said(method: &str, params: &Value) -> Option<Said> {
    Some(match method {
        CORE => of_core(params),
        PRE => of_step(Moment::Pre, params),
        POST => of_step(Moment::Post, params),
        MANIFEST => of_manifest(params),
        BUILD => response::said(params),
        _ => return None,
    })
}

/// A call without a context, or with something else in its place, where a condition is to hold of it.
fn without_context(params: &Value) -> Option<Said> {
    match at(params, "context") {
        Found::Nothing => {
            let none = Condition::new("2.null-context", "there is no context", &["context"], Truth::Broken);
            Some(Said { verdict: Verdict::Reject, conditions: vec![none] })
        }
        Found::Value(Value::Object(_)) => None,
        Found::Value(_) | Found::Lost => Some(Said::open("the context is no object")),
    }
}

fn of_core(params: &Value) -> Said {
    without_context(params).unwrap_or_else(|| decide(core::conditions(params), is_odd(&CONTEXT, &params["context"])))
}

fn of_step(moment: Moment, params: &Value) -> Said {
    let Some(place) = Place::named(moment, params) else { return Said::open(UNKNOWN_STEP) };
    if let Some(said) = without_context(params) {
        return if place.is_free() { Said::open("a null context where nothing is demanded") } else { said };
    }
    let odd = is_odd(&CONTEXT, &params["context"]) || is_odd(&CONTEXT, &params["before"]);
    let said = decide(place.conditions(params), odd);
    if said.verdict == Verdict::Accept && !place.names_core() {
        let core = decide(core::conditions(params), odd);
        if core.verdict != Verdict::Accept {
            let doubtful = core.conditions.into_iter().filter(|one| one.truth != Truth::Holds);
            return Said { verdict: Verdict::Unspecified(CORE_ELSEWHERE), conditions: doubtful.collect() };
        }
    }
    said
}

fn of_manifest(params: &Value) -> Said {
    match at(params, "manifest") {
        Found::Nothing => Said::open(NO_MANIFEST),
        Found::Value(manifest @ Value::Object(_)) => {
            decide(manifest::conditions(manifest).into(), is_odd(&MANIFEST_FIELDS, manifest))
        }
        Found::Value(_) | Found::Lost => Said::open("the manifest is no object"),
    }
}

/// Whether the document wants these params accepted.
pub(in super::super) fn is_sound(method: &str, params: &Value) -> bool {
    said(method, params).is_some_and(|said| said.verdict == Verdict::Accept)
}

/// Whether the document wants these params accepted; nothing where it leaves that open.
pub(in super::super) fn due(method: &str, params: &Value) -> Option<bool> {
    match said(method, params)?.verdict {
        Verdict::Accept => Some(true),
        Verdict::Reject => Some(false),
        Verdict::Unspecified(_) => None,
    }
}
