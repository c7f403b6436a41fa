//! Whether a text is a version: accepted where it is, refused where one clause alone is broken.

use proofmark::suite::{Answer, Call};
use proofmark::suite::{Case, Judgement, Stop, Talk, WrongShape};
use serde_json::json;

use super::grounds;
use crate::draw::text_case;
use crate::methods::PARSE;
use crate::model::{decoration, read};
use crate::reference::text;

/// Judges the verdict on the case's text, as far as the case's own rule speaks about it.
pub(crate) fn verdict(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let text = text(case, "text");
    let due = match read(text) {
        Ok(_) => true,
        Err(_) if decoration(text).is_some() => {
            return Ok(Judgement::open("what stands around it is a question of its own"));
        }
        Err(faults) if faults.iter().all(|fault| fault.rule == case.rule_id()) => false,
        Err(_) => return Ok(Judgement::open("another clause is broken")),
    };
    let grounds = grounds(case.rule_id(), text);
    let plainer = grounds.iter().map(|ground| Call::new(PARSE, text_case(ground)));
    let answers = talk.ask_all([case.call(PARSE)].into_iter().chain(plainer).collect())?;
    for (answer, ground) in answers[1..].iter().zip(grounds) {
        if !is_valid(answer)? {
            return Ok(Judgement::blocked("refuses a plainer version", &text_case(ground)));
        }
    }
    Ok(match (due, is_valid(&answers[0])?) {
        (true, false) => Judgement::failed("a version is refused", json!({"valid": true}), answers[0].value.clone()),
        (false, true) => {
            Judgement::failed("accepted, though it is no version", json!({"valid": false}), answers[0].value.clone())
        }
        _ => Judgement::held(),
    })
}

/// Whether the subject takes the text for a version.
///
/// # Errors
/// When the answer does not say.
pub(crate) fn is_valid(answer: &Answer) -> Result<bool, WrongShape> {
    answer.value["valid"].as_bool().ok_or_else(|| WrongShape("`valid` is not a boolean".to_owned()))
}
