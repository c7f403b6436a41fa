//! A subject in the same process: no pipe, the same conversation.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;

use super::fault::said_by_panic;
use super::host::{Line, Ticket};
use super::link::Answerless;
use super::{Fault, Heard, Host, HostId, Implementation, Link, Request, Subject, threads};
use crate::mutex::lock;

/// Talks to a [`Subject`] of the same process.
///
/// A call without a world runs at once, on the harness's own thread; a call
/// with one gets a thread, because its replies may be held.
pub struct InProcess {
    subject: Arc<dyn Subject>,
    implementation: Implementation,
    ready: VecDeque<Heard>,
    sender: Sender<Heard>,
    receiver: Receiver<Heard>,
    waiting: Waiting,
}

type Waiting = Arc<Mutex<BTreeMap<(u64, u64), Sender<(Ticket, Value)>>>>;

impl InProcess {
    /// Starts a conversation with `subject`.
    pub fn new(subject: impl Subject + 'static) -> Self {
        let (sender, receiver) = channel();
        Self {
            implementation: subject.implementation(),
            subject: Arc::new(subject),
            ready: VecDeque::new(),
            sender,
            receiver,
            waiting: Waiting::default(),
        }
    }
}

impl Link for InProcess {
    fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    fn send(&mut self, id: u64, request: Request<'_>, hosted: bool) {
        if !hosted {
            let host = Host::none();
            let mut result = answer(&*self.subject, request, &host);
            if host.strayed() {
                result = Err(Answerless::Fault(Fault::StrayHostCall(request.method.to_owned())));
            }
            self.ready.push_back(Heard::Answer { call: id, result });
            return;
        }
        let line = Arc::new(ChannelLine { sender: self.sender.clone(), waiting: Arc::clone(&self.waiting) });
        let subject = Arc::clone(&self.subject);
        let (method, params, key_order) = (request.method.to_owned(), request.params.clone(), request.key_order);
        let result = threads::run(move || {
            let host = Host::new(id, Some(Arc::clone(&line) as Arc<dyn Line>));
            let result = answer(&*subject, Request { method: &method, params: &params, key_order }, &host);
            // The harness may have given up on this call: then nobody listens, and that is fine.
            let _ = line.sender.send(Heard::Answer { call: id, result });
        });
        if let Err(error) = result {
            let fault = Fault::NotStarted(format!("failed to start a thread: {error}"));
            self.ready.push_back(Heard::Answer { call: id, result: Err(Answerless::Fault(fault)) });
        }
    }

    fn reply(&mut self, call: u64, to: &HostId, value: &Value) {
        let HostId::Number(ticket) = to else { return };
        let key = (call, ticket.unsigned_abs());
        let waiting = lock(&self.waiting).remove(&key);
        if let Some(sender) = waiting {
            let _ = sender.send((Ticket(key.1), value.clone()));
        }
    }

    fn hear(&mut self, wait: Duration) -> Option<Heard> {
        self.ready.pop_front().or_else(|| self.receiver.recv_timeout(wait).ok())
    }

    fn window(&self) -> usize {
        1
    }

    fn stderr_tail(&self) -> String {
        String::new()
    }

    fn end(self: Box<Self>) -> Option<Fault> {
        None
    }
}

impl Drop for InProcess {
    fn drop(&mut self) {
        // Host calls still held will never be answered: let their threads see that.
        for sender in std::mem::take(&mut *lock(&self.waiting)).into_values() {
            let _ = sender.send((Ticket::OVER, Value::Null));
        }
    }
}

fn answer(subject: &dyn Subject, request: Request<'_>, host: &Host) -> Result<Value, Answerless> {
    match catch_unwind(AssertUnwindSafe(|| subject.call(request, host))) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(refusal)) => Err(Answerless::Refused(refusal)),
        Err(panic) => Err(Answerless::Fault(Fault::Panicked(said_by_panic(&*panic).to_owned()))),
    }
}

struct ChannelLine {
    sender: Sender<Heard>,
    waiting: Waiting,
}

impl Line for ChannelLine {
    fn ask(&self, call: u64, ticket: u64, method: &str, params: Value, reply_to: Sender<(Ticket, Value)>) {
        lock(&self.waiting).insert((call, ticket), reply_to);
        let id = HostId::Number(i64::try_from(ticket).unwrap_or(i64::MAX));
        let _ = self.sender.send(Heard::Host { call, id, method: method.to_owned(), params });
    }

    fn idle(&self, call: u64, replies: u64) {
        let _ = self.sender.send(Heard::Idle { call, replies });
    }

    fn event(&self, call: u64, event: Value) {
        let _ = self.sender.send(Heard::Event { call, event });
    }
}
