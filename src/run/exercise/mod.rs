//! Putting exams to a subject: many open at once on one link, each of them
//! ending in a judgement or a fault of its own.

mod beyond;
mod clock;
mod conversation;
mod examined;
mod exams;
mod ready;
mod second_look;
mod shapes;
mod single;
#[cfg(test)]
mod slow_start;
mod starts;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

pub(crate) use self::beyond::beyond;
pub(crate) use self::clock::Clock;
use self::conversation::Conversations;
pub(crate) use self::examined::{Examined, Task};
use self::exams::{Exams, Next};
pub(crate) use self::ready::Ready;
pub(crate) use self::starts::Starts;
use crate::rule::CheckRef;
use crate::subject::{Answer, Answerless, Call, Fault, Heard, LaunchError, Launcher, Link, Refusal, Request};

/// What bounds a conversation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits<'a> {
    /// How long a call may take.
    pub(crate) deadline: Duration,
    /// How long it may last, however much is said meanwhile, unless as usual.
    pub(crate) life: Option<Duration>,
    /// Set when the user interrupts the run.
    pub(crate) interrupted: &'a AtomicBool,
    /// How often the subject could not be started.
    pub(crate) starts: &'a Starts,
    /// What time is measured by.
    pub(crate) clock: Clock,
    /// Processes that were started ahead of need, where somebody does so.
    pub(crate) ready: Option<&'a Ready>,
}

impl<'a> Limits<'a> {
    pub(crate) fn new(deadline: Duration, interrupted: &'a AtomicBool, starts: &'a Starts) -> Self {
        Self { deadline, life: None, interrupted, starts, clock: Clock::Machine, ready: None }
    }

    /// Whether nothing more is to be tried.
    pub(crate) fn are_over(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed) || self.starts.are_hopeless()
    }
}

/// How many answers are remembered of one process.
const MOST_REMEMBERED: usize = 2_000;

/// Talks to one subject at a time, and starts it again when it breaks.
pub(crate) struct Worker<'a> {
    launcher: &'a dyn Launcher,
    limits: Limits<'a>,
    link: Option<Box<dyn Link>>,
    conversations: Conversations,
    exams: Exams,
    /// How long it waited for the subject to come to rest.
    settling: Duration,
    /// Something is being repeated that hung.
    repeating: bool,
    /// What failed again when the subject was given more time to come to rest: the check and the kind.
    sure: BTreeSet<(String, String)>,
    /// The answers of the running process to calls that may be answered from memory.
    remembered: BTreeMap<(&'static str, String), Answer>,
}

/// What came of listening once.
enum Listened {
    /// These exams ended (often none).
    Ended(Vec<(Task, Examined)>),
    /// The process broke under these exams, the one that waited longest first.
    Broke(Fault, String, Vec<Task>),
}

impl<'a> Worker<'a> {
    pub(crate) fn new(launcher: &'a dyn Launcher, limits: Limits<'a>) -> Self {
        let conversations = Conversations::new(limits.deadline, limits.life, limits.clock);
        Self {
            launcher,
            limits,
            link: None,
            conversations,
            exams: Exams::default(),
            settling: Duration::ZERO,
            repeating: false,
            sure: BTreeSet::new(),
            remembered: BTreeMap::new(),
        }
    }

    /// Lets go of the subject, if one is running; the next exam starts a new one.
    pub(crate) fn reset(&mut self) {
        self.conversations.clear();
        self.exams.clear();
        self.remembered.clear();
        self.link = None;
    }

    /// From now on a call has only so long.
    pub(crate) fn hurry(&mut self, deadline: Duration) {
        self.limits.deadline = deadline;
        self.conversations.hurry(deadline);
    }

    /// How long was spent on waiting for subjects that do not say when they are at rest.
    pub(crate) fn settling(&self) -> Duration {
        self.settling
    }

    /// Ends the subject in order, and says what was out of order.
    pub(crate) fn finish(mut self) -> Option<Fault> {
        self.link.take().and_then(Link::end)
    }

    /// Makes sure that a subject is running.
    pub(crate) fn start(&mut self) -> Result<(), LaunchError> {
        while self.link.is_none() {
            let attempt = self.launcher.launch();
            self.limits.starts.note(&attempt);
            match attempt {
                Ok(link) => self.link = Some(link),
                // That it cannot be started is nobody's case: it is tried again, until the run gives up.
                Err(error) if error.is_the_subjects() || self.limits.are_over() => return Err(error),
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// The tail of the subject's stderr, if one is running.
    pub(crate) fn stderr_tail(&self) -> String {
        self.link.as_ref().map_or_else(String::new, |link| link.stderr_tail())
    }

    /// Puts one exam by itself.
    pub(crate) fn examine_one(&mut self, of: CheckRef, input: &Arc<Value>) -> Examined {
        let mut result = Examined::Interrupted;
        let task = Task::new(0, of, Arc::clone(input));
        self.examine(1, std::iter::once(task), |_, (examined, _)| {
            result = examined;
            true
        });
        result
    }

    /// Puts all tasks at once, and tells how the last of them ended.
    pub(crate) fn examine_together(&mut self, tasks: Vec<Task>) -> Examined {
        let (mut result, number) = (Examined::Interrupted, tasks.len());
        let tagged = tasks.into_iter().enumerate().map(|(place, task)| Task { tag: place as u64 + 1, ..task });
        self.examine(number, tagged, |task, (examined, _)| {
            if task.tag == number as u64 {
                result = examined;
            }
            true
        });
        result
    }

    /// Puts every task, as many at once as the subject likes but at least `least`, and reports how each ended,
    /// in any order, with how many others were under way. When `done` says false, the tasks that have not begun are left out.
    pub(crate) fn examine(
        &mut self,
        least: usize,
        tasks: impl Iterator<Item = Task>,
        mut done: impl FnMut(&Task, (Examined, usize)) -> bool,
    ) {
        let mut tasks = tasks.fuse();
        let mut again: VecDeque<Task> = VecDeque::new();
        let mut enough = false;
        loop {
            if self.limits.are_over() {
                self.reset();
                return;
            }
            let mut ended = Vec::new();
            while self.exams.len() < self.window().max(least) {
                let over = enough || self.limits.are_over();
                let next = if over { None } else { again.pop_front().or_else(|| tasks.next()) };
                let Some(task) = next else { break };
                ended.extend(self.begin(task));
            }
            if ended.is_empty() {
                if self.exams.is_empty() {
                    return;
                }
                ended = match self.listen() {
                    Listened::Ended(ended) => ended,
                    Listened::Broke(fault, stderr, mut open) => {
                        if open.len() > 1 && !fault.is_out_of_time() {
                            let (results, rest) = self.examine_suspects(open, &Examined::Faulted(fault, stderr));
                            again = rest.into_iter().chain(again).collect();
                            results
                        } else {
                            // Alone, or waited for in vain: no doubt whose turn it was. The others begin anew.
                            let to_blame = open.remove(0);
                            again = open.into_iter().chain(again).collect();
                            let seen = Examined::Faulted(fault, stderr);
                            let examined = self.only_if_again(&to_blame, seen);
                            vec![(to_blame, examined)]
                        }
                    }
                };
            }
            for (task, examined) in ended {
                let examined = self.only_if_at_rest(&task, examined);
                enough |= !done(&task, (examined, self.exams.len()));
            }
        }
    }

    fn window(&self) -> usize {
        self.link.as_ref().map_or(1, |link| link.window())
    }

    fn begin(&mut self, task: Task) -> Option<(Task, Examined)> {
        if let Err(error) = self.start() {
            let examined = Examined::not_started(error);
            return (examined != Examined::Interrupted).then_some((task, examined));
        }
        let key = self.exams.open(task);
        self.advance(key)
    }

    /// Lets an exam ask or judge, as often as it can without waiting.
    fn advance(&mut self, key: u64) -> Option<(Task, Examined)> {
        loop {
            match self.exams.next(key) {
                Next::Waiting => return None,
                Next::Ended(task, examined) => return Some((task, examined)),
                Next::Ask(of, case, calls) => {
                    for (slot, call) in calls.into_iter().enumerate() {
                        self.put(key, slot, (of, &case), call);
                    }
                }
            }
        }
    }

    fn put(&mut self, key: u64, slot: usize, (of, case): (CheckRef, &Value), call: Call) {
        if self.launcher.record().is_some()
            && let Some(why) = beyond(&call)
        {
            self.exams.answered(key, slot, Err(Examined::Inexpressible(why.to_owned())));
            return;
        }
        let known = (call.remembered && call.world.is_none()).then(|| (call.method, call.params(case).to_string()));
        let starts = self.limits.starts;
        let dear = call.spare && !self.launcher.economy().free_starts;
        let spared = known.as_ref().filter(|_| dear).and_then(|known| starts.spared(known));
        let may_start = || known.as_ref().map_or_else(|| starts.one_to_spare(), |known| starts.one_to_spare_for(known));
        if let Some(answer) = spared {
            self.exams.answered(key, slot, Ok(answer));
            return;
        }
        if call.fresh && (!dear || may_start()) {
            let result = self.on_new_process((of, case), call);
            if let (Some(known), Ok(answer), true) = (known, &result, dear) {
                starts.keep(known, answer);
            }
            self.exams.answered(key, slot, result);
            return;
        }
        if let Some(answer) = known.as_ref().and_then(|key| self.remembered.get(key)) {
            self.exams.answered(key, slot, Ok(answer.clone()));
            return;
        }
        let Some(link) = self.link.as_deref_mut() else { return };
        self.conversations.look_at_the_time(link);
        let hosted = call.world.is_some();
        let id = self.conversations.next_id();
        link.send(id, Request { method: call.method, params: call.params(case), key_order: call.key_order }, hosted);
        self.conversations.open(id, key, slot, of.suite.hosts(call.method), (call, known));
    }

    /// Puts one call to a process started for it alone. Nobody listens meanwhile: that time is not taken from the calls that
    /// are open.
    fn on_new_process(&mut self, of: (CheckRef, &Value), call: Call) -> Result<Answer, Examined> {
        let began = self.limits.clock.now();
        let result = self.on_fresh_process(of, call);
        self.conversations.forgive(self.limits.clock.unheard_since(began));
        result
    }

    /// Puts one call to a process started for it alone.
    fn on_fresh_process(&self, of: (CheckRef, &Value), mut call: Call) -> Result<Answer, Examined> {
        call.fresh = false;
        let mut other = Worker::new(self.launcher, self.limits);
        other.link = self.limits.ready.and_then(Ready::take);
        other.start().map_err(Examined::not_started)?;
        let key = other.exams.open_single();
        other.put(key, 0, of, call);
        while !self.limits.are_over() {
            if let Listened::Broke(fault, stderr, _) = other.listen() {
                return Err(Examined::Faulted(fault, stderr));
            }
            if let Some(result) = other.exams.take_single(key) {
                return result;
            }
        }
        Err(Examined::Interrupted)
    }

    /// Hears one thing, or nothing, and acts on it.
    fn listen(&mut self) -> Listened {
        let announces_rest = self.announces_rest();
        let Some(link) = self.link.as_deref_mut() else { return Listened::Ended(Vec::new()) };
        let wait = self.conversations.patience(announces_rest);
        self.conversations.tick(link);
        let settles = !announces_rest && self.conversations.any_stirred();
        let began = settles.then(Instant::now);
        let heard = link.hear(wait);
        self.conversations.look_at_the_time(link);
        if !matches!(heard, Some(Heard::Answer { .. } | Heard::Broken(_)))
            && let Some(fault) = self.conversations.overdue()
        {
            return self.broke(fault);
        }
        match heard {
            Some(Heard::Broken(fault)) => self.broke(fault),
            Some(Heard::Answer { call, result }) => {
                self.limits.starts.answered();
                let Some((key, slot, mut answer, known)) = self.conversations.close(call) else {
                    return self.broke(Fault::UnknownId(call.to_string()));
                };
                let result = match result {
                    Ok(value) => {
                        answer.value = value;
                        if let Some(known) = known
                            && self.remembered.len() < MOST_REMEMBERED
                        {
                            self.remembered.insert(known, answer.clone());
                        }
                        Ok(answer)
                    }
                    Err(Answerless::Refused(Refusal::NotOffered)) => Err(Examined::NotOffered),
                    Err(Answerless::Refused(Refusal::Inexpressible(why))) => Err(Examined::Inexpressible(why)),
                    Err(Answerless::Refused(Refusal::Failed(message))) => {
                        Err(Examined::Faulted(Fault::Error { code: -32000, message }, link.stderr_tail()))
                    }
                    Err(Answerless::Fault(fault)) => Err(Examined::Faulted(fault, link.stderr_tail())),
                };
                self.exams.reached(key, || link.reached());
                self.exams.answered(key, slot, result);
                Listened::Ended(self.advance(key).into_iter().collect())
            }
            // Whoever did not announce it is not taken at its word.
            Some(Heard::Idle { .. }) if !announces_rest => Listened::Ended(Vec::new()),
            Some(heard) => {
                if let Err(fault) = self.conversations.hear(link, heard) {
                    return self.broke(fault);
                }
                Listened::Ended(Vec::new())
            }
            None => {
                if let Some(began) = began {
                    self.settling += began.elapsed();
                    self.conversations.settle(link);
                }
                Listened::Ended(Vec::new())
            }
        }
    }

    /// The process is of no more use: lets go of it, and says under which exams it broke.
    fn broke(&mut self, fault: Fault) -> Listened {
        let stderr = self.stderr_tail();
        let order = self.conversations.by_age();
        let open = self.exams.take_open(&order);
        self.reset();
        Listened::Broke(fault, stderr, open)
    }
}
