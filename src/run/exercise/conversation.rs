//! The calls that are open on a link, and the worlds that are played for them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Clock;
use crate::subject::{Answer, Call, Fault, Heard, HostId, Link, Moment, Reply, TRACE_LINES, Trace, World, life};

/// How long the harness listens at a time before it looks at deadlines and interrupts.
const LISTEN: Duration = Duration::from_millis(50);

/// The bounds of the settling wait, for subjects that do not say when they are at rest.
const SETTLE: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(250));

/// Every open call of one link.
pub(super) struct Conversations {
    deadline: Duration,
    clock: Clock,
    /// What time it is for a subject that takes the time from its host.
    time: Option<Instant>,
    /// How long a call lasts at most, if it was said.
    life: Option<Duration>,
    next_id: u64,
    open: BTreeMap<u64, Conversation>,
    /// The call that waits longest.
    oldest: Option<Oldest>,
    /// How long this subject takes from a reply to its next line, smoothed.
    latency: Duration,
    /// How long nothing has to be heard, at the least, before a subject that does not say so is taken to be at rest.
    least_settle: Duration,
    /// When the worlds were last told that time goes by.
    ticked: Instant,
}

/// The call that waits longest: its clock runs.
struct Oldest {
    call: u64,
    /// Since when it is that one.
    since: Instant,
    /// When it was last heard of.
    heard: Instant,
}

/// A method and its params, for a call whose answer is remembered.
pub(super) type Known = Option<(&'static str, String)>;

/// One open call.
struct Conversation {
    exam: u64,
    slot: usize,
    /// What its answer is remembered by, if it is.
    known: Known,
    /// The host methods that the call may use.
    hosts: &'static [&'static str],
    world: Option<Box<dyn World>>,
    patience: Duration,
    trace: Vec<Trace>,
    host_ids: Vec<HostId>,
    replies: u64,
    opened: Instant,
    /// When the harness last said or heard something on this call; none once it was seen at rest.
    stirred: Option<Instant>,
}

impl Conversations {
    pub(super) fn new(deadline: Duration, life: Option<Duration>, clock: Clock) -> Self {
        Self {
            deadline,
            life,
            clock,
            time: None,
            next_id: 1,
            open: BTreeMap::new(),
            oldest: None,
            latency: SETTLE.0 / 4,
            least_settle: SETTLE.0,
            ticked: clock.now(),
        }
    }

    /// Looks what time it is for the subject.
    pub(super) fn look_at_the_time(&mut self, link: &dyn Link) {
        self.time = link.now();
    }

    fn now(&self) -> Instant {
        self.time.unwrap_or_else(|| self.clock.now())
    }

    /// Takes time off that went by while the harness did not listen: not for a subject for which none goes by then.
    pub(super) fn forgive(&mut self, time: Duration) {
        if self.time.is_some() {
            return;
        }
        if let Some(oldest) = &mut self.oldest {
            oldest.since += time;
            oldest.heard += time;
        }
        for open in self.open.values_mut() {
            open.opened += time;
            if let Some(stirred) = &mut open.stirred {
                *stirred += time;
            }
        }
    }

    pub(super) fn hurry(&mut self, deadline: Duration) {
        self.deadline = deadline;
    }

    /// From now on rest is taken for granted only after the longest wait.
    pub(super) fn settle_slowly(&mut self) {
        self.least_settle = SETTLE.1;
    }

    pub(super) fn clear(&mut self) {
        self.open.clear();
        self.oldest = None;
        self.time = None;
        self.ticked = self.clock.now();
    }

    pub(super) fn next_id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }

    pub(super) fn open(
        &mut self,
        id: u64,
        exam: u64,
        slot: usize,
        hosts: &'static [&'static str],
        (call, known): (Call, Known),
    ) {
        let conversation = Conversation {
            exam,
            slot,
            known,
            hosts,
            stirred: call.world.is_some().then(|| self.now()),
            world: call.world,
            patience: call.patience,
            trace: Vec::new(),
            host_ids: Vec::new(),
            replies: 0,
            opened: self.now(),
        };
        self.open.insert(id, conversation);
    }

    /// Closes a call that was answered: its exam, its place there, and its trace.
    pub(super) fn close(&mut self, id: u64) -> Option<(u64, usize, Answer, Known)> {
        let closed = self.open.remove(&id)?;
        Some((closed.exam, closed.slot, Answer { value: Value::Null, trace: closed.trace }, closed.known))
    }

    /// The exams that have open calls, the one that waits longest first.
    pub(super) fn by_age(&self) -> Vec<u64> {
        let mut exams: Vec<u64> = Vec::new();
        for conversation in self.open.values() {
            if !exams.contains(&conversation.exam) {
                exams.push(conversation.exam);
            }
        }
        exams
    }

    /// How long to listen before something else has to be looked at.
    pub(super) fn patience(&self, announces_rest: bool) -> Duration {
        if announces_rest {
            return LISTEN;
        }
        let settle = self.settling_wait();
        let soonest = self.open.values().filter_map(|open| open.stirred).min();
        soonest.map_or(LISTEN, |stirred| {
            settle.saturating_sub(self.now().duration_since(stirred)).max(Duration::from_micros(100))
        })
    }

    /// Whether any call has yet to come to rest.
    pub(super) fn any_stirred(&self) -> bool {
        self.open.values().any(|open| open.stirred.is_some())
    }

    fn settling_wait(&self) -> Duration {
        (self.latency * 8).clamp(self.least_settle, SETTLE.1)
    }

    /// The fault of the call that waits longest, if it waited too long.
    pub(super) fn overdue(&mut self) -> Option<Fault> {
        let (&id, conversation) = self.open.first_key_value()?;
        let now = self.now();
        let (since, heard) = match &self.oldest {
            Some(oldest) if oldest.call == id => (oldest.since, oldest.heard),
            _ => {
                self.oldest = Some(Oldest { call: id, since: now, heard: now });
                (now, now)
            }
        };
        let silence = self.deadline.saturating_add(conversation.patience);
        let life = self.life.unwrap_or_else(|| life(self.deadline)).saturating_add(conversation.patience);
        if now.duration_since(heard) > silence {
            Some(Fault::Deadline(silence.as_secs().max(1)))
        } else if now.duration_since(since) > life {
            Some(Fault::Endless(life.as_secs().max(1)))
        } else {
            None
        }
    }

    /// Takes in a host call, an event or a sign of rest.
    pub(super) fn hear(&mut self, link: &mut dyn Link, heard: Heard) -> Result<(), Fault> {
        let (call, replies) = match heard {
            Heard::Host { call, id, method, params } => {
                let stray = || Fault::StrayHostCall(format!("{method} for call {call}"));
                let open = self.open.get_mut(&call).ok_or_else(stray)?;
                if !open.hosts.contains(&method.as_str()) {
                    return Err(Fault::StrayHostCall(format!(
                        "{method}, which the method of call {call} does not know"
                    )));
                }
                let world = open.world.as_mut().ok_or_else(stray)?;
                let number = open.host_ids.len();
                open.host_ids.push(id);
                let replies = world.hear(Moment::Asked { id: number, method: &method, params: &params });
                open.trace.push(Trace::Asked { id: number, method, params });
                (call, replies)
            }
            Heard::Event { call, event } => {
                let Some(open) = self.open.get_mut(&call) else { return Ok(()) };
                let replies = open.world.as_mut().map_or_else(Vec::new, |world| world.hear(Moment::Event(&event)));
                open.trace.push(Trace::Event(event));
                (call, replies)
            }
            Heard::Idle { call, replies } => {
                let Some(open) = self.open.get_mut(&call) else { return Ok(()) };
                // An older count means that a reply is still on its way to the subject.
                if open.replies != replies {
                    return Ok(());
                }
                (call, open.rest())
            }
            Heard::Answer { .. } | Heard::Broken(_) => return Ok(()),
        };
        let now = self.now();
        let Some(open) = self.open.get_mut(&call) else { return Ok(()) };
        if open.trace.len() > TRACE_LINES {
            return Err(Fault::Chatter(TRACE_LINES));
        }
        if let Some(stirred) = open.stirred {
            self.latency = (self.latency * 7 + now.duration_since(stirred).min(SETTLE.1)) / 8;
        }
        open.stirred = Some(now);
        open.answer(link, call, replies);
        if let Some(oldest) = self.oldest.as_mut().filter(|oldest| oldest.call == call) {
            oldest.heard = now;
        }
        Ok(())
    }

    /// Tells the worlds that time goes by.
    pub(super) fn tick(&mut self, link: &mut dyn Link) {
        let now = self.now();
        if now.duration_since(self.ticked) < LISTEN / 2 {
            return;
        }
        self.ticked = now;
        for (&call, open) in &mut self.open {
            let elapsed = now.duration_since(open.opened);
            let replies = open.world.as_mut().map_or_else(Vec::new, |world| world.tick(elapsed));
            if !replies.is_empty() {
                open.stirred = Some(now);
                open.answer(link, call, replies);
            }
        }
    }

    /// Takes calls on which nothing stirs any more to be at rest.
    pub(super) fn settle(&mut self, link: &mut dyn Link) {
        let (now, wait) = (self.now(), self.settling_wait());
        for (&call, open) in &mut self.open {
            if open.stirred.is_some_and(|stirred| now.duration_since(stirred) >= wait) {
                open.stirred = None;
                let replies = open.rest();
                if !replies.is_empty() {
                    open.stirred = Some(now);
                }
                open.answer(link, call, replies);
            }
        }
    }
}

impl Conversation {
    fn rest(&mut self) -> Vec<Reply> {
        self.trace.push(Trace::Rest);
        self.world.as_mut().map_or_else(Vec::new, |world| world.hear(Moment::Rest))
    }

    fn answer(&mut self, link: &mut dyn Link, call: u64, replies: Vec<Reply>) {
        for Reply { to, value } in replies {
            if let Some(id) = self.host_ids.get(to) {
                link.reply(call, id, &value);
                self.replies += 1;
                self.trace.push(Trace::Replied { to, value });
            }
        }
    }
}
