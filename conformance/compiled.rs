//! The kits in C# and Go: compiled here with what Debian has, then visited, run, and talked to.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command as Process, Stdio};

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::doctor::examined;
use crate::init::fresh;
use crate::kits::{conforms, with};
use crate::support::project;

/// The tests of this file. What needs a compiler that is not installed is skipped, with the reason.
pub(crate) fn trials() -> Vec<Trial> {
    vec![
        Trial::ignorable_test("kits::csharp::example", || {
            with("mcs", |_| {
                let example = csharp("csharp-example", &["ProofmarkAdapter.cs"], "Example")?;
                examined("csharp-example", "", &words(&example))?;
                conforms(&["context"], example)
            })
        }),
        Trial::ignorable_test("kits::csharp::kit", || {
            with("mcs", |_| talk(&csharp("csharp-kit", &["ProofmarkAdapter.cs", "test/KitSubject.cs"], "none")?))
        }),
        Trial::ignorable_test("kits::go::example", || {
            with("go", |_| {
                let example = go("go-example", "./example")?;
                examined("go-example", "", &words(&example))?;
                conforms(&["contract"], example)
            })
        }),
        Trial::ignorable_test("kits::go::kit", || with("go", |_| talk(&go("go-kit", "./test")?))),
        Trial::ignorable_test("kits::go::vet", || {
            with("go", |_| built(Process::new("go").args(["vet", "./..."]), &kit("go")))
        }),
    ]
}

fn words(command: &[String]) -> Vec<&str> {
    command.iter().map(String::as_str).collect()
}

fn kit(language: &str) -> PathBuf {
    project("conformance/kits").join(language)
}

/// Runs a compiler in `folder`.
pub(crate) fn built(process: &mut Process, folder: &Path) -> Result<(), Failed> {
    let output = process.current_dir(folder).output()?;
    let said = || String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    if output.status.success() { Ok(()) } else { Err(said().into()) }
}

/// Compiles these files of the kit, and those whose name starts with `prefix`; the command that starts the program.
fn csharp(name: &str, files: &[&str], prefix: &str) -> Result<Vec<String>, Failed> {
    let program = made(name)?.join("adapter.exe").to_string_lossy().into_owned();
    let mut sources: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
    for entry in std::fs::read_dir(kit("csharp"))? {
        let file = entry?.file_name().to_string_lossy().into_owned();
        if file.starts_with(prefix) {
            sources.push(file);
        }
    }
    sources.sort();
    let out = format!("-out:{program}");
    built(Process::new("mcs").args(["-warnaserror", &out]).args(sources), &kit("csharp"))?;
    Ok(vec!["mono".to_owned(), program])
}

/// Compiles a program of the Go kit; the command that starts it.
fn go(name: &str, package: &str) -> Result<Vec<String>, Failed> {
    let program = made(name)?.join("adapter").to_string_lossy().into_owned();
    built(Process::new("go").args(["build", "-o", &program, package]), &kit("go"))?;
    Ok(vec![program])
}

fn made(name: &str) -> Result<PathBuf, Failed> {
    let folder = fresh(&format!("kit-{name}"));
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The harness's end of a running adapter, line by line.
struct Conversation {
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    said: Vec<Value>,
}

impl Conversation {
    fn say(&mut self, line: &str) -> Result<(), Failed> {
        Ok(writeln!(self.to, "{line}")?)
    }

    fn call(&mut self, id: u64, method: &str, params: &Value) -> Result<(), Failed> {
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string())
    }

    /// Answers the host call that came `back` host calls ago.
    fn reply(&mut self, back: usize, result: &Value) -> Result<(), Failed> {
        let asked =
            self.said.iter().rev().filter(|line| line["method"].is_string() && line["id"].is_number()).nth(back);
        let id = asked.ok_or("there is no such host call")?["id"].clone();
        self.say(&json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string())
    }

    /// The next line has the members of `expected`.
    fn hears(&mut self, expected: &Value) -> Result<(), Failed> {
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        let said: Value = serde_json::from_str(&line).map_err(|error| format!("{error}: {line:?}"))?;
        self.said.push(said.clone());
        if said["jsonrpc"] == "2.0" && has(&said, expected) {
            return Ok(());
        }
        Err(format!("expected {expected}\nheard    {said}").into())
    }

    fn asked(&mut self, id: u64, method: &str, params: &Value, answer: &Value) -> Result<(), Failed> {
        self.call(id, method, params)?;
        let mut expected = answer.clone();
        expected["id"] = id.into();
        self.hears(&expected)
    }
}

/// Whether `value` has everything that `expected` has.
fn has(value: &Value, expected: &Value) -> bool {
    match expected {
        Value::Object(members) => members.iter().all(|(key, entry)| value.get(key).is_some_and(|it| has(it, entry))),
        other => value == other,
    }
}

/// What every kit has to do and the doctor, who knows no method of a test, cannot try.
fn talk(command: &[String]) -> Result<(), Failed> {
    let mut child = Process::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let (Some(to), Some(from), Some(mut stderr)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err("no pipes".into());
    };
    let noise = std::thread::spawn(move || {
        let mut text = String::new();
        stderr.read_to_string(&mut text).map(|_| text)
    });
    let mut talk = Conversation { to, from: BufReader::new(from), said: Vec::new() };
    let told = plain_calls(&mut talk).and_then(|()| hosted_calls(&mut talk));
    let Conversation { to, from, .. } = talk;
    drop((to, from));
    let status = child.wait()?;
    let noise = noise.join().map_err(|_| "stderr")??;
    told.map_err(|failed| format!("{}\nstderr: {noise}", failed.message().unwrap_or_default()))?;
    for printed in ["printed before run", "printed in a method", "the reason", "a panic"] {
        if !noise.contains(printed) {
            return Err(format!("{printed:?} is not on stderr: {noise}").into());
        }
    }
    if status.success() { Ok(()) } else { Err(status.to_string().into()) }
}

fn plain_calls(talk: &mut Conversation) -> Result<(), Failed> {
    let version = json!({"protocolVersion": 2});
    talk.asked(0, "initialize", &version, &json!({"error": {"code": -32602}}))?;
    let version = json!({"protocolVersion": 1, "new": {"in": "a later version"}});
    talk.asked(1, "initialize", &version, &json!({"result": {"protocolVersion": 1, "features": ["idle"]}}))?;
    let value = json!([null, true, 0, -7, 1.5, 1e-7, 9_007_199_254_740_991_i64, "é \u{2028} 😀 \"\\/\n\t\u{1}", [], {}, {"a": {"A": []}}]);
    talk.asked(2, "test/echo", &json!({ "value": value }), &json!({ "result": value }))?;
    talk.asked(3, "test/echo", &json!({}), &json!({"result": null}))?;
    talk.asked(4, "test/fail", &json!({}), &json!({"error": {"code": -32000}}))?;
    talk.asked(12, "test/panic", &json!({}), &json!({"error": {"code": -32000}}))?;
    let refusal = json!({"error": {"code": -32001, "message": "there are no empty names here"}});
    talk.asked(13, "test/cannot", &json!({}), &refusal)?;
    talk.asked(5, "test/unwritable", &json!({}), &json!({"error": {"code": -32000}}))?;
    talk.asked(6, "test/print", &json!({}), &json!({"result": "quiet"}))?;
    for garbage in ["nonsense", "[1]", "{\"id\":1", "\"text\"", "{\"a\":01x}"] {
        talk.say(garbage)?;
        talk.hears(&json!({"id": null, "error": {"code": -32700}}))?;
    }
    talk.say(r#" { "jsonrpc" : "2.0", "method" : "test/echo", "id" : "a text", "params" : { "value" : "\u00e9\ud83d\ude00\/" } } "#)?;
    talk.hears(&json!({"id": "a text", "result": "é😀/"}))
}

fn hosted_calls(talk: &mut Conversation) -> Result<(), Failed> {
    let (one, two) = (json!({"ok": true, "output": 1}), json!({"ok": true, "output": 2}));
    let idle = |replies: u64| json!({"method": "host/idle", "params": {"call": 7, "replies": replies}});
    talk.call(7, "test/both", &json!({}))?;
    talk.hears(&json!({"method": "host/event", "params": {"call": 7, "event": {"kind": "news"}}}))?;
    talk.hears(&json!({"method": "host/step", "params": {"call": 7, "n": 1}}))?;
    talk.hears(&json!({"method": "host/step", "params": {"call": 7, "n": 2}}))?;
    talk.hears(&idle(0))?;
    // A call in between, and replies in another order than they were asked for.
    talk.asked(8, "test/echo", &json!({"value": 8}), &json!({"result": 8}))?;
    talk.reply(0, &two)?;
    talk.hears(&idle(1))?;
    talk.reply(1, &one)?;
    talk.hears(&json!({"id": 7, "result": [one, two]}))?;

    talk.call(9, "test/first", &json!({}))?;
    talk.hears(&json!({"method": "host/tool", "params": {"call": 9, "n": 1}}))?;
    talk.hears(&json!({"method": "host/tool", "params": {"call": 9, "n": 2}}))?;
    talk.reply(0, &json!({"output": 2}))?;
    talk.hears(&json!({"id": 9, "result": {"output": 2}}))?;
    // Too late, to nobody, and twice: no harm is done.
    talk.reply(1, &json!({"output": 1}))?;
    talk.reply(1, &json!({"output": 1}))?;
    talk.say(r#"{"jsonrpc":"2.0","id":"nobody","result":{}}"#)?;

    talk.call(10, "test/limit", &json!({}))?;
    talk.hears(&json!({"method": "host/agent", "params": {"call": 10}}))?;
    talk.hears(&json!({"id": 10, "result": "too late"}))?;
    talk.asked(11, "shutdown", &json!({}), &json!({"result": null}))
}
