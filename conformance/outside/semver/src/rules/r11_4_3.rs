//! Numbers come before words.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.4.3",
    title: "puts pre-release numbers below other identifiers",
    level: Level::Must,
    source: "11.4.3, numeric identifiers always have lower precedence than non-numeric identifiers",
    statement: "An identifier of digits alone is lower than one with a letter or a hyphen in it, whatever their characters.",
    checks: &[Check {
        id: "order",
        property: "of two pre-releases that differ in a number and another identifier, the one with the number is lower",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || draw::pairs(EDGES),
        arms: &[arm(1, "a number and a word", |draw| {
            draw::one_identifier(draw, draw::number, |draw, one| match draw.below(3) {
                0 => format!("-{one}"),
                1 => format!("{one}{}", draw::letters(draw)),
                _ => draw::letters(draw),
            })
        })],
        classify: exam::decided_or_not,
        labels: &["lower", "higher"],
        exam: exam::by_clause,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("puts numbers above words", |request, answer| {
            comparing(request, answer, |a, b| by_identifier(a, b, |_, _| Ordering::Greater))
        }),
        Mutant::answers("compares a number with a word as texts", |request, answer| {
            comparing(request, answer, |a, b| by_identifier(a, b, str::cmp))
        }),
        Mutant::answers("takes a word that begins with a digit for a number", |request, answer| {
            comparing(request, answer, |a, b| {
                by_identifier(a, b, |number, word| {
                    match word.trim_end_matches(|char: char| char.is_ascii_alphabetic()) {
                        digits if model::is_digits(digits) => model::compare_numbers(number, digits),
                        _ => Ordering::Less,
                    }
                })
            })
        }),
        Mutant::answers("takes a number with a hyphen for a negative one", |request, answer| {
            comparing(request, answer, |a, b| {
                let is_negative = |word: &str| word.strip_prefix('-').is_some_and(model::is_digits);
                by_identifier(a, b, |_, word| if is_negative(word) { Ordering::Greater } else { Ordering::Less })
            })
        }),
    ],
    corpus: include_str!("../../corpus/11.4.3.yaml"),
    questions: &[],
};

const EDGES: &[(&str, &str)] = &[
    ("1.0.0-1", "1.0.0-a"),
    ("1.0.0-999", "1.0.0-a"),
    ("1.0.0-1", "1.0.0-A"),
    ("1.0.0-1", "1.0.0--"),
    ("1.0.0-1", "1.0.0--1"),
    ("1.0.0-0", "1.0.0--0"),
    ("1.0.0-2", "1.0.0-1a"),
    ("1.0.0-1", "1.0.0-1a"),
    ("1.0.0-alpha.1", "1.0.0-alpha.beta"),
    ("1.0.0-a.1.z", "1.0.0-a.b.z"),
];

/// The right order, but for the first identifiers that differ, if one is a number and the other is not. `compare` is
/// given the number first.
fn by_identifier(
    a: &model::Version<'_>,
    b: &model::Version<'_>,
    compare: impl FnOnce(&str, &str) -> Ordering,
) -> Ordering {
    unless(a, b, |one, other| match (model::is_digits(one), model::is_digits(other)) {
        (true, false) => Some(compare(one, other)),
        (false, true) => Some(compare(other, one).reverse()),
        _ => None,
    })
}
