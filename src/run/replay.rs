//! One case again, with the whole conversation.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::Options;
use super::exercise::{Examined, Limits, Starts, Task, Worker};
use super::found::Steadiness;
use super::plan::{CaseName, Planned};
use super::reading::Readings;
use super::shrink::{Effort, Scene};
use super::tally::Ending;
use crate::rule::{CheckRef, CorpusError};
use crate::subject::{Fault, Launcher};

/// A case, exercised again.
#[derive(Debug)]
pub struct Replayed {
    /// The case.
    pub input: Value,
    /// What the document demands and what was observed, if the case fails.
    pub failure: Option<(Value, Value)>,
    /// Why nothing could be judged, if so.
    pub open: Option<String>,
    /// The fault, if the subject did not answer.
    pub fault: Option<Fault>,
    /// The tail of its stderr.
    pub stderr: String,
}

/// The cases that one is replayed with.
#[derive(Debug, Clone, Copy, Default)]
pub struct Company<'a> {
    /// Those that come before it on the same process.
    pub history: &'a [(CheckRef, Value)],
    /// Those that are under way at the same time.
    pub beside: &'a [(CheckRef, Value)],
}

/// The case of a check that has this name.
///
/// # Errors
/// When the rule's corpus cannot be read.
pub fn case(of: CheckRef, name: CaseName<'_>) -> Result<Option<Arc<Value>>, CorpusError> {
    let planned = Planned::new(of, name.seed)?;
    Ok(match name.word {
        Some(word) => planned.case_of_word(name.index, word),
        None => match name.lineage().unwrap_or_default().as_slice() {
            [] => planned.case(name.index),
            parents => planned.descendant(name.index, parents),
        },
    })
}

/// Puts one case to a new subject, after the cases of `history` and together with those of `beside`. Of the options, the times count and
/// whether it is interrupted.
///
/// # Errors
/// When the rule's corpus cannot be read.
pub fn replay(
    of: CheckRef,
    input: Value,
    company: Company<'_>,
    launcher: &dyn Launcher,
    options: &Options<'_>,
) -> Result<Replayed, CorpusError> {
    let planned = Planned::new(of, 0)?;
    planned.take_back();
    let starts = Starts::default();
    let mut worker = Worker::new(launcher, limits(options, &starts));
    let Company { history, beside } = company;
    for (of, input) in history {
        worker.examine_one(*of, &Arc::new(input.clone()));
    }
    let input = Arc::new(input);
    let examined = if beside.is_empty() {
        worker.examine_one(of, &input)
    } else {
        let task = |(of, input): &(CheckRef, Value)| Task::new(0, *of, Arc::new(input.clone()));
        let one = Task::new(0, of, Arc::clone(&input));
        let tasks: Vec<Task> = beside.iter().map(task).chain(std::iter::once(one)).collect();
        worker.examine_together(tasks)
    };
    let mut stderr = match &examined {
        Examined::Faulted(_, stderr) => stderr.clone(),
        _ => String::new(),
    };
    if stderr.is_empty() {
        stderr = worker.stderr_tail();
    }
    let (ending, _) = Ending::of(&planned, &input, examined, &Readings::default());
    let mut replayed = Replayed { input: (*input).clone(), failure: None, open: None, fault: None, stderr };
    match ending {
        Ending::Held => {}
        Ending::Failed(disagreement) => replayed.failure = Some((disagreement.expected, disagreement.observed)),
        Ending::Unjudged(unjudged) | Ending::Blocked(unjudged, ..) => replayed.open = Some(unjudged.why.to_string()),
        Ending::Fault(fault, _) => replayed.fault = Some(fault),
    }
    Ok(replayed)
}

/// An input as small as it gets.
#[derive(Debug)]
pub struct Shrunk {
    /// The input.
    pub input: Value,
    /// How many cases were put to the subject to find it.
    pub executions: u64,
}

/// The smallest input that fails in the same way as this one does by itself, every time; none where it does not. Of the
/// options, the times count and whether it is interrupted.
///
/// # Errors
/// When the rule's corpus cannot be read.
pub fn shrink(
    of: CheckRef,
    input: &Value,
    launcher: &dyn Launcher,
    options: &Options<'_>,
) -> Result<Option<Shrunk>, CorpusError> {
    let plan = [Planned::new(of, 0)?];
    let (starts, experiments, spent) = (Starts::default(), AtomicU64::new(0), Mutex::new(BTreeMap::new()));
    let scene = Scene {
        launcher,
        limits: limits(options, &starts),
        plan: &plan,
        pinned: &Readings::default(),
        experiments: &experiments,
        spent: &spent,
        until: None,
    };
    let [planned] = &plan;
    planned.take_back();
    let input = Arc::new(input.clone());
    let examined = scene.put(&mut scene.fresh(), of, &input);
    let Some(signature) = Ending::of(planned, &input, examined, scene.pinned).0.signature() else { return Ok(None) };
    let found = scene.investigate(planned, (&input, None), &signature, &[], Effort::Thorough);
    let found = found.filter(|found| matches!(found.steadiness, Steadiness::Alone));
    let executions = experiments.load(Ordering::Relaxed);
    Ok(found.map(|found| Shrunk { input: (*found.input).clone(), executions }))
}

fn limits<'a>(options: &Options<'a>, starts: &'a Starts) -> Limits<'a> {
    Limits { life: options.life, ..Limits::new(options.deadline, options.interrupted, starts) }
}
