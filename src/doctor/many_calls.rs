//! Many calls open at once: each is answered, once, under its own id.

use std::collections::BTreeSet;
use std::time::Instant;

use super::Probe;
use super::patient::{Patient, Trouble};
use super::sample::Sample;
use crate::subject::{Fault, Heard, Link, Request};

const CALLS: usize = 64;

/// Opens many calls before it listens, as a run does.
pub(super) fn many_calls(patient: &mut Patient<'_>, sound: &[Sample]) -> Probe {
    const NAME: &str = "many calls";
    if sound.is_empty() {
        return Probe::not_tried(NAME, "nothing answered");
    }
    match open_all(patient, sound) {
        Ok(()) => Probe::ok(NAME, format!("{CALLS} open at once, each answered under its id")),
        Err(trouble) => trouble.change_as(
            NAME,
            &format!("when {CALLS} calls were open at once"),
            "One read may bring several lines, or half of one: cut at \\n, and answer each under its own id",
        ),
    }
}

fn open_all(patient: &mut Patient<'_>, sound: &[Sample]) -> Result<(), Trouble> {
    let ids: Vec<u64> = (0..CALLS).map(|_| patient.new_id()).collect();
    let deadline = patient.deadline;
    let link = patient.link()?;
    for (&id, sample) in ids.iter().zip(sound.iter().cycle()) {
        link.send(id, Request::new(&sample.method, &sample.params), false);
    }
    let mut open: BTreeSet<u64> = ids.into_iter().collect();
    let mut last = Instant::now();
    while !open.is_empty() {
        let left = deadline.saturating_sub(last.elapsed());
        let fault = match link.hear(left) {
            Some(Heard::Answer { call, result }) => {
                open.remove(&call);
                last = Instant::now();
                result.err().map(crate::subject::Subprocess::fault_of)
            }
            Some(Heard::Broken(fault)) => Some(fault),
            Some(_) => None,
            None => (last.elapsed() >= deadline).then(|| Fault::Deadline(deadline.as_secs().max(1))),
        };
        if let Some(fault) = fault {
            // What else is still to come would be taken for answers to the next probe.
            let trouble = patient.trouble(fault);
            patient.dismiss();
            return Err(trouble);
        }
    }
    Ok(())
}
