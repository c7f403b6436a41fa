//! Several processes of one subject, for candidates that go out together.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread::scope;

use serde_json::Value;

use super::exercise::{Examined, Worker};

/// How many processes there are beside the first.
const OTHERS: usize = 3;

/// A worker with others beside it, which are there once they are needed.
pub(super) struct Team<'a, 'w> {
    first: &'a RefCell<Worker<'w>>,
    others: Vec<Worker<'w>>,
}

impl<'a, 'w> Team<'a, 'w> {
    pub(super) fn led_by(first: &'a RefCell<Worker<'w>>) -> Self {
        Self { first, others: Vec::new() }
    }

    /// How inputs end, in their order, of which every worker `puts` a part; `fresh` is one more worker.
    pub(super) fn put(
        &mut self,
        inputs: &[Arc<Value>],
        fresh: impl Fn() -> Worker<'w>,
        puts: impl Fn(&mut Worker<'w>, &[Arc<Value>]) -> Vec<Examined> + Sync,
    ) -> Vec<Examined> {
        let mut first = self.first.borrow_mut();
        if inputs.len() == 1 {
            return puts(&mut first, inputs);
        }
        self.others.resize_with(OTHERS, fresh);
        let parts = inputs.chunks(inputs.len().div_ceil(1 + OTHERS));
        let puts = &puts;
        scope(|scope| {
            let start = |(worker, part)| scope.spawn(move || puts(worker, part));
            let members = std::iter::once(&mut *first).chain(&mut self.others);
            let at_work: Vec<_> = members.zip(parts).map(start).collect();
            let ended = at_work.into_iter().map(|part| part.join().unwrap_or_else(|panic| resume_unwind(panic)));
            ended.flatten().collect()
        })
    }
}
