//! Wrong answers: what an implementation says that reads, orders or steps in another way. The mutants are made of these.

use std::cmp::Ordering;

use proofmark::Request;
use serde_json::{Value, json};

use super::answer::{order_of, parsed, text};
use crate::methods::{COMPARE, INCREMENT, PARSE, SORT};
use crate::model::{Pieces, Version, order, pieces, read};

/// What an implementation answers that takes a text for the one that `mistake` makes of it.
pub(crate) fn reading(request: Request<'_>, answer: Value, mistake: impl FnOnce(&str) -> String) -> Value {
    if request.method == PARSE { parsed(&mistake(text(request.params, "text"))) } else { answer }
}

/// The same, where the mistake is about what stands before the signs.
pub(crate) fn reading_core(request: Request<'_>, answer: Value, mistake: impl FnOnce(&str) -> String) -> Value {
    reading(request, answer, |text| {
        let pieces = pieces(text);
        Pieces { core: &mistake(pieces.core), ..pieces }.joined()
    })
}

/// The same, where the mistake is about what stands behind the hyphen; without it, there is none.
pub(crate) fn reading_pre(request: Request<'_>, answer: Value, mistake: impl FnOnce(&str) -> Option<String>) -> Value {
    reading(request, answer, |text| {
        let pieces = pieces(text);
        Pieces { pre: pieces.pre.and_then(mistake).as_deref(), ..pieces }.joined()
    })
}

/// The same, where the mistake is about what stands behind the plus sign; without it, there is none.
pub(crate) fn reading_build(
    request: Request<'_>,
    answer: Value,
    mistake: impl FnOnce(&str) -> Option<String>,
) -> Value {
    reading(request, answer, |text| {
        let pieces = pieces(text);
        Pieces { build: pieces.build.and_then(mistake).as_deref(), ..pieces }.joined()
    })
}

/// What an implementation answers that refuses versions for no good reason.
pub(crate) fn refusing(request: Request<'_>, answer: Value, refuses: impl FnOnce(&Version<'_>) -> bool) -> Value {
    match (request.method, read(text(request.params, "text"))) {
        (PARSE, Ok(version)) if refuses(&version) => json!({"valid": false}),
        _ => answer,
    }
}

/// What an implementation answers that has another order.
pub(crate) fn comparing(
    request: Request<'_>,
    answer: Value,
    order: impl FnOnce(&Version<'_>, &Version<'_>) -> Ordering,
) -> Value {
    match (request.method, read(text(request.params, "a")), read(text(request.params, "b"))) {
        (COMPARE, Ok(a), Ok(b)) => order_of(order(&a, &b)),
        _ => answer,
    }
}

/// What an implementation answers that orders two versions as if each were what `mistake` makes of it.
pub(crate) fn mistaking(request: Request<'_>, answer: Value, mistake: impl Fn(&mut Version<'_>)) -> Value {
    comparing(request, answer, |a, b| {
        let [a, b] = [a, b].map(|version| {
            let mut version = version.clone();
            mistake(&mut version);
            version
        });
        order(&a, &b)
    })
}

/// The right order, unless `decide` has another opinion about the first identifiers that differ between two
/// pre-releases of one version.
pub(crate) fn unless(
    a: &Version<'_>,
    b: &Version<'_>,
    decide: impl FnOnce(&str, &str) -> Option<Ordering>,
) -> Ordering {
    let mut identifiers = a.pre.iter().zip(&b.pre);
    let different = identifiers.find(|(one, other)| one != other).filter(|_| a.core == b.core);
    different.and_then(|(one, other)| decide(one, other)).unwrap_or_else(|| order(a, b))
}

/// A right answer to `semver/sort`, its list changed.
pub(crate) fn sorting(request: Request<'_>, mut answer: Value, change: impl FnOnce(&mut Vec<Value>)) -> Value {
    if let (SORT, Some(versions)) = (request.method, answer["versions"].as_array_mut()) {
        change(versions);
    }
    answer
}

/// What an implementation answers that steps to another version: `step` is given the version and the place of the
/// part, 0 for major.
pub(crate) fn incrementing(
    request: Request<'_>,
    answer: Value,
    step: impl FnOnce(&Version<'_>, usize) -> Option<String>,
) -> Value {
    let place = ["major", "minor", "patch"].iter().position(|part| request.params["part"] == *part);
    match (request.method, read(text(request.params, "text")), place) {
        (INCREMENT, Ok(version), Some(place)) => match step(&version, place) {
            Some(text) => json!({"text": text}),
            None => answer,
        },
        _ => answer,
    }
}
