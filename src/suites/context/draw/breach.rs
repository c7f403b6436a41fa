//! Breaking one rule of section 3, in every way that is plain.

use serde_json::{Value, json};

use super::nothing::{each, no_items, no_object, no_text};
use super::plain;
use crate::suites::context::model::path::{
    ARTIFACTS, CORRELATION_ID, IMAGES, INSTRUCTIONS, ORG as ORG_PATH, SESSION_ID, TIME_STAMP as STAMP, TOOL_RESULTS,
    TURN_ID, TYPE as TYPE_PATH, USER as USER_PATH,
};

/// How to break one rule of section 3 or 5 alone.
#[derive(Debug)]
pub(in super::super) struct Breach {
    /// The rule.
    pub(in super::super) rule: &'static str,
    /// A sound document, broken in every way that is plain. Not every way suits every document.
    pub(in super::super) faults: fn(&Value) -> Vec<Value>,
}

pub(in super::super) const TYPE: Breach = Breach {
    rule: "3.type",
    faults: |sound| {
        let wrong = [json!(null), json!(""), json!("Resume"), json!("Continuation"), json!("Initial,FollowOn")];
        let mut all = each(sound, TYPE_PATH, wrong.map(Some));
        all.extend(each(sound, TYPE_PATH, [json!(3), json!(-1), json!(99)].map(Some)));
        // What is left of these in a byte, or in four, is 0.
        all.extend(each(sound, TYPE_PATH, [json!(256), json!(1_i64 << 32)].map(Some)));
        all.extend(each(sound, TYPE_PATH, ["ToolContinuation", "\u{ff29}nitial"].map(|name| Some(json!(name)))));
        // A number that may stand for a type is another text than the type's name once it is one.
        all.extend(each(sound, TYPE_PATH, ["0", "1", "2"].map(|number| Some(json!(number)))));
        all.extend(each(sound, TYPE_PATH, [None]));
        all
    },
};
pub(in super::super) const TIME_STAMP: Breach =
    Breach { rule: "3.timestamp", faults: |sound| each(sound, STAMP, no_text()) };
pub(in super::super) const CORRELATION: Breach =
    Breach { rule: "3.correlation-id", faults: |sound| each(sound, CORRELATION_ID, no_text()) };
pub(in super::super) const ORG: Breach = Breach { rule: "3.org", faults: |sound| each(sound, ORG_PATH, no_object()) };
pub(in super::super) const USER: Breach =
    Breach { rule: "3.user", faults: |sound| each(sound, USER_PATH, no_object()) };
pub(in super::super) const CONTENT: Breach = Breach {
    rule: "3.1.content",
    faults: |sound| {
        let mut all = vec![sound.clone()];
        for (path, nothing) in [(INSTRUCTIONS, no_text()), (ARTIFACTS, no_items()), (IMAGES, no_items())] {
            all = all.iter().flat_map(|params| each(params, path, nothing.clone())).collect();
        }
        all
    },
};
pub(in super::super) const INITIAL: Breach = Breach {
    rule: "3.1.initial",
    faults: |sound| {
        let mut all = each(sound, SESSION_ID, [Some(json!("s1"))]);
        all.extend(each(sound, TURN_ID, [Some(json!("t1"))]));
        let both = each(&all[0], TURN_ID, [Some(json!("t1"))]);
        all.extend(both);
        all.extend(each(sound, TOOL_RESULTS, [Some(json!([plain::tool_result("c1")]))]));
        all
    },
};
pub(in super::super) const FOLLOW_ON: Breach = Breach {
    rule: "3.1.follow-on",
    faults: |sound| {
        let mut all = unnamed(sound);
        all.extend(each(sound, TOOL_RESULTS, [Some(json!([plain::tool_result("c1")]))]));
        all
    },
};
pub(in super::super) const CONTINUATION: Breach = Breach {
    rule: "3.1.continuation",
    faults: |sound| {
        let mut all = unnamed(sound);
        all.extend(each(sound, TOOL_RESULTS, no_items()));
        all
    },
};

/// Every rule of section 3.
pub(in super::super) static CORE: &[Breach] =
    &[TYPE, TIME_STAMP, CORRELATION, ORG, USER, CONTENT, INITIAL, FOLLOW_ON, CONTINUATION];

/// One of the two ids is missing, or both.
fn unnamed(sound: &Value) -> Vec<Value> {
    let without = |params: &Value, path| each(params, path, no_text());
    let mut all = without(sound, SESSION_ID);
    let neither: Vec<Value> = all.iter().flat_map(|params| each(params, TURN_ID, [None])).collect();
    all.extend(without(sound, TURN_ID));
    all.extend(neither);
    all
}
