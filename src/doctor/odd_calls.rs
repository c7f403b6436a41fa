//! Calls that an adapter does not expect: it says so, and lives on.

use serde_json::{Value, json};

use super::Probe;
use super::patient::{Cause, Patient, Trouble};
use super::sample::Sample;
use crate::subject::Fault;
use crate::subject::protocol::METHOD_NOT_FOUND;

const UNKNOWN: &str = "doctor/unknown";

/// A method that nobody offers is refused with the one code that means that.
pub(super) fn unknown_method(patient: &mut Patient<'_>) -> Probe {
    const NAME: &str = "unknown method";
    // Twice: the second answer shows that the first did not cost its life.
    for _ in 0..2 {
        match patient.ask(UNKNOWN, &json!({})) {
            Err(Trouble { cause: Cause::Fault(Fault::Error { code: METHOD_NOT_FOUND, .. }), .. }) => {}
            Err(Trouble { cause: Cause::Fault(Fault::Error { code, .. }), .. }) => {
                let text = format!(
                    "it answered a method that it does not offer with error {code}. The code for that is \
                     {METHOD_NOT_FOUND}; any other counts as a crash"
                );
                return Probe::change(NAME, text);
            }
            Err(trouble) => return trouble.change(NAME, "when a method was called that it does not offer"),
            Ok(_) => {
                let text = format!(
                    "it answered a method that it does not offer with a result. Answer with error {METHOD_NOT_FOUND}, \
                     lest rules count as tested that are not"
                );
                return Probe::change(NAME, text);
            }
        }
    }
    Probe::ok(NAME, format!("refused with {METHOD_NOT_FOUND}, and lives on"))
}

/// Params of the wrong kind may get any answer, but they get one, and so does the next call.
pub(super) fn bad_params(patient: &mut Patient<'_>, sound: &[Sample]) -> Probe {
    const NAME: &str = "bad params";
    let Some(sample) = sound.first() else { return Probe::not_tried(NAME, "nothing answered") };
    for (params, what) in [(json!({}), "without its params"), (json!([1, "two", null]), "with a list for params")] {
        let when = format!("when `{}` was called {what}", sample.method);
        match patient.ask(&sample.method, &params) {
            Ok(_) | Err(Trouble { cause: Cause::Fault(Fault::Error { .. }), .. }) => {}
            Err(trouble) => return trouble.change(NAME, &when),
        }
    }
    match patient.ask(&sample.method, &sample.params) {
        Ok(_) => Probe::ok(NAME, "answered, and lives on"),
        Err(trouble) => trouble.change(NAME, &format!("when a good call of `{}` followed a bad one", sample.method)),
    }
}

/// Members that the page does not mention are ignored: they are how the protocol grows.
pub(super) fn unknown_members(patient: &mut Patient<'_>, sound: &[Sample]) -> Probe {
    const NAME: &str = "unknown members";
    let mut with_members = sound.iter().filter_map(|sample| {
        let mut params = sample.params.clone();
        params.as_object_mut()?.insert("doctor".to_owned(), Value::from("a member that the protocol does not have"));
        Some((sample, params))
    });
    let Some((sample, params)) = with_members.next() else { return Probe::not_tried(NAME, "nothing answered") };
    match patient.ask(&sample.method, &params) {
        Ok(_) => Probe::ok(NAME, "ignored"),
        Err(trouble) => trouble.change_as(
            NAME,
            &format!("when the params of `{}` had one member more than it knows", sample.method),
            "Ignore what you do not know: that is how the protocol grows",
        ),
    }
}
