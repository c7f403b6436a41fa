//! The world as a subject reaches it: host calls, rest, events.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde_json::Value;

use super::Refusal;
use super::time::{Time, Until};
use crate::mutex::lock;

/// Where a host's messages go: a channel in-process, stdout in a server.
pub(super) trait Line: Send + Sync {
    /// Makes host call `ticket` of `call`; its reply goes to `reply_to`.
    fn ask(&self, call: u64, ticket: u64, method: &str, params: Value, reply_to: Sender<(Ticket, Value)>);
    /// Says that `call` is at rest.
    fn idle(&self, call: u64, replies: u64);
    /// Reports an event of `call`.
    fn event(&self, call: u64, event: Value);
    /// Says that `call`, which has taken in so many replies, waits for the next one, or until then.
    fn waits(&self, call: u64, taken: u64, until: Until) {
        let _ = (call, taken, until);
    }
    /// The time, where it goes by only while everybody waits.
    fn time(&self) -> Option<&Time> {
        None
    }
}

/// Reaches the world that the harness plays, for the length of one call.
///
/// Two ways to use it: [`Host::call`] blocks until the reply is there and may
/// be used from several threads; [`Host::start`] and [`Host::next`] let one
/// thread keep many host calls open.
pub struct Host {
    call: u64,
    line: Option<Arc<dyn Line>>,
    tickets: AtomicU64,
    taken: AtomicU64,
    strays: AtomicU64,
    outbox: Sender<(Ticket, Value)>,
    inbox: Mutex<Receiver<(Ticket, Value)>>,
}

/// Names one open host call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub(super) u64);

impl Ticket {
    /// Sent in place of a reply when none will come any more.
    pub(super) const OVER: Ticket = Ticket(u64::MAX);
    /// Sent in place of a reply when the time is over for which it was waited.
    pub(super) const LATE: Ticket = Ticket(u64::MAX - 1);
}

impl Host {
    pub(super) fn new(call: u64, line: Option<Arc<dyn Line>>) -> Self {
        let (outbox, inbox) = channel();
        Self {
            call,
            line,
            tickets: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            strays: AtomicU64::new(0),
            outbox,
            inbox: Mutex::new(inbox),
        }
    }

    /// Where replies are sent to that come to no call of their own.
    pub(super) fn inbox_of(&self) -> Sender<(Ticket, Value)> {
        self.outbox.clone()
    }

    /// A host that nobody plays: for calls that must not need one.
    #[must_use]
    pub fn none() -> Self {
        Self::new(0, None)
    }

    /// Whether the subject reached for a world that nobody plays.
    pub(super) fn strayed(&self) -> bool {
        self.strays.load(Ordering::Relaxed) > 0
    }

    fn ask(&self, method: &str, mut params: Value, reply_to: Sender<(Ticket, Value)>) -> Ticket {
        let ticket = self.tickets.fetch_add(1, Ordering::Relaxed);
        if let Some(members) = params.as_object_mut() {
            members.insert("call".to_owned(), Value::from(self.call));
        }
        match &self.line {
            Some(line) => line.ask(self.call, ticket, method, params, reply_to),
            None => {
                self.strays.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ticket(ticket)
    }

    /// Makes a host call and waits for its reply. `call` is filled in.
    ///
    /// # Errors
    /// When the call is over and no reply will come.
    pub fn call(&self, method: &str, params: Value) -> Result<Value, Refusal> {
        let (sender, receiver) = channel();
        self.ask(method, params, sender);
        self.wait_until(None);
        self.take(receiver.recv().ok()).map(|(_, value)| value)
    }

    /// Makes a host call without waiting; [`Host::next`] brings its reply.
    pub fn start(&self, method: &str, params: Value) -> Ticket {
        self.ask(method, params, self.outbox.clone())
    }

    /// Waits for the reply to any host call that was started.
    ///
    /// # Errors
    /// When the call is over and no reply will come.
    pub fn next(&self) -> Result<(Ticket, Value), Refusal> {
        if self.line.is_none() {
            return Err(over());
        }
        self.wait_until(None);
        let reply = self.inbox().recv().ok();
        self.take(reply)
    }

    /// The same, giving up after `wait`: `Ok(None)` then.
    ///
    /// # Errors
    /// When the call is over and no reply will come.
    pub fn next_within(&self, wait: std::time::Duration) -> Result<Option<(Ticket, Value)>, Refusal> {
        use std::sync::mpsc::RecvTimeoutError;
        let reply = match self.time() {
            Some(time) => {
                self.wait_until(Some(time.now() + wait));
                self.inbox().recv().map_err(|_| RecvTimeoutError::Disconnected)
            }
            None => self.inbox().recv_timeout(wait),
        };
        match reply {
            Ok((Ticket::LATE, _)) | Err(RecvTimeoutError::Timeout) => Ok(None),
            Ok(reply) => self.take(Some(reply)).map(Some),
            Err(RecvTimeoutError::Disconnected) => Err(over()),
        }
    }

    /// The time, for a subject that [takes it from here](super::Subject::takes_time_from_host).
    #[must_use]
    pub fn now(&self) -> Instant {
        self.time().map_or_else(Instant::now, Time::now)
    }

    fn time(&self) -> Option<&Time> {
        self.line.as_ref().and_then(|line| line.time())
    }

    fn wait_until(&self, until: Until) {
        if let Some(line) = &self.line {
            line.waits(self.call, self.taken.load(Ordering::Relaxed), until);
        }
    }

    fn take(&self, reply: Option<(Ticket, Value)>) -> Result<(Ticket, Value), Refusal> {
        let reply = reply.filter(|(ticket, _)| *ticket != Ticket::OVER).ok_or_else(over)?;
        self.taken.fetch_add(1, Ordering::Relaxed);
        Ok(reply)
    }

    fn inbox(&self) -> std::sync::MutexGuard<'_, Receiver<(Ticket, Value)>> {
        lock(&self.inbox)
    }

    /// Says that nothing more happens on this call until a reply comes (feature `idle`).
    pub fn idle(&self) {
        if let Some(line) = &self.line {
            line.idle(self.call, self.taken.load(Ordering::Relaxed));
        }
    }

    /// Reports an event.
    pub fn event(&self, event: Value) {
        if let Some(line) = &self.line {
            line.event(self.call, event);
        }
    }
}

fn over() -> Refusal {
    Refusal::Failed("the call is over: no reply will come".to_owned())
}
