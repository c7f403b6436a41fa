//! A new major version starts with minor and patch 0.

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    id: "8.reset",
    title: "resets minor and patch when the major version is increased",
    level: Level::Must,
    source: "8, the patch and minor versions are reset to 0",
    statement: "When the major version is increased, the minor and the patch version are reset to 0.",
    checks: &[Check {
        edges: || exam::to_reset("major"),
        arms: &[arm(1, "any numbers", |draw| draw::increment_case(draw::core(draw), "major"))],
        ..exam::RESETS
    }],
    mutants: &[
        Mutant::answers("keeps the minor", |request, answer| exam::keeping(request, answer, 0, 1)),
        Mutant::answers("keeps the patch of an old major version", |request, answer| {
            exam::keeping(request, answer, 0, 2)
        }),
    ],
    corpus: include_str!("../../corpus/8.reset.yaml"),
    questions: &[],
};
