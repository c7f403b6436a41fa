//! Every way in which a subject can fail to answer.

/// The subject did not answer, or not in the protocol. Not a disagreement
/// with a document: that is a finding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The process ended while a call was open.
    #[error("the subject exited ({0})")]
    Exited(String),
    /// No answer within the deadline.
    #[error("the subject did not answer within {0} s")]
    Deadline(u64),
    /// A line on stdout that is not a protocol message.
    #[error("stdout carried a line that is not a JSON-RPC message: {0}")]
    Garbage(String),
    /// The call was not over after all this time, although the subject kept talking.
    #[error(
        "the call was not over after {0} s in all, however much the subject said meanwhile; `--life-limit` allows more"
    )]
    Endless(u64),
    /// A line on stdout longer than the harness reads.
    #[error("stdout carried a line of more than {0} bytes; `--answer-limit` allows more")]
    LineTooLong(usize),
    /// More JSON values than the harness reads.
    #[error(
        "stdout carried more than {0} JSON values in one line, or in the host calls and events of the open calls; \
         `--answer-limit` allows more"
    )]
    TooManyValues(usize),
    /// Host calls and events that are too much together.
    #[error("the host calls and events of the open calls come to more than {0} bytes; `--trace-limit` allows more")]
    TraceTooLong(usize),
    /// A flood on stderr.
    #[error(
        "the subject wrote more than {0} bytes to stderr without an answer in between; `--stderr-limit` allows more"
    )]
    StderrTooLong(usize),
    /// A result in which a key of an object is there twice.
    #[error("a key of an object in the result is there twice: {0}")]
    DuplicateKey(String),
    /// An answer to a call that is not open.
    #[error("the subject answered id {0}, which is not an open call (an unknown id, or a second answer)")]
    UnknownId(String),
    /// A JSON-RPC error.
    #[error("the subject answered with error {code}: {message}")]
    Error {
        /// The JSON-RPC code.
        code: i64,
        /// Its message.
        message: String,
    },
    /// A result that does not have the shape of the method.
    #[error("the result does not have the shape of the method: {0}")]
    WrongShape(String),
    /// A host call that no open call accounts for.
    #[error("the subject made a host call that does not belong to an open call: {0}")]
    StrayHostCall(String),
    /// Host calls and events without end.
    #[error("the subject sent more than {0} host calls and events during one call")]
    Chatter(usize),
    /// An in-process subject panicked.
    #[error("the subject panicked: {0}")]
    Panicked(String),
    /// A check of the harness panicked.
    #[error(
        "a check of proofmark itself panicked, which says nothing about the subject: please report it together with \
         the case ({0})"
    )]
    Harness(String),
    /// A new process was asked for and could not be started.
    #[error("the subject could not be started again: {0}")]
    NotStarted(String),
    /// A new process is another subject than the first one.
    #[error("the subject introduced itself otherwise than before: {0}")]
    OtherSubject(String),
}

impl Fault {
    /// Every word that [`Fault::kind`] may say.
    pub const KINDS: &'static [&'static str] = &[
        "exited",
        "hung",
        "endless",
        "garbage",
        "flood",
        "stderr-flood",
        "duplicate-key",
        "unknown-id",
        "error",
        "wrong-shape",
        "stray-host-call",
        "chatter",
        "panicked",
        "harness",
        "not-started",
        "other-subject",
    ];

    /// The kinds after which the process can still be used.
    pub const LEAVE_THE_PROCESS: &'static [&'static str] =
        &["error", "wrong-shape", "duplicate-key", "panicked", "harness"];

    /// One word that tells this way of failing from the others.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Exited(_) => "exited",
            Self::Deadline(_) => "hung",
            Self::Garbage(_) => "garbage",
            Self::Endless(_) => "endless",
            Self::LineTooLong(_) | Self::TooManyValues(_) => "flood",
            Self::StderrTooLong(_) => "stderr-flood",
            Self::DuplicateKey(_) => "duplicate-key",
            Self::UnknownId(_) => "unknown-id",
            Self::Error { .. } => "error",
            Self::WrongShape(_) => "wrong-shape",
            Self::StrayHostCall(_) => "stray-host-call",
            Self::Chatter(_) | Self::TraceTooLong(_) => "chatter",
            Self::Panicked(_) => "panicked",
            Self::Harness(_) => "harness",
            Self::NotStarted(_) => "not-started",
            Self::OtherSubject(_) => "other-subject",
        }
    }

    /// The kinds that take much time to see: a deadline, or reading a flood.
    pub const COSTLY: &'static [&'static str] = &["hung", "endless", "flood", "stderr-flood", "chatter"];

    /// Whether it took much time to see this.
    #[must_use]
    pub fn is_costly(&self) -> bool {
        Self::COSTLY.contains(&self.kind())
    }

    /// Whether waiting for the subject took all the time that there was.
    #[must_use]
    pub fn is_out_of_time(&self) -> bool {
        matches!(self, Self::Deadline(_) | Self::Endless(_))
    }

    /// Whether the process can no longer be used after this.
    #[must_use]
    pub fn ends_the_process(&self) -> bool {
        !Self::LEAVE_THE_PROCESS.contains(&self.kind())
    }
}

/// What a caught panic said.
pub(crate) fn said_by_panic(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
