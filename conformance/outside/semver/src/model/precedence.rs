//! The order of versions, and which clause decides it.

use std::cmp::Ordering;

use super::{Version, compare_numbers, is_digits};

/// The order of two versions. Build metadata has no say.
pub(crate) fn order(a: &Version<'_>, b: &Version<'_>) -> Ordering {
    let numbers = a.core.iter().zip(&b.core).map(|(a, b)| compare_numbers(a, b));
    numbers.fold(Ordering::Equal, Ordering::then).then_with(|| match (a.pre.is_empty(), b.pre.is_empty()) {
        (false, false) => compare_series(&a.pre, &b.pre),
        // What has a pre-release comes before what has none.
        (a_is_normal, b_is_normal) => a_is_normal.cmp(&b_is_normal),
    })
}

/// From left to right until a difference; where there is none, the longer series comes later.
pub(crate) fn compare_series(a: &[&str], b: &[&str]) -> Ordering {
    let identifiers = a.iter().zip(b).map(|(a, b)| compare_identifiers(a, b));
    identifiers.fold(Ordering::Equal, Ordering::then).then(a.len().cmp(&b.len()))
}

/// Numbers by their value, other identifiers by their characters, and numbers before all others.
fn compare_identifiers(a: &str, b: &str) -> Ordering {
    match (is_digits(a), is_digits(b)) {
        (true, true) => compare_numbers(a, b),
        (false, false) => a.as_bytes().cmp(b.as_bytes()),
        (a_is_number, b_is_number) => b_is_number.cmp(&a_is_number),
    }
}

/// The rule whose clause alone decides the order; none where the two have the same precedence, or where a subject
/// that gets one clause wrong could be blamed for another.
pub(crate) fn deciding_clause(a: &Version<'_>, b: &Version<'_>) -> Option<&'static str> {
    let numbers: Vec<(&str, &str)> = a.core.iter().copied().zip(b.core).filter(|(a, b)| a != b).collect();
    match numbers.as_slice() {
        [] => match (a.pre.is_empty(), b.pre.is_empty()) {
            (true, true) => None,
            (false, false) => clause_of_series(&a.pre, &b.pre),
            _ => Some("11.3"),
        },
        [_] if a.pre == b.pre => Some("11.2"),
        [(a, b), ..] => are_alike(a, b).then_some("11.1"),
    }
}

fn clause_of_series(a: &[&str], b: &[&str]) -> Option<&'static str> {
    let Some(at) = a.iter().zip(b).position(|(a, b)| a != b) else {
        return (a.len() != b.len()).then_some("11.4.4");
    };
    let (one, other) = (a[at], b[at]);
    if a[at + 1..] != b[at + 1..] {
        return are_alike(one, other).then_some("11.4");
    }
    Some(match (is_digits(one), is_digits(other)) {
        (true, true) => "11.4.1",
        (false, false) => "11.4.2",
        _ => "11.4.3",
    })
}

/// Whether two identifiers are in the same order in whatever way they are compared: one digit each, or one small
/// letter each.
fn are_alike(a: &str, b: &str) -> bool {
    let sort = |text: &str| match text.as_bytes() {
        [byte] if byte.is_ascii_digit() => Some('0'),
        [byte] if byte.is_ascii_lowercase() => Some('a'),
        _ => None,
    };
    sort(a).is_some() && sort(a) == sort(b)
}

#[cfg(test)]
mod tests {
    use super::super::read;
    use super::*;

    /// The chains that the document gives as examples, and what lies between them.
    const ASCENDING: &[&str] = &[
        "0.9.0",
        "1.0.0-0",
        "1.0.0-9",
        "1.0.0-10",
        "1.0.0-10.a",
        "1.0.0--",
        "1.0.0-1a",
        "1.0.0-A",
        "1.0.0-alpha",
        "1.0.0-alpha.1",
        "1.0.0-alpha.beta",
        "1.0.0-beta",
        "1.0.0-beta.2",
        "1.0.0-beta.11",
        "1.0.0-rc.1",
        "1.0.0",
        "1.9.0",
        "1.10.0",
        "1.11.0",
        "2.0.0",
        "2.1.0",
        "2.1.1",
    ];

    #[test]
    fn the_examples_are_in_order() {
        for (at, a) in ASCENDING.iter().enumerate() {
            for (other, b) in ASCENDING.iter().enumerate() {
                assert_eq!(order(&read(a).unwrap(), &read(b).unwrap()), at.cmp(&other), "{a} and {b}");
            }
        }
    }

    #[test]
    fn the_semver_crate_agrees() {
        for a in ASCENDING {
            for b in ASCENDING {
                let theirs = semver::Version::parse(a).unwrap().cmp_precedence(&semver::Version::parse(b).unwrap());
                assert_eq!(order(&read(a).unwrap(), &read(b).unwrap()), theirs, "{a} and {b}");
            }
        }
    }

    #[test]
    fn every_clause_decides_somewhere() {
        for (a, b, clause) in [
            ("2.0.0", "1.9.0", Some("11.1")),
            ("1.9.0", "1.10.0", Some("11.2")),
            ("1.0.0-a", "1.0.0", Some("11.3")),
            ("1.0.0-b.a", "1.0.0-a.b", Some("11.4")),
            ("1.0.0-9.x", "1.0.0-10.x", Some("11.4.1")),
            ("1.0.0-a", "1.0.0-B", Some("11.4.2")),
            ("1.0.0-1", "1.0.0-a", Some("11.4.3")),
            ("1.0.0-a", "1.0.0-a.0", Some("11.4.4")),
            ("10.0.0", "9.9.0", None),
            ("1.0.0+a", "1.0.0+b", None),
        ] {
            let found = deciding_clause(&read(a).unwrap(), &read(b).unwrap());
            assert_eq!(found, clause, "{a} and {b}");
        }
    }
}
