//! What a server writes: one message per line, many lines per write.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Value, json};

use super::Answer;

/// More than this is not kept back.
const FULL: usize = 16 * 1024;
/// Nor is anything kept back longer than this: the next call may be a slow one, and the harness waits.
const LATE: Duration = Duration::from_millis(2);

/// A buffered stream of messages. The first error of the stream stays and is told by the next flush.
pub(super) struct Output {
    stream: Box<dyn Write + Send>,
    buffer: Vec<u8>,
    flushed: Instant,
    failed: Option<io::Error>,
}

#[derive(Serialize)]
struct Message<'a, Id> {
    jsonrpc: &'static str,
    id: &'a Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Value>,
}

#[derive(Serialize)]
struct HostCall<'a> {
    jsonrpc: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<u64>,
    method: &'a str,
    params: Value,
}

impl Output {
    pub(super) fn new(stream: impl Write + Send + 'static) -> Self {
        Self { stream: Box::new(stream), buffer: Vec::with_capacity(2 * FULL), flushed: Instant::now(), failed: None }
    }

    /// Answers the call that was made under `id`.
    pub(super) fn answer(&mut self, id: &impl Serialize, answer: &Answer) {
        let error = answer.as_ref().err().map(|(code, message)| json!({ "code": code, "message": message }));
        self.line(&Message { jsonrpc: "2.0", id, result: answer.as_ref().ok(), error });
    }

    /// Calls the host; without an `id`, only tells it something.
    pub(super) fn host(&mut self, id: Option<u64>, method: &str, params: Value) {
        self.line(&HostCall { jsonrpc: "2.0", id, method, params });
    }

    fn line(&mut self, message: &impl Serialize) {
        // Writing JSON to memory cannot fail.
        let _ = serde_json::to_writer(&mut self.buffer, message);
        self.buffer.push(b'\n');
    }

    /// Writes everything.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.write();
        self.failed.take().map_or(Ok(()), Err)
    }

    /// Writes everything; an error is left to the thread that reads.
    pub(super) fn write(&mut self) {
        if self.failed.is_none() && !self.buffer.is_empty() {
            self.failed = self.stream.write_all(&self.buffer).and_then(|()| self.stream.flush()).err();
        }
        self.buffer.clear();
        self.flushed = Instant::now();
    }

    /// Writes everything if it is much, or has waited.
    pub(super) fn flush_if_late(&mut self) {
        if self.buffer.len() >= FULL || self.flushed.elapsed() >= LATE {
            self.write();
        }
    }
}
