//! A failure that was looked into, as the proof shows it.

use serde_json::{Value, json};

use super::found::{Found, Steadiness};
use super::plain_places::plain_places;
use super::plan::Planned;
use super::tally::{Ending, Signature};
use crate::draw::json::size;
use crate::proof::{Finding, Outcome, QuestionResult};
use crate::rule::Question;

/// The largest value that a finding keeps whole: one answer of a subject may be in many findings.
const LARGEST: usize = 256 * 1024;

/// A value as a finding keeps it: whole, or the beginning of what is too large.
fn kept(value: &Value) -> Value {
    let text = value.to_string();
    if text.len() <= LARGEST {
        return value.clone();
    }
    let beginning = &text[..text.floor_char_boundary(2000)];
    Value::from(format!("{beginning}… (the beginning of {} bytes of JSON)", text.len()))
}

/// The finding of a failure that `count` cases showed, case `index` first.
pub(super) fn finding(planned: &Planned, signature: &Signature, index: u64, count: u64, found: &Found) -> Finding {
    let (expected, observed, stderr) = match &found.ending {
        Ending::Failed(disagreement) => (kept(&disagreement.expected), kept(&disagreement.observed), String::new()),
        Ending::Fault(fault, stderr) => {
            (Value::from("an answer in the protocol"), Value::from(fault.to_string()), stderr.clone())
        }
        Ending::Unjudged(unjudged) | Ending::Blocked(unjudged, ..) => {
            (Value::Null, Value::from(&*unjudged.why), String::new())
        }
        Ending::Held => (Value::Null, Value::Null, String::new()),
    };
    let (outcome, kind) = match signature {
        Signature::Fault(kind) => (Outcome::Fault, format!("fault: {kind}")),
        Signature::Disagreement(kind) => (Outcome::Fail, kind.clone()),
        Signature::Excludes(question, reading) => (Outcome::Fail, format!("{question} is not {reading}")),
    };
    let mut finding = Finding {
        rule: planned.rule_id(),
        check: planned.id.clone(),
        level: planned.rule.level,
        statement: planned.rule.statement.to_owned(),
        source: format!("{}, {}", planned.suite.document, planned.rule.source),
        outcome,
        kind,
        case: planned.name(index),
        count,
        size: size(&found.input),
        input: (*found.input).clone(),
        expected,
        observed,
        stderr: (!stderr.is_empty()).then_some(stderr),
        neighbour: found.insight.neighbour.clone(),
        reach: found.insight.reach.clone(),
        plain: found.insight.neighbour.iter().flat_map(|_| plain_places(planned, &found.input)).collect(),
        written: planned.suite.yaml.then(|| "yaml".to_owned()),
        ..Finding::default()
    };
    if let Ending::Failed(disagreement) = &found.ending {
        finding.twin = disagreement.twin.as_deref().cloned();
    }
    match &found.steadiness {
        Steadiness::Alone => {}
        Steadiness::After(history) => finding.history.clone_from(history),
        Steadiness::Among(company) => finding.beside.clone_from(company),
        Steadiness::Flaky { repeated, beside } => {
            // The run itself saw it fail once.
            let failed = 1 + repeated.iter().flatten().count();
            finding.flaky = Some(format!("{failed} of {}", repeated.len() + 1));
            finding.calls_beside = Some(*beside);
            finding.repeated = repeated.iter().map(|ending| observed_again(ending.as_ref())).collect();
        }
        Steadiness::Unshrunk(why) => finding.unshrunk = Some((*why).to_owned()),
    }
    if let Some(why) = found.cut {
        finding.unshrunk = Some(why.to_owned());
    }
    finding
}

/// What a repetition showed.
fn observed_again(ending: Option<&Ending>) -> Value {
    match ending {
        Some(Ending::Failed(disagreement)) => kept(&disagreement.observed),
        Some(Ending::Fault(fault, _)) => Value::from(fault.to_string()),
        _ => Value::from("as it should be"),
    }
}

/// The finding of a question for which no reading is left: the cases that contradict each other.
pub(super) fn contradiction(planned: &Planned, question: &Question, result: &QuestionResult) -> Option<Finding> {
    if !result.readings.is_empty() {
        return None;
    }
    let first = result.excluded.values().next()?;
    let input: Value =
        result.excluded.iter().map(|(reading, witness)| (reading.clone(), witness.input.clone())).collect();
    let predictions: Value =
        question.readings.iter().map(|reading| (reading.id.to_owned(), json!(reading.predicts))).collect();
    Some(Finding {
        rule: planned.rule_id(),
        check: planned.id.clone(),
        level: planned.rule.level,
        statement: planned.rule.statement.to_owned(),
        source: format!("{}, {}", planned.suite.document, planned.rule.source),
        outcome: Outcome::Fail,
        kind: format!("no reading of `{}` is left", question.id),
        case: first.case.clone(),
        count: 1,
        size: size(&input),
        expected: predictions,
        observed: Value::from("each reading is contradicted by the case shown under its name"),
        input,
        ..Finding::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_kept_in_part() {
        assert_eq!(kept(&json!(["ä"])), json!(["ä"]));
        let large = kept(&json!(["ä".repeat(LARGEST)]));
        assert!(
            large.as_str().is_some_and(|text| text.len() < 3000 && text.ends_with("524292 bytes of JSON)")),
            "{large}"
        );
    }
}
