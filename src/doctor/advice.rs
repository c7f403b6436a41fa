//! What to change about an adapter, from the way in which it failed to answer.

use crate::subject::Fault;

/// What `fault` means for the author of an adapter, if it happened `when`. A probe that knows better what to do
/// about it says so in `hint`.
pub(super) fn on(fault: &Fault, when: &str, hint: &str) -> String {
    let (what, usual) = explained(fault, when);
    format!("{what}. {}", if hint.is_empty() { usual } else { hint })
}

/// What happened, and what is usually to be done about it.
fn explained(fault: &Fault, when: &str) -> (String, &'static str) {
    match fault {
        Fault::Exited(status) => (
            format!("it ended ({status}) {when}"),
            "An adapter answers every call, one that it cannot serve with a JSON-RPC error, and stays until `shutdown`",
        ),
        Fault::Deadline(limit) => (
            format!("it did not answer within {limit} s {when}"),
            "Answer every request, also one that fails, and flush stdout after every answer; `--timeout` gives it longer",
        ),
        Fault::Garbage(line) => (
            format!("it wrote a line that is not a message {when}: {line}"),
            "A message is one line of JSON with \"jsonrpc\":\"2.0\", the id, and either \"result\" or \"error\"",
        ),
        Fault::LineTooLong(limit) => (
            format!("it wrote more than {limit} bytes without a line end {when}"),
            "Every message ends with a newline; anything else belongs on stderr",
        ),
        Fault::Endless(_) | Fault::Chatter(_) => (format!("{fault} ({when})"), "A call has to come to an end"),
        Fault::TooManyValues(_) | Fault::TraceTooLong(_) | Fault::StderrTooLong(_) => {
            (format!("{fault} ({when})"), "Say less: the protocol page has the bounds")
        }
        Fault::DuplicateKey(key) => (
            format!("it answered with an object that has the key {key} twice {when}"),
            "Keys of an object are unique: build the answer with a JSON library",
        ),
        Fault::OtherSubject(what) => (
            format!("it introduced itself otherwise than before {when}: {what}"),
            "The answer to `initialize` is the same in every process",
        ),
        Fault::UnknownId(id) => (
            format!("it answered id {id} {when}, and no such call is open"),
            "Repeat the id of the request unchanged, a number as a number, and answer each call once",
        ),
        Fault::Error { code, message } => (
            format!("it answered with error {code} {when}: {message}"),
            "A verdict, however negative, is a result; an error says that the adapter itself failed",
        ),
        Fault::StrayHostCall(what) => (
            format!("it made a host call that belongs to no open call {when}: {what}"),
            "A host call names the open call in `call`, has an id to answer to, and comes before the answer to its call",
        ),
        Fault::WrongShape(what) | Fault::Panicked(what) | Fault::Harness(what) | Fault::NotStarted(what) => {
            (format!("{what} {when}"), "The protocol page says what is expected")
        }
    }
}
