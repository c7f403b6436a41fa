//! The adapter on the couch: started anew when a probe was too much for it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Probe, advice};
use crate::rule::Catalogue;
use crate::subject::{Command, Fault, Heard, Implementation, LaunchError, Link, Request, Strays, Subprocess, life};

/// How many lines of one call are listened to.
const CHATTER: usize = 10_000;
/// How long the adapter is listened to at a time; a conversation hears of every such silence.
const SILENCE: Duration = Duration::from_millis(50);

/// An adapter that is visited.
pub(super) struct Patient<'a> {
    pub(super) catalogue: &'a Catalogue,
    command: &'a Command,
    pub(super) deadline: Duration,
    interrupted: &'a AtomicBool,
    implementation: Implementation,
    link: Option<Subprocess>,
    last_id: u64,
    strays: Strays,
}

/// Why a conversation did not go as it should.
pub(super) struct Trouble {
    pub(super) cause: Cause,
    pub(super) stderr: String,
}

/// What went wrong.
pub(super) enum Cause {
    /// The subject did not answer, or not in the protocol.
    Fault(Fault),
    /// Something that the probe itself can tell best.
    Told(String),
}

impl Trouble {
    /// What to change, if this happened `when`.
    pub(super) fn change(self, probe: &'static str, when: &str) -> Probe {
        self.change_as(probe, when, "")
    }

    /// The same, where `hint` says better what to do than the fault alone does.
    pub(super) fn change_as(self, probe: &'static str, when: &str, hint: &str) -> Probe {
        let text = match &self.cause {
            Cause::Fault(fault) => advice::on(fault, when, hint),
            Cause::Told(text) => text.clone(),
        };
        Probe { stderr: self.stderr, ..Probe::change(probe, text) }
    }

    /// Whether the deadline passed.
    pub(super) fn is_silence(&self) -> bool {
        matches!(self.cause, Cause::Fault(Fault::Deadline(_)))
    }
}

/// What a conversation does when it hears something, or nothing for a while.
pub(super) type OnHeard<'f> = &'f mut dyn FnMut(&mut dyn Link, Option<&Heard>) -> Result<(), String>;

impl<'a> Patient<'a> {
    pub(super) fn visit(
        catalogue: &'a Catalogue,
        command: &'a Command,
        deadline: Duration,
        interrupted: &'a AtomicBool,
    ) -> Result<Self, LaunchError> {
        let link = command.visit()?;
        let implementation = link.implementation().clone();
        Ok(Self {
            catalogue,
            command,
            deadline,
            interrupted,
            implementation,
            link: Some(link),
            last_id: 0,
            strays: Strays::default(),
        })
    }

    pub(super) fn implementation(&self) -> &Implementation {
        &self.implementation
    }

    /// The prose that all processes so far printed on stdout.
    pub(super) fn take_strays(&mut self) -> Strays {
        self.dismiss();
        std::mem::take(&mut self.strays)
    }

    /// The running adapter, started anew if the last one is gone.
    pub(super) fn link(&mut self) -> Result<&mut Subprocess, Trouble> {
        let told = |text: String| Trouble { cause: Cause::Told(text), stderr: String::new() };
        if self.is_interrupted() {
            self.dismiss();
            return Err(told("the visit was interrupted".to_owned()));
        }
        let link = match self.link.take() {
            Some(link) => link,
            None => self.command.visit().map_err(|error| told(format!("it did not start a second time: {error}")))?,
        };
        Ok(self.link.insert(link))
    }

    fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Ends the process at hand; what it printed is kept.
    pub(super) fn dismiss(&mut self) {
        if let Some(mut link) = self.link.take() {
            self.strays.append(link.take_strays());
        }
    }

    /// An id that was not used before.
    pub(super) fn new_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Makes a call and waits for its answer.
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Trouble> {
        let id = self.new_id();
        self.link()?.send(id, Request::new(method, params), false);
        self.answer_to(id)
    }

    /// Waits for the answer to a call that was put.
    pub(super) fn answer_to(&mut self, id: u64) -> Result<Value, Trouble> {
        let end = Instant::now() + self.deadline;
        loop {
            let left = end.saturating_duration_since(Instant::now());
            match self.link()?.answer_to(id, left.min(SILENCE)) {
                Ok(answer) => return Ok(answer),
                Err(Fault::Deadline(_)) if left > SILENCE => {}
                Err(Fault::Deadline(_)) => return Err(self.trouble(Fault::Deadline(self.deadline.as_secs().max(1)))),
                Err(fault) => return Err(self.trouble(fault)),
            }
        }
    }

    /// Makes a call during which the subject calls the host. `on` hears everything, and replies on the link itself.
    pub(super) fn converse(&mut self, method: &str, params: &Value, on: OnHeard<'_>) -> Result<Value, Trouble> {
        let (id, deadline, interrupted) = (self.new_id(), self.deadline, self.interrupted);
        let link = self.link()?;
        link.send(id, Request::new(method, params), true);
        let answer = listen(link, id, deadline, &mut |link, heard| {
            if interrupted.load(Ordering::Relaxed) {
                Err("the visit was interrupted".to_owned())
            } else {
                on(link, heard)
            }
        });
        answer.map_err(|cause| match cause {
            Cause::Fault(fault) => self.trouble(fault),
            Cause::Told(text) => {
                self.dismiss();
                Trouble { cause: Cause::Told(text), stderr: String::new() }
            }
        })
    }

    /// What `fault` comes to; the process is given up if it cannot be used after it.
    pub(super) fn trouble(&mut self, fault: Fault) -> Trouble {
        let stderr = self.link.as_ref().map(Link::stderr_tail).unwrap_or_default();
        if fault.ends_the_process() {
            self.dismiss();
        }
        Trouble { cause: Cause::Fault(fault), stderr }
    }
}

fn listen(link: &mut Subprocess, id: u64, deadline: Duration, on: OnHeard<'_>) -> Result<Value, Cause> {
    let began = Instant::now();
    let (mut last, life) = (began, life(deadline));
    for _ in 0..CHATTER {
        let heard = link.hear(SILENCE);
        on(link, heard.as_ref()).map_err(Cause::Told)?;
        match heard {
            Some(Heard::Answer { call, result }) if call == id => {
                return result.map_err(|why| Cause::Fault(Subprocess::fault_of(why)));
            }
            Some(Heard::Broken(fault)) => return Err(Cause::Fault(fault)),
            _ if began.elapsed() >= life => return Err(Cause::Fault(Fault::Endless(life.as_secs()))),
            Some(_) => last = Instant::now(),
            None if last.elapsed() >= deadline => {
                return Err(Cause::Fault(Fault::Deadline(deadline.as_secs().max(1))));
            }
            None => {}
        }
    }
    Err(Cause::Fault(Fault::Chatter(CHATTER)))
}
