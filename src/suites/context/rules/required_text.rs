//! Texts that every context has: the two rules on them differ in the field alone.

use crate::suites::context::draw::breach::Breach;
use crate::suites::context::prelude::*;

/// Every type with the text; texts that a careless runtime takes for nothing or for something else; the text missing.
pub(super) fn edges(path: &str, texts: [&str; 4], breach: &Breach) -> Vec<Value> {
    let mut cases: Vec<Value> = TYPES.iter().map(|kind| plain::core(kind)).collect();
    let long = "x".repeat(300);
    let tempting = [" x", "x\n", "undefined", "cafe\u{301}", "<b>", "false", &long];
    for text in texts.iter().chain(&tempting) {
        cases.extend(each(&plain::core(INITIAL), path, [Some(json!(text))]));
    }
    cases.extend(core_faults(breach));
    cases
}

/// A plain context with any text there.
pub(super) fn any(draw: &mut Draw, path: &str) -> Value {
    let (kind, any) = (*draw.pick(TYPES), text::sentence(draw));
    each(&plain::core(kind), path, [Some(json!(any))]).swap_remove(0)
}

/// A blank text.
pub(super) fn blank(path: &str) -> Vec<Value> {
    let blank = json!({"question": "blank", "context": plain::core(INITIAL)["context"]});
    each(&blank, path, [Some(json!(" "))])
}
