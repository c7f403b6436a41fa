//! In build metadata, too, a dot has something on either side.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "10.empty",
    title: "refuses empty identifiers in build metadata",
    level: Level::Must,
    source: "10, identifiers must not be empty",
    statement: "No identifier of build metadata is empty: not the only one, not the first, none in between, not the last.",
    checks: &[Check {
        property: "build metadata is accepted if and only if none of its identifiers is empty",
        methods: &[PARSE],
        shape: &draw::TEXT,
        edges: || [exam::empty_identifiers("1.0.0+"), exam::empty_identifiers("1.0.0-rc+")].concat(),
        arms: &[arm(1, "maybe an empty one", |draw| exam::maybe_empty(draw, "1.0.0+"))],
        classify: |case| exam::emptiness(text(case, "text"), '+'),
        labels: exam::EMPTINESS,
        exam: exam::verdict,
        ..Check::NEW
    }],
    mutants: &[
        Mutant::answers("takes a bare plus sign for no build", |request, answer| {
            reading_build(request, answer, |build| Some(build.to_owned()).filter(|build| !build.is_empty()))
        }),
        Mutant::answers("skips empty identifiers in the middle", |request, answer| {
            reading_build(request, answer, |build| Some(build.replace("..", ".")))
        }),
        Mutant::answers("lets a dot at the end through", |request, answer| {
            reading_build(request, answer, |build| Some(build.strip_suffix('.').unwrap_or(build).to_owned()))
        }),
        Mutant::answers("lets a dot at the beginning through", |request, answer| {
            reading_build(request, answer, |build| Some(build.strip_prefix('.').unwrap_or(build).to_owned()))
        }),
    ],
    corpus: include_str!("../../corpus/10.empty.yaml"),
    questions: &[],
};
