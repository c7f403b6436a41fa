//! Events to be recorded, with secrets planted in them.

use serde_json::{Value, json};

use crate::draw::{Draw, Shape, required, text};
use crate::suites::awp::model::runtime::params::{items, members};
use crate::suites::awp::model::runtime::secrets::{SINKS, as_text, secrets, shows};

pub(in crate::suites::awp) static SHAPE: Shape = Shape::Object(&[
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

/// Secrets that are hard to find, each with what makes it so.
const HARD: [&str; 6] =
    ["s3cr3t-Qx71Lw", "kq\"7Zr\\9pt", "line-Yv2\nline-Wd8", "clé-Ünq-日本7", "sp ace Kj4 mP2", "a.*b[c]$d(9)"];

/// How many places there are for a secret in an event.
const PLACES: usize = 9;

/// Every hard secret in every place and every sink, from the state and from the environment.
pub(in crate::suites::awp) fn edges() -> Vec<Value> {
    let mut cases = [out_of_reach(), side_by_side(), left_alone()].concat();
    for secret in HARD.map(|text| json!(text)).into_iter().chain([json!(918_273_645)]) {
        for place in 0..if secret == HARD[0] { PLACES } else { 6 } {
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

/// Secrets that a list of the known ones is likely to lack: negative numbers, long texts, the later items of a list,
/// and those under a name with capitals.
fn out_of_reach() -> Vec<Value> {
    let long = format!("{}-end", "Kq7Zx4Vw".repeat(10));
    let states = [
        (json!(-918_273_645), json!({"writer": {"token": -918_273_645}})),
        (json!(long), json!({"writer": {"token": long}})),
        (json!(HARD[0]), json!({"writer": {"token": ["Jq44-first-item", HARD[0]]}})),
        (json!(HARD[0]), json!({"writer": {"apiKey": HARD[0]}})),
    ];
    let mut cases = Vec::new();
    for (secret, state) in states {
        for (place, sink) in [(1, "log"), (3, "span"), (5, "audit")] {
            let event = planted(place, &as_text(&secret), &secret, sink);
            cases.push(json!({"sensitiveFields": ["token", "apiKey"], "env": [], "state": state, "events": [event]}));
        }
    }
    cases
}

/// Secrets that a look at one of them, at a few variables or at the upper levels of a state does not find.
fn side_by_side() -> Vec<Value> {
    let case = |env: Value, state: Value, texts: &[&str]| {
        let events: Vec<Value> = texts
            .iter()
            .flat_map(|text| SINKS.map(|sink| json!({"sink": sink, "message": text, "attributes": {"said": text}})))
            .collect();
        json!({"sensitiveFields": ["token", "pin"], "env": env, "state": state, "events": events})
    };
    let variable =
        |name: &str, value: &str, sensitive: bool| json!({"name": name, "value": value, "sensitive": sensitive});
    let deep = json!({"a": {"b": [{"c": {"d": {"e": {"token": {"of": {"a": {"kind": "Kq7Zx4Vw-deep"}}}}}}}]}});
    let mut cases = vec![
        // Two secrets in one text, alike at their beginning or not.
        case(json!([]), json!({"token": "Kq7Zx4Vw-one", "pin": "Lm9Pw2Rt-two"}), &["Kq7Zx4Vw-one, then Lm9Pw2Rt-two"]),
        case(json!([]), json!({"token": ["Kq7Zx4Vw-one", "Kq7Zx4Vw-two"]}), &["Kq7Zx4Vw-two", "Kq7Zx4Vw-one"]),
        // No longer than a secret has to be, and without a digit.
        case(json!([]), json!({"token": "Kq7Zx4Vw", "pin": "sesameopenup"}), &["Kq7Zx4Vw", "it is sesameopenup"]),
        case(json!([]), deep, &["it is Kq7Zx4Vw-deep"]),
        // A variable after an ordinary one, and in small letters.
        case(
            json!([
                variable("REGION", "eu-central-1", false),
                variable("API_KEY", "Kq7Zx4Vw-env", true),
                variable("npm_token", "Lm9Pw2Rt-env", true),
            ]),
            json!({}),
            &["it is Kq7Zx4Vw-env", "it is Lm9Pw2Rt-env"],
        ),
    ];
    // What stands before and after a secret makes no difference.
    for (before, after) in
        [("token=", "&page=2"), ("https://host/", "/page"), ("'", "'"), ("user:", "@host"), ("x", "x")]
    {
        let text = format!("{before}Kq7Zx4Vw-pA{after}");
        cases.push(case(json!([]), json!({"token": "Kq7Zx4Vw-pA"}), &[text.as_str()]));
    }
    let mut events: Vec<Value> = (0..9).map(|_| planted(1, HARD[0], &json!(HARD[0]), "log")).collect();
    // The name and the value, and a number as other numbers are written.
    events.push(json!({"sink": "span", "message": "both", "attributes": { HARD[0]: HARD[0] }}));
    events.push(json!({"sink": "span", "message": "a fraction", "attributes": {"code": 918_273_645.0}}));
    let state = json!({"token": HARD[0], "writer": {"pin": 918_273_645}});
    cases.push(json!({"sensitiveFields": ["token", "pin"], "env": [], "state": state, "events": events}));
    cases
}

/// Events that a redactor which means too well or tidies up does not leave as they are.
fn left_alone() -> Vec<Value> {
    let said = ["", "The Writer Said HELLO", "two  blanks", "cafe\u{301}"];
    let events: Vec<Value> =
        said.iter().map(|text| json!({"sink": "log", "message": text, "attributes": {"step": 1}})).collect();
    let state = json!({"token": HARD[0]});
    let env = json!([{"name": "API_KEY", "value": HARD[3], "sensitive": true}]);
    vec![json!({"sensitiveFields": ["token"], "env": env, "state": state, "events": events})]
}

/// An event that holds a secret in one of the places.
fn planted(place: usize, text: &str, value: &Value, sink: &str) -> Value {
    let (message, attributes) = match place {
        0 => (text.to_owned(), json!({})),
        1 => (format!("using {text} now"), json!({"step": 1})),
        2 => (format!("{text} and again {text}"), json!({})),
        3 => ("a value".to_owned(), json!({"auth": {"value": value}})),
        4 => ("a key".to_owned(), json!({ format!("for {text}"): 1 })),
        5 => ("a list".to_owned(), json!({"tried": [1, [value]]})),
        6 => ("a key below the top".to_owned(), json!({"auth": { format!("for {text}"): 1 }})),
        7 => ("a value far down".to_owned(), json!({"request": {"body": {"auth": {"basic": {"value": value}}}}})),
        _ => (format!("{}{text}{}", "plain words ".repeat(30), " and more of them".repeat(9)), json!({})),
    };
    json!({"sink": sink, "message": message, "attributes": attributes})
}

/// A secret of twelve or more characters that nothing else is part of.
fn secret(draw: &mut Draw, number: usize) -> Value {
    if draw.chance(1, 6) {
        let digits = 500_000_000 + i64::try_from(number).unwrap_or(0) * 1_000_000 + draw.int(0..=999_999);
        return json!(if draw.chance(1, 3) { -digits } else { digits });
    }
    let length = if draw.chance(1, 8) { 70..=80 } else { 8..=12 };
    let mut body: String =
        draw.list(length, |draw| *draw.pick(&['K', 'q', 'Z', '7', 'x', 'V', '4', 'w'])).into_iter().collect();
    let middle = *draw.pick(&["", "-", "\"", "\\", "\n", "é", "日本", " ", "$", "%s", "</b>"]);
    body.insert_str(4, middle);
    json!(format!("S{number}{body}"))
}

/// Up to four secrets and up to four events, with secrets in them or without.
pub(in crate::suites::awp) fn case(draw: &mut Draw, plant: bool) -> Value {
    let count = draw.size(1..=4);
    let (mut env, mut state, mut all) = (Vec::new(), json!({"writer": {"draft": "ordinary words"}}), Vec::new());
    for number in 0..count {
        let secret = secret(draw, number);
        match draw.below(5) {
            0 if secret.is_string() => {
                env.push(json!({"name": format!("VAR_{number}"), "value": secret, "sensitive": true}));
            }
            1 => state[format!("agent_{number}")] = json!({"login": {"deep": [{"token": secret}]}}),
            2 => {
                let spare = format!("spare-{number}-Zk81");
                state[format!("agent_{number}")] = json!({"pin": {"parts": [spare, secret, true]}});
            }
            3 => state[format!("agent_{number}")] = json!({ "apiKey": secret }),
            _ => state[format!("agent_{number}")] = json!({ "token": secret }),
        }
        all.push(secret);
    }
    if draw.chance(1, 2) {
        env.push(json!({"name": "REGION", "value": "eu-central-1", "sensitive": false}));
    }
    let events = draw.long_list(1..=4, |draw| {
        let sink = *draw.pick(&SINKS);
        if plant && draw.chance(2, 3) {
            let secret = draw.pick(&all);
            planted(draw.below(PLACES), &as_text(secret), secret, sink)
        } else {
            let message = if draw.chance(1, 3) { "moved to eu-central-1".to_owned() } else { text::sentence(draw) };
            json!({"sink": sink, "message": message, "attributes": {"step": draw.int(0..=9)}})
        }
    });
    json!({"sensitiveFields": ["token", "pin", "apiKey"], "env": env, "state": state, "events": events})
}

/// What is noteworthy about a recording.
pub(in crate::suites::awp) fn classify(case: &Value) -> Vec<&'static str> {
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
        let far = message.find(&text).is_some_and(|at| at > 200);
        labels.extend(far.then_some("far inside a text"));
        let nested = |value: &Value| members(value).any(|(key, _)| key.contains(&text));
        labels
            .extend(members(&event["attributes"]).any(|(_, value)| nested(value)).then_some("in a key below the top"));
        labels.extend(event["attributes"].get("request").is_some().then_some("far down"));
        labels.extend((text.chars().count() > 64).then_some("a long secret"));
        labels.extend(text.contains('\n').then_some("a line break"));
        labels.extend(text.contains('"').then_some("a quote"));
        labels.extend((!text.is_ascii()).then_some("not ASCII"));
        labels.extend(secret.is_number().then_some("a number"));
        labels.extend(secret.as_i64().is_some_and(|number| number < 0).then_some("a negative number"));
        let from_env = items(&case["env"]).iter().any(|variable| variable["value"] == *secret);
        labels.push(if from_env { "from the environment" } else { "from deep state" });
    }
    labels.extend(items(&case["env"]).iter().any(|it| it["sensitive"] == false).then_some("an ordinary variable"));
    labels
}
