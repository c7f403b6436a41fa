//! Putting turns to a subject, and judging what several rules judge.

use serde_json::{Value, json};

use super::model::composition::{Composed, Composition, Entry, shown};
use super::model::record::{Item, Supplied, contribute, items, supplied, told_apart};
use super::model::vocabulary::{PROVIDERS, Provider};
use crate::rule::{Case, Judgement, Stop, Talk};

/// The composition of a case. One that the document does not settle (one the reducer made, say) is put to nobody.
pub(super) fn given(case: &Case<'_>) -> Result<Composition, Judgement> {
    Composition::read(case).map_err(Judgement::open)
}

/// Puts these compositions to the request builder.
pub(super) fn compose<const N: usize>(talk: &mut Talk<'_>, put: &[Composition; N]) -> Result<[Composed; N], Stop> {
    let answers = talk.ask_all(put.iter().map(Composition::call).collect())?;
    let composed = answers.iter().map(|answer| Composed::read(&answer.value)).collect::<Result<Vec<_>, _>>()?;
    composed.try_into().map_err(|_| Judgement::open("an answer is missing").into())
}

/// Puts the composition of a case to the request builder, as it is.
pub(super) fn compose_once(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<(Composition, Composed), Stop> {
    let given = given(case)?;
    let [composed] = compose(talk, std::array::from_ref(&given))?;
    Ok((given, composed))
}

/// What every provider contributes to one turn.
pub(super) struct Contributed {
    /// The items of the turn.
    pub(super) items: Vec<Item>,
    /// The contributions, provider by provider.
    pub(super) all: Vec<(&'static Provider, Vec<Supplied>)>,
}

impl Contributed {
    /// Asks every provider for its contributions to the case's turn.
    pub(super) fn ask(case: &Case<'_>, talk: &mut Talk<'_>) -> Result<Self, Stop> {
        let turn = &case["turn"];
        let items = items(turn).and_then(|items| told_apart(&items).map(|()| items)).map_err(Judgement::open)?;
        let answers = talk.ask_all(PROVIDERS.iter().map(|provider| contribute(provider.name, turn)).collect())?;
        let mut all = Vec::new();
        for (provider, answer) in PROVIDERS.iter().zip(answers) {
            all.push((provider, supplied(&answer.value)?));
        }
        Ok(Self { items, all })
    }

    /// What that provider contributes.
    pub(super) fn of(&self, name: &str) -> &[Supplied] {
        self.all.iter().find(|(provider, _)| provider.name == name).map_or(&[], |(_, list)| list)
    }
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
