//! A line of stdout as a JSON-RPC message: the envelope first, the payload when it is wanted.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::super::HostId;

/// A message of the subject. Payloads are still text.
#[derive(Debug)]
pub(super) enum Message<'a> {
    /// A call's result.
    Result { id: &'a str, payload: &'a RawValue, coverage: Option<&'a RawValue> },
    /// A call's error.
    Error { id: &'a str, code: i64, message: String },
    /// A call of the host.
    Request { id: HostId, method: String, params: Option<&'a RawValue> },
    /// Something to know, without an answer.
    Notification { method: String, params: Option<&'a RawValue> },
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    error: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "present")]
    coverage: Option<&'a RawValue>,
}

/// A member that is `null` is there: `"result":null` is an answer.
fn present<'de, D: Deserializer<'de>>(member: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(member).map(Some)
}

#[derive(Deserialize)]
struct ErrorObject {
    code: i64,
    #[serde(default)]
    message: String,
}

/// Reads the envelope of a line, or says what it lacks.
pub(super) fn parse(line: &[u8]) -> Result<Message<'_>, &'static str> {
    // serde would take an array for a struct: a batch is refused here.
    if line.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err("it is not a JSON object");
    }
    let envelope: Envelope = serde_json::from_slice(line).map_err(|_| "it is not JSON")?;
    if envelope.jsonrpc.map(RawValue::get) != Some("\"2.0\"") {
        return Err("it lacks \"jsonrpc\":\"2.0\"");
    }
    let not_null = |member: Option<&'_ RawValue>| member.is_some_and(|member| member.get() != "null");
    match envelope {
        Envelope { method: Some(_), result: Some(_), .. } | Envelope { method: Some(_), error: Some(_), .. } => {
            Err("it is a call and an answer at once")
        }
        Envelope { method: Some(method), id, params, .. } => {
            let method = serde_json::from_str(method.get()).map_err(|_| "its method is not a string")?;
            match id {
                None => Ok(Message::Notification { method, params }),
                Some(id) => Ok(Message::Request { id: host_id(id)?, method, params }),
            }
        }
        Envelope { result, error, .. } if not_null(result) && not_null(error) => {
            Err("it has a result and an error at once")
        }
        Envelope { id: Some(id), error: Some(error), .. } if not_null(Some(error)) => {
            let ErrorObject { code, message } =
                serde_json::from_str(error.get()).map_err(|_| "its error is not {\"code\":int,\"message\":string}")?;
            Ok(Message::Error { id: id.get(), code, message })
        }
        Envelope { id: Some(id), result: Some(payload), coverage, .. } => {
            Ok(Message::Result { id: id.get(), payload, coverage })
        }
        Envelope { id: None, .. } => Err("it has neither id nor method"),
        Envelope { .. } => Err("it has neither method nor result nor error"),
    }
}

fn host_id(id: &RawValue) -> Result<HostId, &'static str> {
    let number = id.get().parse().map(HostId::Number).ok();
    let id = number.or_else(|| serde_json::from_str(id.get()).map(HostId::Text).ok());
    id.ok_or("the id of its host call is neither an integer nor a string")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_of_message_are_told_apart() {
        let kind = |line: &str| match parse(line.as_bytes()) {
            Ok(Message::Result { id, payload, .. }) => format!("result {id} {payload}"),
            Ok(Message::Error { id, code, message }) => format!("error {id} {code} {message}"),
            Ok(Message::Request { id, method, .. }) => format!("request {id:?} {method}"),
            Ok(Message::Notification { method, .. }) => format!("notification {method}"),
            Err(reason) => reason.to_owned(),
        };
        assert_eq!(kind(r#" {"jsonrpc":"2.0","id":7,"result":null,"more":[]}"#), "result 7 null");
        assert_eq!(kind(r#"{"result":{"a":1},"id":7,"jsonrpc":"2.0","error":null}"#), r#"result 7 {"a":1}"#);
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-1,"message":"m"}}"#), "error null -1 m");
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":1,"method":"host\/step"}"#), "request Number(1) host/step");
        assert_eq!(kind(r#"{"jsonrpc":"2.0","id":"1","method":"m"}"#), r#"request Text("1") m"#);
        assert_eq!(kind(r#"{"jsonrpc":"2.0","method":"m"}"#), "notification m");
    }

    #[test]
    fn what_is_no_message_is_refused() {
        for line in [
            "",
            "hello",
            "7",
            "null",
            r#"["2.0",0,null,null,null,null]"#,
            r#"[{"jsonrpc":"2.0","id":1,"result":1}]"#,
            "{",
            "{}",
            r#"{"jsonrpc":"2.0"}"#,
            r#"{"jsonrpc":"2.0","id":1}"#,
            r#"{"jsonrpc":"1.0","id":1,"result":1}"#,
            r#"{"id":1,"result":1}"#,
            r#"{"jsonrpc":"2.0","result":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"id":1,"result":1}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1,"message":""}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":"boom"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":"m","result":1}"#,
            r#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#,
            r#"{"jsonrpc":"2.0","id":1,"method":2}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":1} trailing"#,
        ] {
            assert!(parse(line.as_bytes()).is_err(), "{line}");
        }
        assert!(parse(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\xff\"}").is_err());
    }
}
