//! Is an adapter well behaved? Plain advice before the first run.
//!
//! A run explains what a runtime does wrong; the doctor explains what the
//! program around it does wrong. Every probe is a small conversation of its
//! own. What one of them breaks is started anew for the next, so that a single
//! visit tells everything there is to change.

mod advice;
mod calls;
mod hard_inputs;
mod hosted;
mod introduction;
mod many_calls;
mod odd_calls;
mod parting;
mod patient;
mod reach;
mod report;
mod rest;
mod sample;
mod stdout;
mod text;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::rule::Catalogue;
use crate::subject::{Command, Implementation, LaunchError};
use patient::Patient;

pub(crate) use report::{as_json, as_text};

/// What a visit came to.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Diagnosis {
    /// Who was visited.
    pub(crate) implementation: Implementation,
    /// What each probe found, in the order in which they are told.
    pub(crate) probes: Vec<Probe>,
    /// What is good to know and never wrong.
    pub(crate) notes: Vec<Remark>,
}

/// Something that is good to know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Remark {
    /// What it is about.
    pub(crate) about: &'static str,
    /// A sentence.
    pub(crate) text: String,
}

/// What one probe found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(clippy::struct_field_names, reason = "the member is called so in what `doctor --json` prints")]
pub(crate) struct Probe {
    /// What was looked at.
    pub(crate) probe: &'static str,
    /// What came of it.
    pub(crate) state: State,
    /// The note beside `ok`, why it was not tried, or what to change.
    pub(crate) text: String,
    /// The end of the adapter's stderr, where it may tell more.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) stderr: String,
}

/// What came of a probe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum State {
    /// As it should be.
    Ok,
    /// Something is to be changed.
    Change,
    /// There was nothing to try it on.
    NotTried,
}

impl Diagnosis {
    /// Whether there is nothing to change.
    #[must_use]
    pub(crate) fn is_well(&self) -> bool {
        self.probes.iter().all(|probe| probe.state != State::Change)
    }
}

impl Probe {
    fn ok(probe: &'static str, text: impl Into<String>) -> Self {
        Self { probe, state: State::Ok, text: text.into(), stderr: String::new() }
    }

    fn change(probe: &'static str, text: impl Into<String>) -> Self {
        Self { probe, state: State::Change, text: text.into(), stderr: String::new() }
    }

    fn not_tried(probe: &'static str, text: impl Into<String>) -> Self {
        Self { probe, state: State::NotTried, text: text.into(), stderr: String::new() }
    }
}

/// Visits the adapter that `command` starts; `deadline` is how long any answer may take. Once it is `interrupted` the
/// visit comes to an end, and what it found is worth nothing.
///
/// # Errors
/// [`LaunchError`] when it cannot be started or initialised, which explains itself.
pub(crate) fn examine(
    catalogue: &Catalogue,
    command: &Command,
    deadline: Duration,
    interrupted: &AtomicBool,
) -> Result<Diagnosis, LaunchError> {
    let began = Instant::now();
    let mut patient = Patient::visit(catalogue, command, deadline, interrupted)?;
    let start = format!("{} from start to the answer to `initialize`", calls::shown(began.elapsed()));
    let implementation = patient.implementation().clone();
    let mut probes = introduction::probes(catalogue, &implementation);
    let (answers, sound) = calls::answers(&mut patient, &implementation.methods);
    probes.push(answers);
    probes.push(calls::latency(&mut patient, &sound));
    probes.push(calls::equal_answers(&mut patient, &sound));
    probes.push(odd_calls::unknown_method(&mut patient));
    probes.push(odd_calls::bad_params(&mut patient, &sound));
    probes.push(odd_calls::unknown_members(&mut patient, &sound));
    probes.push(text::beyond_ascii(&mut patient, &sound));
    probes.push(text::large(&mut patient, &sound));
    probes.push(many_calls::many_calls(&mut patient, &sound));
    let (host_calls, hosted) = hosted::host_calls(&mut patient, &implementation.methods);
    probes.push(host_calls);
    probes.push(hosted::call_in_between(&mut patient, &hosted));
    probes.push(rest::rest(&mut patient, &implementation.features, &hosted));
    let hard = hard_inputs::tried(&mut patient, &sound);
    probes.push(parting::shutdown(&mut patient));
    probes.push(parting::end_of_input(&mut patient));
    // Whatever it printed, it printed during one of the others.
    let stdout = stdout::only_messages(&patient.take_strays());
    probes.insert(1, stdout);
    let remark = |about, text| Remark { about, text };
    let mut notes = vec![remark("start", start)];
    notes.extend(hard.map(|text| remark("hard inputs", text)));
    notes.push(remark("reach", reach::reach(catalogue, &implementation)));
    Ok(Diagnosis { implementation, probes, notes })
}
