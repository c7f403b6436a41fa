//! Major before minor before patch before pre-release: what comes later has no say where something before it differs.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.1",
    title: "weighs major, minor, patch and pre-release in that order",
    level: Level::Must,
    source: "11.1, separating the version into its parts, in that order",
    statement: "Precedence looks at major, then minor, then patch, then the pre-release. The first of them that differs \
                decides, whatever those behind it say.",
    checks: &[Check {
        id: "order",
        property: "the first part that differs decides against those behind it",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || draw::pairs(EDGES),
        arms: &[arm(1, "a later part says the opposite", draw::later_numbers)],
        classify: exam::decided_or_not,
        labels: &["lower", "higher"],
        exam: exam::by_clause,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("weighs minor before major", |request, answer| {
            comparing(request, answer, |a, b| {
                model::compare_numbers(a.core[1], b.core[1]).then_with(|| model::order(a, b))
            })
        }),
        Mutant::answers("weighs patch before minor", |request, answer| {
            mistaking(request, answer, |version| {
                version.core.swap(1, 2);
            })
        }),
        Mutant::answers("puts every pre-release below every normal version", |request, answer| {
            comparing(request, answer, |a, b| a.pre.is_empty().cmp(&b.pre.is_empty()).then_with(|| model::order(a, b)))
        }),
        Mutant::answers("adds the numbers up", |request, answer| {
            comparing(request, answer, |a, b| {
                let sum = |core: &[&str; 3]| core.iter().filter_map(|number| number.parse::<u64>().ok()).sum::<u64>();
                sum(&a.core).cmp(&sum(&b.core)).then_with(|| model::order(a, b))
            })
        }),
    ],
    corpus: include_str!("../../corpus/11.1.yaml"),
    questions: &[],
};

const EDGES: &[(&str, &str)] = &[
    ("1.9.9", "2.0.0"),
    ("1.0.9", "1.1.0"),
    ("1.9.0", "2.0.0"),
    ("1.0.9", "2.0.0"),
    ("1.0.0", "1.0.1-rc"),
    ("1.0.0", "1.1.0-rc"),
    ("1.0.0", "2.0.0-0"),
    ("1.9.9", "2.0.0-a"),
    ("1.0.0-z", "1.0.1-a"),
    ("0.9.0", "1.0.1"),
];
