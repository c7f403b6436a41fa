//! Listening in on a conversation, to show it.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Answerless, Fault, Heard, HostId, Implementation, LaunchError, Launcher, Link, Refusal, Request};
use crate::mutex::lock;

/// A launcher whose conversations are written down, in the order of the pipe.
pub struct Overheard<'a> {
    launcher: &'a dyn Launcher,
    lines: Arc<Mutex<Vec<String>>>,
}

impl<'a> Overheard<'a> {
    /// Listens in on what `launcher` starts.
    #[must_use]
    pub fn new(launcher: &'a dyn Launcher) -> Self {
        Self { launcher, lines: Arc::default() }
    }

    /// What was said: `→` by the harness, `←` by the subject.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        lock(&self.lines).clone()
    }
}

impl Launcher for Overheard<'_> {
    fn launch(&self) -> Result<Box<dyn Link>, LaunchError> {
        Ok(Box::new(OverheardLink { link: self.launcher.launch()?, lines: Arc::clone(&self.lines) }))
    }

    fn command(&self) -> Option<&[String]> {
        self.launcher.command()
    }
}

struct OverheardLink {
    link: Box<dyn Link>,
    lines: Arc<Mutex<Vec<String>>>,
}

impl OverheardLink {
    fn write(&self, arrow: &str, message: &Value) {
        lock(&self.lines).push(format!("{arrow} {message}"));
    }
}

impl Link for OverheardLink {
    fn implementation(&self) -> &Implementation {
        self.link.implementation()
    }

    fn send(&mut self, id: u64, request: Request<'_>, hosted: bool) {
        self.write("→", &json!({"id": id, "method": request.method, "params": request.params}));
        self.link.send(id, request, hosted);
    }

    fn reply(&mut self, call: u64, to: &HostId, value: &Value) {
        self.write("→", &json!({"id": to, "result": value}));
        self.link.reply(call, to, value);
    }

    fn hear(&mut self, wait: Duration) -> Option<Heard> {
        let heard = self.link.hear(wait)?;
        let message = match &heard {
            Heard::Answer { call, result: Ok(value) } => json!({"id": call, "result": value}),
            Heard::Answer { call, result: Err(why) } => {
                let text = match why {
                    Answerless::Refused(Refusal::NotOffered) => "method not offered".to_owned(),
                    Answerless::Refused(Refusal::Failed(text) | Refusal::Inexpressible(text)) => text.clone(),
                    Answerless::Fault(fault) => fault.to_string(),
                };
                json!({"id": call, "error": text})
            }
            Heard::Host { id, method, params, .. } => json!({"id": id, "method": method, "params": params}),
            Heard::Idle { call, replies } => {
                json!({"method": "host/idle", "params": {"call": call, "replies": replies}})
            }
            Heard::Event { call, event } => json!({"method": "host/event", "params": {"call": call, "event": event}}),
            Heard::Broken(fault) => Value::from(fault.to_string()),
        };
        self.write("←", &message);
        Some(heard)
    }

    fn now(&self) -> Option<Instant> {
        self.link.now()
    }

    fn reached(&mut self) -> Vec<u32> {
        self.link.reached()
    }

    fn window(&self) -> usize {
        self.link.window()
    }

    fn stderr_tail(&self) -> String {
        self.link.stderr_tail()
    }

    fn end(self: Box<Self>) -> Option<Fault> {
        self.link.end()
    }
}
