//! A running subject behind its pipes.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;

use super::super::protocol::{INEXPRESSIBLE, METHOD_NOT_FOUND};
use super::super::{Answerless, Bounds, Fault, Heard, HostId, Implementation, Link, Refusal, Request};
use super::conversation::Conversation;
use super::key_order::Ordered;
use super::lines::TooLong;
use super::pipes::Pipes;
use super::process::{Ending, Process};
use super::strays::Strays;

/// Enough calls in flight to keep both processes busy.
const WINDOW: usize = 64;
/// Messages are written together, but not so many together that the subject runs dry meanwhile.
const BATCH: usize = WINDOW / 4;
const BATCH_BYTES: usize = 32 * 1024;
/// How often a silent subject is looked at: it may be dead while a child of its own holds the pipes open.
const LOOK: Duration = Duration::from_millis(50);
/// How often the pipes of a dead subject are read at most: a child of its own may never stop writing.
const LAST_WORDS: usize = 100;
/// How long a subject that closed its stdout has to exit.
const EXIT: Duration = Duration::from_secs(1);
/// How long a subject has to shut down at most.
const FAREWELL: Duration = Duration::from_secs(5);

/// Talks to a subprocess. Dropping it ends the process and all that it started.
#[derive(Debug)]
pub(crate) struct Subprocess {
    process: Process,
    pub(super) pipes: Pipes,
    conversation: Conversation,
    /// Who it is, once it is initialised.
    pub(super) implementation: Implementation,
    deadline: Duration,
    most_on_stderr: usize,
    interrupted: &'static AtomicBool,
    unwritten: usize,
    last_id: u64,
    broken: Option<Fault>,
    /// Where prose on stdout is put aside; without it, prose is a fault.
    pub(super) strays: Option<Strays>,
}

impl Subprocess {
    pub(super) fn new(
        (process, pipes): (Process, Pipes),
        deadline: Duration,
        bounds: Bounds,
        interrupted: &'static AtomicBool,
    ) -> Self {
        Self {
            process,
            pipes,
            conversation: Conversation::within(bounds),
            implementation: Implementation::default(),
            deadline,
            most_on_stderr: bounds.stderr,
            interrupted,
            unwritten: 0,
            last_id: 0,
            broken: None,
            strays: None,
        }
    }

    /// What a call without a result comes to where nothing but a result will do.
    pub(crate) fn fault_of(answerless: Answerless) -> Fault {
        match answerless {
            Answerless::Fault(fault) => fault,
            Answerless::Refused(Refusal::NotOffered) => {
                Fault::Error { code: METHOD_NOT_FOUND, message: "the method is not offered".to_owned() }
            }
            Answerless::Refused(Refusal::Inexpressible(message)) => Fault::Error { code: INEXPRESSIBLE, message },
            Answerless::Refused(Refusal::Failed(message)) => Fault::Error { code: 0, message },
        }
    }

    /// Hears until `call` is answered; everything else that is heard meanwhile is dropped.
    pub(crate) fn answer_to(&mut self, call: u64, limit: Duration) -> Result<Value, Fault> {
        let end = Instant::now() + limit;
        loop {
            match self.hear(end.saturating_duration_since(Instant::now()).min(LOOK)) {
                Some(Heard::Answer { call: answered, result }) if answered == call => {
                    return result.map_err(Self::fault_of);
                }
                Some(Heard::Broken(fault)) => return Err(fault),
                Some(_) | None if Instant::now() < end && !self.interrupted.load(Ordering::Relaxed) => {}
                Some(_) | None => return Err(Fault::Deadline(limit.as_secs().max(1))),
            }
        }
    }

    /// What the lines at hand say.
    fn hear_lines(&mut self) -> Result<Option<Heard>, Fault> {
        while let Some(line) = self.pipes.lines.next().map_err(|TooLong(limit)| Fault::LineTooLong(limit))? {
            let line = self.pipes.lines.get(line);
            let heard = match (self.conversation.hear(line), &mut self.strays) {
                (Err(Fault::Garbage(_)), Some(strays)) if Strays::is_prose(line) => {
                    strays.push(line);
                    None
                }
                (heard, _) => heard?,
            };
            if heard.is_some() {
                if matches!(heard, Some(Heard::Answer { .. })) {
                    self.pipes.tail.answered();
                }
                return Ok(heard);
            }
        }
        if self.pipes.tail.lately() > self.most_on_stderr {
            return Err(Fault::StderrTooLong(self.most_on_stderr));
        }
        if self.pipes.is_open() {
            return Ok(None);
        }
        // The last line may lack its end. Half a message is no garbage: it was cut off.
        let rest = self.pipes.lines.rest();
        if let Ok(Some(heard)) = self.conversation.hear(self.pipes.lines.get(rest)) {
            return Ok(Some(heard));
        }
        let ending = self.wait_for_exit(EXIT).map(|ending| ending.to_string());
        Err(Fault::Exited(ending.unwrap_or_else(|| "it closed its stdout and kept running".to_owned())))
    }

    /// Serves the pipes until there is something to hear or `wait` is over.
    fn listen(&mut self, wait: Duration) -> Result<Option<Heard>, Fault> {
        if let Some(heard) = self.hear_lines()? {
            return Ok(Some(heard));
        }
        let end = Instant::now().checked_add(wait);
        let mut left = wait;
        loop {
            self.unwritten = 0;
            let quiet = !self.pipes.turn(left.min(LOOK));
            if quiet && let Some(ending) = self.process.ending() {
                // Its last words may have come between the two looks.
                for _ in 0..LAST_WORDS {
                    if !self.pipes.turn(Duration::ZERO) {
                        break;
                    }
                    if let Some(heard) = self.hear_lines()? {
                        return Ok(Some(heard));
                    }
                }
                return Err(Fault::Exited(ending.to_string()));
            }
            if let Some(heard) = self.hear_lines()? {
                return Ok(Some(heard));
            }
            left = end.map_or(wait, |end| end.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return Ok(None);
            }
        }
    }

    /// Waits for the process to exit; whatever it still writes is swallowed, lest it blocks on that.
    pub(super) fn wait_for_exit(&mut self, limit: Duration) -> Option<Ending> {
        let end = Instant::now() + limit;
        loop {
            if let Some(ending) = self.process.ending() {
                return Some(ending);
            }
            if Instant::now() >= end || self.interrupted.load(Ordering::Relaxed) {
                return None;
            }
            self.pipes.turn(Duration::from_millis(1));
            self.pipes.lines.rest();
        }
    }

    fn breaks(&mut self, fault: Fault) -> Heard {
        self.pipes.drain_stderr();
        self.process.kill();
        self.broken = Some(fault.clone());
        Heard::Broken(fault)
    }

    /// Puts one message on its way; it is written when enough have come together, or nothing is left to hear.
    fn post(&mut self, message: &impl Serialize) {
        let outgoing = self.pipes.outgoing();
        // Writing JSON to memory cannot fail.
        let _ = serde_json::to_writer(&mut *outgoing, message);
        let _ = outgoing.write_all(b"\n");
        self.unwritten += 1;
        if self.unwritten >= BATCH || self.pipes.pending() >= BATCH_BYTES {
            self.unwritten = 0;
            self.pipes.flush();
        }
    }

    pub(super) fn farewell(&mut self) -> Option<Fault> {
        if let Some(fault) = self.broken.take() {
            return Some(fault);
        }
        if self.interrupted.load(Ordering::Relaxed) {
            return None;
        }
        let limit = self.deadline.min(FAREWELL);
        let call = self.last_id + 1;
        self.send(call, Request::new("shutdown", &Value::Null), false);
        match self.answer_to(call, limit) {
            Ok(Value::Null) => {}
            Ok(_) => return Some(Fault::WrongShape("`shutdown` answers null".to_owned())),
            Err(fault) => return Some(fault),
        }
        self.pipes.close_stdin();
        match self.wait_for_exit(limit) {
            Some(Ending::Status(0)) => None,
            Some(ending) => Some(Fault::Exited(format!("{ending} after `shutdown`, instead of 0"))),
            None => Some(Fault::Deadline(limit.as_secs().max(1))),
        }
    }
}

#[derive(Serialize)]
struct Message<'a> {
    jsonrpc: &'static str,
    id: u64,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    params: Option<Ordered<'a>>,
}

#[derive(Serialize)]
struct Reply<'a> {
    jsonrpc: &'static str,
    id: &'a HostId,
    result: &'a Value,
}

impl Link for Subprocess {
    fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    fn send(&mut self, id: u64, request: Request<'_>, hosted: bool) {
        self.last_id = self.last_id.max(id);
        self.conversation.open(id, hosted);
        let Request { method, params, key_order } = request;
        let params = (!params.is_null()).then_some(Ordered { value: params, order: key_order });
        self.post(&Message { jsonrpc: "2.0", id, method, params });
    }

    fn reply(&mut self, _: u64, to: &HostId, value: &Value) {
        self.post(&Reply { jsonrpc: "2.0", id: to, result: value });
    }

    fn hear(&mut self, wait: Duration) -> Option<Heard> {
        if let Some(fault) = &self.broken {
            return Some(Heard::Broken(fault.clone()));
        }
        self.listen(wait).unwrap_or_else(|fault| Some(self.breaks(fault)))
    }

    fn reached(&mut self) -> Vec<u32> {
        self.conversation.reached()
    }

    fn window(&self) -> usize {
        WINDOW
    }

    fn stderr_tail(&self) -> String {
        self.pipes.tail.shown()
    }

    fn end(mut self: Box<Self>) -> Option<Fault> {
        self.farewell()
    }
}
