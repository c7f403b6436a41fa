//! From left to right, until a difference is found.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.4",
    title: "lets the first identifier that differs decide between two pre-releases",
    level: Level::Must,
    source: "11.4, comparing each dot separated identifier from left to right until a difference is found",
    statement: "Two pre-releases of the same version are compared identifier by identifier, from left to right. The first \
                difference decides, whatever comes behind it, and however much.",
    checks: &[Check {
        id: "order",
        property: "the first identifier that differs decides against those behind it",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || draw::pairs(EDGES),
        arms: &[arm(1, "a later identifier says the opposite", draw::later_identifiers)],
        classify: exam::decided_or_not,
        labels: &["lower", "higher"],
        exam: exam::by_clause,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("compares from right to left", |request, answer| {
            mistaking(request, answer, |version| {
                version.pre.reverse();
            })
        }),
        Mutant::answers("looks at the number of identifiers first", |request, answer| {
            comparing(request, answer, |a, b| {
                if a.core == b.core && !a.pre.is_empty() && !b.pre.is_empty() {
                    a.pre.len().cmp(&b.pre.len()).then_with(|| model::order(a, b))
                } else {
                    model::order(a, b)
                }
            })
        }),
        Mutant::answers("looks at the last identifier alone", |request, answer| {
            mistaking(request, answer, |version| {
                version.pre.drain(..version.pre.len().saturating_sub(1));
            })
        }),
        Mutant::answers("skips the first identifier", |request, answer| {
            comparing(request, answer, |a, b| match (a.pre.as_slice(), b.pre.as_slice()) {
                ([_, a_rest @ ..], [_, b_rest @ ..])
                    if a.core == b.core && !a_rest.is_empty() && !b_rest.is_empty() =>
                {
                    model::compare_series(a_rest, b_rest).then_with(|| model::order(a, b))
                }
                _ => model::order(a, b),
            })
        }),
    ],
    corpus: include_str!("../../corpus/11.4.yaml"),
    questions: &[],
};

const EDGES: &[(&str, &str)] = &[
    ("1.0.0-a.z", "1.0.0-b.a"),
    ("1.0.0-a.9", "1.0.0-b.1"),
    ("1.0.0-a.b.c", "1.0.0-b"),
    ("1.0.0-a.b.c", "1.0.0-b.a"),
    ("1.0.0-1.z", "1.0.0-2.a"),
    ("1.0.0-x.a.z", "1.0.0-x.b.a"),
    ("1.0.0-x.1.2.3", "1.0.0-x.2"),
];
