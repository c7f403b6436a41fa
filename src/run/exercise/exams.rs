//! The exams under way: what each has heard so far.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use serde_json::Value;

use super::super::learn::kinds;
use super::shapes::Shapes;
use super::{Examined, Task};
use crate::rule::{CheckRef, Judgement, Step, WrongShape};
use crate::subject::{Answer, Call, Fault, said_by_panic};

/// Every exam that has begun and not ended.
#[derive(Default)]
pub(super) struct Exams {
    next_key: u64,
    open: BTreeMap<u64, Open>,
    shapes: Shapes,
}

#[derive(Default)]
struct Open {
    /// The task, or none for a single call that is not judged here.
    task: Option<Task>,
    /// The answers of earlier steps.
    answers: Vec<Answer>,
    /// What was asked, in the same order.
    methods: Vec<&'static str>,
    /// The answers of the step under way, in the order in which they were asked.
    step: Vec<Option<Answer>>,
    /// A call that ended without an answer ends the exam, once its other calls are in.
    failed: Option<Examined>,
    /// What its answers say they reached, where somebody wants to know.
    reached: Vec<u32>,
}

impl Open {
    /// An answer of the wrong shape beside the shape that its method wants.
    fn shown(&self, of: CheckRef, fault: Fault) -> Fault {
        let method = |name: &str| of.suite.methods.iter().find(|method| method.name == name);
        let wrong = |(name, answer): (&&str, &Answer)| method(name)?.wrong_shape(&answer.value);
        match fault {
            Fault::WrongShape(_) => {
                self.methods.iter().zip(&self.answers).find_map(wrong).map_or(fault, Fault::WrongShape)
            }
            other => other,
        }
    }
}

/// What an exam does next.
pub(super) enum Next {
    /// It waits for answers.
    Waiting,
    /// It asks, about this case.
    Ask(CheckRef, Arc<Value>, Vec<Call>),
    /// It ended.
    Ended(Task, Examined),
}

impl Exams {
    pub(super) fn len(&self) -> usize {
        self.open.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.open.clear();
    }

    pub(super) fn open(&mut self, task: Task) -> u64 {
        self.insert(Open { task: Some(task), ..Open::default() })
    }

    /// Makes room for the answer to a single call.
    pub(super) fn open_single(&mut self) -> u64 {
        self.insert(Open { step: vec![None], ..Open::default() })
    }

    fn insert(&mut self, open: Open) -> u64 {
        self.next_key += 1;
        self.open.insert(self.next_key, open);
        self.next_key
    }

    /// The answer to a single call, once it is there.
    pub(super) fn take_single(&mut self, key: u64) -> Option<Result<Answer, Examined>> {
        let open = self.open.get_mut(&key)?;
        open.failed.take().map(Err).or_else(|| open.step.first_mut()?.take().map(Ok))
    }

    /// Files what an answer says it reached, if that is of any interest.
    pub(super) fn reached(&mut self, key: u64, reached: impl FnOnce() -> Vec<u32>) {
        if let Some(open) = self.open.get_mut(&key).filter(|open| open.task.as_ref().is_some_and(|task| task.learns)) {
            open.reached.extend(reached());
        }
    }

    /// Files the answer to one call of an exam.
    pub(super) fn answered(&mut self, key: u64, slot: usize, result: Result<Answer, Examined>) {
        let Some(open) = self.open.get_mut(&key) else { return };
        match result {
            Ok(answer) => {
                if let Some(place) = open.step.get_mut(slot) {
                    *place = Some(answer);
                }
            }
            Err(examined) => {
                open.failed.get_or_insert(examined);
                // The place is filled so that the exam does not wait for it.
                if let Some(place) = open.step.get_mut(slot) {
                    *place = Some(Answer { value: Value::Null, trace: Vec::new() });
                }
            }
        }
    }

    /// What the exam does next.
    pub(super) fn next(&mut self, key: u64) -> Next {
        let Some(open) = self.open.get_mut(&key) else { return Next::Waiting };
        if open.step.iter().any(Option::is_none) {
            return Next::Waiting;
        }
        let Some(task) = &open.task else { return Next::Waiting };
        let examined = if let Some(failed) = open.failed.take() {
            failed
        } else {
            let heard = open.answers.len();
            open.answers.extend(open.step.drain(..).flatten());
            let mut new = open.methods[heard..].iter().zip(&open.answers[heard..]);
            let step = if new.any(|(method, answer)| self.shapes.is_wrong(task.of, method, &answer.value)) {
                Err(Fault::WrongShape(String::new()))
            } else {
                guarded(|| task.of.step(&task.input, &open.answers))
            };
            match step {
                Ok(Step::Judged(judgement)) => Examined::Judged(judgement),
                Ok(Step::Ask(calls)) if calls.is_empty() => {
                    Examined::Judged(Judgement::open("the exam has nothing to ask"))
                }
                Ok(Step::Ask(calls)) => {
                    open.step = calls.iter().map(|_| None).collect();
                    open.methods.extend(calls.iter().map(|call| call.method));
                    return Next::Ask(task.of, Arc::clone(&task.input), calls);
                }
                Err(fault) => Examined::Faulted(open.shown(task.of, fault), String::new()),
            }
        };
        let Some(Open { task: Some(task), answers, reached, .. }) = self.open.remove(&key) else {
            return Next::Waiting;
        };
        let rested = answers.iter().any(Answer::held_until_rest);
        let said = if task.learns { kinds(&task.input, &answers, &reached) } else { Vec::new() };
        Next::Ended(Task { rested, said, ..task }, examined)
    }

    /// Ends every exam and hands back its task: those in `order` first, then the rest.
    pub(super) fn take_open(&mut self, order: &[u64]) -> Vec<Task> {
        let mut open = std::mem::take(&mut self.open);
        let mut tasks: Vec<Task> = order.iter().filter_map(|key| open.remove(key)?.task).collect();
        tasks.extend(open.into_values().filter_map(|open| open.task));
        tasks
    }
}

/// Asks a check what comes next. A panic in it is our fault, and no reason to lose the run.
fn guarded(step: impl FnOnce() -> Result<Step, WrongShape>) -> Result<Step, Fault> {
    match catch_unwind(AssertUnwindSafe(step)) {
        Ok(step) => step.map_err(|WrongShape(what)| Fault::WrongShape(what)),
        Err(panic) => Err(Fault::Harness(said_by_panic(&*panic).to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_that_panics_is_our_fault_and_ends_nothing() {
        // As a panic, without the panic hook writing to the output of the tests.
        let panics = || std::panic::resume_unwind(Box::new("index out of bounds"));
        let Err(fault) = guarded(panics) else { panic!("it went on") };
        assert_eq!(fault, Fault::Harness("index out of bounds".to_owned()));
        assert!(!fault.ends_the_process());
        assert!(fault.to_string().contains("please report"), "{fault}");
        assert!(matches!(guarded(|| Err(WrongShape("x".to_owned()))), Err(Fault::WrongShape(_))));
    }
}
