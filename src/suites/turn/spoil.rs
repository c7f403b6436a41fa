//! Making right answers wrong, as mutants do.

use serde_json::{Value, json};

use super::methods::{COMPOSE, CONTRIBUTE};
use super::model::composition::{Composed, Entry};
use super::model::record::{self, Supplied, supplied};
use crate::rule::Mutant;
use crate::subject::Request;

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

/// A runtime that changes every content of a request.
pub(super) const fn rewriting(name: &'static str, change: fn(&str) -> String) -> Mutant {
    Mutant::respells(name, ["", ""], change, |request, answer, _, change| rewrite(request, answer, change))
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
