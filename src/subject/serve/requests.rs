//! What a server reads: calls, and replies to host calls.

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// A line of input.
pub(super) enum Incoming<'a> {
    /// A blank line, or a notification: the harness sends none that count.
    Nothing,
    /// Not JSON.
    NotJson,
    /// JSON, but neither a call nor a reply.
    NotAMessage,
    /// A call of the subject.
    Call { id: &'a RawValue, method: String, params: Value },
    /// The reply to host call `id`.
    Reply { id: u64, value: Value },
}

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    id: Option<&'a RawValue>,
    method: Option<String>,
    params: Option<Value>,
    #[serde(default, deserialize_with = "present_value")]
    result: Option<Value>,
}

/// A member that is `null` is there: `"result":null` is a reply.
fn present<'de, D: Deserializer<'de>>(member: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(member).map(Some)
}

fn present_value<'de, D: Deserializer<'de>>(member: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(member).map(Some)
}

/// Reads a line.
pub(super) fn parse(line: &[u8]) -> Incoming<'_> {
    let Some(first) = line.iter().find(|byte| !byte.is_ascii_whitespace()) else { return Incoming::Nothing };
    let envelope = match serde_json::from_slice::<Envelope>(line) {
        // serde would take an array for a struct: a batch is refused here.
        Ok(envelope) if *first == b'{' => envelope,
        Ok(_) => return Incoming::NotAMessage,
        Err(error) if error.is_data() => return Incoming::NotAMessage,
        Err(_) => return Incoming::NotJson,
    };
    match envelope {
        Envelope { id: Some(id), method: Some(method), params, .. } => {
            Incoming::Call { id, method, params: params.unwrap_or_default() }
        }
        Envelope { id: None, method: Some(_), .. } => Incoming::Nothing,
        // Our own ids are integers: a reply to anything else is a reply to nothing.
        Envelope { id: Some(id), result: Some(value), .. } => {
            id.get().parse().map_or(Incoming::Nothing, |id| Incoming::Reply { id, value })
        }
        Envelope { .. } => Incoming::NotAMessage,
    }
}
