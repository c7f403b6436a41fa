//! beta.2 comes before beta.11.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.4.1",
    title: "compares pre-release numbers as numbers",
    level: Level::Must,
    source: "11.4.1, identifiers consisting of only digits are compared numerically",
    statement: "Two identifiers of digits alone are compared by their values, of whatever size.",
    checks: &[Check {
        id: "order",
        property: "of two pre-releases that differ in one number, the one with the larger number is higher",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || {
            let pair = |(a, b): &(&str, &str), before: &str, after: &str| {
                [a, b].map(|number| format!("1.0.0-{before}{number}{after}"))
            };
            let places = [("", ""), ("beta.", ""), ("a.", ".z")];
            let pairs = NUMBERS.iter().flat_map(|numbers| places.map(|(before, after)| pair(numbers, before, after)));
            pairs.flat_map(|[a, b]| [draw::compare_case((a.clone(), b.clone())), draw::compare_case((b, a))]).collect()
        },
        arms: &[arm(1, "two numbers", |draw| {
            draw::one_identifier(draw, draw::number, |draw, one| {
                if draw.chance(1, 2) { model::successor(one) } else { draw::number(draw) }
            })
        })],
        classify,
        labels: &["lower", "higher", "above 2^64"],
        exam: exam::by_clause,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("compares numbers as texts", |request, answer| {
            comparing(request, answer, |a, b| by_identifier(a, b, str::cmp))
        }),
        Mutant::answers("compares numbers as floating point", |request, answer| {
            comparing(request, answer, |a, b| {
                by_identifier(a, b, |a, b| match (a.parse::<f64>(), b.parse::<f64>()) {
                    (Ok(a), Ok(b)) => a.total_cmp(&b),
                    _ => Ordering::Equal,
                })
            })
        }),
        Mutant::answers("compares numbers above 2^64 as texts", |request, answer| {
            comparing(request, answer, |a, b| {
                by_identifier(a, b, |a, b| match (a.parse::<u64>(), b.parse::<u64>()) {
                    (Ok(a), Ok(b)) => a.cmp(&b),
                    _ => a.cmp(b),
                })
            })
        }),
        Mutant::answers("turns numbers round", |request, answer| {
            comparing(request, answer, |a, b| by_identifier(a, b, |a, b| model::compare_numbers(b, a)))
        }),
    ],
    corpus: include_str!("../../corpus/11.4.1.yaml"),
    questions: &[],
};

const NUMBERS: &[(&str, &str)] = &[
    ("0", "1"),
    ("2", "11"),
    ("9", "10"),
    ("99", "100"),
    ("4294967295", "4294967296"),
    ("9007199254740990", "9007199254740991"),
    ("9007199254740992", "9007199254740993"),
    ("18446744073709551615", "18446744073709551616"),
    ("99999999999999999999", "100000000000000000000"),
];

/// The right order, but for the first identifier that differs, if both are numbers.
fn by_identifier(
    a: &model::Version<'_>,
    b: &model::Version<'_>,
    compare: impl FnOnce(&str, &str) -> Ordering,
) -> Ordering {
    unless(a, b, |one, other| (model::is_digits(one) && model::is_digits(other)).then(|| compare(one, other)))
}

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = exam::decided_or_not(case);
    let is_large = |part: &&str| model::is_digits(part) && model::bits(part) > 64;
    labels.extend(model::read(text(case, "a")).is_ok_and(|a| a.pre.iter().any(is_large)).then_some("above 2^64"));
    labels
}
