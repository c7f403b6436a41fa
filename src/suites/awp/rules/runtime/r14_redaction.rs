//! What is sensitive shows up nowhere in what a runtime records.
//!
//! The traps: a secret in the middle of a message, in the key of an attribute,
//! in a list, with a quote or a line break in it, as a number, and in the one
//! sink that goes round the redactor.

use super::prelude::*;
use super::redaction::{SINKS, as_text, every_text, secrets, shows, unclear_secrets};

const METHOD: &str = "awp/record";

pub(in super::super) static RULE: Rule = Rule {
    id: "R14",
    title: "keeps sensitive values out of everything it records",
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
            "in a list",
            "inside a text",
            "twice in a text",
            "a line break",
            "a quote",
            "not ASCII",
            "a number",
            "from the environment",
            "from deep state",
            "an ordinary variable",
            "clean",
        ],
        steps: |case, answers| one_call(METHOD, answers, |answer| judge(case, answer)),
        ..Check::NEW
    }],
    mutants: &[
        Mutant::quirk("misses secrets in keys", "redact-not-keys"),
        Mutant::quirk("misses secrets in lists", "redact-not-lists"),
        Mutant::quirk("misses the values of sensitive variables", "redact-no-env"),
        Mutant::quirk("redacts every variable, sensitive or not", "redact-all-env"),
        Mutant::quirk("looks for sensitive fields at the top of the state only", "redact-top-level-state"),
        Mutant::quirk("lets numbers pass", "redact-texts-only"),
        Mutant::quirk("knows one secret only", "redact-first-secret"),
        Mutant::quirk("does not redact the audit sink", "redact-not-audit"),
        Mutant::quirk("does not redact metric labels", "redact-not-metric"),
        Mutant::quirk("does not redact span attributes", "redact-not-span"),
        Mutant::quirk("does not redact the log", "redact-not-log"),
        Mutant::quirk("redacts a text only if it is nothing but the secret", "redact-whole-texts"),
        Mutant::quirk("redacts the first occurrence only", "redact-once"),
        Mutant::quirk("redacts line by line", "redact-single-lines"),
        Mutant::quirk("looks for secrets in escaped text", "redact-escaped"),
        Mutant::quirk("compares ASCII only", "redact-ascii"),
        Mutant::quirk("drops events that hold a secret", "redact-drops-event"),
        Mutant::answers("redacts whole messages to be on the safe side", |r, a| {
            edit(r, METHOD, a, |answer| {
                for sink in SINKS {
                    for entry in answer[sink].as_array_mut().into_iter().flatten() {
                        entry["message"] = json!("[REDACTED]");
                    }
                }
            })
        }),
    ],
    corpus: include_str!("../../../../corpus/awp/R14.yaml"),
    questions: &[],
};

static SHAPE: Shape = Shape::Object(&[
    required("sensitiveFields", Shape::List { of: &Shape::Fixed, least: 0 }),
    required(
        "env",
        Shape::List {
            of: &Shape::Object(&[
                required("name", Shape::Fixed),
                required("value", Shape::Fixed),
                required("sensitive", Shape::Bool),
            ]),
            least: 0,
        },
    ),
    required("state", Shape::Map { keys: None, of: &Shape::Map { keys: None, of: &Shape::Any } }),
    required(
        "events",
        Shape::List {
            of: &Shape::Object(&[
                required("sink", Shape::Enum(&SINKS)),
                required("message", Shape::Text { least: 0 }),
                required("attributes", Shape::Map { keys: None, of: &Shape::Any }),
            ]),
            least: 1,
        },
    ),
]);

fn judge(case: &Value, answer: &Value) -> Result<Judgement, WrongShape> {
    let mut recorded = Vec::new();
    for sink in SINKS {
        recorded.push((sink, list(answer, sink)?));
    }
    if let Some(why) = unclear_secrets(case) {
        return Ok(Judgement::open(why));
    }
    let secrets = secrets(case);
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
            let clean = !secrets.iter().any(|secret| shows(event, secret));
            let message = event["message"].as_str().unwrap_or_default();
            let mut texts = Vec::new();
            every_text(entry, &mut texts);
            if clean && !texts.iter().any(|text| text.contains(message)) {
                let kind = "an event without sensitive values lost its message";
                return Ok(Judgement::failed(kind, format!("an entry with: {message}"), entry.clone()));
            }
        }
    }
    Ok(Judgement::held())
}

/// Secrets that are hard to find, each with what makes it so.
const HARD: [&str; 6] =
    ["s3cr3t-Qx71Lw", "kq\"7Zr\\9pt", "line-Yv2\nline-Wd8", "clé-Ünq-日本7", "sp ace Kj4 mP2", "a.*b[c]$d(9)"];

/// Every hard secret in every place and every sink, from the state and from the environment.
fn edges() -> Vec<Value> {
    let mut cases = Vec::new();
    for secret in HARD.map(|text| json!(text)).into_iter().chain([json!(918_273_645)]) {
        for place in 0..6 {
            for (sink, deep) in [("log", true), ("metric", false), ("span", true), ("audit", false)] {
                let event = planted(place, &as_text(&secret), &secret, sink);
                let clean = json!({"sink": sink, "message": "all is well", "attributes": {"step": 3}});
                let mut case = json!({"sensitiveFields": ["token"], "env": [], "state": {}, "events": [event, clean]});
                if deep {
                    case["state"] = json!({"writer": {"draft": "x", "login": {"token": {"parts": [secret]}}}});
                } else if secret.is_string() {
                    case["env"] = json!([{"name": "API_KEY", "value": secret, "sensitive": true}]);
                } else {
                    case["state"] = json!({"token": secret});
                }
                cases.push(case);
            }
        }
    }
    cases.push(json!({
        "sensitiveFields": ["token", "pin"],
        "env": [{"name": "REGION", "value": "eu-central-1", "sensitive": false}],
        "state": {"token": HARD[0], "writer": {"pin": 12_345_678, "notes": "ordinary words"}},
        "events": [
            {"sink": "log", "message": "started in eu-central-1", "attributes": {"token": "ordinary words"}},
            {"sink": "audit", "message": "pin 12345678 was typed", "attributes": {"pin": 12_345_678}},
            {"sink": "span", "message": "both", "attributes": {"a": HARD[0], "b": ["12345678"]}},
        ],
    }));
    cases
}

/// An event that holds a secret in one of six places.
fn planted(place: usize, text: &str, value: &Value, sink: &str) -> Value {
    let (message, attributes) = match place {
        0 => (text.to_owned(), json!({})),
        1 => (format!("using {text} now"), json!({"step": 1})),
        2 => (format!("{text} and again {text}"), json!({})),
        3 => ("a value".to_owned(), json!({"auth": {"value": value}})),
        4 => ("a key".to_owned(), json!({ format!("for {text}"): 1 })),
        _ => ("a list".to_owned(), json!({"tried": [1, [value]]})),
    };
    json!({"sink": sink, "message": message, "attributes": attributes})
}

/// A secret of twelve or more characters that nothing else is part of.
fn secret(draw: &mut Draw, number: usize) -> Value {
    if draw.chance(1, 6) {
        return json!(500_000_000 + i64::try_from(number).unwrap_or(0) * 1_000_000 + draw.int(0..=999_999));
    }
    let mut body: String =
        draw.list(8..=12, |draw| *draw.pick(&['K', 'q', 'Z', '7', 'x', 'V', '4', 'w'])).into_iter().collect();
    let middle = *draw.pick(&["", "-", "\"", "\\", "\n", "é", "日本", " ", "$", "%s", "</b>"]);
    body.insert_str(4, middle);
    json!(format!("S{number}{body}"))
}

fn case(draw: &mut Draw, plant: bool) -> Value {
    let count = draw.size(1..=4);
    let (mut env, mut state, mut all) = (Vec::new(), json!({"writer": {"draft": "ordinary words"}}), Vec::new());
    for number in 0..count {
        let secret = secret(draw, number);
        match draw.below(4) {
            0 if secret.is_string() => {
                env.push(json!({"name": format!("VAR_{number}"), "value": secret, "sensitive": true}));
            }
            1 => state[format!("agent_{number}")] = json!({"login": {"deep": [{"token": secret}]}}),
            2 => state[format!("agent_{number}")] = json!({"pin": {"parts": [secret, true]}}),
            _ => state[format!("agent_{number}")] = json!({ "token": secret }),
        }
        all.push(secret);
    }
    if draw.chance(1, 2) {
        env.push(json!({"name": "REGION", "value": "eu-central-1", "sensitive": false}));
    }
    let events = draw.list(1..=4, |draw| {
        let sink = *draw.pick(&SINKS);
        if plant && draw.chance(2, 3) {
            let secret = draw.pick(&all);
            planted(draw.below(6), &as_text(secret), secret, sink)
        } else {
            let message = if draw.chance(1, 3) { "moved to eu-central-1".to_owned() } else { text::sentence(draw) };
            json!({"sink": sink, "message": message, "attributes": {"step": draw.int(0..=9)}})
        }
    });
    json!({"sensitiveFields": ["token", "pin"], "env": env, "state": state, "events": events})
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = Vec::new();
    let secrets = secrets(case);
    let events = items(&case["events"]);
    let planted: Vec<(&Value, &Value)> = events
        .iter()
        .flat_map(|event| secrets.iter().filter(|secret| shows(event, secret)).map(move |secret| (event, secret)))
        .collect();
    labels.extend(planted.is_empty().then_some("clean"));
    for (event, secret) in planted {
        let text = as_text(secret);
        let message = event["message"].as_str().unwrap_or_default();
        labels.push(match event["sink"].as_str() {
            Some("log") => "planted in log",
            Some("metric") => "planted in metric",
            Some("span") => "planted in span",
            _ => "planted in audit",
        });
        labels.extend(members(&event["attributes"]).any(|(key, _)| key.contains(&text)).then_some("in a key"));
        labels.extend(members(&event["attributes"]).any(|(_, value)| value.is_array()).then_some("in a list"));
        labels.extend((message.contains(&text) && message != text).then_some("inside a text"));
        labels.extend((message.matches(&text).count() > 1).then_some("twice in a text"));
        labels.extend(text.contains('\n').then_some("a line break"));
        labels.extend(text.contains('"').then_some("a quote"));
        labels.extend((!text.is_ascii()).then_some("not ASCII"));
        labels.extend(secret.is_number().then_some("a number"));
        let from_env = items(&case["env"]).iter().any(|variable| variable["value"] == *secret);
        labels.push(if from_env { "from the environment" } else { "from deep state" });
    }
    labels.extend(items(&case["env"]).iter().any(|it| it["sensitive"] == false).then_some("an ordinary variable"));
    labels
}
