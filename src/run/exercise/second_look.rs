//! What is seen once may have been the machine, or a neighbour: it is looked at again before anybody is blamed.

use super::{Examined, Task, Worker};
use crate::rule::{Judgement, Verdict};
use crate::subject::{Link, protocol};

/// After so many that break a process alone, no more are looked for among those that were open when it broke.
const CULPRITS_ENOUGH: usize = 8;
/// The same where each of them takes much time.
const COSTLY_CULPRITS_ENOUGH: usize = 2;

impl Worker<'_> {
    /// A hang is one only if it is repeated, alone on a new process: it may have been the machine that was slow.
    pub(super) fn only_if_again(&mut self, task: &Task, seen: Examined) -> Examined {
        let hung = matches!(&seen, Examined::Faulted(fault, _) if fault.is_out_of_time());
        if !hung || self.repeating {
            return seen;
        }
        self.repeating = true;
        let again = self.examine_one(task.of, &task.input);
        self.repeating = false;
        if again == Examined::Interrupted { seen } else { again }
    }

    /// Where a subject does not say when it is at rest, a failure may come of a reply that was held too short: it counts
    /// if it is there again, alone and with more patience. Once for every kind of a check.
    pub(super) fn only_if_at_rest(&mut self, task: &Task, seen: Examined) -> Examined {
        let Examined::Judged(Judgement { verdict: Verdict::Failed(disagreement), .. }) = &seen else { return seen };
        let key = (task.of.id(), disagreement.kind.clone());
        if !task.rested || self.repeating || self.announces_rest() || self.sure.contains(&key) {
            return seen;
        }
        let began = self.limits.clock.now();
        let mut other = Worker::new(self.launcher, self.limits);
        other.repeating = true;
        other.conversations.settle_slowly();
        let again = other.examine_one(task.of, &task.input);
        self.conversations.forgive(self.limits.clock.unheard_since(began));
        match again {
            Examined::Interrupted => seen,
            Examined::Judged(Judgement { verdict: Verdict::Failed(again), .. }) if again.kind == key.1 => {
                self.sure.insert(key);
                seen
            }
            again => again,
        }
    }

    pub(super) fn announces_rest(&self) -> bool {
        let announces = |link: &dyn Link| link.implementation().features.iter().any(|name| name == protocol::IDLE);
        self.link.as_deref().is_some_and(announces)
    }

    /// Puts exams one by one, after the process broke while all of them were open: no case is blamed for its
    /// neighbour. If none of them breaks it alone, what was seen stays with the first. Once several have, the others
    /// are no longer suspects and are handed back.
    pub(super) fn examine_suspects(
        &mut self,
        suspects: Vec<Task>,
        seen: &Examined,
    ) -> (Vec<(Task, Examined)>, Vec<Task>) {
        let mut suspects = suspects.into_iter();
        let (mut results, mut reproduced) = (Vec::new(), 0);
        let costly = matches!(seen, Examined::Faulted(fault, _) if fault.is_costly());
        let enough = if costly { COSTLY_CULPRITS_ENOUGH } else { CULPRITS_ENOUGH };
        while reproduced < enough
            && let Some(task) = suspects.next()
        {
            let examined = self.examine_one(task.of, &task.input);
            reproduced += usize::from(matches!(examined, Examined::Faulted(..)));
            results.push((task, examined));
        }
        if reproduced == 0
            && let Some((_, first)) = results.first_mut()
        {
            *first = seen.clone();
        }
        results.retain(|(_, examined)| *examined != Examined::Interrupted);
        (results, suspects.collect())
    }
}
