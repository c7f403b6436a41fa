//! The rules, one file each.

pub(super) mod runtime;

use crate::rule::Rule;

/// Two lists of rules as one.
pub(super) const fn joined<const N: usize>(first: &[&'static Rule], then: &[&'static Rule]) -> [&'static Rule; N] {
    let mut all = [first[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < first.len() { first[at] } else { then[at - first.len()] };
        at += 1;
    }
    all
}
