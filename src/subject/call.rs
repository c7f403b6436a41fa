//! What the harness asks, what it gets back, and the world it plays meanwhile.

use std::time::Duration;

use serde_json::Value;

/// One call to put to a subject.
pub struct Call {
    /// The method.
    pub method: &'static str,
    /// Its parameters; none where they are the case itself, which is never copied.
    params: Option<Value>,
    /// Who answers the subject's host calls; without one, a host call is a fault.
    pub world: Option<Box<dyn World>>,
    /// The largest time limit in the parameters: it is added to the deadline.
    pub patience: Duration,
    /// Put it to a newly started process instead of the one at hand.
    pub fresh: bool,
    /// That will do only while new processes are not too many; afterwards the one at hand has to.
    pub spare: bool,
    /// Its answer may be one that the same process gave to the same call before.
    pub remembered: bool,
    /// The order in which the keys of objects are written; see [`Call::with_keys_in_order`].
    pub key_order: u64,
}

impl Call {
    /// A call that needs nothing of the world.
    #[must_use]
    pub fn new(method: &'static str, params: Value) -> Self {
        Self { params: Some(params), ..Self::of_case(method) }
    }

    /// A call whose parameters are the case of the exam, as it is.
    #[must_use]
    pub fn of_case(method: &'static str) -> Self {
        Self {
            method,
            params: None,
            world: None,
            patience: Duration::ZERO,
            fresh: false,
            spare: false,
            remembered: false,
            key_order: 0,
        }
    }

    /// Its parameters, in an exam of `case`.
    #[must_use]
    pub fn params<'a>(&'a self, case: &'a Value) -> &'a Value {
        self.params.as_ref().unwrap_or(case)
    }

    /// The same call, with `world` answering host calls.
    #[must_use]
    pub fn with(mut self, world: impl World + 'static) -> Self {
        self.world = Some(Box::new(world));
        self
    }

    /// The same call, with `limit` added to its deadline.
    #[must_use]
    pub fn patient(mut self, limit: Duration) -> Self {
        self.patience = limit;
        self
    }

    /// The same call, its objects written with their keys in the order that `order` stands for: 0 is sorted,
    /// every other number a shuffle of its own.
    #[must_use]
    pub fn with_keys_in_order(mut self, order: u64) -> Self {
        self.key_order = order;
        self
    }

    /// The same call, on a newly started process as long as a run has not started too many of them: to tell one cause
    /// from another, where a process for every failing case would be dear.
    #[must_use]
    pub fn on_spare_process(mut self) -> Self {
        self.spare = true;
        self.on_fresh_process()
    }

    /// The same call; an answer that the same process gave to it before will do. For grounds, which repeat.
    #[must_use]
    pub fn remembered(mut self) -> Self {
        self.remembered = true;
        self
    }

    /// The same call, on a newly started process.
    #[must_use]
    pub fn on_fresh_process(mut self) -> Self {
        self.fresh = true;
        self
    }
}

impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.params {
            Some(params) => write!(f, "{} {params}", self.method),
            None => write!(f, "{} with the case itself", self.method),
        }
    }
}

/// Plays the world for one call: it hears what the subject does and decides
/// which host calls are answered, with what, and when. Replies may be held.
pub trait World: Send {
    /// Something happened; the replies to give now, in this order.
    fn hear(&mut self, moment: Moment<'_>) -> Vec<Reply>;

    /// Time goes by: so much since the call was put. Told a few times a second, for worlds whose replies are late.
    fn tick(&mut self, elapsed: Duration) -> Vec<Reply> {
        let _ = elapsed;
        Vec::new()
    }
}

/// What a [`World`] hears.
#[derive(Debug, Clone, Copy)]
pub enum Moment<'a> {
    /// The subject made its host call number `id` (from 0 within this call).
    Asked {
        /// Its number, by which it is answered.
        id: usize,
        /// The host method.
        method: &'a str,
        /// Its parameters.
        params: &'a Value,
    },
    /// The subject reported an event.
    Event(&'a Value),
    /// The subject is at rest: nothing more happens until a reply is given.
    Rest,
}

/// An answer to a host call.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// The number of the host call.
    pub to: usize,
    /// The answer.
    pub value: Value,
}

/// One line of the conversation during a call, in the one total order of the pipe.
#[derive(Debug, Clone, PartialEq)]
pub enum Trace {
    /// The subject called the host.
    Asked {
        /// Its number within the call.
        id: usize,
        /// The host method.
        method: String,
        /// Its parameters.
        params: Value,
    },
    /// The harness answered that host call.
    Replied {
        /// The number of the host call.
        to: usize,
        /// The answer.
        value: Value,
    },
    /// The subject reported an event.
    Event(Value),
    /// The subject was seen at rest.
    Rest,
}

/// What came back from one call.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The result.
    pub value: Value,
    /// What happened between call and result.
    pub trace: Vec<Trace>,
}

impl Answer {
    /// Whether the harness held a reply until the subject was at rest.
    pub(crate) fn held_until_rest(&self) -> bool {
        self.trace.array_windows().any(|pair| matches!(pair, [Trace::Rest, Trace::Replied { .. }]))
    }
}
