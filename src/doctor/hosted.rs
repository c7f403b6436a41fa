//! Calls during which the subject calls back.

use serde_json::{Value, json};

use super::Probe;
use super::patient::{Cause, Patient, Trouble};
use super::sample::{self, Sample};
use crate::subject::{Fault, Heard, Link, Request};

/// Every offered method with host calls asks the host, takes its replies and comes to an answer. Those that did.
pub(super) fn host_calls(patient: &mut Patient<'_>, offered: &[String]) -> (Probe, Vec<Sample>) {
    const NAME: &str = "host calls";
    let samples: Vec<Sample> = offered.iter().filter_map(|method| sample::hosted(patient.catalogue, method)).collect();
    if samples.is_empty() {
        return (Probe::not_tried(NAME, "it offers no method with host calls"), samples);
    }
    let (mut good, mut trouble, mut silences) = (Vec::new(), None, 0);
    for sample in samples {
        if silences == 2 {
            break;
        }
        match calls_back(patient, &sample) {
            Ok((0, _)) => {
                let text = format!(
                    "it answered `{}` without a single host call. The harness plays the steps, tools and models: let \
                     the runtime reach them through `host/…`",
                    sample.method
                );
                trouble.get_or_insert(Probe::change(NAME, text));
            }
            Ok((_, answer)) => match sample::wrong_shape(patient.catalogue, &sample.method, &answer) {
                None => good.push(sample),
                Some(wrong) => {
                    trouble.get_or_insert(Probe::change(NAME, wrong));
                }
            },
            Err(met) => {
                silences += usize::from(met.is_silence());
                let when = format!("during `{}`, whose host calls were answered at once", sample.method);
                trouble.get_or_insert(met.change(NAME, &when));
            }
        }
    }
    let methods: Vec<&str> = good.iter().map(|sample| sample.method.as_str()).collect();
    let fine = Probe::ok(NAME, format!("{} asked, took the replies and answered", methods.join(", ")));
    (trouble.unwrap_or(fine), good)
}

/// How many host calls `sample` makes until it is answered, and its answer.
fn calls_back(patient: &mut Patient<'_>, sample: &Sample) -> Result<(usize, Value), Trouble> {
    let mut asked = 0;
    let catalogue = patient.catalogue;
    let answer = patient.converse(&sample.method, &sample.params, &mut |link, heard| {
        if let Some(Heard::Host { call, id, method, .. }) = heard {
            asked += 1;
            link.reply(*call, id, &sample::reply(catalogue, method));
        }
        Ok(())
    })?;
    Ok((asked, answer))
}

/// While a subject waits for a reply, the next line need not be that reply.
pub(super) fn call_in_between(patient: &mut Patient<'_>, good: &[Sample]) -> Probe {
    const NAME: &str = "call in between";
    let Some(sample) = good.first() else {
        return Probe::not_tried(NAME, "it offers no method with host calls that answers");
    };
    let (extra, catalogue) = (patient.new_id(), patient.catalogue);
    let (mut sent, mut answered) = (false, false);
    let when = format!("when another call came while `{}` waited for the reply to a host call", sample.method);
    let answer = patient.converse(&sample.method, &sample.params, &mut |link: &mut dyn Link, heard| {
        match heard {
            Some(Heard::Host { call, id, method, .. }) => {
                if !sent {
                    sent = true;
                    link.send(extra, Request::new("doctor/unknown", &json!({})), false);
                }
                link.reply(*call, id, &sample::reply(catalogue, method));
            }
            Some(Heard::Answer { call, .. }) if *call == extra => answered = true,
            _ => {}
        }
        Ok(())
    });
    if let Err(trouble) = answer {
        return trouble.change_as(
            NAME,
            &when,
            "The next line need not be the reply: a call has a `method`. Keep it for later",
        );
    }
    if !answered {
        match patient.answer_to(extra) {
            Ok(_) | Err(Trouble { cause: Cause::Fault(Fault::Error { .. }), .. }) => {}
            Err(trouble) => {
                return trouble.change_as(NAME, &when, "Keep the call for later, and answer it then");
            }
        }
    }
    Probe::ok(NAME, "a call that comes while it waits for a reply is kept, and answered")
}
