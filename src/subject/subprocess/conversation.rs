//! What a message means while certain calls are open.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::super::protocol::{HOST, INEXPRESSIBLE, METHOD_NOT_FOUND};
use super::super::{Answerless, Bounds, Fault, Heard, HostId, Refusal};
use super::message::{Message, parse};
use super::strict::{self, Refused};
use super::visible::excerpt;
use crate::draw::json::whole_number;

/// The calls that are open.
#[derive(Debug, Default)]
pub(super) struct Conversation {
    open: BTreeMap<u64, Open>,
    /// What has been heard on all of them.
    heard: Weight,
    bounds: Bounds,
    /// What the last answer says it reached.
    reached: Vec<u32>,
}

/// No more of what an answer says it reached is kept.
const MOST_REACHED: usize = 100_000;

#[derive(Debug, Default)]
struct Open {
    /// Whether the harness plays the world for it.
    hosted: bool,
    /// What has been heard on it, and is kept until it is answered.
    heard: Weight,
}

/// How much there is of something.
#[derive(Debug, Default, Clone, Copy)]
struct Weight {
    bytes: usize,
    values: usize,
}

impl Conversation {
    pub(super) fn within(bounds: Bounds) -> Self {
        Self { bounds, ..Self::default() }
    }

    pub(super) fn open(&mut self, call: u64, hosted: bool) {
        self.open.insert(call, Open { hosted, heard: Weight::default() });
    }

    /// Which branches the last answer says it reached, once.
    pub(super) fn reached(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.reached)
    }

    /// What a line of stdout says, if it is of any interest.
    pub(super) fn hear(&mut self, line: &[u8]) -> Result<Option<Heard>, Fault> {
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(None);
        }
        let garbage = |reason: &str| Fault::Garbage(format!("{} ({reason})", excerpt(line, 200)));
        match parse(line).map_err(garbage)? {
            Message::Result { id, payload, coverage } => {
                let call = self.close(id, "")?;
                // Whoever does not say it in numbers does not say it: nothing is judged by it.
                let reached = coverage.and_then(|numbers| serde_json::from_str(numbers.get()).ok());
                self.reached = reached.unwrap_or_default();
                self.reached.truncate(MOST_REACHED);
                let result = match strict::read(payload.get(), &mut self.bounds.values()) {
                    Ok(value) => Ok(value),
                    Err(Refused::DuplicateKey(key)) => {
                        Err(Answerless::Fault(Fault::DuplicateKey(excerpt(key.as_bytes(), 100))))
                    }
                    Err(Refused::TooManyValues) => return Err(Fault::TooManyValues(self.bounds.values())),
                    Err(Refused::NotJson(why)) => return Err(garbage(&format!("its result cannot be read: {why}"))),
                };
                Ok(Some(Heard::Answer { call, result }))
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
            Message::Request { id, method, params } => self.host_call(id, method, params, line.len()).map(Some),
            Message::Notification { method, params } => match method.as_str() {
                "host/idle" | "host/event" => self.notice(&method, params, line.len()).map_err(|lack| match lack {
                    Lack::Member(member) => garbage(&format!("`{method}` needs {member}")),
                    Lack::Bounds(fault) => fault,
                }),
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
        let closed = id.parse().ok().and_then(|call| self.open.remove_entry(&call));
        let (call, Open { heard, .. }) =
            closed.ok_or_else(|| Fault::UnknownId(excerpt(id.as_bytes(), 100) + detail))?;
        self.heard.bytes -= heard.bytes;
        self.heard.values -= heard.values;
        Ok(call)
    }

    /// The params of a host call or event, as far as there is room for them.
    fn params(&self, params: Option<&RawValue>) -> Result<(Value, usize), Refused> {
        let room = self.bounds.values().saturating_sub(self.heard.values);
        let mut left = room;
        let value = params.map_or(Ok(Value::Null), |params| strict::read(params.get(), &mut left))?;
        Ok((value, room - left))
    }

    /// Keeps account of what was heard on an open call.
    fn keep(&mut self, call: u64, bytes: usize, values: usize) -> Result<(), Fault> {
        let of_call = self.open.get_mut(&call).map(|open| &mut open.heard);
        for heard in of_call.into_iter().chain([&mut self.heard]) {
            heard.bytes += bytes;
            heard.values += values;
        }
        let most = self.bounds.trace;
        if self.heard.bytes > most { Err(Fault::TraceTooLong(most)) } else { Ok(()) }
    }

    fn host_call(
        &mut self,
        id: HostId,
        method: String,
        params: Option<&RawValue>,
        bytes: usize,
    ) -> Result<Heard, Fault> {
        let shown = excerpt(method.as_bytes(), 100);
        if matches!(method.as_str(), "host/idle" | "host/event") {
            let text = format!("`{shown}` with an id: it is a notification and gets no answer");
            return Err(Fault::StrayHostCall(text));
        }
        if !method.starts_with(HOST) {
            return Err(Fault::Garbage(format!("a call of `{shown}` (a subject calls only host/…)")));
        }
        let unreadable =
            |why: String| Fault::Garbage(format!("a call of `{shown}` (its params cannot be read: {why})"));
        let (params, values) = self.params(params).map_err(|refused| match refused {
            Refused::TooManyValues => Fault::TooManyValues(self.bounds.values()),
            Refused::NotJson(why) => unreadable(why),
            Refused::DuplicateKey(key) => unreadable(twice(&key)),
        })?;
        match call_of(&params).map(|call| (call, self.open.get(&call).map(|open| open.hosted))) {
            Some((call, Some(true))) => {
                self.keep(call, bytes, values)?;
                Ok(Heard::Host { call, id, method, params })
            }
            Some((call, Some(false))) => {
                Err(Fault::StrayHostCall(format!("`{shown}` of call {call}, whose method has no host calls")))
            }
            Some((call, None)) => Err(Fault::StrayHostCall(format!("`{shown}` of call {call}, which is not open"))),
            None => Err(Fault::StrayHostCall(format!("`{shown}` without the open call's id as `call`"))),
        }
    }

    /// What a notification says, or what it lacks. One that crossed the answer to its call is nothing.
    fn notice(&mut self, method: &str, params: Option<&RawValue>, bytes: usize) -> Result<Option<Heard>, Lack> {
        let (mut params, values) = self.params(params).map_err(|refused| match refused {
            Refused::TooManyValues => Lack::Bounds(Fault::TooManyValues(self.bounds.values())),
            Refused::NotJson(_) => Lack::Member("params that can be read"),
            Refused::DuplicateKey(_) => Lack::Member("params in which no key is there twice"),
        })?;
        let call = call_of(&params).ok_or(Lack::Member("an integer `call`"))?;
        if !self.open.get(&call).is_some_and(|open| open.hosted) {
            return Ok(None);
        }
        if method == "host/idle" {
            let replies = params.get("replies").and_then(whole).ok_or(Lack::Member("an integer `replies`"))?;
            return Ok(Some(Heard::Idle { call, replies }));
        }
        let event = params.get_mut("event").map(Value::take).ok_or(Lack::Member("an `event`"))?;
        self.keep(call, bytes, values).map_err(Lack::Bounds)?;
        Ok(Some(Heard::Event { call, event }))
    }
}

/// Why a notification is not taken.
enum Lack {
    /// It needs this.
    Member(&'static str),
    /// It is too much.
    Bounds(Fault),
}

fn twice(key: &str) -> String {
    format!("the key `{}` is there twice", excerpt(key.as_bytes(), 100))
}

fn call_of(params: &Value) -> Option<u64> {
    params.get("call").and_then(whole)
}

/// A whole number, also when it is spelled `7.0`: the two are equal as JSON values.
fn whole(value: &Value) -> Option<u64> {
    whole_number(value).and_then(|number| u64::try_from(number).ok())
}

/// What a line says while a call with host calls is open.
///
/// # Errors
/// The fault that it is.
pub(crate) fn hear_line(line: &[u8]) -> Result<Option<Heard>, Fault> {
    let mut conversation = Conversation::default();
    conversation.open(1, true);
    conversation.hear(line)
}
