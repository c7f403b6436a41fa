//! Section 3: what always holds of a context once it was made.

use serde_json::Value;

use super::kind::{CONTINUATION, FOLLOW_ON, INITIAL, TYPES, type_of};
use super::path::{
    ARTIFACTS, CORRELATION_ID, IMAGES, INSTRUCTIONS, ORG, SESSION, SESSION_ID, TIME_STAMP, TOOL_RESULTS, TURN, TURN_ID,
    TYPE, USER,
};
use super::slot::{self, Found};
use super::truth::{Condition, Truth};
use super::why::{LETTER_CASE, NUMBERS};

pub(in super::super) const NO_TYPE: &str = "the type is none of the three";
pub(in super::super) const NO_TIME_STAMP: &str = "the time stamp is missing";
pub(in super::super) const NO_CORRELATION_ID: &str = "the correlation id is missing";
pub(in super::super) const NO_ORG: &str = "the envelope has no org";
pub(in super::super) const NO_USER: &str = "the envelope has no user";
pub(in super::super) const NO_CONTENT: &str = "there are neither instructions nor artifacts nor images";

/// What is wrong with the ids and the tool results of an envelope, by the type of its context.
#[derive(Debug)]
pub(in super::super) struct Wrongs {
    /// The rule of the type.
    rule: &'static str,
    /// The session id is there, or is not.
    pub(in super::super) session: &'static str,
    /// The turn id is there, or is not.
    pub(in super::super) turn: &'static str,
    /// The tool results are there, or are not.
    pub(in super::super) results: &'static str,
}

pub(in super::super) const OF_INITIAL: Wrongs = Wrongs {
    rule: "3.1.initial",
    session: "a first request names a session",
    turn: "a first request names a turn",
    results: "a first request brings tool results",
};
pub(in super::super) const OF_FOLLOW_ON: Wrongs = Wrongs {
    rule: "3.1.follow-on",
    session: "a follow-on names no session",
    turn: "a follow-on names no turn",
    results: "a follow-on brings tool results",
};
pub(in super::super) const OF_CONTINUATION: Wrongs = Wrongs {
    rule: "3.1.continuation",
    session: "a continuation names no session",
    turn: "a continuation names no turn",
    results: "a continuation brings no tool results",
};

/// Every condition of the core, over params with a `context`.
pub(in super::super) fn conditions(params: &Value) -> Vec<Condition> {
    let mut all = vec![
        Condition::new("3.type", NO_TYPE, &[TYPE], known_type(params)),
        Condition::new("3.timestamp", NO_TIME_STAMP, &[TIME_STAMP], slot::present(params, TIME_STAMP)),
        Condition::new("3.correlation-id", NO_CORRELATION_ID, &[CORRELATION_ID], slot::present(params, CORRELATION_ID)),
        Condition::new("3.org", NO_ORG, &[ORG], slot::party(params, ORG)),
        Condition::new("3.user", NO_USER, &[USER], slot::party(params, USER)),
    ];
    let content = || Condition::new("3.1.content", NO_CONTENT, &[INSTRUCTIONS, ARTIFACTS, IMAGES], content(params));
    let present = |path| slot::present(params, path);
    let results = slot::one_or_more(params, TOOL_RESULTS);
    match type_of(params) {
        Some(INITIAL) => {
            all.push(content());
            let [session, turn] = [SESSION_ID, TURN_ID].map(|path| unnamed(params, path));
            all.extend(OF_INITIAL.conditions(session, turn, results.negated()));
        }
        Some(FOLLOW_ON) => {
            all.push(content());
            all.extend(OF_FOLLOW_ON.conditions(present(SESSION_ID), present(TURN_ID), results.negated()));
        }
        Some(CONTINUATION) => {
            all.extend(OF_CONTINUATION.conditions(present(SESSION_ID), present(TURN_ID), results));
        }
        _ => {}
    }
    all
}

impl Wrongs {
    fn conditions(&self, session: Truth, turn: Truth, results: Truth) -> [Condition; 3] {
        [
            Condition::new(self.rule, self.session, &[SESSION_ID], session),
            Condition::new(self.rule, self.turn, &[TURN_ID], turn),
            Condition::new(self.rule, self.results, &[TOOL_RESULTS], results),
        ]
    }
}

fn known_type(params: &Value) -> Truth {
    match slot::at(params, TYPE) {
        Found::Value(Value::String(name)) if TYPES.contains(&name.as_str()) => Truth::Holds,
        Found::Value(Value::String(name)) if TYPES.iter().any(|known| known.eq_ignore_ascii_case(name)) => {
            Truth::Open(LETTER_CASE)
        }
        Found::Nothing | Found::Value(Value::String(_)) => Truth::Broken,
        Found::Value(Value::Number(number)) => match number.as_f64() {
            Some(number) if number.fract() != 0.0 || (0.0..=2.0).contains(&number) => Truth::Open(NUMBERS),
            _ => Truth::Broken,
        },
        Found::Value(_) | Found::Lost => Truth::Open("a type that is neither text nor number"),
    }
}

/// There are words, artifacts or images.
pub(in super::super) fn content(params: &Value) -> Truth {
    Truth::any([
        slot::present(params, INSTRUCTIONS),
        slot::one_or_more(params, ARTIFACTS),
        slot::one_or_more(params, IMAGES),
    ])
}

/// A first request does not name this. Once there is a session, the ids may have come from `AgentSessionCreator`: the
/// document does not say.
fn unnamed(params: &Value, path: &str) -> Truth {
    let later = [SESSION, TURN].iter().any(|path| slot::populated(params, path) != Truth::Broken);
    match slot::empty(params, path) {
        Truth::Broken if later => Truth::Open("the ids may have come from AgentSessionCreator"),
        truth => truth,
    }
}
