//! A new minor version starts with patch 0.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "7.reset",
    title: "resets the patch when the minor version is increased",
    level: Level::Must,
    source: "7, the patch version is reset to 0",
    statement: "When the minor version is increased, the patch version is reset to 0.",
    checks: &[Check {
        edges: || exam::to_reset("minor"),
        arms: &[arm(1, "any numbers", |draw| draw::increment_case(draw::core(draw), "minor"))],
        ..exam::RESETS
    }],
    mutants: &[
        Mutant::answers("keeps the patch", |request, answer| exam::keeping(request, answer, 1, 2)),
        Mutant::answers("resets the patch to one", |request, answer| {
            incrementing(request, answer, |version, place| {
                let [major, minor, _] = version.core;
                (place == 1 && version.pre.is_empty()).then(|| format!("{major}.{}.1", model::successor(minor)))
            })
        }),
    ],
    corpus: include_str!("../../corpus/7.reset.yaml"),
    questions: &[],
};
