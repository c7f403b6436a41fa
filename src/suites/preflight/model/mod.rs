//! What the document says of an input: the whole preflight as one program.

mod diagnostic;
pub(super) mod repair;
pub(super) mod vocabulary;

pub(super) use diagnostic::{Diagnostic, Text, codes, from_answer, to_answer};
pub(super) use vocabulary::{is_about_action, is_denial, is_ours};

use serde_json::Value;

use self::repair::{BRANCHES, choose};
use self::vocabulary::{Action, CHANNELS, KNOWN_FIELDS, place_of};
use crate::draw::text::is_blank_in_javascript;

/// Everything that is wrong with `input`, in the prescribed order.
pub(super) fn diagnostics(input: &Value) -> Vec<Diagnostic<'static>> {
    let Some(name) = text(input, "action") else { return vec![action_required()] };
    let Some(action) = Action::named(name) else { return vec![action_invalid(name)] };
    let sources = graph_sources(action, input);
    let controls = action.needs.iter().filter_map(|control| unmet(action, control, input));
    denial(action, input).into_iter().chain(sources).chain(controls).collect()
}

/// The action of `input`, if it names one.
pub(super) fn action_of(input: &Value) -> Option<&'static Action> {
    text(input, "action").and_then(Action::named)
}

/// The known fields of `input` that have no place beside `action`, in the document's order.
pub(super) fn misplaced(action: &Action, input: &Value) -> Vec<&'static str> {
    let Some(members) = input.as_object() else { return Vec::new() };
    // From the keys that are there, not from all that could be: this is asked several times a case.
    let mut places: Vec<usize> = members.keys().filter_map(|key| place_of(key)).collect();
    places.sort_unstable();
    places.into_iter().map(|place| KNOWN_FIELDS[place]).filter(|field| !action.allows(field)).collect()
}

/// A key that is there counts, whatever its value. What is not an object has no keys.
fn present(input: &Value, field: &str) -> bool {
    input.get(field).is_some()
}

/// A text that holds at least one character, be it a blank one.
fn text<'a>(input: &'a Value, field: &str) -> Option<&'a str> {
    input.get(field).and_then(Value::as_str).filter(|text| !text.is_empty())
}

fn action_required() -> Diagnostic<'static> {
    bad_action(
        "action-required",
        r#"agent_team requires action:"catalog", "start", "run_status", "step_result", "message", "cancel", or "cleanup"."#.into(),
        "Set action to one of catalog, start, run_status, step_result, message, cancel, or cleanup.",
    )
}

fn action_invalid(name: &str) -> Diagnostic<'static> {
    bad_action(
        "action-invalid",
        format!("Unknown agent_team action: {name}.").into(),
        r#"Set action to one of catalog, start, run_status, step_result, message, cancel, or cleanup. Use action:"start" for detached graph execution."#,
    )
}

/// The one diagnostic of an input without a usable action: it names neither action nor fields.
fn bad_action(code: &'static str, message: Text<'static>, repair: &'static str) -> Diagnostic<'static> {
    Diagnostic {
        code: code.into(),
        message,
        path: "/action".into(),
        severity: "error".into(),
        action: None,
        fields: None,
        repair: Some(repair.into()),
    }
}

fn denial(action: &'static Action, input: &Value) -> Option<Diagnostic<'static>> {
    let misplaced = misplaced(action, input);
    if misplaced.is_empty() {
        return None;
    }
    let repair = BRANCHES[choose(action, &misplaced)].text;
    let message = denial_message(action.name, &misplaced).into();
    Some(about(action, action.denial(), message, "/", &misplaced, repair))
}

/// The prescribed message of a denial of these fields.
pub(super) fn denial_message<T: std::borrow::Borrow<str>>(action: &str, fields: &[T]) -> String {
    format!("Action {action} rejects fields: {}.", fields.join(", "))
}

/// `start` takes its graph from exactly one of two fields.
fn graph_sources(action: &'static Action, input: &Value) -> Option<Diagnostic<'static>> {
    let undecided = action.name == "start" && present(input, "graph") == present(input, "graphFile");
    undecided.then(|| {
        about(
            action,
            "start-graph-required",
            "Start requires exactly one of graph or graphFile.".into(),
            "/",
            &["graph", "graphFile"],
            "Pass a pure graph under graph, or pass graphFile for a trusted relative JSON graph file. Do not put graph body fields at the tool-input top level.",
        )
    })
}

/// What is wrong with one of the texts that `action` needs.
fn unmet(action: &'static Action, control: &'static str, input: &Value) -> Option<Diagnostic<'static>> {
    let given = text(input, control);
    let (code, message, repair) = match (control, given) {
        ("channel", Some(channel)) if !CHANNELS.contains(&channel) => (
            "message-channel-invalid",
            format!("Unknown message channel: {channel}.").into(),
            r#"Use channel:"steer" or channel:"follow_up"."#,
        ),
        ("text", Some(text)) if is_blank_in_javascript(text) => text_required(),
        (_, Some(_)) => return None,
        ("runId", None) => {
            ("run-id-required", format!("{} requires runId.", action.name).into(), run_id_repair(action))
        }
        ("stepId", None) if action.name == "message" => {
            ("message-step-required", "Message requires stepId.".into(), "Messages target exactly one live step.")
        }
        ("stepId", None) => (
            "step_result-step-required",
            "step_result requires exactly one stepId.".into(),
            "Use one concrete step id from the graph or run_status snapshot; use run_status for run-level or sink-only summaries.",
        ),
        ("channel", None) => (
            "message-channel-required",
            "Message requires channel.".into(),
            r#"Use channel:"steer" for live clarification/scope repair or channel:"follow_up" for a deferred live follow-up before terminalization."#,
        ),
        (_, None) => text_required(),
    };
    Some(about(action, code, message, format!("/{control}"), &[control], repair))
}

fn text_required() -> (&'static str, Text<'static>, &'static str) {
    (
        "message-text-required",
        "Message requires non-empty text.".into(),
        "Send one bounded clarification or scope repair. Do not request premature finals just because the parent is waiting.",
    )
}

fn run_id_repair(action: &Action) -> &'static str {
    if action.name == "cleanup" {
        "Use cleanup only after terminal run_status/step_result evidence is preserved."
    } else {
        "Use the runId returned by start."
    }
}

/// A diagnostic of an input whose action is known.
fn about(
    action: &'static Action,
    code: impl Into<Text<'static>>,
    message: Text<'static>,
    path: impl Into<Text<'static>>,
    fields: &[&'static str],
    repair: &'static str,
) -> Diagnostic<'static> {
    Diagnostic {
        code: code.into(),
        message,
        path: path.into(),
        severity: "error".into(),
        action: Some(action.name.into()),
        fields: Some(fields.iter().map(|field| (*field).into()).collect()),
        repair: Some(repair.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn codes(input: &Value) -> Vec<Text<'static>> {
        diagnostics(input).into_iter().map(|diagnostic| diagnostic.code).collect()
    }

    #[test]
    fn an_input_without_a_usable_action_gets_one_diagnostic() {
        for input in
            [json!(null), json!(7), json!("start"), json!([]), json!(["start"]), json!({}), json!({"cursor": 1})]
        {
            assert_eq!(codes(&input), ["action-required"], "{input}");
        }
        for action in [json!(null), json!(1), json!(""), json!(["start"])] {
            assert_eq!(codes(&json!({"action": action})), ["action-required"]);
        }
        for action in [" ", "Start", "start ", "run-status", "__proto__"] {
            assert_eq!(codes(&json!({"action": action, "cursor": 1})), ["action-invalid"], "{action:?}");
        }
    }

    #[test]
    fn presence_is_having_the_key() {
        for value in [json!(null), json!(false), json!(0), json!(""), json!([]), json!({})] {
            assert_eq!(codes(&json!({"action": "catalog", "cursor": value})), ["catalog-control-fields-denied"]);
            assert!(codes(&json!({"action": "start", "graph": value})).is_empty());
            assert_eq!(codes(&json!({"action": "start", "graph": {}, "graphFile": value})), ["start-graph-required"]);
        }
        assert!(codes(&json!({"action": "catalog", "Cursor": 1, "nope": 2})).is_empty());
    }

    #[test]
    fn five_diagnostics_are_the_most_and_stand_in_order() {
        assert_eq!(
            codes(&json!({"action": "message", "kind": "steer", "channel": "loud"})),
            [
                "message-control-fields-denied",
                "run-id-required",
                "message-step-required",
                "message-channel-invalid",
                "message-text-required"
            ]
        );
    }

    #[test]
    fn a_blank_id_is_an_id_and_a_blank_text_is_no_text() {
        let message =
            |text: &str| json!({"action": "message", "runId": " ", "stepId": "\t", "channel": "steer", "text": text});
        assert!(codes(&message("\u{85}")).is_empty());
        assert!(codes(&message("\u{200b}")).is_empty());
        for blank in ["", " ", "\u{feff}", "\u{a0}\u{2028}"] {
            assert_eq!(codes(&message(blank)), ["message-text-required"], "{blank:?}");
        }
    }

    #[test]
    fn misplaced_fields_stand_in_the_order_of_the_document() {
        let found = diagnostics(
            &json!({"action": "cleanup", "runId": "r", "agents": 1, "cursor": 2, "action2": 3, "graph": 4}),
        );
        assert_eq!(found[0].fields, Some(vec!["graph".into(), "cursor".into(), "agents".into()]));
        assert_eq!(found[0].message, "Action cleanup rejects fields: graph, cursor, agents.");
    }
}
