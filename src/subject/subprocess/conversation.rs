//! What a message means while certain calls are open.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::super::protocol::{HOST, INEXPRESSIBLE, METHOD_NOT_FOUND};
use super::super::{Answerless, Fault, Heard, HostId, Refusal};
use super::message::{Message, parse};
use super::visible::excerpt;

/// The calls that are open, each with whether the harness plays the world for it.
#[derive(Debug, Default)]
pub(super) struct Conversation {
    open: BTreeMap<u64, bool>,
}

impl Conversation {
    pub(super) fn open(&mut self, call: u64, hosted: bool) {
        self.open.insert(call, hosted);
    }

    /// What a line of stdout says, if it is of any interest.
    pub(super) fn hear(&mut self, line: &[u8]) -> Result<Option<Heard>, Fault> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(None);
        }
        let garbage = |reason: &str| Fault::Garbage(format!("{} ({reason})", excerpt(line, 200)));
        match parse(line).map_err(garbage)? {
            Message::Result { id, payload } => {
                let call = self.close(id, "")?;
                let value = serde_json::from_str(payload.get())
                    .map_err(|error| garbage(&format!("its result cannot be read: {error}")))?;
                Ok(Some(Heard::Answer { call, result: Ok(value) }))
            }
            Message::Error { id, code, message } => {
                let message = excerpt(message.as_bytes(), 1000);
                let call = self.close(id, &format!(" (with error {code}: {message})"))?;
                let answerless = match code {
                    METHOD_NOT_FOUND => Answerless::Refused(Refusal::NotOffered),
                    INEXPRESSIBLE => Answerless::Refused(Refusal::Inexpressible(message)),
                    _ => Answerless::Fault(Fault::Error { code, message }),
                };
                Ok(Some(Heard::Answer { call, result: Err(answerless) }))
            }
            Message::Request { id, method, params } => self.host_call(id, method, params).map(Some),
            Message::Notification { method, params } => match method.as_str() {
                "host/idle" | "host/event" => {
                    self.notice(&method, params).map_err(|reason| garbage(&format!("`{method}` needs {reason}")))
                }
                host if host.starts_with(HOST) => {
                    let shown = excerpt(host.as_bytes(), 100);
                    Err(Fault::StrayHostCall(format!("`{shown}` without an id to answer to")))
                }
                // Room for what later versions of the protocol may tell.
                _ => Ok(None),
            },
        }
    }

    /// The call that an answer closes.
    fn close(&mut self, id: &str, detail: &str) -> Result<u64, Fault> {
        let call = id.parse().ok().filter(|call| self.open.remove(call).is_some());
        call.ok_or_else(|| Fault::UnknownId(excerpt(id.as_bytes(), 100) + detail))
    }

    fn host_call(&self, id: HostId, method: String, params: Option<&RawValue>) -> Result<Heard, Fault> {
        let shown = excerpt(method.as_bytes(), 100);
        if matches!(method.as_str(), "host/idle" | "host/event") {
            let text = format!("`{shown}` with an id: it is a notification and gets no answer");
            return Err(Fault::StrayHostCall(text));
        }
        if !method.starts_with(HOST) {
            return Err(Fault::Garbage(format!("a call of `{shown}` (a subject calls only host/…)")));
        }
        let params = value(params)
            .map_err(|error| Fault::Garbage(format!("a call of `{shown}` (its params cannot be read: {error})")))?;
        match call_of(&params).map(|call| (call, self.open.get(&call))) {
            Some((call, Some(true))) => Ok(Heard::Host { call, id, method, params }),
            Some((call, Some(false))) => {
                Err(Fault::StrayHostCall(format!("`{shown}` of call {call}, whose method has no host calls")))
            }
            Some((call, None)) => Err(Fault::StrayHostCall(format!("`{shown}` of call {call}, which is not open"))),
            None => Err(Fault::StrayHostCall(format!("`{shown}` without the open call's id as `call`"))),
        }
    }

    /// What a notification says, or what it lacks. One that crossed the answer to its call is nothing.
    fn notice(&self, method: &str, params: Option<&RawValue>) -> Result<Option<Heard>, &'static str> {
        let mut params = value(params).map_err(|_| "params that can be read")?;
        let call = call_of(&params).ok_or("an integer `call`")?;
        if self.open.get(&call) != Some(&true) {
            return Ok(None);
        }
        if method == "host/idle" {
            let replies = params.get("replies").and_then(whole).ok_or("an integer `replies`")?;
            return Ok(Some(Heard::Idle { call, replies }));
        }
        let event = params.get_mut("event").map(Value::take).ok_or("an `event`")?;
        Ok(Some(Heard::Event { call, event }))
    }
}

fn value(params: Option<&RawValue>) -> serde_json::Result<Value> {
    params.map_or(Ok(Value::Null), |params| serde_json::from_str(params.get()))
}

fn call_of(params: &Value) -> Option<u64> {
    params.get("call").and_then(whole)
}

/// A whole number, also when it is spelled `7.0`: the two are equal as JSON values.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the float was seen to be whole and within 0..=2^53"
)]
fn whole(value: &Value) -> Option<u64> {
    let from_float =
        |float: f64| (float.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(&float)).then_some(float as u64);
    value.as_u64().or_else(|| value.as_f64().and_then(from_float))
}
