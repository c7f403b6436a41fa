//! The subject's own words, put where a document has a closed vocabulary.
//!
//! A runtime that knows a word more than its document does not show it on inputs that others thought of. Its own
//! messages name it. So every run first hears what the subject says to a few inputs, the same ones in every shard,
//! and puts the words that come up where the document knows some words only. Which of them are right is for the
//! model to say, as with any other case.

mod closed;
mod hear;
mod said;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::Value;

pub(super) use self::closed::{Closed, closed};
pub(super) use self::hear::take_along;

/// Of how many random cases one is for a word.
const ONE_OF: u64 = 3;

/// How many words a run takes along.
const MOST: usize = 200;

/// A word that no vocabulary has.
const NONSENSE: &str = "zyxwvuts";

/// The place in a vocabulary, the base input and the number of the word for random case `drawn` of a check.
struct Turn {
    place: usize,
    base: usize,
    word: usize,
}

/// Whose turn the random case `drawn` is, if it is a word's. It follows from the check and the number alone, so that
/// the name of a case needs the word and no list.
fn turn(closed: &Closed, drawn: u64) -> Option<Turn> {
    let turn = usize::try_from(drawn / ONE_OF).ok().filter(|_| drawn % ONE_OF == ONE_OF - 1)?;
    let places = closed.places.len();
    let place = turn.checked_rem(places)?;
    let bases = closed.places[place].bases.len();
    Some(Turn { place, base: (turn / places).checked_rem(bases)?, word: turn / places / bases })
}

/// The case that puts one of `words` where random case `drawn` would be, with that word; none where it is not a word's
/// turn, or all words were put.
pub(super) fn case<'w>(closed: &Closed, words: &'w [String], drawn: u64) -> Option<(Arc<Value>, &'w str)> {
    let turn = turn(closed, drawn)?;
    let place = &closed.places[turn.place];
    let word = words.iter().filter(|word| !place.known.contains(*word)).nth(turn.word)?;
    Some((place.bases[turn.base].with(word), word))
}

/// The case that puts `word` where random case `drawn` would be.
pub(super) fn case_of_word(closed: &Closed, word: &str, drawn: u64) -> Option<Arc<Value>> {
    let turn = turn(closed, drawn)?;
    Some(closed.places[turn.place].bases[turn.base].with(word))
}
