//! A small subject served over memory, over pipes, and over a real process.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::{Command, Heard, Host, Implementation, Launcher, Refusal, Request, Subject};
use super::serve;

/// Echoes, fails in every way, and runs steps.
struct Desk;

impl Subject for Desk {
    fn implementation(&self) -> Implementation {
        Implementation {
            name: "desk".to_owned(),
            version: "1".to_owned(),
            language: "rust".to_owned(),
            methods: vec!["t/echo".to_owned(), "contract/run".to_owned()],
            features: vec!["idle".to_owned()],
        }
    }

    fn calls_host(&self, method: &str) -> bool {
        !method.starts_with("t/")
    }

    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal> {
        match request.method {
            "t/echo" => Ok(request.params.clone()),
            "t/fail" => Err(Refusal::Failed("out of paper".to_owned())),
            "t/panic" | "awp/loop" => panic!("the desk {}", "collapsed"),
            "t/stray" => host.call("host/step", json!({})),
            // All steps at once; the outputs in the order of the replies.
            "contract/run" => {
                let steps = request.params["steps"].as_array().cloned().unwrap_or_default();
                for step in &steps {
                    host.start("host/step", json!({ "stepId": step }));
                }
                host.event(json!({ "started": steps.len() }));
                host.idle();
                (0..steps.len()).map(|_| host.next().map(|(_, reply)| reply["output"].clone())).collect()
            }
            // Answers while a host call of its own is still open.
            "contract/tool" => {
                let first = host.call("host/tool", json!({ "tool": "a" }))?;
                host.start("host/tool", json!({ "tool": "never awaited" }));
                Ok(first)
            }
            _ => Err(Refusal::NotOffered),
        }
    }
}

/// A stream whose bytes can be read afterwards.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn answers(input: &str) -> Vec<Value> {
    answers_from(input.as_bytes())
}

fn answers_from(input: impl BufRead) -> Vec<Value> {
    let sink = Sink::default();
    serve(Desk, input, sink.clone()).unwrap();
    let written = sink.0.lock().unwrap();
    String::from_utf8_lossy(&written).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_lifecycle_is_that_of_the_protocol() {
    let answers = answers(concat!(
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}"#,
        "\n\n",
        r#"{"jsonrpc":"2.0","id":1,"method":"t/echo","params":{"text":"grüße"}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","method":"t/echo","params":{}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","id":2,"method":"shutdown"}"#,
        "\n",
    ));
    let introduction = json!({
        "protocolVersion": 1,
        "implementation": { "name": "desk", "version": "1", "language": "rust" },
        "methods": ["t/echo", "contract/run"],
        "features": ["idle"],
    });
    assert_eq!(
        answers,
        [
            json!({ "jsonrpc": "2.0", "id": 0, "result": introduction }),
            json!({ "jsonrpc": "2.0", "id": 1, "result": { "text": "grüße" } }),
            json!({ "jsonrpc": "2.0", "id": 2, "result": null }),
        ]
    );
}

#[test]
fn every_failure_has_its_code() {
    for (line, id, code, text) in [
        ("hello", json!(null), -32700, "not JSON"),
        ("[1]", json!(null), -32600, "not a JSON-RPC"),
        (r#"{"id":1}"#, json!(null), -32600, "not a JSON-RPC"),
        (r#"{"id":1,"method":"t/nothing"}"#, json!(1), -32601, "not offered"),
        (r#"{"id":"a","method":"t/fail"}"#, json!("a"), -32000, "out of paper"),
        (r#"{"id":1,"method":"t/panic"}"#, json!(1), -32000, "panicked: the desk collapsed"),
        (r#"{"id":1,"method":"awp/loop"}"#, json!(1), -32000, "panicked: the desk collapsed"),
        (r#"{"id":1,"method":"t/stray"}"#, json!(1), -32000, "`t/stray` called the host"),
        (r#"{"id":"x","method":"awp/loop"}"#, json!("x"), -32600, "is an integer"),
    ] {
        let answers = answers(line);
        assert_eq!(answers.len(), 1, "{line}");
        assert_eq!((&answers[0]["id"], &answers[0]["error"]["code"]), (&id, &json!(code)), "{line}");
        assert!(answers[0]["error"]["message"].as_str().unwrap().contains(text), "{line}: {}", answers[0]);
    }
}

#[test]
fn lines_may_come_in_pieces() {
    let input = (0..50).fold(String::new(), |input, id| {
        input + &json!({ "jsonrpc": "2.0", "id": id, "method": "t/echo", "params": [id] }).to_string() + "\n"
    });
    for capacity in [1, 7, 64, 100_000] {
        let answers = answers_from(BufReader::with_capacity(capacity, input.as_bytes()));
        let results: Vec<&Value> = answers.iter().map(|answer| &answer["result"][0]).collect();
        assert_eq!(results, (0..50).map(Value::from).collect::<Vec<_>>().iter().collect::<Vec<_>>());
    }
}

#[test]
fn the_end_of_input_ends_it_whatever_is_open() {
    let heard = answers(concat!(
        r#"{"id":1,"method":"contract/run","params":{"steps":["never answered"]}}"#,
        "\n",
        r#"{"id":2,"method":"contract/run","params":{"steps":[]}}"#,
    ));
    // The call that needs no reply is still answered.
    assert!(heard.iter().any(|line| line["id"] == 2 && line["result"] == json!([])), "{heard:?}");
}

/// The harness's end of a conversation.
struct Talk {
    to: PipeWriter,
    from: BufReader<PipeReader>,
    server: JoinHandle<io::Result<()>>,
}

impl Talk {
    fn start() -> Self {
        let (theirs, to) = io::pipe().unwrap();
        let (from, output) = io::pipe().unwrap();
        let server = std::thread::spawn(move || serve(Desk, BufReader::new(theirs), output));
        Self { to, from: BufReader::new(from), server }
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.to, "{message}").unwrap();
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn end(self) {
        drop(self.to);
        self.server.join().unwrap().unwrap();
    }
}

#[test]
fn host_calls_are_open_side_by_side_and_answered_in_any_order() {
    let mut talk = Talk::start();
    for id in [10, 20] {
        talk.say(&json!({ "jsonrpc": "2.0", "id": id, "method": "contract/run", "params": { "steps": ["a", "b"] } }));
    }
    let mut asked: Vec<Value> = Vec::new();
    let mut idle = 0;
    while asked.len() < 4 || idle < 2 {
        let heard = talk.hear();
        match heard["method"].as_str() {
            Some("host/step") => asked.push(heard),
            Some("host/idle") => {
                assert_eq!(heard["params"]["replies"], 0);
                idle += 1;
            }
            Some("host/event") => assert_eq!(heard["params"]["event"], json!({ "started": 2 })),
            _ => panic!("{heard}"),
        }
    }
    // Other calls are answered meanwhile.
    talk.say(&json!({ "jsonrpc": "2.0", "id": 30, "method": "t/echo", "params": [1] }));
    assert_eq!(talk.hear()["result"], json!([1]));
    for step in asked.iter().rev() {
        talk.say(&json!({ "jsonrpc": "2.0", "id": step["id"], "result": { "ok": true, "output": step["params"]["stepId"] } }));
    }
    let mut answered: Vec<Value> = (0..2).map(|_| talk.hear()).collect();
    answered.sort_by_key(|answer| answer["id"].as_u64());
    for (answer, id) in answered.iter().zip([10, 20]) {
        assert_eq!((&answer["id"], &answer["result"]), (&json!(id), &json!(["b", "a"])));
    }
    talk.end();
}

#[test]
fn a_reply_that_comes_too_late_is_ignored() {
    let mut talk = Talk::start();
    talk.say(&json!({ "jsonrpc": "2.0", "id": 1, "method": "contract/tool" }));
    let asked = talk.hear();
    assert_eq!(asked["params"], json!({ "call": 1, "tool": "a" }));
    talk.say(&json!({ "jsonrpc": "2.0", "id": asked["id"], "result": { "output": 5 } }));
    let late = talk.hear();
    assert_eq!(talk.hear()["result"], json!({ "output": 5 }));
    talk.say(&json!({ "jsonrpc": "2.0", "id": late["id"], "result": { "output": 6 } }));
    talk.say(&json!({ "jsonrpc": "2.0", "id": "no id of ours", "result": null }));
    talk.say(&json!({ "jsonrpc": "2.0", "id": 2, "method": "shutdown" }));
    assert_eq!(talk.hear(), json!({ "jsonrpc": "2.0", "id": 2, "result": null }));
    talk.end();
}

#[test]
fn a_subprocess_and_a_server_understand_each_other() {
    // A process that only passes bytes on, so that both ends are in this test.
    let path = |name: &str| {
        let path = std::env::temp_dir().join(format!("proofmark-{}-serve-{name}", std::process::id()));
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    };
    let (requests, answers) = (path("requests"), path("answers"));
    let script = format!("cat '{}' & exec cat >'{}'", answers.display(), requests.display());
    let server = std::thread::spawn({
        let (requests, answers) = (requests.clone(), answers.clone());
        move || {
            let input = BufReader::new(std::fs::File::open(requests)?);
            serve(Desk, input, std::fs::OpenOptions::new().write(true).open(answers)?)
        }
    });
    let long = Duration::from_mins(1);
    let command = Command::new(["/bin/sh", "-c", &script].map(str::to_owned).to_vec(), long);
    let mut link = command.launch().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(*link.implementation(), Desk.implementation());

    // A full window of calls, a hosted one among them whose replies are held until all others are answered.
    link.send(1, Request::new("contract/run", &json!({ "steps": ["a", "b", "c"] })), true);
    for id in 2..=64 {
        link.send(id, Request::new("t/echo", &json!({ "id": id, "text": "x".repeat(1000) })), false);
    }
    let (mut open, mut held, mut rest) = (63, Vec::new(), None);
    while open > 0 || held.len() < 3 || rest.is_none() {
        match link.hear(long).expect("something is heard") {
            Heard::Answer { call, result } => {
                assert_eq!(result.unwrap()["id"], call);
                open -= 1;
            }
            Heard::Host { call: 1, id, params, .. } => held.push((id, params["stepId"].clone())),
            Heard::Idle { call: 1, replies } => rest = Some(replies),
            Heard::Event { call: 1, .. } => {}
            other => panic!("{other:?}"),
        }
    }
    for (id, step) in held.iter().rev() {
        link.reply(1, id, &json!({ "ok": true, "output": step }));
    }
    let Some(Heard::Answer { call: 1, result: Ok(order) }) = link.hear(long) else { panic!() };
    assert_eq!(order, json!(["c", "b", "a"]));
    assert_eq!(link.end(), None);
    server.join().unwrap().unwrap();
    std::fs::remove_file(requests).unwrap();
    std::fs::remove_file(answers).unwrap();
}
