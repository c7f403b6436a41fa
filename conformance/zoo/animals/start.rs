//! Animals that misbehave before the first call.

use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::animal::Acts::{FromTheStart, OnCall};
use crate::animal::Animal;
use crate::animal::Outcome::{Fault, NotStarted, Nothing, Passes, Stops};
use crate::cage::{nowhere, start_number};
use crate::pen::{Pen, behaves, hang};

use super::at_start;

/// Answers `initialize` with `result` and stays.
fn introduced_by(pen: &mut Pen, result: &Value) {
    let call = pen.next();
    pen.result(&call, result);
    stays(pen);
}

/// Reads and says nothing.
fn stays(pen: &mut Pen) {
    loop {
        pen.next();
    }
}

fn under_another_name(pen: &mut Pen, name: String, methods: &[&str]) {
    pen.name = name;
    pen.methods.extend(methods.iter().map(|&method| method.to_owned()));
    pen.serve(|_, _, _| exit(9));
}

pub(super) const ANIMALS: &[Animal] = &[
    at_start("exits-at-once", "exits with status 3 before it reads anything", |_| exit(3), NotStarted("exit status 3")),
    at_start("aborts-at-once", "aborts before it reads anything", |_| std::process::abort(), NotStarted("SIGABRT")),
    at_start("says-nothing", "reads and never answers", stays, NotStarted("did not answer")),
    at_start("never-reads-at-start", "neither reads nor answers", |_| hang(), NotStarted("did not answer")),
    at_start(
        "prints-a-banner",
        "greets before it answers",
        |pen| {
            pen.line("Welcome!");
            behaves(pen);
        },
        NotStarted("not a JSON-RPC message"),
    ),
    at_start(
        "closes-stdout-at-start",
        "closes its stdout and stays",
        |_| {
            if let Some(null) = nowhere() {
                let _ = rustix::stdio::dup2_stdout(&null);
            }
            hang();
        },
        NotStarted("closed its stdout"),
    ),
    at_start(
        "floods-at-start",
        "writes without end and without a line end",
        |pen| {
            loop {
                pen.say(&[b'x'; 65536]);
            }
        },
        NotStarted("a line of more than"),
    ),
    at_start(
        "drips-at-start",
        "writes a byte now and then, and no line end",
        |pen| {
            loop {
                pen.say(b" ");
                sleep(Duration::from_millis(20));
            }
        },
        NotStarted("did not answer"),
    ),
    at_start(
        "initialises-slowly",
        "takes a while to answer `initialize`",
        |pen| {
            sleep(Duration::from_millis(50));
            behaves(pen);
        },
        Passes,
    ),
    at_start(
        "initialises-twice",
        "answers `initialize` twice",
        |pen| {
            let call = pen.next();
            let introduction = pen.introduction();
            pen.result(&call, &introduction);
            pen.result(&call, &introduction);
            stays(pen);
        },
        Fault("unknown-id"),
    ),
    at_start(
        "initialises-with-an-error",
        "answers `initialize` with an error",
        |pen| {
            pen.next();
            pen.line(r#"{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"no key"}}"#);
            stays(pen);
        },
        NotStarted("no key"),
    ),
    at_start(
        "initialises-with-null",
        "answers `initialize` with null",
        |pen| introduced_by(pen, &Value::Null),
        NotStarted("wrong shape"),
    ),
    at_start(
        "initialises-under-another-id",
        "answers `initialize` under id 7",
        |pen| {
            pen.next();
            pen.line(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#);
            stays(pen);
        },
        NotStarted("not an open call"),
    ),
    at_start(
        "initialises-with-a-key-twice",
        "gives its name twice",
        |pen| {
            pen.next();
            pen.line(r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"implementation":{"name":"a","name":"b"},"methods":[]}}"#);
            stays(pen);
        },
        NotStarted("twice"),
    ),
    at_start(
        "initialises-too-deep",
        "answers `initialize` with a million brackets",
        |pen| {
            pen.next();
            pen.line(&format!(r#"{{"jsonrpc":"2.0","id":0,"result":{}}}"#, "[".repeat(1_000_000)));
            stays(pen);
        },
        NotStarted("not a JSON-RPC message"),
    ),
    at_start(
        "speaks-version-2",
        "speaks another version of the protocol",
        |pen| introduced_by(pen, &json!({"protocolVersion": 2})),
        NotStarted("speaks protocol version 2"),
    ),
    at_start(
        "speaks-version-text",
        "gives its version as a text",
        |pen| introduced_by(pen, &json!({"protocolVersion": "1"})),
        NotStarted("speaks protocol version"),
    ),
    at_start(
        "has-no-name",
        "does not say who it is",
        |pen| introduced_by(pen, &json!({"protocolVersion": 1, "methods": []})),
        NotStarted("missing field `implementation`"),
    ),
    at_start(
        "offers-a-text",
        "gives its methods as a text",
        |pen| {
            introduced_by(pen, &json!({"protocolVersion": 1, "implementation": {"name": "x"}, "methods": "all"}));
        },
        NotStarted("wrong shape"),
    ),
    at_start(
        "offers-nothing",
        "offers no method",
        |pen| {
            pen.methods.clear();
            behaves(pen);
        },
        Nothing,
    ),
    at_start(
        "offers-the-unknown",
        "offers only methods that nobody knows",
        |pen| {
            pen.methods = vec!["acme/fly".to_owned(); 1000];
            behaves(pen);
        },
        Nothing,
    ),
    at_start(
        "has-a-name-that-acts",
        "has terminal escapes in its name",
        |pen| {
            "\u{1b}]52;c;aGk=\u{7}\u{202e}\u{fffe}".clone_into(&mut pen.name);
            behaves(pen);
        },
        Passes,
    ),
    at_start(
        "has-another-name-each-time",
        "has another name in every process, and crashes at the first call",
        |pen| {
            under_another_name(pen, format!("animal {}", std::process::id()), &[]);
        },
        Stops("otherwise than before"),
    ),
    at_start(
        "offers-more-each-time",
        "offers other methods after the second start, and crashes at the first call",
        |pen| {
            let more: &[&str] = if start_number() > 2 { &["acme/fly"] } else { &[] };
            under_another_name(pen, "animal".to_owned(), more);
        },
        Stops("otherwise than before"),
    ),
    at_start(
        "exits-at-every-restart",
        "crashes at the first call, and exits at every start but the first two",
        |pen| {
            if start_number() > 2 {
                exit(3);
            }
            pen.serve(|_, _, _| exit(9));
        },
        Stops("exit status 3"),
    ),
    at_start(
        "hangs-at-every-restart",
        "crashes at the first call, and hangs at every start but the first two",
        |pen| {
            if start_number() > 2 {
                hang();
            }
            pen.serve(|_, _, _| exit(9));
        },
        Stops("did not answer"),
    ),
    Animal {
        name: "starts-only-sometimes",
        does: "exits at every third start, and crashes at every fifth call",
        acts: FromTheStart(|pen| {
            if start_number().is_multiple_of(3) {
                exit(3);
            }
            pen.serve(|pen, call, number| if number.is_multiple_of(5) { exit(9) } else { pen.answer(call) });
        }),
        outcome: Fault("exited"),
        flags: "",
    },
    Animal {
        name: "behaves",
        does: "does what it should",
        acts: OnCall(|pen, call, _| pen.answer(call)),
        outcome: Passes,
        flags: "",
    },
];
