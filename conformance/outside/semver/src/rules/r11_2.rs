//! 1.9.0 comes before 1.10.0.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.2",
    title: "compares major, minor and patch as numbers",
    level: Level::Must,
    source: "11.2, major, minor and patch are always compared numerically",
    statement: "Major, minor and patch are compared by their values, not by their digits as text: 9 comes before 10.",
    checks: &[Check {
        id: "order",
        property: "of two versions that differ in one number, the one with the larger number is higher",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || {
            let numbers = NUMBERS.iter().map(|(a, b)| (draw::number_places(a), draw::number_places(b)));
            let pairs = numbers.flat_map(|(a, b)| a.into_iter().zip(b).collect::<Vec<_>>());
            pairs.flat_map(|(a, b)| [draw::compare_case((a.clone(), b.clone())), draw::compare_case((b, a))]).collect()
        },
        arms: &[arm(1, "one number differs", draw::numbers)],
        classify,
        labels: &["lower", "higher", "another count of digits"],
        exam: exam::by_clause,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("compares numbers as texts", |request, answer| {
            comparing(request, answer, |a, b| a.core.cmp(&b.core).then_with(|| model::order(a, b)))
        }),
        Mutant::answers("compares the patch as a text", |request, answer| {
            comparing(request, answer, |a, b| {
                if a.core[..2] == b.core[..2] {
                    a.core[2].cmp(b.core[2]).then_with(|| model::order(a, b))
                } else {
                    model::order(a, b)
                }
            })
        }),
        Mutant::answers("ignores the patch", |request, answer| {
            mistaking(request, answer, |version| {
                version.core[2] = "0";
            })
        }),
        Mutant::answers("compares numbers in 31 bits", |request, answer| {
            comparing(request, answer, |a, b| {
                let low = |core: &[&str; 3]| core.map(|number| number.parse().unwrap_or(u128::MAX) & 0x3fff_ffff);
                low(&a.core).cmp(&low(&b.core)).then_with(|| model::order(a, b))
            })
        }),
        Mutant::answers("puts smaller numbers above", |request, answer| {
            comparing(request, answer, |a, b| match model::deciding_clause(a, b) {
                Some("11.2") => model::order(b, a),
                _ => model::order(a, b),
            })
        }),
    ],
    corpus: include_str!("../../corpus/11.2.yaml"),
    questions: &[],
};

/// Neighbours, and numbers whose digits are in another order than their values.
const NUMBERS: &[(&str, &str)] = &[
    ("0", "1"),
    ("8", "9"),
    ("9", "10"),
    ("2", "10"),
    ("99", "100"),
    ("19", "20"),
    ("255", "256"),
    ("65535", "65536"),
    ("1073741823", "1073741824"),
    ("9007199254740992", "9007199254740993"),
    ("18446744073709551615", "18446744073709551616"),
];

fn classify(case: &Value) -> Vec<&'static str> {
    let mut labels = exam::decided_or_not(case);
    labels.extend((text(case, "a").len() != text(case, "b").len()).then_some("another count of digits"));
    labels
}
