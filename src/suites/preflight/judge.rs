//! Reading an answer beside what is due, and judging one aspect of it.

use serde_json::{Value, json};

use super::draw::case as params;
use super::methods::METHOD;
use super::model::vocabulary::Action;
use super::model::{Diagnostic, action_of, codes, diagnostics, from_answer, is_about_action, is_denial, is_ours};
use crate::rule::{Case, Judgement, Stop, Talk, WrongShape};
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

/// Judges the diagnostics that are due and were given, one by one; the first disagreement counts. Without any
/// there is nothing to judge: what is missing has a rule of its own.
pub(super) fn judge_pairs(
    seen: &Seen<'_>,
    disagrees: impl FnMut((&Diagnostic<'_>, &Diagnostic<'_>)) -> Option<Judgement>,
) -> Judgement {
    if seen.pairs().next().is_none() {
        return Judgement::open("nothing that is due was given");
    }
    seen.pairs().find_map(disagrees).unwrap_or_else(Judgement::held)
}

/// The exam of a rule that is about one code and has its name: the code is there if and only if it is due. Where
/// another code is due for the same field, the rule of that code is the one to blame.
pub(super) fn exactly_when_due(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Judgement, Stop> {
    let code = case.rule_id();
    let seen = Seen::ask(case, talk)?;
    if !is_about_action(code) {
        seen.action()?;
    }
    let rival = |found: &&Diagnostic<'_>| seen.due.iter().any(|due| due.path == found.path && due.path != "/");
    Ok(match (seen.is_due(code), seen.found.iter().find(|found| found.code == code)) {
        (true, None) => seen.wrong_codes("the code is missing"),
        (false, Some(found)) if !rival(&found) => seen.wrong_codes("the code is there without reason"),
        _ => Judgement::held(),
    })
}
