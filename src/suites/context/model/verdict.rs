//! What the document says of a call as a whole: accept, reject, or nothing.

use serde_json::Value;

use super::fields::{CONTEXT, MANIFEST as MANIFEST_FIELDS, is_odd};
use super::slot::{Found, at};
use super::step::{Moment, Place};
use super::truth::{Condition, Truth};
use super::{core, manifest, response};

pub(super) const CORE: &str = "context/validate_core";
pub(super) const PRE: &str = "context/validate_pre_step";
pub(super) const POST: &str = "context/validate_post_step";
pub(super) const MANIFEST: &str = "context/validate_tool_call_manifest";
pub(super) const BUILD: &str = "context/build_response";

/// Every method of this suite.
pub(super) const METHODS: &[&str] = &[CORE, PRE, POST, MANIFEST, BUILD];

/// What the document says of one call.
#[derive(Debug)]
pub(super) struct Said {
    /// Accept, reject, or nothing.
    pub(super) verdict: Verdict,
    /// The conditions that count for this call.
    pub(super) conditions: Vec<Condition>,
}

/// What is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It must succeed.
    Accept,
    /// It must fail.
    Reject,
    /// The document does not say: why not.
    Unspecified(&'static str),
}

impl Said {
    fn open(why: &'static str) -> Self {
        Self { verdict: Verdict::Unspecified(why), conditions: Vec::new() }
    }

    /// The conditions that are broken.
    pub(super) fn broken(&self) -> impl Iterator<Item = &Condition> {
        self.conditions.iter().filter(|one| one.is_broken())
    }
}

/// What the document says of a call; `None` for a method of another suite.
pub(super) fn said(method: &str, params: &Value) -> Option<Said> {
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
    let Some(place) = Place::named(moment, params) else { return Said::open("a step that the document does not have") };
    if let Some(said) = without_context(params) {
        return if place.is_free() { Said::open("a null context where nothing is demanded") } else { said };
    }
    let odd = is_odd(&CONTEXT, &params["context"]) || is_odd(&CONTEXT, &params["before"]);
    let said = decide(place.conditions(params), odd);
    if said.verdict == Verdict::Accept && !place.names_core() {
        let core = decide(core::conditions(params), odd);
        if core.verdict != Verdict::Accept {
            let why = "the core is broken or in doubt, and whether this step looks at it is not said";
            let doubtful = core.conditions.into_iter().filter(|one| one.truth != Truth::Holds);
            return Said { verdict: Verdict::Unspecified(why), conditions: doubtful.collect() };
        }
    }
    said
}

fn of_manifest(params: &Value) -> Said {
    match at(params, "manifest") {
        Found::Nothing => Said::open("whether no manifest is a valid one is not said"),
        Found::Value(manifest @ Value::Object(_)) => {
            decide(manifest::conditions(manifest), is_odd(&MANIFEST_FIELDS, manifest))
        }
        Found::Value(_) | Found::Lost => Said::open("the manifest is no object"),
    }
}

/// One broken condition is enough to reject; every one has to hold to accept.
fn decide(conditions: Vec<Condition>, odd: bool) -> Said {
    let verdict = match Truth::all(conditions.iter().map(|one| one.truth)) {
        Truth::Broken => Verdict::Reject,
        Truth::Open(why) => Verdict::Unspecified(why),
        Truth::Holds if odd => Verdict::Unspecified("a value of another type than its field's"),
        Truth::Holds => Verdict::Accept,
    };
    Said { verdict, conditions }
}
