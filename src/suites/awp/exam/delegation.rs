//! Comparing a loop with the state machine, line by line.

use serde_json::{Value, json};

use super::super::model::runtime::machine::{Due, End, Machine, Step as Transition};
use super::super::model::runtime::manager::Manager;
use super::super::model::runtime::params::{members, strings};
use crate::draw::json::{same, whole_number};
use crate::rule::{Case, Judgement, Stop, Talk, WrongShape};
use crate::subject::{Answer, Call, Trace};

/// The method that runs a delegation loop.
pub(in crate::suites::awp) const METHOD: &str = "awp/loop";

/// The two rules that a loop can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::suites::awp) enum Part {
    /// Plans without progress.
    PlanLoop,
    /// Rejected completions.
    Breaker,
}

/// The exam of a loop, as far as the rule of the case is concerned: a failure counts only where the same loop without
/// what this rule is about goes as it should.
pub(in crate::suites::awp) fn examine(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let part = if case.rule_id() == "plan-loop" { Part::PlanLoop } else { Part::Breaker };
    let judgement = match walk(case, talk.ask(call(case))?)? {
        Met::Held => return Ok(Judgement::held()),
        Met::Open(why) => return Ok(Judgement::open(why)),
        Met::Failed(of, _) if of.is_some_and(|of| of != part) => return Ok(other(case)),
        Met::Failed(_, judgement) => judgement,
    };
    let ground = without(part, case);
    if ground == *case.input {
        // A loop in which nothing happens has to belong to one of the two.
        return Ok(if part == Part::PlanLoop { judgement } else { other(&ground) });
    }
    let met = walk(&ground, talk.ask(call(&ground).remembered())?)?;
    Ok(if matches!(met, Met::Failed(..)) { other(&ground) } else { judgement })
}

fn call(case: &Value) -> Call {
    let mut params = case.clone();
    params.as_object_mut().map(|members| members.remove("history"));
    Call::new(METHOD, params).with(Manager::new(case))
}

fn other(ground: &Value) -> Judgement {
    Judgement::blocked("the loop goes wrong without what this rule is about", ground)
}

/// The same loop without plans, or without rejected completions.
fn without(part: Part, case: &Value) -> Value {
    let mut ground = case.clone();
    if let Some(history) = ground.get_mut("history").and_then(Value::as_array_mut) {
        history.retain(|op| op["op"] != if part == Part::PlanLoop { "PLAN" } else { "COMPLETE" });
    }
    ground
}

/// Follows a whole loop.
fn walk(case: &Value, answer: &Answer) -> Result<Met, WrongShape> {
    let machine = match Machine::new(case) {
        Ok(machine) => machine,
        Err(why) => return Ok(Met::Open(why)),
    };
    let trace = &answer.trace;
    let (due, last, repair, event_id, iteration) = (Due::decision(), None, None, None, None);
    Walk { machine, trace, at: 0, due, last, repair, event_id, iteration }.through(&answer.value)
}

/// What came of a walk: a failure is of one of the two rules, or of both.
enum Met {
    Held,
    Open(&'static str),
    Failed(Option<Part>, Judgement),
}

struct Walk<'a> {
    machine: Machine,
    trace: &'a [Trace],
    at: usize,
    due: Due,
    /// The rule that the last decision was about.
    last: Option<Part>,
    /// The id of the repair subtask that the manager was told of last.
    repair: Option<String>,
    /// The id of the repair subtask that the last event named.
    event_id: Option<String>,
    iteration: Option<usize>,
}

impl<'a> Walk<'a> {
    fn failed(&self, kind: &str, expected: impl Into<Value>, observed: impl Into<Value>) -> Met {
        Met::Failed(self.last, Judgement::failed(kind, expected, observed))
    }

    /// The next host call and the reply to it.
    fn next_call(&mut self) -> Option<(&'a str, &'a Value, &'a Value)> {
        let asked = self.trace[self.at..].iter().position(|line| matches!(line, Trace::Asked { .. }))? + self.at;
        let Trace::Asked { id, method, params } = &self.trace[asked] else { return None };
        let replied = |line: &Trace| matches!(line, Trace::Replied { to, .. } if to == id);
        let reply = self.trace[asked..].iter().position(replied)? + asked;
        let Trace::Replied { value, .. } = &self.trace[reply] else { return None };
        self.at = reply + 1;
        Some((method, params, value))
    }

    /// Whether the gates have accepted a completion.
    fn agreed(&self) -> bool {
        let of_gates = |to: usize| {
            self.trace
                .iter()
                .any(|it| matches!(it, Trace::Asked { id, method, .. } if *id == to && method == "host/gates"))
        };
        let accepts =
            |it: &Trace| matches!(it, Trace::Replied { to, value } if value["rejectedBy"].is_null() && of_gates(*to));
        self.trace.iter().any(accepts)
    }

    /// The gate events before the next host call.
    fn events(&self) -> Vec<&'a Value> {
        let ours = |event: &&Value| event["gate"] == "plan_loop" || event["gate"] == "completion_circuit_breaker";
        self.trace[self.at..]
            .iter()
            .take_while(|line| !matches!(line, Trace::Asked { .. }))
            .filter_map(|line| if let Trace::Event(event) = line { Some(event) } else { None })
            .filter(ours)
            .collect()
    }

    fn through(&mut self, result: &Value) -> Result<Met, WrongShape> {
        let status = crate::rule::text_member(result, "status")?;
        loop {
            let transition = match (self.due.clone(), self.next_call()) {
                (Due::End(end), Some(_)) => {
                    if end == End::OutOfIterations {
                        self.last = None;
                    }
                    return Ok(self.failed("the run goes on where it has to end", "the end", "a host call"));
                }
                (Due::End(end), None) => return Ok(self.ended(&end, status, result)),
                (Due::Gates, Some(("host/gates", _, gates))) => {
                    self.last = (!gates["rejectedBy"].is_null()).then_some(Part::Breaker);
                    self.machine.judged(gates)
                }
                (Due::Decide { forced, repair }, Some(("host/decide", params, decision))) => {
                    if let Some(met) = self.asked(params, forced, repair.as_deref())? {
                        return Ok(met);
                    }
                    match decision["decision"].as_str() {
                        Some("PLAN") => self.last = Some(Part::PlanLoop),
                        Some("COMPLETE") => self.last = Some(Part::Breaker),
                        // A delegation that was forced belongs to the rule that forced it.
                        _ => {}
                    }
                    self.machine.decided(decision, self.repair.as_deref())
                }
                (due, Some((method, ..))) => {
                    let expected = if due == Due::Gates { "host/gates" } else { "host/decide" };
                    return Ok(self.failed("another host call than the one due", expected, method));
                }
                (_, None) => {
                    return Ok(self.failed("the run ends where it has to go on", "a host call", result.clone()));
                }
            };
            match transition {
                // Whatever is open there, only the gates can let a run complete.
                Err(_) if status == "completed" && !self.agreed() => {
                    let due = "no completion that the gates have not accepted";
                    return Ok(self.failed("a run is completed without the gates", due, result.clone()));
                }
                Err(why) => return Ok(Met::Open(why)),
                Ok(transition) => {
                    // A runtime may look at its gates only when it goes on.
                    if transition.due != Due::End(End::OutOfIterations)
                        && let Some(met) = self.compare_events(&transition)
                    {
                        return Ok(met);
                    }
                    self.due = transition.due;
                }
            }
        }
    }

    /// The manager is asked as it should be.
    fn asked(
        &mut self,
        params: &Value,
        forced: Option<bool>,
        repair: Option<&[String]>,
    ) -> Result<Option<Met>, WrongShape> {
        let given = &params["iteration"];
        let no_number = || WrongShape(format!("host/decide with the iteration {given}, which is no whole number"));
        let iteration = whole_number(given).ok_or_else(no_number)?;
        if self.iteration.is_none() && iteration > 1 {
            let begins = Judgement::failed("iterations do not begin at 0 or 1", "0 or 1", iteration);
            return Ok(Some(Met::Failed(None, begins)));
        }
        if self.iteration.is_some_and(|last| iteration != last + 1) {
            return Ok(Some(Met::Failed(
                None,
                Judgement::failed("iterations do not grow by one", "one more", iteration),
            )));
        }
        self.iteration = Some(iteration);
        let is_forced = params["forced"] == "DELEGATE";
        if forced.is_some_and(|forced| forced != is_forced) {
            let kind = if is_forced { "DELEGATE is forced without reason" } else { "DELEGATE is not forced" };
            return Ok(Some(self.failed(kind, json!({ "forced": forced }), params.clone())));
        }
        let given = &params["repairSubtask"];
        self.repair = given["id"].as_str().map(str::to_owned);
        let Some(paths) = repair else { return Ok(None) };
        let mut outputs: Vec<&str> = strings(&given["requiredOutputs"]).collect();
        let mut due: Vec<&str> = paths.iter().map(String::as_str).collect();
        outputs.sort_unstable();
        due.sort_unstable();
        due.dedup();
        outputs.dedup();
        let expected = json!({"id": self.event_id, "priority": "critical", "requiredOutputs": due});
        Ok(if given.is_null() {
            Some(self.failed("there is no repair subtask", expected, params.clone()))
        } else if given["priority"] != "critical" {
            Some(self.failed("the repair subtask is not critical", expected, given.clone()))
        } else if outputs != due {
            Some(self.failed("the repair subtask has other outputs than the defect", expected, given.clone()))
        } else if self.repair != self.event_id {
            Some(self.failed("the event names another repair subtask", expected, given.clone()))
        } else {
            None
        })
    }

    fn compare_events(&mut self, transition: &Transition) -> Option<Met> {
        let found = self.events();
        let seen = Value::from(found.iter().map(|event| (*event).clone()).collect::<Vec<_>>());
        let due = json!(transition.events);
        if found.len() < transition.events.len() {
            return Some(self.failed("a gate event is missing", due, seen));
        }
        if found.len() > transition.events.len() {
            return Some(self.failed("a gate event without reason", due, seen));
        }
        for (expected, event) in transition.events.iter().zip(found) {
            for (name, value) in members(expected) {
                let fine = match name.as_str() {
                    "repair_subtask_id" => event[name].is_string(),
                    _ => same(value, &event[name]),
                };
                if !fine {
                    return Some(self.failed(&format!("`{name}` of the event is wrong"), due, seen));
                }
            }
            if expected.get("repair_subtask_id").is_none() && event["repair_subtask_id"].is_string() {
                return Some(self.failed("the event names a repair subtask that there is not", due, seen));
            }
            self.event_id = event["repair_subtask_id"].as_str().map(str::to_owned);
        }
        None
    }

    fn ended(&self, end: &End, status: &str, result: &Value) -> Met {
        match end {
            End::Completed if status == "completed" => Met::Held,
            End::Completed => Met::Failed(
                None,
                Judgement::failed("an accepted completion does not complete the run", "completed", result.clone()),
            ),
            End::OutOfIterations if status != "completed" => Met::Held,
            End::OutOfIterations => Met::Failed(
                None,
                Judgement::failed("a run out of iterations is completed", "not completed", result.clone()),
            ),
            End::Partial(reason) => {
                let due = json!({"status": "partial", "reason": reason});
                if status != "partial" {
                    self.failed("the run does not end as partial", due, result.clone())
                } else if result["reason"] != *reason {
                    self.failed("the run ends for another reason", due, result.clone())
                } else {
                    Met::Held
                }
            }
        }
    }
}
