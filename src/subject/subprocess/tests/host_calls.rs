//! How a subject reaches the host.

use super::*;

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
