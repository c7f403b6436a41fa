//! What happened during a run, and telling it as a story.

use serde_json::Value;

use super::super::model::workflow::Workflow;
use crate::rule::WrongShape;
use crate::rule::story::{self, Beat};
use crate::subject::{Answer, Trace};

/// One thing that happened during a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Event<'a> {
    /// A step was started.
    Start {
        /// The step.
        step: &'a str,
        /// What it was given.
        inputs: &'a Value,
    },
    /// A step was answered.
    Reply {
        /// The step.
        step: &'a str,
        /// Whether it went well.
        ok: bool,
    },
    /// A step was undone.
    Compensate {
        /// The step.
        step: &'a str,
    },
    /// The runtime came to rest.
    Rest,
}

/// All that happened during a run, in order.
#[derive(Debug)]
pub(crate) struct Tale<'a> {
    /// What happened.
    pub(crate) events: Vec<Event<'a>>,
}

impl<'a> Tale<'a> {
    /// Reads the trace of a run.
    pub(crate) fn of(answer: &'a Answer) -> Result<Self, WrongShape> {
        let mut asked: Vec<(usize, Option<&'a str>)> = Vec::new();
        let mut events = Vec::new();
        for line in &answer.trace {
            match line {
                Trace::Asked { id, method, params } => {
                    let step = params["stepId"]
                        .as_str()
                        .ok_or_else(|| WrongShape(format!("`{method}` without a `stepId`")))?;
                    asked.push((*id, (method == "host/step").then_some(step)));
                    match method.as_str() {
                        "host/step" => events.push(Event::Start { step, inputs: &params["inputs"] }),
                        "host/compensate" => events.push(Event::Compensate { step }),
                        other => return Err(WrongShape(format!("`{other}` during a run"))),
                    }
                }
                Trace::Replied { to, value } => {
                    if let Some((_, Some(step))) = asked.iter().find(|(id, _)| id == to) {
                        events.push(Event::Reply { step, ok: value["ok"] == true });
                    }
                }
                Trace::Rest => events.push(Event::Rest),
                Trace::Event(_) => {}
            }
        }
        Ok(Self { events })
    }

    /// The steps started, in order.
    pub(crate) fn starts(&self) -> Vec<&'a str> {
        self.events
            .iter()
            .filter_map(|event| if let Event::Start { step, .. } = event { Some(*step) } else { None })
            .collect()
    }

    /// The steps undone, in order.
    pub(crate) fn compensations(&self) -> Vec<&'a str> {
        let undone = |event: &Event<'a>| if let Event::Compensate { step } = event { Some(*step) } else { None };
        self.events.iter().filter_map(undone).collect()
    }

    /// The steps answered that way, in order, before event number `end`.
    pub(crate) fn answered(&self, well: bool, end: usize) -> Vec<&'a str> {
        let answered = |event: &Event<'a>| match event {
            Event::Reply { step, ok } if *ok == well => Some(*step),
            _ => None,
        };
        self.events[..end].iter().filter_map(answered).collect()
    }

    /// The number of the first event at which a step failed, or of the end.
    pub(crate) fn first_failure(&self) -> usize {
        self.events
            .iter()
            .position(|event| matches!(event, Event::Reply { ok: false, .. }))
            .unwrap_or(self.events.len())
    }

    /// The steps in flight just before event number `end`.
    pub(crate) fn in_flight(&self, end: usize) -> Vec<&'a str> {
        let mut open: Vec<&str> = Vec::new();
        for event in &self.events[..end] {
            match event {
                Event::Start { step, .. } => open.push(step),
                Event::Reply { step, .. } => {
                    if let Some(at) = open.iter().position(|other| other == step) {
                        open.remove(at);
                    }
                }
                Event::Compensate { .. } | Event::Rest => {}
            }
        }
        open
    }

    /// What a step was given as the output of another one.
    pub(crate) fn input(&self, step: &str, on: &str) -> Option<&'a Value> {
        self.events.iter().find_map(|event| match event {
            Event::Start { step: started, inputs } if *started == step => inputs.get(on),
            _ => None,
        })
    }

    /// The first event at which a step starts while another one is in flight.
    pub(crate) fn overlap(&self) -> Option<usize> {
        let starts = |at: &usize| matches!(self.events[*at], Event::Start { .. });
        (0..self.events.len()).filter(starts).find(|at| !self.in_flight(*at).is_empty())
    }

    /// The first event at which a step starts before one that it depends on was answered; both of them.
    pub(crate) fn early_start(&self, workflow: &Workflow<'a>) -> Option<(usize, &'a str, &'a str)> {
        self.events.iter().enumerate().find_map(|(at, event)| {
            let Event::Start { step, .. } = event else { return None };
            let answered = [self.answered(true, at), self.answered(false, at)].concat();
            let missing = workflow.step(step)?.dependencies.iter().find(|on| !answered.contains(on))?;
            Some((at, *step, *missing))
        })
    }

    /// The story up to and with event number `last`, and how it ends.
    pub(crate) fn told(&self, last: usize, end: impl Into<String>) -> Value {
        let failure = self.first_failure();
        let beat = |(at, event): (usize, &Event<'a>)| match *event {
            Event::Start { step, .. } => Some(Beat::Starts(step)),
            Event::Reply { step, ok } => Some(Beat::Answered(step, ok)),
            Event::Compensate { step } => Some(Beat::Undone(step)),
            Event::Rest => (at > failure).then_some(Beat::Rest),
        };
        story::told(self.events.iter().enumerate().take(last.saturating_add(1)).filter_map(beat), end)
    }

    /// The whole story, and how it ends.
    pub(crate) fn all(&self, end: impl Into<String>) -> Value {
        self.told(self.events.len(), end)
    }
}

/// What every step gave back.
pub(crate) fn replies(answer: &Answer) -> Vec<(&str, &Value)> {
    let mut asked: Vec<(usize, &str)> = Vec::new();
    let mut outputs = Vec::new();
    for line in &answer.trace {
        match line {
            Trace::Asked { id, params, .. } => asked.push((*id, params["stepId"].as_str().unwrap_or_default())),
            Trace::Replied { to, value } => {
                let step = asked.iter().find(|(id, _)| id == to).map_or("", |(_, step)| step);
                outputs.push((step, &value["output"]));
            }
            Trace::Event(_) | Trace::Rest => {}
        }
    }
    outputs
}

/// The status of a run.
pub(crate) fn status(answer: &Answer) -> Result<&str, WrongShape> {
    match answer.value["status"].as_str() {
        Some(status @ ("completed" | "failed" | "rejected")) => Ok(status),
        other => Err(WrongShape(format!("`status` is {other:?}"))),
    }
}

/// The status that the result reports for a step, and how often it is listed.
pub(crate) fn step_status<'a>(answer: &'a Answer, step: &str) -> (usize, Option<&'a str>) {
    let listed = answer.value["steps"].as_array().into_iter().flatten().filter(|entry| entry["stepId"] == step);
    let statuses: Vec<Option<&str>> = listed.map(|entry| entry["status"].as_str()).collect();
    (statuses.len(), statuses.first().copied().flatten())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_trace_reads_as_a_story() {
        let ask = |id: usize, step: &str| Trace::Asked {
            id,
            method: "host/step".to_owned(),
            params: json!({"stepId": step, "inputs": {}}),
        };
        let reply = |to, ok| Trace::Replied { to, value: json!({"ok": ok}) };
        let trace = vec![ask(0, "a"), ask(1, "b"), Trace::Rest, reply(1, false), Trace::Rest, ask(2, "c")];
        let answer = Answer { value: json!({}), trace };
        let tale = Tale::of(&answer).unwrap();
        let story = tale.told(5, "after a failure nothing may start");
        assert_eq!(
            story,
            json!([
                "a starts",
                "b starts while a is in flight",
                "b is answered: it failed",
                "the runtime comes to rest",
                "c starts while a is in flight",
                "after a failure nothing may start"
            ])
        );
        assert_eq!(tale.in_flight(6), ["a", "c"]);
    }
}
