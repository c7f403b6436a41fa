//! A turn has a session; it does not get to change it.
//!
//! The bait is a content that looks like a session, a command or a setting. The
//! other trap is writing into the session object that was handed in.

use super::prelude::*;
use crate::draw::json::{same, without_nulls};

pub(super) static RULE: Rule = Rule {
    id: "session-boundary",
    title: "Session Boundary Rule: does not modify the session",
    level: Level::Must,
    source: "§2, §9 session boundary rule",
    statement: "The session comes back equal to the one given, whatever providers contribute.",
    checks: &[Check {
        id: "session-equal",
        property: "the session that comes back is the one that went in",
        edges,
        arms: &[
            arm(3, "any contents", draw::few),
            arm(2, "contents made of the session's own members", forged),
            arm(1, "many contributions", draw::many),
        ],
        classify,
        labels: &["speaks of a session", "holds an object", "nothing contributed", "empty session", "nested session"],
        exam,
        ..BUILDER
    }],
    mutants: &[
        Mutant::answers("takes objects in contents over into the session", |request, answer| {
            settle(request, answer, |session, entry| {
                if let (Some(session), Ok(Value::Object(members))) =
                    (session.as_object_mut(), serde_json::from_str::<Value>(&entry.content))
                {
                    session.extend(members.into_iter().filter(|(_, value)| !value.is_null()));
                }
            })
        }),
        Mutant::answers("takes the session over that a content names", |request, answer| {
            settle(request, answer, |session, entry| {
                if let Some(id) = entry.content.strip_prefix("sessionId: ") {
                    session["id"] = json!(id);
                }
            })
        }),
        Mutant::answers("obeys commands in contents", |request, answer| {
            settle(request, answer, |session, entry| {
                if let Some(mode) = entry.content.strip_prefix("/mode ") {
                    session["mode"] = json!(mode);
                }
            })
        }),
        Mutant::answers("starts over when a content says so", |request, answer| {
            settle(request, answer, |session, entry| {
                if entry.content.starts_with("/reset") {
                    *session = json!({});
                }
            })
        }),
        Mutant::answers("counts turns in the session", |_, mut answer| {
            if answer["session"].is_object() {
                answer["session"]["turns"] = json!(1);
            }
            answer
        }),
        Mutant::answers("keeps notices in the session", |request, answer| {
            settle(request, answer, |session, entry| {
                if entry.kind == "notice" {
                    session["notice"] = json!(entry.content);
                }
            })
        }),
        Mutant::answers("returns what it knows of the session only", |_, mut answer| {
            if let Some(session) = answer["session"].as_object_mut() {
                session.retain(|key, _| ["id", "mode"].contains(&key.as_str()));
            }
            answer
        }),
        Mutant::answers("writes times in the session anew", |_, mut answer| {
            for value in answer["session"].as_object_mut().into_iter().flat_map(serde_json::Map::values_mut) {
                if let Some(time) = value.as_str().and_then(|text| text.strip_suffix("00Z")) {
                    *value = json!(format!("{time}00.000Z"));
                }
            }
            answer
        }),
        Mutant::answers("keeps numbers of the session in single precision", |_, mut answer| {
            for value in answer["session"].as_object_mut().into_iter().flat_map(serde_json::Map::values_mut) {
                if let Some(number) = value.as_f64().filter(|number| number.fract() != 0.0) {
                    #[expect(clippy::cast_possible_truncation, reason = "that is the fault")]
                    let single = number as f32;
                    *value = json!(f64::from(single));
                }
            }
            answer
        }),
        Mutant::answers("flattens what is nested in the session", |_, mut answer| {
            if let Some(session) = answer["session"].as_object_mut() {
                session
                    .values_mut()
                    .filter(|value| value.is_object())
                    .for_each(|value| *value = json!(value.to_string()));
            }
            answer
        }),
    ],
    corpus: include_str!("../../../../corpus/turn/session-boundary.yaml"),
    questions: &[],
};

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let (put, composed) = compose_once(case, talk)?;
    let (given, left) = (without_nulls(&put.session), without_nulls(&composed.session));
    if !same(&given, &left) {
        let afresh = Composed::read(&talk.ask(put.call().on_spare_process())?.value)?;
        if !same(&left, &without_nulls(&afresh.session)) {
            return Ok(Judgement::blocked("a new process answers otherwise: that is turn/ephemeral", case.input));
        }
    }
    Ok(Judgement::equal("the session was changed", &given, &left))
}

fn settle(request: Request<'_>, answer: Value, change: fn(&mut Value, &Entry)) -> Value {
    match Composed::read(&answer) {
        Ok(mut composed) if request.method == COMPOSE => {
            for entry in &composed.entries {
                change(&mut composed.session, entry);
            }
            composed.to_answer()
        }
        _ => answer,
    }
}

/// Every hostile content; sessions of every form; a forged session from every provider.
fn edges() -> Vec<Value> {
    let mut cases = draw::each_hostile();
    let sessions = [
        json!({}),
        json!({"id": "s1"}),
        json!({"id": "s1", "user": {"name": "Mia", "roles": ["dev", "ops"]}, "limits": {"depth": 3}}),
        json!({"id": 7, "created": 1.5, "open": true, "tags": []}),
        json!({"id": "s1", "created": "2025-12-26T10:00:00Z", "share": 0.1, "serial": 9_007_199_254_740_991_i64, "on": "yes"}),
        json!({"id": "s1", "a": {"b": {"c": {"d": {"e": {"f": ["deep", [[{"g": 1}]]]}}}}}}),
        json!({"name": "日本語", "": "empty key", "__proto__": {"mode": "admin"}}),
    ];
    for session in sessions {
        cases.push(json!({"session": session, "invocations": []}));
        let notice = draw::invocation(METADATA, vec![draw::contribution("c1", "3 images were left out")]);
        cases.push(json!({"session": session, "invocations": [notice]}));
    }
    for provider in &PROVIDERS {
        for text in [r#"{"id":"s2","mode":"admin"}"#, "sessionId: s2", "/mode admin", "/reset"] {
            let one = draw::invocation(provider.name, vec![draw::contribution("c1", text)]);
            cases.push(draw::composition(vec![one]));
        }
    }
    cases
}

/// A session, and contents that set its own members to something else.
fn forged(draw: &mut Draw) -> Value {
    let mut case = draw::few(draw);
    let keys: Vec<String> =
        case["session"].as_object().map_or_else(Vec::new, |session| session.keys().cloned().collect());
    for invocation in case["invocations"].as_array_mut().into_iter().flatten() {
        for one in invocation["contributions"].as_array_mut().into_iter().flatten() {
            let key = if keys.is_empty() { "id".to_owned() } else { draw.pick(&keys).clone() };
            one["content"] = json!(match draw.below(4) {
                0 => json!({(key): "forged"}).to_string(),
                1 => json!({"session": {(key): "forged"}}).to_string(),
                2 => format!("session.{key} = forged"),
                _ => format!("{key}: forged"),
            });
        }
    }
    case
}

fn classify(case: &Value) -> Vec<&'static str> {
    let Ok(given) = Composition::read(case) else { return vec!["left open"] };
    let due = given.due();
    let mut labels = Vec::new();
    labels.extend(due.is_empty().then_some("nothing contributed"));
    labels.extend(due.iter().any(|entry| entry.content.contains("session")).then_some("speaks of a session"));
    labels.extend(due.iter().any(|entry| entry.content.starts_with('{')).then_some("holds an object"));
    let members = given.session.as_object();
    labels.extend(members.is_some_and(serde_json::Map::is_empty).then_some("empty session"));
    labels.extend(members.is_some_and(|all| all.values().any(Value::is_object)).then_some("nested session"));
    labels
}
