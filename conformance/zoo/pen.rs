//! Where an animal lives: its streams, and good manners for those that have some.

use std::io::{BufRead, BufReader, Read, Stdin, Stdout, Write, stdin, stdout};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use proofmark::subject::{Heard, InProcess, Link, Request};
use serde_json::{Value, json};

use crate::animal::{Acts, Call};
use crate::animals;

/// What the animals that may call the host offer.
const HOSTED: &str = "contract/mutate_result";
/// What the others offer.
const PLAIN: &str = "preflight/validate";

/// The streams of an animal.
pub(crate) struct Pen {
    input: BufReader<Stdin>,
    output: Stdout,
    reference: InProcess,
    /// The name and the methods that it gives.
    pub(crate) name: String,
    /// The methods that it offers.
    pub(crate) methods: Vec<String>,
    /// The features that it announces.
    pub(crate) features: Vec<String>,
}

/// Lives as the animal of this name.
pub(crate) fn live(name: &str, more: &[&str]) -> ExitCode {
    if name == crate::cage::SLEEPER {
        crate::cage::sleeper(more);
        return ExitCode::SUCCESS;
    }
    let mut pen = Pen::new();
    match name {
        crate::moments::SUBJECT => {
            crate::moments::subject(&mut pen, more);
            return ExitCode::SUCCESS;
        }
        crate::soak::SUBJECT => return crate::soak::subject(more),
        _ => {}
    }
    let Some(animal) = animals::all().find(|animal| animal.name == name) else { return ExitCode::FAILURE };
    match animal.acts {
        Acts::FromTheStart(act) => {
            act(&mut pen);
            return ExitCode::SUCCESS;
        }
        Acts::SaysToHost(_) | Acts::OnHostCall(_) => pen.methods = vec![HOSTED.to_owned()],
        Acts::Says(_) | Acts::OnCall(_) => {}
    }
    pen.serve(|pen, call, number| match animal.acts {
        Acts::Says(text) | Acts::SaysToHost(text) => pen.say(&with_id(text, &call.id)),
        Acts::OnCall(act) | Acts::OnHostCall(act) => act(pen, call, number),
        Acts::FromTheStart(_) => {}
    });
    ExitCode::SUCCESS
}

fn with_id(text: &[u8], id: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.windows(2).position(|two| two == b"ID") {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(id.as_bytes());
        rest = &rest[at + 2..];
    }
    out.extend_from_slice(rest);
    out
}

impl Pen {
    fn new() -> Self {
        Self {
            input: BufReader::with_capacity(1 << 20, stdin()),
            output: stdout(),
            reference: InProcess::new(proofmark::suites::builtin().reference(&[])),
            name: "animal".to_owned(),
            methods: vec![PLAIN.to_owned()],
            features: Vec::new(),
        }
    }

    /// The next call; at the end of the input the animal ends too.
    pub(crate) fn next(&mut self) -> Call {
        let mut line = String::new();
        if self.input.read_line(&mut line).unwrap_or(0) == 0 {
            std::process::exit(0);
        }
        call(&line)
    }

    /// Everything that has been sent so far, and at least one call.
    pub(crate) fn next_few(&mut self) -> Vec<Call> {
        let mut calls = vec![self.next()];
        while self.input.buffer().contains(&b'\n') {
            calls.push(self.next());
        }
        calls
    }

    /// Reads one byte of the input.
    pub(crate) fn read_byte(&mut self) {
        let _ = self.input.read(&mut [0]);
    }

    /// Writes; a reader that is gone ends the animal.
    pub(crate) fn say(&mut self, bytes: &[u8]) {
        let out = &mut self.output;
        if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
            std::process::exit(0);
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: &str) {
        self.say(format!("{text}\n").as_bytes());
    }

    /// Answers a call with a result.
    pub(crate) fn result(&mut self, call: &Call, result: &Value) {
        self.line(&format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, call.id));
    }

    /// What `initialize` is answered with.
    pub(crate) fn introduction(&self) -> Value {
        json!({
            "protocolVersion": 1,
            "implementation": {"name": self.name, "version": "1", "language": "rust"},
            "methods": self.methods,
            "features": self.features,
        })
    }

    /// Answers `initialize`, as it should be.
    pub(crate) fn introduce(&mut self) {
        let call = self.next();
        let introduction = self.introduction();
        self.result(&call, &introduction);
    }

    /// Answers a call as the documents want it.
    pub(crate) fn answer(&mut self, call: &Call) {
        if call.method == "shutdown" {
            self.result(call, &Value::Null);
            return;
        }
        self.reference.send(1, Request::new(&call.method, &call.params), false);
        if let Some(Heard::Answer { result: Ok(result), .. }) = self.reference.hear(Duration::from_mins(1)) {
            self.result(call, &result);
        }
    }

    /// Introduces itself and does `act` for every call, with its number; `shutdown` is answered as it should be.
    pub(crate) fn serve(&mut self, mut act: impl FnMut(&mut Self, &Call, u64)) {
        self.introduce();
        let mut number = 0;
        loop {
            let call = self.next();
            if call.method == "shutdown" {
                self.answer(&call);
            } else {
                number += 1;
                act(self, &call, number);
            }
        }
    }
}

fn call(line: &str) -> Call {
    let message: Value = serde_json::from_str(line).unwrap_or_default();
    Call {
        id: message["id"].to_string(),
        method: message["method"].as_str().unwrap_or_default().to_owned(),
        params: message["params"].clone(),
    }
}

/// Good manners from here on.
pub(crate) fn behaves(pen: &mut Pen) {
    pen.serve(|pen, call, _| pen.answer(call));
}

/// For ever, as far as anybody will wait.
pub(crate) fn hang() {
    loop {
        sleep(Duration::from_secs(1000));
    }
}
