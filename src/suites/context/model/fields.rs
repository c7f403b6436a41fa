//! The fields of a context: which there are, of which type, and what it means
//! for two contexts to be the same.

use serde_json::Value;

use crate::draw::json::same;

/// The type of a field.
#[derive(Debug)]
pub(in super::super) enum Kind {
    /// A text.
    Text,
    /// `true` or `false`; absent is false.
    Flag,
    /// One of a few texts. A typed runtime may have no null here: the first stands for it.
    Enum(&'static [&'static str]),
    /// The type of a context: one of three texts, or a number that stands for one.
    Type,
    /// An object with these fields.
    Object(&'static [(&'static str, Kind)]),
    /// An object about which the document says nothing.
    Opaque,
    /// A list of such values; null is the empty list.
    List(&'static Kind),
}

/// How two values of a field differ, the graver the later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Difference {
    /// Not at all.
    None,
    /// In a way that a typed runtime cannot see, or that the document leaves open.
    Open,
    /// In a member that no document defines.
    Undefined,
    /// Plainly.
    Plain,
}

/// A pipeline context.
pub(in super::super) static CONTEXT: Kind = Kind::Object(&[
    ("type", Kind::Type),
    ("timeStamp", Kind::Text),
    ("correlationId", Kind::Text),
    ("envelope", Kind::Object(ENVELOPE)),
    ("session", Kind::Object(&[("id", Kind::Text), ("mode", Kind::Text), ("modeDisplayName", Kind::Text)])),
    ("turn", Kind::Object(ID)),
    ("agentContext", Kind::Object(ID)),
    ("conversationContext", Kind::Object(ID)),
    ("promptKnowledgeProvider", Kind::Object(&[("state", Kind::Enum(&["NotSet", "Ready", "Error"]))])),
    ("toolCallManifest", Kind::Object(LISTS)),
    ("responsePayload", Kind::Object(&[("primaryOutputText", Kind::Text)])),
    ("responseType", Kind::Enum(&["NotReady", "Final", "ToolContinuation"])),
]);

/// A manifest by itself.
pub(in super::super) static MANIFEST: Kind = Kind::Object(LISTS);

const ID: &[(&str, Kind)] = &[("id", Kind::Text)];

const ENVELOPE: &[(&str, Kind)] = &[
    ("org", Kind::Object(ID)),
    ("user", Kind::Object(ID)),
    ("instructions", Kind::Text),
    ("inputArtifacts", Kind::List(&Kind::Opaque)),
    ("clipBoardImages", Kind::List(&Kind::Opaque)),
    ("sessionId", Kind::Text),
    ("turnId", Kind::Text),
    ("toolResults", Kind::List(&Kind::Opaque)),
];

const LISTS: &[(&str, Kind)] = &[
    (
        "toolCalls",
        Kind::List(&Kind::Object(&[
            ("toolCallId", Kind::Text),
            ("name", Kind::Text),
            ("argumentsJson", Kind::Text),
            ("requiresClientExecution", Kind::Flag),
        ])),
    ),
    (
        "toolCallResults",
        Kind::List(&Kind::Object(&[
            ("toolCallId", Kind::Text),
            ("name", Kind::Text),
            ("resultJson", Kind::Text),
            ("errorMessage", Kind::Text),
        ])),
    ),
];

/// Whether some value in a document is not of its field's type, or a null element of a list.
/// A typed runtime cannot even hold such a document.
pub(in super::super) fn is_odd(kind: &Kind, value: &Value) -> bool {
    match (kind, value) {
        (_, Value::Null)
        | (Kind::Text | Kind::Type, Value::String(_))
        | (Kind::Flag, Value::Bool(_))
        | (Kind::Type, Value::Number(_))
        | (Kind::Opaque, Value::Object(_)) => false,
        (Kind::Enum(names), Value::String(name)) => !names.contains(&name.as_str()),
        (Kind::Object(fields), Value::Object(_)) => fields.iter().any(|(name, kind)| is_odd(kind, &value[*name])),
        (Kind::List(of), Value::Array(items)) => items.iter().any(|item| item.is_null() || is_odd(of, item)),
        _ => true,
    }
}

/// How `a` and `b` differ, fields that no document names aside.
pub(in super::super) fn difference(kind: &Kind, a: &Value, b: &Value) -> Difference {
    if same(a, b) {
        return Difference::None;
    }
    match kind {
        Kind::Text if hollow(a) && hollow(b) => Difference::Open,
        Kind::Flag if matches!((a, b), (Value::Null | Value::Bool(false), Value::Null | Value::Bool(false))) => {
            Difference::Open
        }
        Kind::Enum(names) if [a, b].iter().all(|v| v.is_null() || v.as_str() == names.first().copied()) => {
            Difference::Open
        }
        Kind::Text | Kind::Flag | Kind::Enum(_) | Kind::Type if is_odd(kind, a) || is_odd(kind, b) => Difference::Open,
        Kind::Text | Kind::Flag | Kind::Enum(_) | Kind::Type => Difference::Plain,
        Kind::Opaque => match (a, b) {
            (Value::Object(a), Value::Object(b)) => {
                let changed = a.iter().any(|(key, a)| b.get(key).is_some_and(|b| !same(a, b)));
                if changed { Difference::Undefined } else { Difference::Open }
            }
            _ => Difference::Open,
        },
        Kind::Object(fields) => match (a, b) {
            (Value::Object(_), Value::Object(_)) => fields
                .iter()
                .map(|(name, kind)| difference(kind, &a[*name], &b[*name]))
                .max()
                .map_or(Difference::Open, |worst| worst.max(Difference::Open)),
            (Value::Object(_), Value::Null) | (Value::Null, Value::Object(_)) => Difference::Plain,
            _ => Difference::Open,
        },
        Kind::List(of) => match (items(a), items(b)) {
            (Some(a), Some(b)) if a.len() != b.len() => Difference::Plain,
            (Some(a), Some(b)) => a.iter().zip(b).map(|(a, b)| difference(of, a, b)).max().unwrap_or(Difference::Open),
            _ => Difference::Open,
        },
    }
}

fn hollow(value: &Value) -> bool {
    value.is_null() || value == ""
}

fn items(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Null => Some(&[]),
        Value::Array(items) => Some(items),
        _ => None,
    }
}

/// The path of every field, the containers before what they hold; the first element stands for a list.
pub(in super::super) fn paths(kind: &Kind, root: &str) -> Vec<String> {
    let mut all = vec![root.to_owned()];
    if let Kind::Object(fields) = kind {
        all.extend(fields.iter().flat_map(|(name, kind)| paths(kind, &format!("{root}.{name}"))));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_a_typed_runtime_cannot_tell_apart_is_no_plain_difference() {
        let differ = |a, b| difference(&CONTEXT, &a, &b);
        assert_eq!(differ(json!({"turn": null}), json!({})), Difference::Open);
        assert_eq!(differ(json!({"envelope": {"toolResults": []}}), json!({"envelope": {}})), Difference::Open);
        assert_eq!(differ(json!({"correlationId": ""}), json!({})), Difference::Open);
        assert_eq!(differ(json!({"session": {}}), json!({})), Difference::Plain);
        assert_eq!(differ(json!({"turn": {"id": "a"}}), json!({"turn": {"id": "A"}})), Difference::Plain);
        let artifact = |name: &str| json!({"envelope": {"inputArtifacts": [{"name": name}]}});
        assert_eq!(differ(artifact("a"), artifact("b")), Difference::Undefined);
        assert_eq!(differ(json!({"nobody": 1}), json!({})), Difference::Open);
    }

    #[test]
    fn a_value_of_another_type_is_odd_wherever_it_is() {
        assert!(!is_odd(&CONTEXT, &json!({"type": 7, "turn": {"id": null, "more": []}})));
        for odd in
            [json!(1), json!({"timeStamp": 1}), json!({"envelope": {"toolResults": [null]}}), json!({"turn": []})]
        {
            assert!(is_odd(&CONTEXT, &odd), "{odd}");
        }
        assert!(paths(&CONTEXT, "context").contains(&"context.envelope.org.id".to_owned()));
    }
}
