//! What the rules of this suite share: reading an answer beside what is due,
//! and spoiling one.

pub(super) use serde_json::{Value, json};

pub(super) use super::diagnostic::{Diagnostic, Text, from_answer, to_answer};
pub(super) use super::draw::{self, case};
pub(super) use super::model::{self, action_of, diagnostics};
pub(super) use super::vocabulary::{ACTIONS, Action, CHANNELS, CODES, DENIED, KNOWN_FIELDS, place_of};
pub(super) use crate::draw::{Draw, near};
pub(super) use crate::rule::{Arm, Check, Judgement, Level, Mutant, OnFault, Rule, Step, WrongShape, arm};
pub(super) use crate::subject::{Answer, Call, Request};

use super::shape;
use crate::draw::text::is_blank_in_javascript;

/// The one method of this suite.
pub(super) const METHOD: &str = "preflight/validate";

/// What the checks of this suite have in common.
pub(super) const CHECK: Check = Check { methods: &[METHOD], shape: &shape::CASE, ..Check::NEW };

/// A code that is due and was not given.
pub(super) const MISSING: &str = "the code is missing";
/// A code that was given and is not due.
pub(super) const UNDUE: &str = "the code is there without reason";

/// An answer beside what the document says it should be.
pub(super) struct Seen<'a> {
    /// The diagnostics that are due.
    pub(super) due: Vec<Diagnostic<'static>>,
    /// The diagnostics that were found.
    pub(super) found: Vec<Diagnostic<'a>>,
}

impl<'a> Seen<'a> {
    /// The answer to `input`.
    pub(super) fn of(input: &Value, answer: &'a Answer) -> Result<Self, WrongShape> {
        Ok(Self { due: diagnostics(input), found: found_in(answer)? })
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

/// The diagnostics of an answer. Warnings of the subject's own are left out:
/// the protocol says of every validator that extra warnings never matter.
pub(super) fn found_in(answer: &Answer) -> Result<Vec<Diagnostic<'_>>, WrongShape> {
    let mut found = from_answer(&answer.value)?;
    found.retain(|diagnostic| diagnostic.severity != "warning" || is_ours(&diagnostic.code));
    Ok(found)
}

/// Whether the document has this code.
pub(super) fn is_ours(code: &str) -> bool {
    CODES.contains(&code) || is_denial(code)
}

/// Whether this is the code of a denial, whatever action it names.
pub(super) fn is_denial(code: &str) -> bool {
    code.ends_with(DENIED.trim_start_matches('-'))
}

/// Whether this code says that there is no usable action.
pub(super) fn is_about_action(code: &str) -> bool {
    matches!(code, "action-required" | "action-invalid")
}

/// The codes of a list of diagnostics.
pub(super) fn codes(list: &[Diagnostic<'_>]) -> Vec<String> {
    list.iter().map(|diagnostic| diagnostic.code.clone().into_owned()).collect()
}

/// The call that puts an input to the subject which is not the case's own.
pub(super) fn validate(input: &Value) -> Call {
    Call::new(METHOD, case(input.clone()))
}

/// The exam of one call: puts the case's input, then judges the answer.
pub(super) fn judge(
    case: &Value,
    answers: &[Answer],
    judge: impl FnOnce(&Seen<'_>) -> Judgement,
) -> Result<Step, WrongShape> {
    let input = &case["input"];
    match answers.first() {
        None => Ok(Step::Ask(vec![Call::of_case(METHOD)])),
        Some(answer) => Ok(Step::Judged(judge(&Seen::of(input, answer)?))),
    }
}

/// The same, for what comes after the action. Where the document or the
/// subject stops at the action, the rules on actions decide, and this one says nothing.
pub(super) fn judge_controls(
    case: &Value,
    answers: &[Answer],
    judge_action: impl FnOnce(&'static Action, &Seen<'_>) -> Judgement,
) -> Result<Step, WrongShape> {
    judge(case, answers, |seen| match action_of(&case["input"]) {
        None => Judgement::open("the action is no action: nothing else is looked at"),
        Some(_) if seen.found.iter().any(|found| is_about_action(&found.code)) => {
            Judgement::open("the subject refuses the action: the rules on actions say whether it may")
        }
        Some(action) => judge_action(action, seen),
    })
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

/// Judges one code: it is there if and only if it is due. Where one of
/// `rivals` is due instead, the rule of that code is the one to blame.
pub(super) fn exactly_when_due(seen: &Seen<'_>, code: &str, rivals: &[&str]) -> Judgement {
    match (seen.is_due(code), seen.has(code)) {
        (true, false) => seen.wrong_codes(MISSING),
        (false, true) if !rivals.iter().any(|rival| seen.is_due(rival)) => seen.wrong_codes(UNDUE),
        _ => Judgement::held(),
    }
}

/// Labels a case with its action and whether `code` is due.
pub(super) fn due_or_not(case: &Value, code: &str) -> Vec<&'static str> {
    let due = diagnostics(&case["input"]).iter().any(|diagnostic| diagnostic.code == code);
    let mut labels = vec![if due { "due" } else { "not due" }];
    labels.extend(action_of(&case["input"]).map(|action| action.name));
    labels
}

/// Labels what stands where a text is needed.
pub(super) fn text_kind(value: Option<&Value>) -> &'static str {
    match value {
        None => "absent",
        Some(Value::String(text)) if text.is_empty() => "empty",
        Some(Value::String(text)) if is_blank_in_javascript(text) => "blank",
        Some(Value::String(_)) => "a text",
        Some(_) => "no text",
    }
}

/// Labels a case with its action, and with how many diagnostics are due.
pub(super) fn how_many(case: &Value) -> Vec<&'static str> {
    const COUNTS: [&str; 6] = ["none due", "one due", "two due", "three due", "four due", "five due"];
    let mut labels = vec![COUNTS[diagnostics(&case["input"]).len().min(5)]];
    labels.extend(action_of(&case["input"]).map(|action| action.name));
    labels
}

/// The usual portfolio: nothing wrong, one thing, a pair of fields, everything at once.
pub(super) const ARMS: &[Arm] = &[
    arm(1, "valid", draw::valid),
    arm(2, "one misplaced field or none", draw::one_misplaced),
    arm(2, "two fields of any kind", draw::pair),
    arm(2, "one need unmet or none", draw::one_unmet),
    arm(3, "many faults", draw::many_faults),
];

/// Every code alone, by the plainest fault that calls for it, and the worst input of every action.
pub(super) fn every_code() -> Vec<Value> {
    let mut inputs: Vec<Value> = vec![json!({}), json!({"action": "launch"})];
    for action in &ACTIONS {
        inputs.push(draw::least(action).into());
        inputs.extend(action.denied().take(1).map(|field| draw::and(action, &[field]).into()));
        inputs.extend(action.needs.iter().map(|field| draw::with(action, field, None).into()));
        let mut worst = draw::and(action, &action.denied().collect::<Vec<_>>());
        worst.retain(|field, _| !action.allowed.contains(&field.as_str()));
        inputs.push(worst.clone().into());
        if action.name == "message" {
            worst.insert("channel".to_owned(), json!("loud"));
            inputs.push(worst.into());
            inputs.push(draw::with(action, "channel", Some(json!("loud"))).into());
        }
        if action.name == "start" {
            inputs.push(draw::with(action, "graph", None).into());
            inputs.push(draw::and(action, &["graphFile"]).into());
        }
    }
    inputs.into_iter().map(case).collect()
}

/// What a runtime answers that takes its input for the one that `change` makes of it.
pub(super) fn misread(request: Request<'_>, change: impl FnOnce(&mut draw::Input)) -> Value {
    let mut input = request.params["input"].clone();
    if let Some(members) = input.as_object_mut() {
        change(members);
    }
    to_answer(&diagnostics(&input))
}

/// A right answer, changed.
pub(super) fn edit(answer: Value, change: impl FnOnce(&mut Vec<Diagnostic<'_>>)) -> Value {
    match from_answer(&answer) {
        Ok(mut list) => {
            change(&mut list);
            to_answer(&list)
        }
        Err(_) => answer,
    }
}

/// A right answer, each of its diagnostics changed.
pub(super) fn edit_each(answer: Value, change: impl FnMut(&mut Diagnostic<'_>)) -> Value {
    edit(answer, |list| list.iter_mut().for_each(change))
}

/// A right answer without the diagnostics of that code.
pub(super) fn without(answer: Value, code: &str) -> Value {
    edit(answer, |list| list.retain(|diagnostic| diagnostic.code != code))
}

/// A right answer, the fields of its denial changed, and its message with them.
pub(super) fn relist(answer: Value, change: impl Fn(&mut Vec<Text<'_>>)) -> Value {
    edit_each(answer, |diagnostic| {
        if let (true, Some(fields)) = (is_denial(&diagnostic.code), &mut diagnostic.fields) {
            change(fields);
            diagnostic.message = model::denial_message(diagnostic.action.as_deref().unwrap_or_default(), fields).into();
        }
    })
}

/// A right answer that denies these fields as well.
pub(super) fn deny_too(answer: Value, action: &str, extra: &[String]) -> Value {
    if extra.is_empty() {
        return answer;
    }
    let denied = edit(answer, |list| {
        if !list.iter().any(|diagnostic| is_denial(&diagnostic.code)) {
            // Any denial of this action will do: its fields and its message are rewritten below.
            let denial = diagnostics(&json!({"action": action, "kind": 1})).swap_remove(0);
            list.insert(0, Diagnostic { fields: Some(Vec::new()), ..denial });
        }
    });
    relist(denied, |fields| {
        fields.extend(extra.iter().map(|field| field.clone().into()));
        fields.sort_by_key(|field| place_of(field).unwrap_or(usize::MAX));
    })
}

/// What is due for `input` under one code: for mutants that say it where they should not.
pub(super) fn due_for(input: &Value, code: &str) -> Option<Diagnostic<'static>> {
    diagnostics(input).into_iter().find(|diagnostic| diagnostic.code == code)
}

/// Changes the text in `field`, if it is one.
pub(super) fn change_text(input: &mut draw::Input, field: &str, change: impl FnOnce(&str) -> String) {
    if let Some(Value::String(text)) = input.get_mut(field) {
        *text = change(text);
    }
}
