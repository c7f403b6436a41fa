//! A subject in the same process: no pipe, the same conversation.

use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::fault::said_by_panic;
use super::host::{Line, Ticket};
use super::link::Answerless;
use super::time::{Rests, Time, Until};
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
    sender: Sender<Said>,
    receiver: Receiver<Said>,
    waiting: Waiting,
    /// The time, if the subject takes it from here, and who waits for it.
    time: Option<Arc<Time>>,
    rests: Rests,
    /// The inboxes of the open calls.
    calls: BTreeMap<u64, Sender<(Ticket, Value)>>,
}

/// What a thread of the subject says.
enum Said {
    /// Something for the harness to hear.
    Aloud(Heard),
    /// That a call, which has taken in so many replies, waits for the next one, or until then.
    Waits { call: u64, taken: u64, until: Until },
}

type Waiting = Arc<Mutex<BTreeMap<(u64, u64), Sender<(Ticket, Value)>>>>;

impl InProcess {
    /// Starts a conversation with `subject`.
    pub fn new(subject: impl Subject + 'static) -> Self {
        let (sender, receiver) = channel();
        Self {
            implementation: subject.implementation(),
            time: subject.takes_time_from_host().then(|| Arc::new(Time::new())),
            subject: Arc::new(subject),
            ready: VecDeque::new(),
            sender,
            receiver,
            waiting: Waiting::default(),
            rests: Rests::default(),
            calls: BTreeMap::new(),
        }
    }

    /// What was said in time, if anything.
    fn listen(&mut self, wait: Duration) -> Option<Said> {
        let Some(time) = &self.time else { return self.receiver.recv_timeout(wait).ok() };
        // Where all are at rest nothing more is said, and time can go by.
        let said = if self.rests.are_all() { None } else { self.receiver.recv_timeout(wait).ok() };
        if said.is_some() {
            self.rests.heard();
        } else if self.rests.are_all() {
            for call in self.rests.put_forward(time, wait) {
                if let Some(inbox) = self.calls.get(&call) {
                    let _ = inbox.send((Ticket::LATE, Value::Null));
                }
            }
        } else {
            self.rests.worked(time, wait);
        }
        said
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
        let (sender, waiting, time) = (self.sender.clone(), Arc::clone(&self.waiting), self.time.clone());
        let line = Arc::new(ChannelLine { sender, waiting, time });
        let host = Host::new(id, Some(Arc::clone(&line) as Arc<dyn Line>));
        if self.time.is_some() {
            self.rests.opened(id);
            self.calls.insert(id, host.inbox_of());
        }
        let subject = Arc::clone(&self.subject);
        let (method, params, key_order) = (request.method.to_owned(), request.params.clone(), request.key_order);
        let result = threads::run(move || {
            let result = answer(&*subject, Request { method: &method, params: &params, key_order }, &host);
            // The harness may have given up on this call: then nobody listens, and that is fine.
            let _ = line.sender.send(Said::Aloud(Heard::Answer { call: id, result }));
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
            self.rests.replied(call);
            let _ = sender.send((Ticket(key.1), value.clone()));
        }
    }

    fn hear(&mut self, wait: Duration) -> Option<Heard> {
        if let Some(heard) = self.ready.pop_front() {
            return Some(heard);
        }
        loop {
            match self.listen(wait)? {
                Said::Aloud(heard) => {
                    if let Heard::Answer { call, .. } = &heard {
                        self.rests.closed(*call);
                        self.calls.remove(call);
                    }
                    return Some(heard);
                }
                Said::Waits { call, taken, until } => self.rests.rested(call, taken, until),
            }
        }
    }

    fn now(&self) -> Option<Instant> {
        self.time.as_ref().map(|time| time.now())
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
    sender: Sender<Said>,
    waiting: Waiting,
    time: Option<Arc<Time>>,
}

impl ChannelLine {
    fn say(&self, heard: Heard) {
        let _ = self.sender.send(Said::Aloud(heard));
    }
}

impl Line for ChannelLine {
    fn ask(&self, call: u64, ticket: u64, method: &str, params: Value, reply_to: Sender<(Ticket, Value)>) {
        lock(&self.waiting).insert((call, ticket), reply_to);
        let id = HostId::Number(i64::try_from(ticket).unwrap_or(i64::MAX));
        self.say(Heard::Host { call, id, method: method.to_owned(), params });
    }

    fn idle(&self, call: u64, replies: u64) {
        self.say(Heard::Idle { call, replies });
    }

    fn event(&self, call: u64, event: Value) {
        self.say(Heard::Event { call, event });
    }

    fn waits(&self, call: u64, taken: u64, until: Until) {
        if self.time.is_some() {
            let _ = self.sender.send(Said::Waits { call, taken, until });
        }
    }

    fn time(&self) -> Option<&Time> {
        self.time.as_deref()
    }
}
