//! What the rules of this suite share: putting turns to a subject, and
//! spoiling right answers.

pub(super) use serde_json::{Value, json};

pub(super) use super::composition::{COMPOSE, Composed, Composition, Entry, Invocation, shown};
pub(super) use super::draw;
pub(super) use super::record::{self, CONTRIBUTE, Item, Supplied, contribute, items, supplied, told_apart};
pub(super) use super::vocabulary::{CLIENT, KFR, METADATA, PROVIDERS, Provider, RAG, USER};
pub(super) use crate::draw::Draw;
pub(super) use crate::rule::{Arm, Check, Judgement, Level, Mutant, OnFault, Rule, Step, WrongShape, arm};
pub(super) use crate::subject::{Answer, Request};

use super::shape;

/// What the checks of the request builder have in common.
pub(super) const BUILDER: Check =
    Check { methods: &[COMPOSE], shape: &shape::COMPOSITION, arms: ARMS, classify: how_many, ..Check::NEW };

/// What the checks of the providers have in common: every provider over one turn.
pub(super) const ALL_PROVIDERS: Check = Check {
    methods: &[CONTRIBUTE],
    shape: &shape::TURN_CASE,
    arms: &[arm(1, "any turn", |draw| json!({"turn": draw::turn(draw)}))],
    ..Check::NEW
};

/// The usual portfolio of compositions.
pub(super) const ARMS: &[Arm] = &[
    arm(4, "any contents", draw::few),
    arm(2, "many contributions", draw::many),
    arm(2, "equal contents", draw::repetitive),
];

/// Puts what `turns` makes of the case to the request builder, then judges what came back. A
/// case that the document does not settle (one the reducer made, say) is put to nobody.
pub(super) fn compose<const N: usize>(
    case: &Value,
    answers: &[Answer],
    turns: impl FnOnce(&Composition) -> [Composition; N],
    judge: impl FnOnce(&[Composition; N], &[Composed; N]) -> Judgement,
) -> Result<Step, WrongShape> {
    let given = match Composition::read(case) {
        Ok(given) => given,
        Err(why) => return Ok(Step::Judged(Judgement::open(why))),
    };
    let put = turns(&given);
    if answers.is_empty() {
        return Ok(Step::Ask(put.iter().map(Composition::call).collect()));
    }
    let composed = answers.iter().map(|answer| Composed::read(&answer.value)).collect::<Result<Vec<_>, _>>()?;
    Ok(Step::Judged(match <&[Composed; N]>::try_from(composed.as_slice()) {
        Ok(composed) => judge(&put, composed),
        Err(_) => Judgement::open("an answer is missing"),
    }))
}

/// The same for one call, as it is.
pub(super) fn compose_once(
    case: &Value,
    answers: &[Answer],
    judge: impl FnOnce(&Composition, &Composed) -> Judgement,
) -> Result<Step, WrongShape> {
    compose(case, answers, |given| [given.clone()], |[put], [composed]| judge(put, composed))
}

/// Asks every provider for its contributions to the case's turn, and judges them all.
pub(super) fn ask_all(
    case: &Value,
    answers: &[Answer],
    judge: impl FnOnce(&[Item], &[(&'static Provider, Vec<Supplied>)]) -> Judgement,
) -> Result<Step, WrongShape> {
    let turn = &case["turn"];
    let items = match items(turn).and_then(|items| told_apart(&items).map(|()| items)) {
        Ok(items) => items,
        Err(why) => return Ok(Step::Judged(Judgement::open(why))),
    };
    if answers.is_empty() {
        return Ok(Step::Ask(PROVIDERS.iter().map(|provider| contribute(provider.name, turn)).collect()));
    }
    let mut all = Vec::new();
    for (provider, answer) in PROVIDERS.iter().zip(answers) {
        all.push((provider, supplied(&answer.value)?));
    }
    Ok(Step::Judged(judge(&items, &all)))
}

/// The entries of those providers that `keep` names, in their order.
pub(super) fn of(entries: &[Entry], keep: impl Fn(&str) -> bool) -> Vec<&Entry> {
    entries.iter().filter(|entry| keep(&entry.provider)).collect()
}

/// Some entries of a request, and how that request came about.
pub(super) struct View<'a> {
    /// How: `without the notices`, say.
    pub(super) how: &'static str,
    /// The entries that are compared.
    pub(super) entries: Vec<&'a Entry>,
}

/// A [`View`] of the entries of those providers that `keep` names.
pub(super) fn view<'a>(how: &'static str, composed: &'a Composed, keep: impl Fn(&str) -> bool) -> View<'a> {
    View { how, entries: of(&composed.entries, keep) }
}

/// Judges that two views, both on requests of the subject itself, are the same.
pub(super) fn unchanged(kind: &str, due: &[Entry], expected: &View<'_>, observed: &View<'_>) -> Judgement {
    if expected.entries != observed.entries {
        let show = |view: &View<'_>| json!({(view.how): shown(view.entries.iter().copied())});
        return Judgement::failed(kind, show(expected), show(observed));
    }
    held_if_shown(due, observed.entries.iter().copied())
}

/// Two texts that differ, as a person reads them: long ones from shortly before the first difference.
pub(super) fn apart(expected: &str, observed: &str) -> (Value, Value) {
    const SHORT: usize = 100;
    let same = expected.chars().zip(observed.chars()).take_while(|(a, b)| a == b).count();
    let excerpt = |text: &str| {
        let length = text.chars().count();
        if length <= SHORT {
            return json!(text);
        }
        let from = same.saturating_sub(10);
        let part: String = text.chars().skip(from).take(SHORT / 2).collect();
        json!({"characters": length, "from": from, "text": part})
    };
    (excerpt(expected), excerpt(observed))
}

/// Held, as long as the request holds anything of what is due: a subject that answers nothing keeps every order
/// and merges nothing, and has shown nothing by it.
pub(super) fn held_if_shown<'a>(due: &[Entry], found: impl IntoIterator<Item = &'a Entry>) -> Judgement {
    if found.into_iter().any(|entry| due.iter().any(|due| due.id == entry.id)) {
        Judgement::held()
    } else {
        Judgement::not_shown("the request holds no contribution to judge by")
    }
}

/// Labels a composition by its size.
pub(super) fn how_many(case: &Value) -> Vec<&'static str> {
    let Ok(given) = Composition::read(case) else { return vec!["left open"] };
    let providers = given.invocations.iter().filter(|one| !one.contributions.is_empty()).count();
    let most = given.invocations.iter().map(|one| one.contributions.len()).max().unwrap_or(0);
    vec![
        ["no provider", "one provider", "several providers"][providers.min(2)],
        match most {
            0 => "no contribution",
            1 => "one each",
            2..=9 => "several of one provider",
            _ => "many of one provider",
        },
    ]
}

/// A right request, changed. Answers of the other method are left alone.
pub(super) fn rebuild(request: Request<'_>, answer: Value, change: impl FnOnce(&mut Vec<Entry>)) -> Value {
    match Composed::read(&answer) {
        Ok(mut composed) if request.method == COMPOSE => {
            change(&mut composed.entries);
            composed.to_answer()
        }
        _ => answer,
    }
}

/// A right request, every content changed.
pub(super) fn rewrite(request: Request<'_>, answer: Value, change: impl Fn(&str) -> String) -> Value {
    rebuild(request, answer, |entries| entries.iter_mut().for_each(|entry| entry.content = change(&entry.content)))
}

/// The right contributions of `provider`, changed. Answers of others and of the other method are left alone.
pub(super) fn resupply(
    request: Request<'_>,
    answer: Value,
    provider: &str,
    change: impl FnOnce(&Value, &mut Vec<Supplied>),
) -> Value {
    match supplied(&answer) {
        Ok(mut list) if request.method == CONTRIBUTE && request.params["provider"] == provider => {
            change(&request.params["turn"], &mut list);
            json!({"contributions": record::to_json(&list)})
        }
        _ => answer,
    }
}

/// The texts in a list of a turn record.
pub(super) fn texts<'a>(turn: &'a Value, list: &str) -> Vec<&'a str> {
    let items = turn.pointer(list).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    items.iter().filter_map(|item| item.as_str().or_else(|| item["content"].as_str())).collect()
}

/// A contribution that a mutant makes up.
pub(super) fn made_up(kind: &str, content: impl Into<String>) -> Supplied {
    Supplied { kind: kind.to_owned(), content: content.into() }
}

/// An entry that a mutant makes up.
pub(super) fn invented(provider: &str, id: &str, kind: &str, content: &str) -> Entry {
    Entry { provider: provider.to_owned(), id: id.to_owned(), kind: kind.to_owned(), content: content.to_owned() }
}
