//! Pairs of versions, each kind decided by one clause.

use proofmark::suite::Draw;
use serde_json::Value;

use super::{compare_case, core, letters, mixed, normal, number, series};

/// Two versions that differ in one of their three numbers.
pub(crate) fn numbers(draw: &mut Draw) -> Value {
    let mut a = [number(draw), number(draw), number(draw)];
    let mut b = a.clone();
    let place = draw.below(3);
    b[place] = if draw.chance(1, 2) { super::super::model::successor(&a[place]) } else { number(draw) };
    if draw.chance(1, 2) {
        std::mem::swap(&mut a, &mut b);
    }
    compare_case((a.join("."), b.join(".")))
}

/// Two versions of one-digit numbers, of which a later one says the opposite of the first that differs.
pub(crate) fn later_numbers(draw: &mut Draw) -> Value {
    let mut a: Vec<usize> = draw.list(3..=3, |draw| draw.size(1..=8));
    let mut b = a.clone();
    let place = draw.below(3);
    b[place] += 1;
    for later in place + 1..3 {
        b[later] = draw.below(a[later]);
    }
    let pre = draw.chance(1, 2) || place == 2;
    if draw.chance(1, 2) {
        std::mem::swap(&mut a, &mut b);
    }
    let text = |numbers: &[usize]| numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(".");
    let larger_has_pre = pre && b[place] > a[place];
    let (mut a, mut b) = (text(&a), text(&b));
    if pre {
        // The larger version is the pre-release: who looks at that first gets it wrong.
        if larger_has_pre { b.push_str("-rc") } else { a.push_str("-rc") }
    }
    compare_case((a, b))
}

/// A pre-release and the normal version that it leads to.
pub(crate) fn pre_or_not(draw: &mut Draw) -> Value {
    let core = core(draw);
    let pre = format!("{core}-{}", series(draw, 1..=3, mixed));
    compare_case(if draw.chance(1, 2) { (core, pre) } else { (pre, core) })
}

/// Two pre-releases that differ in one identifier; `one` and `other` draw the two.
pub(crate) fn one_identifier(
    draw: &mut Draw,
    one: impl FnOnce(&mut Draw) -> String,
    other: impl FnOnce(&mut Draw, &str) -> String,
) -> Value {
    let before = draw.maybe(|draw| series(draw, 1..=2, mixed) + ".").unwrap_or_default();
    let after = draw.maybe(|draw| format!(".{}", series(draw, 1..=2, mixed))).unwrap_or_default();
    let core = core(draw);
    let one = one(draw);
    let other = other(draw, &one);
    let [a, b] = [one, other].map(|identifier| format!("{core}-{before}{identifier}{after}"));
    compare_case(if draw.chance(1, 2) { (a, b) } else { (b, a) })
}

/// Two pre-releases whose first difference is plain, and whose later identifiers say the opposite.
pub(crate) fn later_identifiers(draw: &mut Draw) -> Value {
    let before = draw.maybe(|draw| series(draw, 1..=2, mixed) + ".").unwrap_or_default();
    let core = core(draw);
    let (low, high) = *draw.pick(&[("a", "b"), ("m", "x"), ("1", "2"), ("0", "9")]);
    let (rest_of_low, rest_of_high) = match draw.below(3) {
        0 => ("z".to_owned(), "a".to_owned()),
        1 => ("9".to_owned(), "1".to_owned()),
        _ => (series(draw, 2..=3, letters), letters(draw)),
    };
    let low = format!("{core}-{before}{low}.{rest_of_low}");
    let high = format!("{core}-{before}{high}.{rest_of_high}");
    compare_case(if draw.chance(1, 2) { (low, high) } else { (high, low) })
}

/// Two pre-releases, one the beginning of the other.
pub(crate) fn longer_series(draw: &mut Draw) -> Value {
    let short = format!("{}-{}", core(draw), series(draw, 1..=3, mixed));
    let long = format!("{short}.{}", series(draw, 1..=2, mixed));
    compare_case(if draw.chance(1, 2) { (short, long) } else { (long, short) })
}

/// Two versions, the same or not, with build metadata behind one or both.
pub(crate) fn builds(draw: &mut Draw) -> Value {
    let a = normal(draw);
    let b = if draw.chance(1, 2) { a.clone() } else { normal(draw) };
    let build = |draw: &mut Draw, version: String| {
        if draw.chance(3, 4) { format!("{version}+{}", series(draw, 1..=3, mixed)) } else { version }
    };
    compare_case((build(draw, a), build(draw, b)))
}
