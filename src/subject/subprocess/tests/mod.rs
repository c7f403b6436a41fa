//! Subjects that do everything a subject must not do, as shell scripts.

mod host_calls;
mod lifecycle;

use super::Limits;
use std::time::Duration;

use serde_json::{Value, json};

use super::super::{Answerless, Bounds, Fault, Heard, HostId, LaunchError, Launcher, Link, Refusal, Request};
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
    let start = Limits { start: Some(deadline), ..Limits::default() };
    Command::new(["/bin/sh", "-c", script].map(str::to_owned).to_vec(), deadline).within(start)
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
    link.send(1, Request::new("a/b", &json!({ "text": "x".repeat(300_000) })), false);
    assert!(matches!(hear(&mut *link), Heard::Answer { call: 1, .. }));
    let tail = link.stderr_tail();
    assert!(tail.ends_with(r"the \u{1b}[1mlast\u{1b}[0m word"), "{tail}");
    assert!(tail.lines().count() <= 20);
}

#[test]
fn a_key_that_is_there_twice_is_a_fault_of_its_call_alone() {
    let mut link = launch(
        r#"
        read -r line; say '{"jsonrpc":"2.0","id":1,"result":{"a":[{"b":1,"b":1}]}}'
        read -r line; say '{"jsonrpc":"2.0","id":2,"result":{"a":1}}'
        cat"#,
    );
    link.send(1, Request::new("a/b", &json!({})), false);
    let Heard::Answer { call: 1, result: Err(Answerless::Fault(fault)) } = hear(&mut *link) else { panic!() };
    assert_eq!(fault, Fault::DuplicateKey("b".to_owned()));
    assert!(!fault.ends_the_process());
    link.send(2, Request::new("a/b", &json!({})), false);
    assert!(matches!(hear(&mut *link), Heard::Answer { call: 2, result: Ok(_) }));
}

#[test]
fn an_answer_of_very_many_values_is_cut_off() {
    let many =
        r#"printf '{"jsonrpc":"2.0","id":1,"result":['; yes '{"":0},' | head -n 300000 | tr -d '\n'; say '0]}'; cat"#;
    assert_eq!(after_one_call(many), Fault::TooManyValues(Bounds::default().values()));
}

#[test]
fn host_calls_and_events_are_bounded_in_bytes() {
    let mut link = launch(
        r#"
        big=$(head -c 1000000 /dev/zero | tr '\0' 'x')
        while :; do say '{"jsonrpc":"2.0","method":"host/event","params":{"call":1,"event":"'"$big"'"}}'; done"#,
    );
    link.send(1, Request::new("contract/run", &json!({})), true);
    let mut events = 0;
    let fault = loop {
        match hear(&mut *link) {
            Heard::Event { .. } => events += 1,
            Heard::Broken(fault) => break fault,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!((fault, events), (Fault::TraceTooLong(Bounds::default().trace), 33));
}

#[test]
fn a_restart_under_another_name_is_a_fault() {
    let script = r#"read -r line
        echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"implementation":{"name":"'$$'"},"methods":[]}}'; cat"#;
    let command = sh(script, LONG);
    drop(command.launch().unwrap_or_else(|error| panic!("{error}")));
    let Err(error) = command.launch() else { panic!("it was launched") };
    assert!(matches!(Fault::from(error), Fault::OtherSubject(what) if what.contains("its name")));
}

#[test]
fn a_flood_of_stdout_without_a_line_end_is_cut_off() {
    assert!(matches!(after_one_call("cat /dev/zero"), Fault::LineTooLong(limit) if limit == Bounds::default().answer));
}

#[test]
fn a_subject_that_never_reads_blocks_nobody() {
    let mut link = launch("while :; do sleep 1; done");
    let params = json!({ "text": "x".repeat(30_000) });
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
