//! A dot has something on either side.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "9.empty",
    title: "refuses empty identifiers in a pre-release",
    level: Level::Must,
    source: "9, identifiers must not be empty",
    statement: "No identifier of a pre-release is empty: not the only one, not the first, none in between, not the last.",
    checks: &[Check {
        property: "a pre-release is accepted if and only if none of its identifiers is empty",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || [exam::empty_identifiers("1.0.0-"), draw::texts(["1.0.0-+b", "1.0.0-a.+b", "1.0.0-a+b"])].concat(),
        arms: &[arm(1, "maybe an empty one", |draw| exam::maybe_empty(draw, "1.0.0-"))],
        classify: |case| exam::emptiness(text(case, "text"), '-'),
        labels: exam::EMPTINESS,
        exam: exam::verdict,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("takes a bare hyphen for no pre-release", |request, answer| {
            reading_pre(request, answer, |pre| Some(pre.to_owned()).filter(|pre| !pre.is_empty()))
        }),
        Mutant::answers("skips empty identifiers in the middle", |request, answer| {
            reading_pre(request, answer, |pre| Some(pre.replace("..", ".")))
        }),
        Mutant::answers("lets a dot at the end through", |request, answer| {
            reading_pre(request, answer, |pre| Some(pre.strip_suffix('.').unwrap_or(pre).to_owned()))
        }),
        Mutant::answers("lets a dot at the beginning through", |request, answer| {
            reading_pre(request, answer, |pre| Some(pre.strip_prefix('.').unwrap_or(pre).to_owned()))
        }),
    ],
    corpus: include_str!("../../corpus/9.empty.yaml"),
    questions: &[],
};
