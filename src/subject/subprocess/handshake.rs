//! `initialize`: who is there, and in which version it speaks.

use std::io;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::protocol::VERSION;
use super::super::{Fault, Implementation, LaunchError, Link, Request};
use super::running::Subprocess;
use super::supervisor::NOT_STARTED;
use super::visible::excerpt;

/// Why a process is no subject.
pub(super) enum Failure {
    /// It did not answer.
    Fault(Fault, Duration),
    /// It speaks another version.
    OtherVersion(String),
    /// Its answer is not that of `initialize`.
    WrongShape(String),
}

#[derive(Deserialize)]
struct Introduction {
    implementation: Who,
    methods: Vec<String>,
    features: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct Who {
    name: String,
    version: Option<String>,
    language: Option<String>,
}

impl Subprocess {
    /// Introduces the harness and notes who answers.
    pub(super) fn initialise(&mut self, deadline: Duration) -> Result<(), Failure> {
        let harness = json!({ "name": env!("CARGO_PKG_NAME"), "version": env!("CARGO_PKG_VERSION") });
        let params = json!({ "protocolVersion": VERSION, "harness": harness });
        self.send(0, Request::new("initialize", &params), false);
        let answer = self.answer_to(0, deadline).map_err(|fault| Failure::Fault(fault, deadline))?;
        self.implementation = introduction(&answer)?;
        Ok(())
    }
}

fn introduction(answer: &Value) -> Result<Implementation, Failure> {
    match answer.get("protocolVersion") {
        Some(version) if *version == json!(VERSION) || *version == json!(1.0) => {}
        Some(version) => return Err(Failure::OtherVersion(excerpt(version.to_string().as_bytes(), 40))),
        None => return Err(Failure::WrongShape("it has no member `protocolVersion`".to_owned())),
    }
    let Introduction { implementation, methods, features } =
        Introduction::deserialize(answer).map_err(|error| Failure::WrongShape(error.to_string()))?;
    Ok(Implementation {
        name: implementation.name,
        version: implementation.version.unwrap_or_default(),
        language: implementation.language.unwrap_or_default(),
        methods,
        features: features.unwrap_or_default(),
    })
}

impl Failure {
    /// Why the supervisor could not start the subject, if that is what happened.
    pub(super) fn of_the_supervisor(&self) -> Option<io::Error> {
        let Self::Fault(Fault::Garbage(line), _) = self else { return None };
        let code = line.strip_prefix(NOT_STARTED)?.split_whitespace().next()?.parse().ok()?;
        Some(io::Error::from_raw_os_error(code))
    }

    /// The failure as the user is told it.
    pub(super) fn of(self, command: String, tail: &str) -> LaunchError {
        let stderr = match tail {
            "" => String::new(),
            tail => format!("\nIts stderr ends with:\n    {}", tail.replace('\n', "\n    ")),
        };
        match self {
            Self::Fault(Fault::Exited(status), _) => LaunchError::Exited { command, status, stderr },
            Self::Fault(Fault::Garbage(line), _) => LaunchError::Garbage { command, line, stderr },
            Self::Fault(Fault::Deadline(_), deadline) => LaunchError::Silent { command, deadline, stderr },
            Self::Fault(fault, _) => LaunchError::NotInitialised { command, fault, stderr },
            Self::OtherVersion(theirs) => LaunchError::OtherVersion { command, theirs, ours: VERSION },
            Self::WrongShape(what) => LaunchError::WrongShape { command, what: excerpt(what.as_bytes(), 200), stderr },
        }
    }
}
