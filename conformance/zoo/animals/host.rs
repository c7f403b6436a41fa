//! Animals that misbehave towards the host.

use std::thread::sleep;
use std::time::Duration;

use crate::animal::Acts::{OnHostCall, SaysToHost};
use crate::animal::Outcome::{self, Fault};
use crate::animal::{Animal, Call};
use crate::pen::{Pen, hang};

const STRAY: Outcome = Fault("stray-host-call");
const GARBAGE: Outcome = Fault("garbage");

const fn says(name: &'static str, does: &'static str, text: &'static [u8], outcome: Outcome) -> Animal {
    Animal { name, does, acts: SaysToHost(text), outcome, flags: "" }
}

/// Reading a flood takes its time.
const fn floods(name: &'static str, does: &'static str, act: fn(&mut Pen, &Call, u64), outcome: Outcome) -> Animal {
    Animal { name, does, acts: OnHostCall(act), outcome, flags: "--timeout 10s" }
}

/// A whole life of a call is many deadlines.
const fn quickly(name: &'static str, does: &'static str, act: fn(&mut Pen, &Call, u64), outcome: Outcome) -> Animal {
    Animal { name, does, acts: OnHostCall(act), outcome, flags: "--timeout 300ms" }
}

const fn does(name: &'static str, does: &'static str, act: fn(&mut Pen, &Call, u64), outcome: Outcome) -> Animal {
    Animal { name, does, acts: OnHostCall(act), outcome, flags: "" }
}

fn event(pen: &mut Pen, call: &Call, event: &str) {
    pen.line(&format!(r#"{{"jsonrpc":"2.0","method":"host/event","params":{{"call":{},"event":{event}}}}}"#, call.id));
}

pub(super) const ANIMALS: &[Animal] = &[
    floods("events-without-end", "reports events without end", |pen, call, _| {
        loop {
            event(pen, call, "{}");
        }
    }, Fault("chatter")),
    floods("large-events", "reports events of a megabyte, without end", |pen, call, _| {
        let text = format!("\"{}\"", "x".repeat(1_000_000));
        loop {
            event(pen, call, &text);
        }
    }, Fault("chatter")),
    floods("events-of-many-values", "reports events of many small values, without end", |pen, call, _| {
        let list = format!("[{}0]", "{\"\":0},".repeat(10_000));
        loop {
            event(pen, call, &list);
        }
    }, Fault("flood")),
    quickly("an-event-now-and-then", "reports an event within every deadline, and never answers", |pen, call, _| {
        loop {
            event(pen, call, "{}");
            sleep(Duration::from_millis(20));
        }
    }, Fault("endless")),
    Animal {
        name: "larger-events-than-told",
        does: "reports 100,000 bytes where 65,536 are allowed, and hangs",
        acts: OnHostCall(|pen, call, _| {
            event(pen, call, &format!("\"{}\"", "x".repeat(100_000)));
            hang();
        }),
        outcome: Fault("chatter"),
        flags: "--trace-limit 64K --timeout 20s",
    },
    Animal {
        name: "longer-than-told",
        does: "reports an event within every deadline, longer than a second",
        acts: OnHostCall(|pen, call, _| {
            loop {
                event(pen, call, "{}");
                sleep(Duration::from_millis(20));
            }
        }),
        outcome: Fault("endless"),
        flags: "--life-limit 1s --timeout 20s",
    },
    floods("host-calls-without-end", "calls the host without end", |pen, call, _| {
        for number in 0.. {
            pen.line(&format!(r#"{{"jsonrpc":"2.0","id":{number},"method":"host/tool","params":{{"call":{},"stepId":"a","inputs":{{}}}}}}"#, call.id));
        }
    }, Fault("chatter")),
    floods("large-host-calls", "calls the host with megabytes, without end", |pen, call, _| {
        let text = "x".repeat(1_000_000);
        for number in 0.. {
            pen.line(&format!(r#"{{"jsonrpc":"2.0","id":{number},"method":"host/tool","params":{{"call":{},"stepId":"{text}"}}}}"#, call.id));
        }
    }, Fault("chatter")),
    does("waits-for-the-host", "calls the host and never goes on", |pen, call, _| {
        pen.line(&format!(r#"{{"jsonrpc":"2.0","id":1,"method":"host/tool","params":{{"call":{},"stepId":"a","inputs":{{}}}}}}"#, call.id));
        hang();
    }, Fault("hung")),
    says("host-call-after-the-answer", "answers, and then calls the host", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"status\":\"completed\",\"steps\":[],\"checkpoints\":[],\"errors\":[]}}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host/tool\",\"params\":{\"call\":ID}}\n", STRAY),
    says("host-call-of-nobody", "calls the host for a call that is not open", b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host/tool\",\"params\":{\"call\":9ID9}}\n", STRAY),
    says("host-call-without-call", "calls the host and does not say for which call", b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host/tool\",\"params\":{}}\n", STRAY),
    says("host-call-without-params", "calls the host without params", b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host/tool\"}\n", STRAY),
    says("host-call-without-id", "calls the host without an id", b"{\"jsonrpc\":\"2.0\",\"method\":\"host/tool\",\"params\":{\"call\":ID}}\n", STRAY),
    says("host-call-with-a-strange-id", "calls the host under an object", b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"host/tool\",\"params\":{\"call\":ID}}\n", GARBAGE),
    says("host-call-with-a-key-twice", "calls the host with a key twice", b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host/tool\",\"params\":{\"call\":ID,\"call\":ID}}\n", GARBAGE),
    says("host-call-for-a-text", "calls the host for a call that is a text", b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host/tool\",\"params\":{\"call\":\"ID\"}}\n", STRAY),
    says("event-without-event", "reports nothing", b"{\"jsonrpc\":\"2.0\",\"method\":\"host/event\",\"params\":{\"call\":ID}}\n", GARBAGE),
    says("event-without-call", "reports an event of no call", b"{\"jsonrpc\":\"2.0\",\"method\":\"host/event\",\"params\":{\"event\":{}}}\n", GARBAGE),
    says("event-with-an-id", "reports an event and wants an answer", b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"host/event\",\"params\":{\"call\":ID,\"event\":{}}}\n", STRAY),
    says("idle-without-a-number", "is at rest and does not say after how many replies", b"{\"jsonrpc\":\"2.0\",\"method\":\"host/idle\",\"params\":{\"call\":ID}}\n", GARBAGE),
];
