//! What a wrong request goes back to.

use std::collections::BTreeSet;

use super::super::judge::compose;
use super::super::model::composition::{Composed, Composition, Contribution, Entry, Invocation, shown};
use super::super::model::trouble::{Trouble, gist, trouble};
use super::super::model::vocabulary::{METADATA, PROVIDERS, Provider, RAG};
use super::{Cause, counted, to};
use crate::rule::{Case, Judgement, Stop, Talk};

/// Judges requests: `own` says what this rule has against them. It counts where they go back to this rule; where
/// they go back to another one, the case is blocked.
pub(in super::super) fn traced(
    case: &Case<'_>,
    talk: &mut Talk<'_>,
    put: &[Composition],
    composed: &[Composed],
    own: impl FnOnce() -> Judgement,
) -> Result<Judgement, Stop> {
    let mut other = None;
    for (put, composed) in put.iter().zip(composed) {
        let due = put.due();
        let Some(trouble) = trouble(&due, &composed.entries) else { continue };
        let found = cause(talk, put, &due, &composed.entries, trouble)?;
        if found.rule == case.rule_id() {
            return Ok(counted(own(), &found, shown(&due), shown(&composed.entries)));
        }
        other.get_or_insert((found, put, composed));
    }
    Ok(match other {
        None => own(),
        Some((found, put, composed)) => {
            let failure = counted(own(), &found, shown(&put.due()), shown(&composed.entries));
            found.blocks(&put.params()).instead_of(failure)
        }
    })
}

fn is_right(talk: &mut Talk<'_>, put: &Composition) -> Result<bool, Stop> {
    let [composed] = compose(talk, std::array::from_ref(put))?;
    Ok(trouble(&put.due(), &composed.entries).is_none())
}

/// What is suspected is taken away, and the builder asked again: the first that heals the request is its cause.
fn cause(
    talk: &mut Talk<'_>,
    put: &Composition,
    due: &[Entry],
    found: &[Entry],
    trouble_is: Trouble,
) -> Result<Cause, Stop> {
    let afresh = Composed::read(&talk.ask(put.call().on_spare_process())?.value)?;
    if afresh.entries != found {
        return Ok(to("ephemeral", "a new process answers otherwise"));
    }
    if due.is_empty() {
        let (joined, guest) = with_a_guest(put);
        let [composed] = compose(talk, std::array::from_ref(&joined))?;
        return if composed.entries.iter().any(|entry| entry.provider != guest) {
            Ok(to("absence", "a silent provider leaves a trace"))
        } else {
            Ok(to("empty", "the request of an empty turn holds something"))
        };
    }
    let heard = put.only(|one| !one.contributions.is_empty());
    let strange: Vec<&Entry> = found.iter().filter(|entry| !due.iter().any(|due| due.id == entry.id)).collect();
    if strange.iter().any(|entry| !heard.has(&entry.provider)) {
        return Ok(to("absence", "a provider that contributed nothing left a trace"));
    }
    if heard.invocations.len() < put.invocations.len() && is_right(talk, &heard)? {
        return Ok(to("absence", "a silent provider changes the request"));
    }
    if !strange.is_empty() {
        return Ok(to("additive", "an entry that nobody contributed"));
    }
    if trouble_is != Trouble::Merged
        && let Some((unlike, lost)) = with_look_alikes_changed(put, due, found)
    {
        let [composed] = compose(talk, std::array::from_ref(&unlike))?;
        if composed.entries.contains(lost) {
            return Ok(to("no-dedupe", "a contribution is lost beside one that says the same"));
        }
    }
    let victim = PROVIDERS.iter().find(|provider| trouble(&block(due, provider), &block(found, provider)).is_some());
    if let Some(victim) = victim
        && put.invocations.len() > 1
        && block_is_right(talk, &moved(put, victim), victim)?
    {
        // Who comes late is cut off by a limit on the whole.
        return if found.len() >= LIMIT && due.starts_with(found) {
            Ok(to("additive", "the request is cut off"))
        } else {
            Ok(to("equivariance", "a block depends on when its provider was invoked"))
        };
    }
    if let Some(cause) = of_optional_providers(talk, put, due, found)? {
        return Ok(cause);
    }
    let Some(victim) = victim else { return Ok(to("order", "the entries stand in another order")) };
    if put.invocations.len() > 1 && is_right(talk, &put.only(|one| one.provider == victim))? {
        return Ok(to("frame", "another provider changes what a provider contributed"));
    }
    match trouble_is {
        Trouble::Order => Ok(to("order", "the entries stand in another order")),
        Trouble::Merged => Ok(to("no-merge", "a contribution is not one entry")),
        Trouble::Kind if victim.name == METADATA => Ok(to("metadata-informs", "a notice became something else")),
        Trouble::Kind => Ok(to("ownership", "an entry has another kind than its contribution")),
        Trouble::Changed => Ok(to("additive", "the entries are not the contributions")),
    }
}

/// From so many entries on, a request that ends too early may be one that a limit cuts off.
const LIMIT: usize = 8;

/// Retrieved content and notices, with which nothing else may change.
fn of_optional_providers(
    talk: &mut Talk<'_>,
    put: &Composition,
    due: &[Entry],
    found: &[Entry],
) -> Result<Option<Cause>, Stop> {
    // Taking a provider away tells something only where the trouble is with the others.
    let beside = |name: &str| {
        let others = |entries: &[Entry]| -> Vec<Entry> {
            entries.iter().filter(|entry| entry.provider != name).cloned().collect()
        };
        trouble(&others(due), &others(found)).is_some()
    };
    if put.has(RAG) {
        for origin in [Some("search"), None] {
            let other = with_origin(put, origin);
            if other != *put && is_right(talk, &other)? {
                return Ok(Some(to("rag-optional", "the origin of retrieved content changes the request")));
            }
        }
        if beside(RAG) && is_right(talk, &put.only(|one| one.provider.name != RAG))? {
            return Ok(Some(to("rag-optional", "retrieved content changes another entry")));
        }
    } else if is_right(talk, &with_retrieved(put))? {
        return Ok(Some(to("rag-optional", "something is wrong only where nothing is retrieved")));
    }
    if put.has(METADATA) && beside(METADATA) && is_right(talk, &put.only(|one| one.provider.name != METADATA))? {
        return Ok(Some(to("metadata-informs", "a notice changes another entry")));
    }
    Ok(None)
}

/// The id of the contribution that an experiment adds.
const GUEST: &str = "guest";

fn guest(provider: &'static Provider) -> Invocation {
    let contribution = Contribution {
        id: GUEST.to_owned(),
        kind: provider.kinds[0].to_owned(),
        content: "plain text of a guest".to_owned(),
        origin: None,
    };
    Invocation { provider, contributions: vec![contribution] }
}

/// The same turn with one provider that says something: one that was not invoked, or the last.
fn with_a_guest(put: &Composition) -> (Composition, &'static str) {
    let invoked: BTreeSet<&str> = put.invocations.iter().map(|one| one.provider.name).collect();
    let free = PROVIDERS.iter().find(|provider| !invoked.contains(provider.name)).unwrap_or(&PROVIDERS[4]);
    let mut joined = put.only(|one| one.provider != free);
    joined.invocations.push(guest(free));
    (joined, free.name)
}

fn with_retrieved(put: &Composition) -> Composition {
    let mut other = put.only(|one| one.provider.name != RAG);
    other.invocations.extend(Provider::named(RAG).map(guest));
    other
}

fn with_origin(put: &Composition, origin: Option<&str>) -> Composition {
    let mut other = put.clone();
    let retrieved = other.invocations.iter_mut().filter(|one| one.provider.name == RAG);
    for one in retrieved.flat_map(|one| &mut one.contributions) {
        one.origin = origin.map(str::to_owned);
    }
    other
}

/// The same with everything that is like the first contribution that was lost saying something else, if anything is;
/// and what was lost. Taking it away would take away what stands for other rules as well: who contributed, and what.
fn with_look_alikes_changed<'a>(
    put: &Composition,
    due: &'a [Entry],
    found: &[Entry],
) -> Option<(Composition, &'a Entry)> {
    let stays = |entry: &&Entry| found.iter().any(|found| found.id == entry.id);
    let lost = due.iter().find(|entry| !stays(entry))?;
    let alike = |one: &&mut Contribution| one.id != lost.id && gist(&one.content) == gist(&lost.content);
    let mut unlike = put.clone();
    let contributions = unlike.invocations.iter_mut().flat_map(|one| &mut one.contributions);
    for (number, one) in contributions.filter(alike).enumerate() {
        one.content = format!("plain text of look-alike {number}");
    }
    (unlike != *put).then_some((unlike, lost))
}

/// The same with one provider invoked first, or last if it was the first to say something.
fn moved(put: &Composition, provider: &Provider) -> Composition {
    let mut other = put.only(|one| one.provider != provider);
    let mine: Vec<Invocation> = put.invocations.iter().filter(|one| one.provider == provider).cloned().collect();
    let first = put.invocations.iter().find(|one| !one.contributions.is_empty());
    let first = first.is_some_and(|one| one.provider == provider);
    let place = if first { other.invocations.len() } else { 0 };
    other.invocations.splice(place..place, mine);
    other
}

fn block_is_right(talk: &mut Talk<'_>, put: &Composition, provider: &Provider) -> Result<bool, Stop> {
    let [composed] = compose(talk, std::array::from_ref(put))?;
    Ok(trouble(&block(&put.due(), provider), &block(&composed.entries, provider)).is_none())
}

/// The entries of one provider.
fn block(entries: &[Entry], provider: &Provider) -> Vec<Entry> {
    entries.iter().filter(|entry| entry.provider == provider.name).cloned().collect()
}
