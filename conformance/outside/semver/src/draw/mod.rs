//! Drawing cases: parts of versions, whole versions, and pairs of them.

mod case;
mod pair;
mod part;
mod shape;
mod version;

pub(crate) use case::{compare_case, increment_case, number_places, pairs, text_case, texts, versions_case};
pub(crate) use pair::{builds, later_identifiers, later_numbers, longer_series, numbers, one_identifier, pre_or_not};
pub(crate) use part::{STRANGERS, alphabet, digit, letters, mixed, number, series};
pub(crate) use shape::{INCREMENT, PAIR, TEXT, VERSIONS};
pub(crate) use version::{any, core, normal};
