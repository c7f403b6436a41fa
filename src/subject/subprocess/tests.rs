//! Subjects that do everything a subject must not do, as shell scripts.

use std::io::Read;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::{Answerless, Fault, Heard, HostId, LaunchError, Launcher, Link, Refusal, Request};
use super::Command;

/// Long enough never to be reached by a test that holds.
const LONG: Duration = Duration::from_mins(1);
const SHORT: Duration = Duration::from_millis(300);

/// Answers `initialize` and leaves the rest to the script.
const HELLO: &str = r#"
say() { printf '%s\n' "$1"; }
read -r line
say '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"implementation":{"name":"sh"},"methods":["a/b"]}}'
"#;

fn sh(script: &str, deadline: Duration) -> Command {
    Command::new(["/bin/sh", "-c", script].map(str::to_owned).to_vec(), deadline)
}

fn launch(script: &str) -> Box<dyn Link> {
    sh(&format!("{HELLO}{script}"), LONG).launch().unwrap_or_else(|error| panic!("{error}"))
}

fn refused(script: &str, deadline: Duration) -> String {
    match sh(script, deadline).launch() {
        Ok(_) => panic!("it was launched"),
        Err(error) => error.to_string(),
    }
}

fn hear(link: &mut dyn Link) -> Heard {
    link.hear(LONG).expect("something is heard")
}

fn fault(link: &mut dyn Link) -> Fault {
    match hear(link) {
        Heard::Broken(fault) => fault,
        other => panic!("{other:?}"),
    }
}

/// What a script that is asked once brings about.
fn after_one_call(script: &str) -> Fault {
    let mut link = launch(script);
    link.send(1, Request::new("a/b", &json!({})), false);
    let fault = fault(&mut *link);
    assert!(matches!(link.hear(Duration::ZERO), Some(Heard::Broken(again)) if again == fault));
    fault
}

#[test]
fn a_program_that_cannot_be_started_is_explained() {
    let start = |words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        Command::new(words, LONG).launch().map(|_| ()).expect_err("it is not launched")
    };
    assert!(matches!(start(&[]), LaunchError::Empty));
    let error = start(&["no-such-program-here", "an argument"]);
    assert!(matches!(error, LaunchError::NotFound { .. }));
    assert!(error.to_string().contains("`no-such-program-here 'an argument'`"), "{error}");
    assert!(matches!(start(&["/dev/null"]), LaunchError::NotExecutable { .. }));
    let script = scratch("no-interpreter");
    // Written by another process: a fork of a parallel test could hold our own descriptor open ("text file busy").
    let made = std::process::Command::new("/bin/sh")
        .args(["-c", "echo '#!/no/such/interpreter' >\"$0\" && chmod +x \"$0\""])
        .arg(&script)
        .status()
        .unwrap();
    assert!(made.success());
    assert!(matches!(start(&[script.to_str().unwrap()]), LaunchError::NoInterpreter { .. }));
    std::fs::remove_file(script).unwrap();
}

#[test]
fn a_program_that_is_no_subject_is_explained() {
    let exited = refused("echo 'no module named x' >&2; exit 3", LONG);
    assert!(exited.contains("exit status 3") && exited.contains("no module named x"), "{exited}");
    let killed = refused("kill -9 $$", LONG);
    assert!(killed.contains("killed by signal 9 (SIGKILL)"), "{killed}");
    let garbage = refused(r"printf '\033[31mWelcome\033[0m\n'; cat", LONG);
    assert!(garbage.contains(r"\x1b[31mWelcome\x1b[0m") && !garbage.contains('\u{1b}'), "{garbage}");
    let silent = refused("echo waiting >&2; while :; do read -r line; done", SHORT);
    assert!(silent.contains("within 300ms") && silent.contains("waiting"), "{silent}");
    let version = r#"read -r l; echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2}}'; cat"#;
    let version = refused(version, LONG);
    assert!(version.contains("speaks protocol version 2"), "{version}");
    let shape = r#"read -r l; echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"methods":[]}}'; cat"#;
    let shape = refused(shape, LONG);
    assert!(shape.contains("wrong shape: missing field `implementation`"), "{shape}");
    let error = r#"read -r l; echo '{"jsonrpc":"2.0","id":0,"error":{"code":-32000,"message":"no key"}}'; cat"#;
    let error = refused(error, LONG);
    assert!(error.contains("error -32000: no key"), "{error}");
}

#[test]
fn a_call_is_answered_and_the_end_is_in_order() {
    let mut link = launch(
        r#"
        read -r line; say ''; say "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":$line}"
        read -r line; say '{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}'
        read -r line; say '{"jsonrpc":"2.0","id":3,"error":{"code":-5,"message":"b\u001bm"}}'
        read -r line; say '{"jsonrpc":"2.0","id":4,"result":null}'
        while read -r line; do :; done"#,
    );
    assert_eq!(link.implementation().name, "sh");
    assert_eq!(link.implementation().methods, ["a/b"]);
    for id in 1..=3 {
        link.send(id, Request::new("a/b", &json!({ "text": "grüße" })), false);
    }
    let Heard::Answer { call: 1, result: Ok(echoed) } = hear(&mut *link) else { panic!() };
    assert_eq!(echoed, json!({ "jsonrpc": "2.0", "id": 1, "method": "a/b", "params": { "text": "grüße" } }));
    let Heard::Answer { call: 2, result: Err(Answerless::Refused(Refusal::NotOffered)) } = hear(&mut *link) else {
        panic!()
    };
    let Heard::Answer { call: 3, result: Err(Answerless::Fault(error)) } = hear(&mut *link) else { panic!() };
    assert_eq!(error, Fault::Error { code: -5, message: "b\\x1bm".to_owned() });
    assert_eq!(link.end(), None);
}

#[test]
fn an_end_out_of_order_is_reported() {
    let bye = r#"read -r line; say '{"jsonrpc":"2.0","id":1,"result":null}';"#;
    assert!(matches!(launch(&format!("{bye} exit 3")).end(), Some(Fault::Exited(how)) if how.contains("status 3")));
    assert!(matches!(launch("read -r line; exit 0").end(), Some(Fault::Exited(_))));
    assert!(matches!(launch(&bye.replace("null", "{}")).end(), Some(Fault::WrongShape(_))));
    let stays = sh(&format!("{HELLO}{bye} while :; do sleep 1; done"), SHORT).launch().unwrap();
    assert_eq!(stays.end(), Some(Fault::Deadline(1)));
    let mute = sh(&format!("{HELLO} while read -r line; do :; done"), SHORT).launch().unwrap();
    assert_eq!(mute.end(), Some(Fault::Deadline(1)));
}

#[test]
fn an_exit_during_a_call_is_an_exit() {
    let mut link = launch("read -r line; echo 'Traceback' >&2; exit 3");
    link.send(1, Request::new("a/b", &json!({})), false);
    assert_eq!(fault(&mut *link), Fault::Exited("exit status 3".to_owned()));
    assert_eq!(link.stderr_tail(), "Traceback");
    assert_eq!(after_one_call("kill -9 $$"), Fault::Exited("killed by signal 9 (SIGKILL)".to_owned()));
    // Half a message is not garbage, and a whole one counts without the end of its line.
    assert_eq!(after_one_call("printf '{\"jsonrpc\"'"), Fault::Exited("exit status 0".to_owned()));
    let mut link = launch(r#"read -r line; printf '{"jsonrpc":"2.0","id":1,"result":7}'"#);
    link.send(1, Request::new("a/b", &json!({})), false);
    assert!(matches!(hear(&mut *link), Heard::Answer { call: 1, result: Ok(Value::Number(_)) }));
    assert!(matches!(hear(&mut *link), Heard::Broken(Fault::Exited(_))));
}

#[test]
fn an_exit_is_seen_although_a_child_holds_the_pipes_open() {
    assert_eq!(after_one_call("read -r line; sleep 600 & exit 4"), Fault::Exited("exit status 4".to_owned()));
}

#[test]
fn a_line_that_is_no_message_is_garbage() {
    for line in ["hello", "[]", "{}", r#"{"id":1,"result":2}"#, r#"{"jsonrpc":"2.0","id":1,"method":"a/b"}"#] {
        assert!(matches!(after_one_call(&format!("say '{line}'; cat")), Fault::Garbage(_)), "{line}");
    }
    let long = after_one_call("head -c 100000 /dev/zero | tr '\\0' 'x'; say ''; cat");
    assert!(matches!(long, Fault::Garbage(line) if line.chars().count() < 250));
    let surrogate = after_one_call(r#"say '{"jsonrpc":"2.0","id":1,"result":"\ud800"}'; cat"#);
    assert!(matches!(surrogate, Fault::Garbage(line) if line.contains("cannot be read")));
}

#[test]
fn an_answer_to_no_open_call_is_a_fault() {
    let unknown = after_one_call(r#"say '{"jsonrpc":"2.0","id":99,"result":{}}'; cat"#);
    assert_eq!(unknown, Fault::UnknownId("99".to_owned()));
    let text = after_one_call(r#"say '{"jsonrpc":"2.0","id":"1","result":{}}'; cat"#);
    assert_eq!(text, Fault::UnknownId("\"1\"".to_owned()));
    let null = after_one_call(r#"say '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}'; cat"#);
    assert_eq!(null, Fault::UnknownId("null (with error -32700: ?)".to_owned()));
    let twice = r#"'{"jsonrpc":"2.0","id":1,"result":{}}'"#;
    let mut link = launch(&format!("read -r line; say {twice}; say {twice}; cat"));
    link.send(1, Request::new("a/b", &json!({})), false);
    assert!(matches!(hear(&mut *link), Heard::Answer { call: 1, result: Ok(_) }));
    assert_eq!(fault(&mut *link), Fault::UnknownId("1".to_owned()));
}

#[test]
fn silence_is_nothing_heard() {
    let mut link = launch("while read -r line; do :; done");
    link.send(1, Request::new("a/b", &json!({})), false);
    assert!(link.hear(SHORT).is_none());
    // Nor do messages that say nothing count, however many there are.
    let mut link = launch(r#"while :; do say '{"jsonrpc":"2.0","method":"log/chatter"}'; say ''; done"#);
    assert!(link.hear(SHORT).is_none());
}

#[test]
fn a_flood_of_stderr_blocks_nobody() {
    let mut link = launch(
        r#"
        yes 'a line of noise' | head -c 8000000 >&2
        printf 'the \033[1mlast\033[0m word\n' >&2
        read -r line; say '{"jsonrpc":"2.0","id":1,"result":{}}'; cat >/dev/null"#,
    );
    link.send(1, Request::new("a/b", &json!({ "text": "x".repeat(4_000_000) })), false);
    assert!(matches!(hear(&mut *link), Heard::Answer { call: 1, .. }));
    let tail = link.stderr_tail();
    assert!(tail.ends_with(r"the \x1b[1mlast\x1b[0m word"), "{tail}");
    assert!(tail.lines().count() <= 20);
}

#[test]
fn a_flood_of_stdout_without_a_line_end_is_cut_off() {
    assert!(
        matches!(after_one_call("cat /dev/zero"), Fault::LineTooLong(limit) if limit == super::pipes::LONGEST_LINE)
    );
}

#[test]
fn a_subject_that_never_reads_blocks_nobody() {
    let mut link = launch("while :; do sleep 1; done");
    let params = json!({ "text": "x".repeat(100_000) });
    for id in 1..=64 {
        link.send(id, Request::new("a/b", &params), false);
    }
    assert!(link.hear(SHORT).is_none());
    // Nor does one that closes its input: what it says last still counts.
    let mut link = launch(r#"exec <&-; echo closed >&2; say '{"jsonrpc":"2.0","id":1,"result":{}}'; exit 5"#);
    for id in 1..=64 {
        link.send(id, Request::new("a/b", &params), false);
    }
    assert!(matches!(hear(&mut *link), Heard::Answer { call: 1, .. }));
    assert_eq!(fault(&mut *link), Fault::Exited("exit status 5".to_owned()));
}

#[test]
fn nothing_is_left_running() {
    let fifo = scratch("fifo");
    let made = std::process::Command::new("mkfifo").arg(&fifo).status().unwrap();
    assert!(made.success());
    let link = launch(&format!(
        "trap '' TERM INT HUP; ( (sleep 60; echo survived) >'{}' ) & while :; do sleep 1; done",
        fifo.display()
    ));
    // Opened as soon as the grandchild has it open, at its end as soon as nobody has.
    let mut alive = std::fs::File::open(&fifo).unwrap();
    drop(link);
    let mut said = String::new();
    alive.read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    std::fs::remove_file(fifo).unwrap();
}

#[test]
fn host_calls_go_there_and_back() {
    let mut link = launch(
        r#"
        read -r line
        say '{"jsonrpc":"2.0","id":"s-1","method":"host/step","params":{"call":1,"stepId":"x"}}'
        say '{"jsonrpc":"2.0","id":7,"method":"host\/tool","params":{"call":1}}'
        say '{"jsonrpc":"2.0","method":"host/event","params":{"call":1,"event":{"gate":"g"}}}'
        say '{"jsonrpc":"2.0","method":"host/event","params":{"call":9,"event":{"gate":"g"}}}'
        say '{"jsonrpc":"2.0","method":"host/idle","params":{"call":1,"replies":0}}'
        read -r first; read -r second
        say "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":[$first,$second]}"
        say '{"jsonrpc":"2.0","method":"host/idle","params":{"call":1,"replies":2}}'
        say '{"jsonrpc":"2.0","id":8,"method":"host/step","params":{"call":1}}'
        cat"#,
    );
    link.send(1, Request::new("contract/run", &json!({})), true);
    let Heard::Host { call: 1, id, method, params } = hear(&mut *link) else { panic!() };
    assert_eq!((&id, method.as_str()), (&HostId::Text("s-1".to_owned()), "host/step"));
    assert_eq!(params, json!({ "call": 1, "stepId": "x" }));
    let Heard::Host { id: second, method, .. } = hear(&mut *link) else { panic!() };
    assert_eq!((&second, method.as_str()), (&HostId::Number(7), "host/tool"));
    assert!(matches!(hear(&mut *link), Heard::Event { call: 1, event } if event == json!({ "gate": "g" })));
    assert!(matches!(hear(&mut *link), Heard::Idle { call: 1, replies: 0 }));
    link.reply(1, &second, &json!({ "output": null }));
    link.reply(1, &id, &json!({ "ok": true }));
    let Heard::Answer { result: Ok(replies), .. } = hear(&mut *link) else { panic!() };
    assert_eq!(replies[0], json!({ "jsonrpc": "2.0", "id": 7, "result": { "output": null } }));
    assert_eq!(replies[1], json!({ "jsonrpc": "2.0", "id": "s-1", "result": { "ok": true } }));
    // The idle that crossed the answer is nothing; a host call after it is a fault.
    assert!(matches!(fault(&mut *link), Fault::StrayHostCall(what) if what.contains("not open")));
}

#[test]
fn host_calls_that_no_open_call_accounts_for_are_faults() {
    for (method, params) in [
        ("host/step", r#"{"call":1}"#), // open, but nobody plays its world
        ("host/step", r#"{"call":2}"#),
        ("host/step", "{}"),
        ("host/magic", r#"{"call":1}"#),
        ("host/idle", r#"{"call":1,"replies":0}"#),
    ] {
        let fault =
            after_one_call(&format!(r#"say '{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}'; cat"#));
        assert!(matches!(fault, Fault::StrayHostCall(what) if what.contains(method)), "{method} {params}");
    }
    let no_id = after_one_call(r#"say '{"jsonrpc":"2.0","method":"host/step","params":{"call":1}}'; cat"#);
    assert!(matches!(no_id, Fault::StrayHostCall(what) if what.contains("without an id")));
}

/// A path of this process's own.
fn scratch(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("proofmark-{}-{name}", std::process::id()))
}
