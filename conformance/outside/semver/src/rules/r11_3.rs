//! A pre-release comes before the version that it leads to.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "11.3",
    title: "puts a pre-release below its normal version",
    level: Level::Must,
    source: "11.3, a pre-release version has lower precedence than the normal version",
    statement: "Where major, minor and patch are equal, a version with a pre-release is lower than the one without.",
    checks: &[Check {
        id: "order",
        property: "a version with a pre-release is lower than the same without",
        methods: &[COMPARE],
        shape: &draw::PAIR,
        edges: || draw::pairs(EDGES),
        arms: &[arm(1, "with and without", draw::pre_or_not)],
        classify: exam::decided_or_not,
        labels: &["lower", "higher"],
        exam: exam::by_clause,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("puts a pre-release above its normal version", |request, answer| {
            comparing(request, answer, |a, b| {
                if a.core == b.core && a.pre.is_empty() != b.pre.is_empty() {
                    model::order(b, a)
                } else {
                    model::order(a, b)
                }
            })
        }),
        Mutant::answers("ignores the pre-release", |request, answer| {
            comparing(request, answer, |a, b| {
                if a.pre.is_empty() == b.pre.is_empty() || a.core != b.core {
                    model::order(a, b)
                } else {
                    Ordering::Equal
                }
            })
        }),
        Mutant::answers("takes a pre-release of zero for none", |request, answer| {
            mistaking(request, answer, |version| {
                version.pre.retain(|part| *part != "0");
            })
        }),
        Mutant::answers("puts letters behind the normal version", |request, answer| {
            let lettered = |pre: &[&str]| pre.first().is_some_and(|part| part.starts_with(char::is_alphabetic));
            comparing(request, answer, |a, b| {
                if a.core == b.core && (a.pre.is_empty() && lettered(&b.pre) || b.pre.is_empty() && lettered(&a.pre)) {
                    model::order(b, a)
                } else {
                    model::order(a, b)
                }
            })
        }),
    ],
    corpus: include_str!("../../corpus/11.3.yaml"),
    questions: &[],
};

const EDGES: &[(&str, &str)] = &[
    ("1.0.0-alpha", "1.0.0"),
    ("1.0.0-0", "1.0.0"),
    ("1.0.0-9999", "1.0.0"),
    ("1.0.0-zzz", "1.0.0"),
    ("1.0.0--", "1.0.0"),
    ("0.0.0-0", "0.0.0"),
    ("1.0.0-a.b.c", "1.0.0"),
    ("1.0.0-rc.1", "1.0.0"),
];
