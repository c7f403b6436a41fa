//! The host calls of a server: where they go out, and to whom the replies go.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::Sender;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

use super::super::host::{Line, Ticket};
use super::Answer;
use super::output::Output;
use crate::mutex::lock;

/// Where the host calls of all open calls meet the one output.
pub(super) struct StdioLine {
    output: Mutex<Output>,
    routes: Mutex<Routes>,
    changed: Condvar,
}

/// The open calls, and the host calls that wait for a reply.
#[derive(Default)]
struct Routes {
    /// The last id given to a host call: unique on the connection.
    last: u64,
    waiting: BTreeMap<u64, Waiting>,
    open: BTreeSet<u64>,
    /// Open calls that asked for a reply which can no longer come.
    stranded: BTreeSet<u64>,
    hung_up: bool,
}

struct Waiting {
    call: u64,
    ticket: u64,
    reply_to: Sender<(Ticket, Value)>,
}

impl StdioLine {
    pub(super) fn new(output: Output) -> Self {
        Self { output: Mutex::new(output), routes: Mutex::default(), changed: Condvar::new() }
    }

    pub(super) fn output(&self) -> MutexGuard<'_, Output> {
        lock(&self.output)
    }

    fn routes(&self) -> MutexGuard<'_, Routes> {
        lock(&self.routes)
    }

    /// `call` got a thread.
    pub(super) fn opened(&self, call: u64) {
        self.routes().open.insert(call);
    }

    /// The thread of `call` has its answer.
    pub(super) fn answered(&self, call: u64, answer: &Answer) {
        // Replies that come from now on go nowhere.
        self.routes().waiting.retain(|_, waiting| waiting.call != call);
        let mut output = self.output();
        output.answer(&call, answer);
        output.write();
        drop(output);
        self.routes().open.remove(&call);
        self.changed.notify_all();
    }

    /// A reply came; one that nobody waits for any more is ignored.
    pub(super) fn replied(&self, id: u64, value: Value) {
        let waiting = self.routes().waiting.remove(&id);
        if let Some(Waiting { ticket, reply_to, .. }) = waiting {
            let _ = reply_to.send((Ticket(ticket), value));
        }
    }

    /// The input is over: waits for the calls that can still be answered, and gives up on the others.
    pub(super) fn hang_up(&self) {
        let mut routes = self.routes();
        routes.hung_up = true;
        let waiting = std::mem::take(&mut routes.waiting);
        routes.stranded.extend(waiting.values().map(|waiting| waiting.call));
        while !routes.open.is_subset(&routes.stranded) {
            routes = self.changed.wait(routes).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Line for StdioLine {
    fn ask(&self, call: u64, ticket: u64, method: &str, params: Value, reply_to: Sender<(Ticket, Value)>) {
        let mut routes = self.routes();
        if routes.hung_up {
            routes.stranded.insert(call);
            self.changed.notify_all();
            return;
        }
        routes.last += 1;
        let id = routes.last;
        routes.waiting.insert(id, Waiting { call, ticket, reply_to });
        drop(routes);
        let mut output = self.output();
        output.host(Some(id), method, params);
        output.write();
    }

    fn idle(&self, call: u64, replies: u64) {
        let mut output = self.output();
        output.host(None, "host/idle", json!({ "call": call, "replies": replies }));
        output.write();
    }

    fn event(&self, call: u64, event: Value) {
        let mut output = self.output();
        output.host(None, "host/event", json!({ "call": call, "event": event }));
        output.write();
    }
}
