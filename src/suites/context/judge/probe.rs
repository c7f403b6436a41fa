//! Points that the document leaves open: each is tried once, and the answer
//! tells which reading the subject follows. No answer is wrong.

use serde_json::Value;

use super::prelude::is_ok;
use crate::draw::Shape;
use crate::rule::{Check, Judgement, Question, Step, WrongShape};
use crate::subject::{Answer, Call};

/// What checks of open points have in common. The first reading of a question predicts that its case is accepted,
/// the second that it is refused.
pub(super) const PROBE: Check = Check {
    id: "open-points",
    property: "what the document leaves open is answered one way or the other, and the way is reported",
    shape: &Shape::Fixed,
    classify: |_| vec!["open point"],
    labels: &["open point"],
    ..Check::NEW
};

/// Puts the case to `method` and reports which reading of the question that it names the answer follows.
pub(super) fn probe(
    questions: &'static [Question],
    method: &'static str,
    case: &Value,
    answers: &[Answer],
) -> Result<Step, WrongShape> {
    let mut params = case.clone();
    let name = params.as_object_mut().and_then(|members| members.remove("question"));
    let question = questions.iter().find(|question| name.as_ref().is_some_and(|name| name == question.id));
    let (Some(question), [accepts, refuses, ..]) = (question, question.map_or(&[][..], |question| question.readings))
    else {
        return Ok(Step::Judged(Judgement::open("a question that this rule does not ask")));
    };
    match answers.first() {
        None => Ok(Step::Ask(vec![Call::new(method, params)])),
        Some(answer) => {
            let reading = if is_ok(answer)? { accepts } else { refuses };
            let judgement = Judgement::open(question.asks).consistent_with(question.id, &[reading.id]);
            Ok(Step::Judged(judgement))
        }
    }
}
