//! Text that an adapter meets sooner or later: beyond ASCII, and a lot of it.

use serde_json::{Value, json};

use super::Probe;
use super::patient::Patient;
use super::sample::Sample;
use crate::subject::excerpt;

/// Two-, three- and four-byte characters, quotes and backslashes, and three characters at which some libraries end a line.
const TEXT: &str = "Grüße, 日本, 🦀, \"quoted\\\", \u{85}\u{2028}\u{2029}end";
const LARGE: usize = 1024 * 1024;

/// A call that carries a text, and where the text comes back, if it does.
struct Carrier {
    method: String,
    params: Value,
    echo: Option<&'static str>,
}

fn carrier(sound: &[Sample], text: &str) -> Option<Carrier> {
    let echoing = [
        ("turn/compose", json!({"session": {"note": text}, "invocations": []}), "/session/note"),
        (
            "turn/contribute",
            json!({"provider": "user", "turn": {"user": {"instructions": text, "attachments": []}}}),
            "/contributions/0/content",
        ),
        ("awp/write_state", json!({"agent": "writer", "state": {"note": text}, "writes": []}), "/state/note"),
        ("context/validate_core", json!({"context": {"correlationId": text}}), "/context/correlationId"),
    ];
    for (method, params, echo) in echoing {
        if sound.iter().any(|sample| sample.method == method) {
            return Some(Carrier { method: method.to_owned(), params, echo: Some(echo) });
        }
    }
    let Sample { method, mut params } = sound.iter().find(|sample| sample.params.is_object())?.clone();
    params.as_object_mut()?.insert("doctor".to_owned(), Value::from(text));
    Some(Carrier { method, params, echo: None })
}

/// Text beyond ASCII arrives, and comes back as it was.
pub(super) fn beyond_ascii(patient: &mut Patient<'_>, sound: &[Sample]) -> Probe {
    const NAME: &str = "text";
    let Some(Carrier { method, params, echo }) = carrier(sound, TEXT) else {
        return Probe::not_tried(NAME, "nothing answered");
    };
    let answer = match patient.ask(&method, &params) {
        Ok(answer) => answer,
        Err(trouble) => {
            return trouble.change_as(
                NAME,
                &format!("when `{method}` was called with text beyond ASCII"),
                "stdin and stdout are UTF-8 whatever the locale, and a line ends at \\n alone, not at U+0085, U+2028 or \
                 U+2029",
            );
        }
    };
    let Some(at) = echo else { return Probe::ok(NAME, "text beyond ASCII does no harm") };
    match answer.pointer(at) {
        Some(Value::String(text)) if text == TEXT => Probe::ok(NAME, "text beyond ASCII comes back as it was"),
        other => {
            let observed =
                other.map_or_else(|| "nothing".to_owned(), |value| excerpt(value.to_string().as_bytes(), 80));
            let sent = excerpt(Value::from(TEXT).to_string().as_bytes(), 80);
            Probe::change(
                NAME,
                format!(
                    "it was sent {sent} in `{method}`, and {observed} came back. Read stdin and write stdout as UTF-8 \
                     whatever the locale, and leave texts as they are"
                ),
            )
        }
    }
}

/// A line of a mebibyte is a line.
pub(super) fn large(patient: &mut Patient<'_>, sound: &[Sample]) -> Probe {
    const NAME: &str = "large call";
    let Some(Carrier { method, params, echo }) = carrier(sound, &"x".repeat(LARGE)) else {
        return Probe::not_tried(NAME, "nothing answered");
    };
    match patient.ask(&method, &params) {
        Ok(answer) => {
            let whole = |at: &str| answer.pointer(at).and_then(Value::as_str).map(str::len) == Some(LARGE);
            if echo.is_some_and(|at| !whole(at)) {
                return Probe::change(
                    NAME,
                    format!("it was sent a text of {LARGE} bytes in `{method}`, and it did not come back whole"),
                );
            }
            Probe::ok(NAME, "a line of a mebibyte is answered")
        }
        Err(trouble) => trouble.change_as(
            NAME,
            &format!("when `{method}` was called with a text of {LARGE} bytes"),
            "A line may be of any length: raise the limit of your reader",
        ),
    }
}
