//! One conversation with one running subject.

use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;

use super::{Fault, Implementation, Refusal, Request};

/// The id under which a subject made a host call, echoed unchanged.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum HostId {
    /// A number.
    Number(i64),
    /// A text.
    Text(String),
}

/// What the harness hears from a subject.
#[derive(Debug)]
pub enum Heard {
    /// The answer to a call.
    Answer {
        /// The call.
        call: u64,
        /// Its result, or why there is none.
        result: Result<Value, Answerless>,
    },
    /// A host call.
    Host {
        /// The open call that it belongs to.
        call: u64,
        /// The subject's own id for it.
        id: HostId,
        /// The host method.
        method: String,
        /// Its parameters.
        params: Value,
    },
    /// The subject is at rest on a call.
    Idle {
        /// The call.
        call: u64,
        /// How many host replies it had taken in.
        replies: u64,
    },
    /// The subject reported an event.
    Event {
        /// The call it belongs to.
        call: u64,
        /// The event.
        event: Value,
    },
    /// The conversation is over: nothing more will be heard.
    Broken(Fault),
}

/// Why a call came back without a result.
#[derive(Debug)]
pub enum Answerless {
    /// The subject refused it.
    Refused(Refusal),
    /// It failed in a way that leaves the subject usable.
    Fault(Fault),
}

/// A running subject. Calls may be open side by side; they are answered in any order.
pub trait Link: Send {
    /// Who is at the other end.
    fn implementation(&self) -> &Implementation;

    /// Opens call `id`. `hosted` says that the harness plays the world for it.
    fn send(&mut self, id: u64, request: Request<'_>, hosted: bool);

    /// Answers a host call.
    fn reply(&mut self, call: u64, to: &HostId, value: &Value);

    /// The next thing heard, or `None` if nothing came within `wait`.
    fn hear(&mut self, wait: Duration) -> Option<Heard>;

    /// Which branches of the runtime the answer heard last says it reached: numbers that mean something to the adapter
    /// alone, and nothing where it does not say.
    fn reached(&mut self) -> Vec<u32> {
        Vec::new()
    }

    /// What time it is for a subject that takes the time from its host; none where that is the machine's.
    fn now(&self) -> Option<Instant> {
        None
    }

    /// How many open calls keep this subject busy.
    fn window(&self) -> usize;

    /// The last of what it wrote to stderr, made safe to show.
    fn stderr_tail(&self) -> String;

    /// Ends the subject in order: `shutdown`, end of input, exit status. What was out of order, if anything.
    fn end(self: Box<Self>) -> Option<Fault>;
}
