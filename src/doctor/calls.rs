//! One call at a time: is it answered, how soon, and the same way twice.

use std::time::{Duration, Instant};

use super::Probe;
use super::patient::{Cause, Patient};
use super::sample::{self, Sample};
use crate::draw::json::same;
use crate::subject::protocol::METHOD_NOT_FOUND;
use crate::subject::{Fault, excerpt};

/// After so many silences the rest is not waited for.
const SILENCES: usize = 2;
const LATENCY_CALLS: usize = 20;

/// Calls every offered method once. What answered with a result is sound, and the other probes build on it.
pub(super) fn answers(patient: &mut Patient<'_>, offered: &[String]) -> (Probe, Vec<Sample>) {
    const NAME: &str = "calls";
    let (mut sound, mut trouble, mut silences) = (Vec::new(), None, 0);
    let samples: Vec<Sample> = offered.iter().filter_map(|method| sample::plain(patient.catalogue, method)).collect();
    for sample in samples {
        if silences == SILENCES {
            break;
        }
        match patient.ask(&sample.method, &sample.params) {
            Ok(answer) => match sample::wrong_shape(patient.catalogue, &sample.method, &answer) {
                None => sound.push(sample),
                Some(wrong) => {
                    trouble.get_or_insert(Probe::change(NAME, wrong));
                }
            },
            Err(met) => {
                silences += usize::from(met.is_silence());
                let change = match &met.cause {
                    Cause::Fault(Fault::Error { code: METHOD_NOT_FOUND, .. }) => Probe::change(
                        NAME,
                        format!(
                            "it offers `{0}` and answers {METHOD_NOT_FOUND} to it. Take `{0}` out of `methods`, or \
                             serve it",
                            sample.method
                        ),
                    ),
                    _ => met.change(NAME, &format!("when `{}` was called with good params", sample.method)),
                };
                trouble.get_or_insert(change);
            }
        }
    }
    let fine = match sound.len() {
        0 => Probe::not_tried(NAME, "it offers no method that does without host calls"),
        1 => Probe::ok(NAME, format!("{} answered", sound[0].method)),
        number => Probe::ok(NAME, format!("all {number} methods without host calls answered")),
    };
    (trouble.unwrap_or(fine), sound)
}

/// How long a call takes: good to know, and never wrong.
pub(super) fn latency(patient: &mut Patient<'_>, sound: &[Sample]) -> Probe {
    const NAME: &str = "latency";
    let Some(sample) = sound.first() else { return Probe::not_tried(NAME, "nothing answered") };
    let mut times = Vec::with_capacity(LATENCY_CALLS);
    for _ in 0..LATENCY_CALLS {
        let start = Instant::now();
        if let Err(trouble) = patient.ask(&sample.method, &sample.params) {
            return trouble.change(NAME, &format!("when `{}` was called again and again", sample.method));
        }
        times.push(start.elapsed());
    }
    times.sort_unstable();
    Probe::ok(NAME, format!("{} from call to answer", shown(times[LATENCY_CALLS / 2])))
}

/// A time, for people.
pub(super) fn shown(time: Duration) -> String {
    match time.as_secs_f64() * 1000.0 {
        short if short < 10.0 => format!("{short:.2} ms"),
        long => format!("{long:.0} ms"),
    }
}

/// Puts every call twice: a subject that answers otherwise cannot be tested by comparing.
pub(super) fn equal_answers(patient: &mut Patient<'_>, sound: &[Sample]) -> Probe {
    const NAME: &str = "equal answers";
    let catalogue = patient.catalogue;
    let varies = |sample: &Sample| catalogue.methods().any(|method| method.name == sample.method && method.varies);
    let samples: Vec<&Sample> = sound.iter().filter(|sample| !varies(sample)).collect();
    if samples.is_empty() {
        return Probe::not_tried(NAME, "nothing answered");
    }
    for sample in samples {
        let mut ask = || patient.ask(&sample.method, &sample.params);
        let (first, second) = match ask().and_then(|first| Ok((first, ask()?))) {
            Ok(both) => both,
            Err(trouble) => return trouble.change(NAME, &format!("when `{}` was called twice", sample.method)),
        };
        if !same(&first, &second) {
            let show = |value: &serde_json::Value| excerpt(value.to_string().as_bytes(), 120);
            return Probe::change(
                NAME,
                format!(
                    "it answered the same call of `{}` with {} and then with {}. An answer follows from the params \
                     alone: leave out times, counters and random ids",
                    sample.method,
                    show(&first),
                    show(&second)
                ),
            );
        }
    }
    Probe::ok(NAME, "the same call, twice, is answered alike")
}
