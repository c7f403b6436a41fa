//! alpha comes before alpha.1.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.4.4",
    title: "puts the longer of two pre-releases above, if the shorter is its beginning",
    level: Level::Must,
    source: "11.4.4, a larger set of fields has higher precedence, if all preceding identifiers are equal",
    statement: "If all identifiers of a pre-release are equal to the first ones of a longer pre-release, the longer is higher.",
    checks: &[Check {
        id: "order",
        property: "a pre-release is lower than the same with more identifiers behind it",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || draw::pairs(EDGES),
        arms: &[arm(1, "more identifiers", draw::longer_series)],
        classify: exam::decided_or_not,
        labels: &["lower", "higher"],
        exam: exam::by_clause,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("calls them equal", |request, answer| {
            comparing(request, answer, |a, b| by_length(a, b, |_| Ordering::Equal))
        }),
        Mutant::answers("puts the shorter one above", |request, answer| {
            comparing(request, answer, |a, b| by_length(a, b, |_| Ordering::Greater))
        }),
        Mutant::answers("takes a missing identifier for zero", |request, answer| {
            comparing(request, answer, |a, b| {
                by_length(
                    a,
                    b,
                    |rest| if rest.iter().all(|part| *part == "0") { Ordering::Equal } else { Ordering::Less },
                )
            })
        }),
        Mutant::answers("puts a missing identifier above a number", |request, answer| {
            comparing(request, answer, |a, b| {
                by_length(a, b, |rest| if model::is_digits(rest[0]) { Ordering::Greater } else { Ordering::Less })
            })
        }),
    ],
    corpus: include_str!("../../corpus/11.4.4.yaml"),
    questions: &[],
};

const EDGES: &[(&str, &str)] = &[
    ("1.0.0-alpha", "1.0.0-alpha.1"),
    ("1.0.0-alpha", "1.0.0-alpha.0"),
    ("1.0.0-alpha", "1.0.0-alpha.0.0"),
    ("1.0.0-0", "1.0.0-0.0"),
    ("1.0.0-a", "1.0.0-a.a"),
    ("1.0.0-a.b", "1.0.0-a.b.c.d"),
    ("1.0.0-1", "1.0.0-1.-"),
];

/// The right order, but for a pre-release and the same with more behind it. `compare` is given what is more, and says
/// how the shorter one stands to the longer.
fn by_length(a: &model::Version<'_>, b: &model::Version<'_>, compare: impl FnOnce(&[&str]) -> Ordering) -> Ordering {
    match (a.pre.strip_prefix(b.pre.as_slice()), b.pre.strip_prefix(a.pre.as_slice())) {
        (None, Some(rest)) if a.core == b.core && !a.pre.is_empty() => compare(rest),
        (Some(rest), None) if a.core == b.core && !b.pre.is_empty() => compare(rest).reverse(),
        _ => model::order(a, b),
    }
}
