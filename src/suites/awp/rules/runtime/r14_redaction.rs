//! What is sensitive shows up nowhere in what a runtime records.
//!
//! The traps: a secret in the middle of a message, in the key of an attribute,
//! in a list, far down, with a quote or a line break in it, as a number, and in
//! the one sink that goes round the redactor.

use super::prelude::*;
use crate::suites::awp::draw::runtime::recordings::{SHAPE, case, classify, edges};
use crate::suites::awp::model::runtime::secrets::{
    REDACTED, SINKS, as_text, doubtful_keys, every_text, is_clean, secrets, shows, unclear_secrets,
};
use crate::suites::awp::reference::redaction::policy;

const METHOD: &str = "awp/record";

pub(super) static RULE: Rule = Rule {
    id: "R14",
    title: "Sensitive Field Redaction: keeps sensitive values out of all records",
    level: Level::Must,
    source: "R14, sensitive field redaction",
    statement: "No value of a sensitive field of the state, at any depth, and no value of a sensitive environment \
                variable appears in a log, a metric label, a span attribute or an audit entry. Events without such \
                values are recorded with their message.",
    checks: &[Check {
        id: "sinks",
        property: "no sink holds a sensitive value, and every other event keeps its message",
        methods: &[METHOD],
        shape: &SHAPE,
        edges,
        arms: &[
            arm(3, "secrets planted anywhere", |draw| case(draw, true)),
            arm(1, "nothing planted", |draw| case(draw, false)),
        ],
        classify,
        labels: &[
            "planted in log",
            "planted in metric",
            "planted in span",
            "planted in audit",
            "in a key",
            "in a key below the top",
            "in a list",
            "far down",
            "inside a text",
            "twice in a text",
            "far inside a text",
            "a long secret",
            "a line break",
            "a quote",
            "not ASCII",
            "a number",
            "a negative number",
            "from the environment",
            "from deep state",
            "an ordinary variable",
            "clean",
        ],
        exam,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::doing("misses secrets in keys", |it| policy(it).key = |_, key, _| key.to_owned()),
        Mutant::doing("misses secrets in keys below the top of the attributes", |it| {
            policy(it).key = |redactor, key, depth| if depth > 1 { key.to_owned() } else { redactor.text(key) };
        }),
        Mutant::doing("looks three levels deep only", |it| policy(it).reaches = |depth| depth <= 4),
        Mutant::doing("misses secrets in lists", |it| policy(it).list = |_, list, _| list.into()),
        Mutant::doing("knows the first item of a sensitive list only", |it| {
            policy(it).secrets = |params| of(params, |known| first_items(&mut known["state"]));
        }),
        Mutant::doing("knows sensitive names in small letters only", |it| {
            policy(it).secrets = |params| of(params, small_names);
        }),
        Mutant::doing("lets negative numbers pass", |it| {
            policy(it).secrets = |params| but(params, |it| it.starts_with('-'));
        }),
        Mutant::doing("lets long secrets pass", |it| {
            policy(it).secrets = |params| but(params, |it| it.chars().count() > 64);
        }),
        Mutant::doing("does not look into long texts", |it| {
            policy(it).hide = |text, secret| hiding(text, secret, text.chars().count() <= 200);
        }),
        Mutant::doing("misses the values of sensitive variables", |it| {
            policy(it).secrets = |params| of(params, |known| known["env"] = json!([]));
        }),
        Mutant::doing("redacts every variable, sensitive or not", |it| {
            policy(it).secrets = |params| of(params, all_variables);
        }),
        Mutant::doing("looks for sensitive fields at the top of the state only", |it| {
            policy(it).secrets = |params| of(params, top_of_the_state);
        }),
        Mutant::doing("lets numbers pass", |it| {
            policy(it).secrets = |params| secrets(params).into_iter().filter(Value::is_string).collect();
        }),
        Mutant::doing("lets secrets of eight characters pass", |it| {
            policy(it).secrets = |params| but(params, |it| it.chars().count() <= 8);
        }),
        Mutant::doing("lets secrets without a digit pass", |it| {
            policy(it).secrets = |params| but(params, |it| !it.contains(|letter: char| letter.is_numeric()));
        }),
        Mutant::doing("knows one of two secrets that begin alike", |it| {
            policy(it).secrets = |params| {
                let mut known = secrets(params);
                known.dedup_by_key(|secret| as_text(secret).chars().take(6).collect::<String>());
                known
            };
        }),
        Mutant::doing("knows the sensitive variables before the first ordinary one", |it| {
            policy(it).secrets = |params| of(params, first_variables);
        }),
        Mutant::doing("stops at the first secret in a text", |it| {
            policy(it).hide = |text, secret| hiding(text, secret, !text.contains(REDACTED));
        }),
        Mutant::doing("drops events without a message", |it| policy(it).keeps = |entry| entry["message"] != ""),
        Mutant::doing("knows one secret only", |it| {
            policy(it).secrets = |params| secrets(params).into_iter().take(1).collect();
        }),
        Mutant::doing("does not redact the audit sink", |it| policy(it).guards = |sink| sink != "audit"),
        Mutant::doing("does not redact metric labels", |it| policy(it).guards = |sink| sink != "metric"),
        Mutant::doing("does not redact span attributes", |it| policy(it).guards = |sink| sink != "span"),
        Mutant::doing("does not redact the log", |it| policy(it).guards = |sink| sink != "log"),
        Mutant::doing("redacts a text only if it is nothing but the secret", |it| {
            policy(it).hide = |text, secret| hiding(text, secret, text == secret);
        }),
        Mutant::doing("redacts the first occurrence only", |it| {
            policy(it).hide = |text, secret| text.replacen(secret, REDACTED, 1);
        }),
        Mutant::doing("redacts line by line", |it| {
            policy(it).hide = |text, secret| hiding(text, secret, !secret.contains('\n'));
        }),
        Mutant::doing("looks for secrets in escaped text", |it| {
            policy(it).hide = |text, secret| hiding(text, secret, !json!(secret).to_string().contains('\\'));
        }),
        Mutant::doing("compares ASCII only", |it| {
            policy(it).hide = |text, secret| hiding(text, secret, secret.is_ascii());
        }),
        Mutant::doing("drops events that hold a secret", |it| {
            policy(it).keeps = |entry| !entry.to_string().contains(REDACTED);
        }),
        editing("redacts whole messages to be on the safe side", METHOD, |answer| {
            for sink in SINKS {
                for entry in answer[sink].as_array_mut().into_iter().flatten() {
                    entry["message"] = json!("[REDACTED]");
                }
            }
        }),
    ],
    corpus: include_str!("../../../../../corpus/awp/R14.yaml"),
    questions: &[],
};

/// The secrets that are known to a runtime which takes its parameters for what `change` makes of them.
fn of(params: &Value, change: fn(&mut Value)) -> Vec<Value> {
    let mut known = params.clone();
    change(&mut known);
    secrets(&known)
}

fn all_variables(known: &mut Value) {
    known["env"].as_array_mut().into_iter().flatten().for_each(|variable| variable["sensitive"] = json!(true));
}

fn first_variables(known: &mut Value) {
    let plain = items(&known["env"]).iter().position(|variable| variable["sensitive"] == false);
    known["env"].as_array_mut().into_iter().for_each(|variables| variables.truncate(plain.unwrap_or(usize::MAX)));
}

fn top_of_the_state(known: &mut Value) {
    let names = known["sensitiveFields"].clone();
    if let Some(state) = known["state"].as_object_mut() {
        state.retain(|name, _| strings(&names).any(|sensitive| sensitive == name));
    }
}

fn first_items(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.truncate(1);
            items.iter_mut().for_each(first_items);
        }
        Value::Object(members) => members.values_mut().for_each(first_items),
        _ => {}
    }
}

fn small_names(known: &mut Value) {
    let is_small = |name: &Value| name.as_str().is_some_and(|name| name.to_lowercase() == name);
    known["sensitiveFields"].as_array_mut().into_iter().for_each(|names| names.retain(is_small));
}

/// The secrets but those whose text is overlooked.
fn but(params: &Value, overlooked: fn(&str) -> bool) -> Vec<Value> {
    secrets(params).into_iter().filter(|secret| !overlooked(&as_text(secret))).collect()
}

fn hiding(text: &str, secret: &str, finds: bool) -> String {
    if finds { text.replace(secret, REDACTED) } else { text.to_owned() }
}

fn exam(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let answer = &talk.ask(case.call(METHOD))?.value;
    let mut recorded = Vec::new();
    for sink in SINKS {
        recorded.push((sink, list(answer, sink)?));
    }
    if let Some(why) = unclear_secrets(case) {
        return Ok(Judgement::open(why));
    }
    let (secrets, doubtful) = (secrets(case), doubtful_keys(case));
    for (sink, entries) in recorded {
        let events: Vec<&Value> = items(&case["events"]).iter().filter(|event| event["sink"] == sink).collect();
        if entries.len() != events.len() {
            let expected = format!("{} entries in {sink}, one per event", events.len());
            return Ok(Judgement::failed("an event is lost, or recorded twice", expected, answer.clone()));
        }
        for (event, entry) in events.into_iter().zip(entries) {
            if let Some(secret) = secrets.iter().find(|secret| shows(entry, secret)) {
                let expected = format!("{sink} without {}", as_text(secret));
                return Ok(Judgement::failed(format!("a sensitive value shows in {sink}"), expected, entry.clone()));
            }
            let clean = is_clean(event, &secrets, &doubtful);
            let message = event["message"].as_str().unwrap_or_default();
            let mut texts = Vec::new();
            every_text(entry, &mut texts);
            if clean && !texts.iter().any(|text| text.contains(message)) {
                let kind = "an event without sensitive values lost its message";
                return Ok(Judgement::failed(
                    kind,
                    format!("an entry with the message {}", event["message"]),
                    entry.clone(),
                ));
            }
        }
    }
    Ok(Judgement::held())
}
