//! Reading an answer beside what is due, and judging one aspect of it.

use serde_json::{Value, json};

use super::draw::{alone, case as params, other_company};
use super::methods::METHOD;
use super::model::vocabulary::Action;
use super::model::{Diagnostic, action_of, codes, diagnostics, from_answer, is_about_action, is_denial, is_ours};
use crate::rule::{Case, Judgement, Stop, Talk, Verdict, WrongShape};
use crate::subject::{Answer, Call};

/// An answer beside what the document says it should be.
pub(super) struct Seen<'a> {
    /// The action of the input, if it names one.
    named: Option<&'static Action>,
    /// The diagnostics that are due.
    pub(super) due: Vec<Diagnostic<'static>>,
    /// The diagnostics that were found.
    pub(super) found: Vec<Diagnostic<'a>>,
}

impl<'a> Seen<'a> {
    /// Puts the case's input and reads the answer.
    pub(super) fn ask(case: &Case<'_>, talk: &mut Talk<'a>) -> Result<Self, Stop> {
        let input = &case["input"];
        let answer = talk.ask(case.call(METHOD))?;
        Ok(Self { named: action_of(input), due: diagnostics(input), found: found_in(answer)? })
    }

    /// The action of the input, for what comes after it.
    ///
    /// # Errors
    /// Where the document or the subject stops at the action, the rules on actions decide.
    pub(super) fn action(&self) -> Result<&'static Action, Judgement> {
        let action = self.named.ok_or_else(|| Judgement::open("the action is no action: nothing else is looked at"))?;
        if refuses_the_action(&self.found) {
            return Err(Judgement::open(REFUSED));
        }
        Ok(action)
    }

    /// Whether a diagnostic with that code is due.
    pub(super) fn is_due(&self, code: &str) -> bool {
        self.due.iter().any(|diagnostic| diagnostic.code == code)
    }

    /// Whether a diagnostic with that code was found.
    pub(super) fn has(&self, code: &str) -> bool {
        self.found.iter().any(|diagnostic| diagnostic.code == code)
    }

    /// The diagnostics that are due and were found, side by side.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&Diagnostic<'static>, &Diagnostic<'a>)> {
        let partner = |due: &Diagnostic<'_>| self.found.iter().find(|found| found.code == due.code);
        self.due.iter().filter_map(move |due| partner(due).map(|found| (due, found)))
    }

    /// The denials that were found, also those with the name of another action, or of none.
    pub(super) fn denials(&self) -> impl Iterator<Item = &Diagnostic<'a>> {
        self.found.iter().filter(|diagnostic| is_denial(&diagnostic.code))
    }

    /// The judgement that the codes found are not the ones due.
    pub(super) fn wrong_codes(&self, kind: &str) -> Judgement {
        Judgement::failed(kind, codes(&self.due), codes(&self.found))
    }
}

/// Why nothing is said of what comes after the action.
pub(super) const REFUSED: &str = "the subject refuses the action: the rules on actions say whether it may";

/// Whether these diagnostics say that there is no usable action.
pub(super) fn refuses_the_action(found: &[Diagnostic<'_>]) -> bool {
    found.iter().any(|diagnostic| is_about_action(&diagnostic.code))
}

/// The diagnostics of an answer. Warnings of the subject's own are left out:
/// the protocol says of every validator that extra warnings never matter.
pub(super) fn found_in(answer: &Answer) -> Result<Vec<Diagnostic<'_>>, WrongShape> {
    let mut found = from_answer(&answer.value)?;
    found.retain(|diagnostic| diagnostic.severity != "warning" || is_ours(&diagnostic.code));
    Ok(found)
}

/// The call that puts an input to the subject which is not the case's own.
pub(super) fn validate(input: &Value) -> Call {
    Call::new(METHOD, params(input.clone()))
}

/// Codes and fields, sorted: what is said, in whatever order and words.
pub(super) fn outline(list: &[Diagnostic<'_>]) -> Value {
    let mut outline: Vec<(&str, Vec<&str>)> =
        list.iter().map(|diagnostic| (&*diagnostic.code, diagnostic.sorted_fields())).collect();
    outline.sort_unstable();
    outline.into_iter().map(|(code, fields)| json!({"code": code, "fields": fields})).collect()
}

/// Puts the case, and judges the diagnostics that are due and were given, one by one; the first disagreement counts. Without any
/// there is nothing to judge: what is missing has a rule of its own.
pub(super) fn judge_pairs(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    disagrees: impl FnMut((&Diagnostic<'_>, &Diagnostic<'_>)) -> Option<Judgement>,
) -> Result<Judgement, Stop> {
    let seen = Seen::ask(case, talk)?;
    if seen.pairs().next().is_none() {
        return Ok(Judgement::open("nothing that is due was given"));
    }
    let judgement = seen.pairs().find_map(disagrees).unwrap_or_else(Judgement::held);
    settled(case, talk, &seen, judgement)
}

/// The exam of a rule that is about one code and has its name: the code is there if and only if it is due. Where
/// another code is due for the same field, the rule of that code is the one to blame; where the code is given by
/// itself and not in company, the rule on the order of diagnostics is.
pub(super) fn exactly_when_due(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let code = case.rule_id();
    let seen = Seen::ask(case, talk)?;
    if !is_about_action(code) {
        seen.action()?;
    }
    let rival = |found: &&Diagnostic<'_>| seen.due.iter().any(|due| due.path == found.path && due.path != "/");
    let judgement = match (seen.is_due(code), seen.found.iter().find(|found| found.code == code)) {
        (true, None) => {
            if missing_in_company(talk, &case["input"], code)? {
                let why = "the code is missing in company only: that is preflight/diagnostic-order";
                return Ok(Judgement::blocked(why, case.input).instead_of(seen.wrong_codes("the code is missing")));
            }
            seen.wrong_codes("the code is missing")
        }
        (false, Some(found)) if !rival(&found) => seen.wrong_codes("the code is there without reason"),
        _ => Judgement::held(),
    };
    settled(case, talk, &seen, judgement)
}

/// Whether a code that is missing for `input` is given by itself, and missing whatever fields are misplaced beside it.
pub(super) fn missing_in_company(talk: &mut Talk<'_>, input: &Value, code: &str) -> Result<bool, Stop> {
    let Some(ground) = alone(input, code) else { return Ok(false) };
    if !given(talk, &ground, code)? {
        return Ok(false);
    }
    for other in other_company(input) {
        if given(talk, &other, code)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the subject gives that code for an input.
fn given(talk: &mut Talk<'_>, input: &Value, code: &str) -> Result<bool, Stop> {
    let found = found_in(talk.ask(validate(input).remembered())?)?;
    Ok(found.iter().any(|diagnostic| diagnostic.code == code))
}

/// A judgement, unless it is a failure that the same input does not show again, or not in a new process.
pub(super) fn settled(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    seen: &Seen<'_>,
    judgement: Judgement,
) -> Result<Judgement, Stop> {
    let input = &case["input"];
    if matches!(judgement.verdict, Verdict::Failed(_)) {
        for call in [validate(input), validate(input).on_spare_process()] {
            if found_in(talk.ask(call)?)? != seen.found {
                return Ok(Judgement::blocked(UNSETTLED, case.input).instead_of(judgement));
            }
        }
    }
    Ok(judgement)
}

/// Why nothing is said of an input that is not always answered alike.
pub(super) const UNSETTLED: &str = "the same input gets another answer at another time: that is preflight/stateless";

/// Whether two inputs, answered as `found`, get the same answers again and in a new process.
pub(super) fn both_settled(
    talk: &mut Talk<'_>,
    call: [&dyn Fn() -> Call; 2],
    found: [&[Diagnostic<'_>]; 2],
) -> Result<bool, Stop> {
    for (call, found) in call.iter().zip(found) {
        for call in [call(), call().on_spare_process()] {
            if found_in(talk.ask(call)?)? != found {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
