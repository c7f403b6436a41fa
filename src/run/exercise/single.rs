//! One call by itself, whose answer nobody judges.

use serde_json::Value;

use super::{Listened, Worker};
use crate::rule::CheckRef;
use crate::subject::{Answer, Call};

impl Worker<'_> {
    /// The answer to one call, put by itself to the process at hand; none where none comes.
    pub(crate) fn answer_to(&mut self, of: (CheckRef, &Value), call: Call) -> Option<Answer> {
        self.start().ok()?;
        let key = self.exams.open_single();
        self.put(key, 0, of, call);
        while !self.limits.are_over() {
            if let Listened::Broke(..) = self.listen() {
                return None;
            }
            if let Some(result) = self.exams.take_single(key) {
                return result.ok();
            }
        }
        None
    }
}
