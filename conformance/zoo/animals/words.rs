//! Animals whose messages are messages, and still not what was asked for, or too much of it.

use crate::animal::Acts::{OnCall, Says};
use crate::animal::Outcome::{self, Fault, Nothing, Passes};
use crate::animal::{Animal, Call};
use crate::pen::Pen;

const fn says(name: &'static str, does: &'static str, text: &'static [u8], outcome: Outcome) -> Animal {
    Animal { name, does, acts: Says(text), outcome, flags: "" }
}

const fn does(name: &'static str, does: &'static str, act: fn(&mut Pen, &Call, u64), outcome: Outcome) -> Animal {
    Animal { name, does, acts: OnCall(act), outcome, flags: "" }
}

/// Opens the answer to a call.
fn begin(pen: &mut Pen, call: &Call) {
    pen.say(format!(r#"{{"jsonrpc":"2.0","id":{},"result":"#, call.id).as_bytes());
}

pub(super) const ANIMALS: &[Animal] = &[
    says("an-error", "answers with an error", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":-32000,\"message\":\"boom\"}}\n", Fault("error")),
    says("an-error-that-acts", "answers with an error full of terminal escapes", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":-32000,\"message\":\"\\u001b]52;c;aGk=\\u0007\\u202e\\ufffe<script>\"}}\n", Fault("error")),
    says("an-error-of-megabytes", "answers with an error of a thousand words", include_bytes!("long_error.txt"), Fault("error")),
    says("does-not-offer-it-after-all", "says that it does not offer what it offered", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":-32601,\"message\":\"no\"}}\n", Nothing),
    says("result-null", "answers null", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":null}\n", Fault("wrong-shape")),
    says("result-empty", "answers with an empty object", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}}\n", Fault("wrong-shape")),
    says("result-of-text", "answers with a text where a list belongs", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"diagnostics\":\"none\"}}\n", Fault("wrong-shape")),
    says("result-of-numbers", "answers with a list of numbers", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"diagnostics\":[1,2]}}\n", Fault("wrong-shape")),
    says("key-twice", "gives a key twice", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"diagnostics\":[],\"diagnostics\":[]}}\n", Fault("duplicate-key")),
    does("crlf", "ends its lines with CR and LF", |pen, call, _| {
        pen.say(b"\r\n");
        pen.answer(call);
        pen.say(b"\r\n");
    }, Passes),
    does("blank-lines", "writes blank lines between its answers", |pen, call, _| {
        pen.say(b"\n\n   \n");
        pen.answer(call);
    }, Passes),
    does("logs-to-stdout", "writes a line of its log to stdout before every answer", |pen, call, _| {
        pen.line("INFO answering");
        pen.answer(call);
    }, Fault("garbage")),
    does("notifies", "sends notifications that nobody knows", |pen, call, _| {
        pen.line(r#"{"jsonrpc":"2.0","method":"log/info","params":{"text":"hello"}}"#);
        pen.answer(call);
    }, Passes),
    does("notifies-often", "sends a thousand notifications with every answer", |pen, call, _| {
        pen.say("{\"jsonrpc\":\"2.0\",\"method\":\"log/info\"}\n".repeat(1000).as_bytes());
        pen.answer(call);
    }, Passes),
    does("answers-late", "answers when the deadline is near", |pen, call, number| {
        if number.is_multiple_of(10) {
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        pen.answer(call);
    }, Passes),
    does("too-deep", "nests its answer a million levels deep", |pen, call, _| {
        begin(pen, call);
        pen.say("[".repeat(1_000_000).as_bytes());
        pen.say(b"\n");
    }, Fault("garbage")),
    does("rather-deep", "nests its answer 200 levels deep", |pen, call, _| {
        begin(pen, call);
        pen.line(&format!("{}{}}}", "[".repeat(200), "]".repeat(200)));
    }, Fault("garbage")),
    does("an-answer-of-60-megabytes", "answers with 60 MB", |pen, call, _| {
        begin(pen, call);
        pen.say(b"\"");
        (0..60).for_each(|_| pen.say(&[b'x'; 1_000_000]));
        pen.line("\"}");
    }, Fault("flood")),
    does("no-line-end", "writes for ever without a line end", |pen, _, _| {
        loop {
            pen.say(&[b' '; 65536]);
        }
    }, Fault("flood")),
    does("a-million-objects", "answers with a million small objects", |pen, call, _| {
        begin(pen, call);
        pen.say(b"[");
        (0..1000).for_each(|_| pen.say("{\"\":0},".repeat(1000).as_bytes()));
        pen.line("0]}");
    }, Fault("flood")),
    Animal {
        name: "an-answer-of-10-megabytes",
        does: "answers with a diagnostic of 10 MB, which is within bounds and none that is due",
        acts: OnCall(|pen, call, _| {
            let text = "x".repeat(10_000_000);
            pen.result(call, &serde_json::json!({"diagnostics": [
                {"code": text, "message": "m", "path": "/", "severity": "fatal", "action": null, "fields": [], "repair": "r"}
            ]}));
        }),
        outcome: Nothing,
        flags: "--timeout 20s",
    },
    does("calls-the-harness", "makes a call of its own", |pen, _, _| {
        pen.line(r#"{"jsonrpc":"2.0","id":1,"method":"preflight/validate","params":{}}"#);
    }, Fault("garbage")),
    does("calls-the-host-unasked", "calls the host during a call without a world", |pen, call, _| {
        pen.line(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"host/step","params":{{"call":{}}}}}"#, call.id));
    }, Fault("stray-host-call")),
    does("events-unasked", "reports events during a call without a world", |pen, call, _| {
        pen.line(&format!(r#"{{"jsonrpc":"2.0","method":"host/event","params":{{"call":{},"event":{{}}}}}}"#, call.id));
        pen.answer(call);
    }, Passes),
    does("flaky", "answers with nothing now and then", |pen, call, number| {
        if (number + u64::from(std::process::id())) % 7 == 0 {
            pen.result(call, &serde_json::json!({"diagnostics": [{"code": 1}]}));
        } else {
            pen.answer(call);
        }
    }, Fault("wrong-shape")),
    does("tires", "answers rightly ten times in its life", |pen, call, number| {
        if number > 10 { pen.result(call, &serde_json::Value::Null) } else { pen.answer(call) }
    }, Fault("wrong-shape")),
];
