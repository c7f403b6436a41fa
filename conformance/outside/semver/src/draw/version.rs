//! Whole versions.

use proofmark::suite::Draw;

use super::{mixed, number, series};

/// Three numbers with dots between them.
pub(crate) fn core(draw: &mut Draw) -> String {
    [number(draw), number(draw), number(draw)].join(".")
}

/// A version without build metadata, half of them pre-releases.
pub(crate) fn normal(draw: &mut Draw) -> String {
    let core = core(draw);
    match draw.maybe(|draw| series(draw, 1..=3, mixed)) {
        Some(pre) => format!("{core}-{pre}"),
        None => core,
    }
}

/// Any version.
pub(crate) fn any(draw: &mut Draw) -> String {
    let version = normal(draw);
    match draw.maybe(|draw| series(draw, 1..=3, mixed)) {
        Some(build) => format!("{version}+{build}"),
        None => version,
    }
}
