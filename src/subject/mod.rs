//! The implementation under test, however it is reached.
//!
//! A runtime author implements [`Subject`]. The harness talks to it through a
//! [`Link`]: in-process, or over the pipes of a subprocess. Both carry the same
//! conversation, so nothing above this module knows which one it has.

mod both_faults;
mod bounds;
mod call;
mod do_nothing;
mod fault;
mod host;
mod in_process;
mod launch;
mod link;
pub mod protocol;
mod record;
mod reference;
mod serve;
mod spoil;
mod subprocess;
mod threads;
mod time;
mod transcript;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use bounds::Bounds;
pub(crate) use bounds::{TRACE_LINES, life};
pub use call::{Answer, Call, Moment, Reply, Trace, World};
pub use do_nothing::DoNothing;
pub use fault::Fault;
pub(crate) use fault::said_by_panic;
pub use host::{Host, Ticket};
pub use in_process::InProcess;
pub use launch::{Economy, LaunchError, Launcher};
pub use link::{Answerless, Heard, HostId, Link};
pub use record::Record;
pub use reference::{Memory, Offered, Part, Policies, Quirks, Reference, Spoiler, Spoils};
pub use serve::{serve, serve_on_stdio};
pub use spoil::{Goes, Way};
pub use subprocess::{Command, Limits, Surroundings};
pub(crate) use subprocess::{Strays, Subprocess, excerpt, hear_line, supervise};
pub use transcript::Overheard;

/// One call as the subject sees it.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The method, for example `preflight/validate`.
    pub method: &'a str,
    /// Its parameters.
    pub params: &'a Value,
    /// The order of the keys of objects as they were written: 0 is sorted. A [`Value`] forgets it.
    pub key_order: u64,
}

impl<'a> Request<'a> {
    /// A call whose keys are written in their usual order.
    #[must_use]
    pub fn new(method: &'a str, params: &'a Value) -> Self {
        Self { method, params, key_order: 0 }
    }
}

/// An implementation that can be put to the test.
pub trait Subject: Send + Sync {
    /// Who it is and what it offers.
    fn implementation(&self) -> Implementation;

    /// Answers one call. `host` reaches the world that the harness plays
    /// (steps, tools, providers); most methods never need it.
    ///
    /// # Errors
    /// [`Refusal`] when the call cannot be answered. A verdict, however
    /// negative, is an answer and not an error.
    fn call(&self, request: Request<'_>, host: &Host) -> Result<Value, Refusal>;

    /// Whether a call of `method` may reach for the host. One that never does is answered without a thread of its own.
    fn calls_host(&self, method: &str) -> bool {
        let _ = method;
        true
    }

    /// Whether it takes the time from its host alone ([`Host::now`], [`Host::next_within`]), with one thread a call. Then
    /// nobody sits through its time limits: where all calls wait, time goes by at once.
    fn takes_time_from_host(&self) -> bool {
        false
    }
}

/// What a subject says of itself when it is initialised.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Implementation {
    /// The name of the runtime.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// The language it is written in.
    #[serde(default)]
    pub language: String,
    /// The methods it offers.
    #[serde(default)]
    pub methods: Vec<String>,
    /// The optional features it has.
    #[serde(default)]
    pub features: Vec<String>,
}

impl Implementation {
    /// What another introduction says otherwise, if anything. The order of methods and features means nothing.
    pub(crate) fn difference(&self, other: &Self) -> Option<String> {
        let said = |before: &str, now: &str| (before != now).then(|| format!("`{before}` before, `{now}` now"));
        let listed = |list: &[String]| {
            let mut names: Vec<&str> = list.iter().map(String::as_str).collect();
            names.sort_unstable();
            names.dedup();
            names.join(" ")
        };
        let parts = [
            ("name", said(&self.name, &other.name)),
            ("version", said(&self.version, &other.version)),
            ("language", said(&self.language, &other.language)),
            ("methods", said(&listed(&self.methods), &listed(&other.methods))),
            ("features", said(&listed(&self.features), &listed(&other.features))),
        ];
        parts.into_iter().find_map(|(member, said)| said.map(|said| format!("its {member}: {said}")))
    }
}

/// Why a subject did not answer a call.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The method is not offered.
    NotOffered,
    /// This runtime has no way to express the input: why, in a sentence. The case is not judged.
    Inexpressible(String),
    /// Anything else: on the wire a JSON-RPC error, for the harness a fault.
    Failed(String),
}
