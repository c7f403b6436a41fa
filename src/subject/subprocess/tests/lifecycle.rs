//! How a subject begins and ends.

use std::io::Read;

use super::*;

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
    assert!(garbage.contains(r"\u{1b}[31mWelcome\u{1b}[0m") && !garbage.contains('\u{1b}'), "{garbage}");
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
    assert_eq!(error, Fault::Error { code: -5, message: "b\\u{1b}m".to_owned() });
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

/// A path of this process's own.
fn scratch(name: &str) -> std::path::PathBuf {
    std::env::temp_dir().join(format!("proofmark-{}-{name}", std::process::id()))
}
