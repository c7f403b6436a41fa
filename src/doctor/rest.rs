//! Whether `host/idle` is said when it is true, with the right count.

use serde_json::Value;

use super::Probe;
use super::patient::Patient;
use super::sample::{self, Sample};
use crate::rule::Catalogue;
use crate::subject::{Heard, HostId, Link};

/// The methods whose rest is judged.
const METHODS: &[&str] = &["awp/run", "contract/run"];

/// Holds every reply until the subject says that it is at rest.
pub(super) fn rest(patient: &mut Patient<'_>, features: &[String], good: &[Sample]) -> Probe {
    const NAME: &str = "rest";
    if !features.iter().any(|feature| feature == "idle") {
        return Probe::not_tried(NAME, "the feature `idle` is not announced");
    }
    let samples: Vec<&Sample> = good.iter().filter(|sample| METHODS.contains(&sample.method.as_str())).collect();
    if samples.is_empty() {
        return Probe::not_tried(NAME, "it offers neither awp/run nor contract/run");
    }
    for sample in samples {
        let catalogue = patient.catalogue;
        let mut watch = Watch::default();
        let answer =
            patient.converse(&sample.method, &sample.params, &mut |link, heard| watch.hear(catalogue, link, heard));
        if let Err(trouble) = answer {
            if trouble.is_silence() && !watch.open.is_empty() {
                let text = format!(
                    "it announces `idle`, but did not say `host/idle` with \"replies\":{} during `{}`, while it waited \
                     for a host reply. Say it whenever nothing more happens before a reply, or do not announce it",
                    watch.given, sample.method
                );
                return Probe { stderr: trouble.stderr, ..Probe::change(NAME, text) };
            }
            return trouble.change(NAME, &format!("during `{}`, while its replies were held", sample.method));
        }
    }
    Probe::ok(NAME, "`host/idle` comes when it is true, and counts the replies")
}

/// What was asked and answered so far.
#[derive(Default)]
struct Watch {
    open: Vec<(u64, HostId, Value)>,
    given: u64,
    resting: bool,
}

impl Watch {
    fn hear(&mut self, catalogue: &Catalogue, link: &mut dyn Link, heard: Option<&Heard>) -> Result<(), String> {
        let too_early = |what: &str| {
            Err(format!(
                "it said `host/idle`, and then {what} although no reply had come. Say it only when nothing more \
                 happens before a reply"
            ))
        };
        match heard {
            Some(Heard::Host { .. }) if self.resting => return too_early("made another host call"),
            Some(Heard::Answer { .. }) if self.resting => return too_early("answered the call"),
            Some(Heard::Host { call, id, method, .. }) => {
                self.open.push((*call, id.clone(), sample::reply(catalogue, method)));
            }
            Some(Heard::Idle { replies, .. }) if *replies > self.given => {
                return Err(format!(
                    "`host/idle` counts {replies} replies when {} had been given. `replies` is how many host replies \
                     this call has taken in",
                    self.given
                ));
            }
            // A smaller count crossed with a reply.
            Some(Heard::Idle { replies, .. }) => self.resting |= *replies == self.given,
            // Only now: a host call that follows too early would otherwise pass for one that the reply brought about.
            None if self.resting && !self.open.is_empty() => {
                let (call, id, reply) = self.open.remove(0);
                self.resting = false;
                self.given += 1;
                link.reply(call, &id, &reply);
            }
            Some(_) | None => {}
        }
        Ok(())
    }
}
