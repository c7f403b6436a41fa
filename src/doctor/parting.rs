//! How an adapter ends: in order, and with everything that it started.

use std::time::Duration;

use super::Probe;
use super::patient::{Cause, Patient};
use crate::subject::Fault;

/// How long an adapter has to exit at most.
const EXIT: Duration = Duration::from_secs(5);

/// `shutdown` is answered with null, the exit status is 0, and nothing stays behind.
pub(super) fn shutdown(patient: &mut Patient<'_>) -> Probe {
    const NAME: &str = "shutdown";
    let link = match patient.link() {
        Ok(link) => link,
        Err(trouble) => return trouble.change(NAME, "before `shutdown`"),
    };
    let fault = link.shut_down();
    let stays = fault.is_none() && link.leaves_something_running();
    if stays {
        patient.dismiss();
        let text = "it ended, but something that it started still holds its stdout or stderr. End child processes on \
                    `shutdown`, before you exit";
        return Probe::change(NAME, text);
    }
    let Some(fault) = fault else {
        patient.dismiss();
        return Probe::ok(NAME, "answered, exit status 0, nothing left running");
    };
    let trouble = patient.trouble(fault);
    patient.dismiss();
    let text = match &trouble.cause {
        Cause::Fault(Fault::WrongShape(_)) => Some(
            "it answers `shutdown` with something else than null. Answer it with null, then exit with 0".to_owned(),
        ),
        Cause::Fault(Fault::Exited(status)) if status.contains("after `shutdown`") => Some(format!(
            "it ended with {status}. Exit with 0 when the input ends; a status of your own would hide a real crash"
        )),
        Cause::Fault(Fault::Exited(status)) => {
            Some(format!("it ended ({status}) without an answer to `shutdown`. Answer it with null, then exit with 0"))
        }
        Cause::Fault(Fault::Error { code, .. }) => {
            Some(format!("it answers `shutdown` with error {code}. Answer it with null, then exit with 0"))
        }
        Cause::Fault(Fault::Deadline(limit)) => Some(format!(
            "it was still running {limit} s after `shutdown`. Answer it with null, and exit with 0 when the input ends: \
             threads and timers must not hold the process"
        )),
        _ => None,
    };
    match text {
        Some(text) => Probe { stderr: trouble.stderr, ..Probe::change(NAME, text) },
        None => trouble.change(NAME, "at `shutdown`"),
    }
}

/// When the input ends without a word, the adapter ends too: a harness that was killed says no goodbye.
pub(super) fn end_of_input(patient: &mut Patient<'_>) -> Probe {
    const NAME: &str = "end of input";
    let limit = patient.deadline.min(EXIT);
    let ended = patient.link().map(|link| link.hang_up(limit));
    patient.dismiss();
    match ended {
        // With which status is its own affair: nobody is left to look at it.
        Ok(true) => Probe::ok(NAME, "it ends when its stdin ends"),
        Ok(false) => Probe::change(
            NAME,
            format!(
                "it was still running {} s after its stdin had ended. Exit then, or a harness that is killed leaves it \
                 behind",
                limit.as_secs().max(1)
            ),
        ),
        Err(trouble) => trouble.change(NAME, "before its stdin was closed"),
    }
}
