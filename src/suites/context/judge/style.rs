//! Nothing can be written in several ways. A subject that minds one of them wherever it meets it breaks the rule on
//! that; one that minds it in a single field breaks the rule of the field.

use serde_json::{Value, json};

use super::answer::is_ok;
use crate::rule::{Judgement, Stop, Talk};
use crate::subject::Call;
use crate::suites::context::draw::{each, plain};
use crate::suites::context::methods::{CORE, MANIFEST, PRE};
use crate::suites::context::model::due;
use crate::suites::context::model::kind::{CONTINUATION, INITIAL};
use crate::suites::context::model::path;
use crate::suites::context::model::place::pre;
use crate::suites::context::model::slot::{self, Found, put};

/// The texts that may be null or empty.
pub(in super::super) const TEXTS: &[&str] =
    &[path::TIME_STAMP, path::CORRELATION_ID, path::INSTRUCTIONS, path::SESSION_ID, path::TURN_ID, path::MODE];

/// The lists that may be null or empty.
pub(in super::super) const LISTS: &[&str] = &[
    path::ARTIFACTS,
    path::IMAGES,
    path::TOOL_RESULTS,
    "context.toolCallManifest.toolCalls",
    "context.toolCallManifest.toolCallResults",
    "manifest.toolCalls",
    "manifest.toolCallResults",
];

/// The ways in which nothing is written, by name.
pub(in super::super) const STYLES: [&str; 3] = ["no key", "null", "empty"];

/// How a style writes a text, and a list, that is not there.
fn nothing(style: &str) -> (Option<Value>, Option<Value>) {
    match style {
        "null" => (Some(Value::Null), Some(Value::Null)),
        "empty" => (Some(json!("")), Some(json!([]))),
        _ => (None, None),
    }
}

/// The same params with everything that is not there written in each of the [`STYLES`].
pub(in super::super) fn rewritten(params: &Value) -> [Value; 3] {
    STYLES.map(|style| {
        let mut params = params.clone();
        let (text, list) = nothing(style);
        for (paths, nothing) in [(TEXTS, text), (LISTS, list)] {
            for path in paths {
                let (way, _) = path.rsplit_once('.').unwrap_or(("", path));
                let holder = matches!(slot::at(&params, way), Found::Value(Value::Object(_)));
                let empty = match slot::at(&params, path) {
                    Found::Nothing => true,
                    Found::Value(value) => *value == json!("") || *value == json!([]),
                    Found::Lost => false,
                };
                if holder && empty {
                    put(&mut params, path, nothing.clone());
                }
            }
        }
        params
    })
}

/// Blocked where the wrong verdict `ok` on these params is right in another style, and the subject minds a style
/// wherever it meets it.
pub(in super::super) fn minded(
    talk: &mut Talk<'_>,
    method: &'static str,
    params: &Value,
    ok: bool,
) -> Result<Option<Judgement>, Stop> {
    let mut matters = false;
    for answer in talk.ask_all(rewritten(params).map(|params| Call::new(method, params)).into())? {
        matters |= is_ok(answer)? != ok;
    }
    Ok(if matters && is_minded_everywhere(talk)? {
        Some(Judgement::blocked("minds how nothing is written, wherever it is: the rule on that says so", params))
    } else {
        None
    })
}

/// Whether the subject minds a style wherever it meets it: in two fields at least, or in two methods.
pub(in super::super) fn is_minded_everywhere(talk: &mut Talk<'_>) -> Result<bool, Stop> {
    for (number, style) in STYLES.iter().enumerate() {
        // All the other fields are written in a style that is not minded, if there is one.
        let bases: [[Value; 3]; 2] = [INITIAL, CONTINUATION].map(|kind| rewritten(&plain::core(kind)));
        let mut fields = Vec::new();
        for other in [0, 1, 2].into_iter().filter(|other| *other != number) {
            let [first, last] = [0, 1].map(|kind| &bases[kind][other]);
            let calls = [first, last].map(|base| Call::new(CORE, base.clone()).remembered()).into();
            let mut fine = true;
            for answer in talk.ask_all(calls)? {
                fine &= is_ok(answer)?;
            }
            if fine {
                fields = without_one(style, first, last);
                break;
            }
        }
        let calls = fields.iter().map(|(_, method, params)| Call::new(method, params.clone()).remembered()).collect();
        let mut wrong: Vec<(&str, &str)> = Vec::new();
        for ((field, method, params), answer) in fields.iter().zip(talk.ask_all(calls)?) {
            if due(method, params).is_some_and(|due| is_ok(answer).is_ok_and(|ok| ok != due)) {
                wrong.push((field, method));
            }
        }
        if wrong.iter().any(|one| *one != wrong[0]) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Plain calls in each of which one field, named first, is not there in that style.
fn without_one(style: &str, first: &Value, continuation: &Value) -> Vec<(&'static str, &'static str, Value)> {
    let (text, list) = nothing(style);
    let mut all = Vec::new();
    let mut add = |field, method, params: &Value, value: &Option<Value>| {
        all.extend(each(params, field, [value.clone()]).into_iter().map(|params| (field, method, params)));
    };
    for field in [path::TIME_STAMP, path::CORRELATION_ID, path::SESSION_ID, path::TURN_ID] {
        add(field, CORE, first, &text);
    }
    // Without words, what is attached decides.
    let silent = each(first, path::INSTRUCTIONS, [None]).swap_remove(0);
    for field in [path::ARTIFACTS, path::IMAGES] {
        add(field, CORE, &silent, &list);
    }
    add(path::TOOL_RESULTS, CORE, first, &list);
    add(path::TOOL_RESULTS, CORE, continuation, &list);
    let mut resolving = first.clone();
    resolving["step"] = json!(pre(3).step);
    add(path::TOOL_RESULTS, PRE, &resolving, &list);
    let manifest = json!({"manifest": {"toolCalls": [], "toolCallResults": []}});
    for field in ["manifest.toolCalls", "manifest.toolCallResults"] {
        add(field, MANIFEST, &manifest, &list);
    }
    all
}
