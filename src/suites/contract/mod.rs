//! Agent Domain Contract V1: profiles, runs, checkpoints, delegation, tools, abilities and selection.

mod asks;
mod draw;
mod empty;
mod expect;
mod judge;
mod methods;
mod model;
mod prelude;
mod reference;
mod rules;
#[cfg(test)]
mod tests;

use crate::rule::{Deferred, Suite};

/// The suite.
pub static SUITE: Suite = Suite {
    name: "contract",
    title: "Agent Domain Contract V1",
    document: "agent-domain-contract-v1.md",
    version: 2,
    requirements: &[
        (1, "4fe2cfc2465f54ac1ad04f80847e4b73015c08aae0fc807f903c53b4ff956591"),
        (2, "bbdd36437bbcd7ee1a2415bbedd04b53eacf063b455d65ffca28a2e6a1846369"),
    ],
    rules: rules::RULES,
    stateless: &["SEL-001"],
    methods: methods::METHODS,
    features: &["idle", "rollback", "memorySnapshot"],
    optional: &[],
    deferred: DEFERRED,
    expect: expect::expect,
    asks: asks::asks,
    answer: reference::answer,
    empty_answers: empty::answers,
    reply: methods::reply,
    lint: None,
    bases: "",
    yaml: false,
    coverage: include_str!("../../../corpus/contract/coverage.yaml"),
};

/// The enforcement bullets that nobody outside a runtime can see.
const DEFERRED: &[Deferred] = &[
    Deferred {
        topic: "that a schema library is called by the name the document gives it: only the verdict is seen",
        source: "INV-AGT-001, first enforcement bullet",
    },
    Deferred {
        topic: "validation before a checkpoint is saved: a checkpoint that fails it is never seen, a resumed one is judged",
        source: "INV-CP-001, second enforcement bullet",
    },
    Deferred {
        topic: "the names of functions (canDelegate, isInChain, isToolAvailable): only what they decide is seen",
        source: "INV-DT-001, INV-DT-002, INV-TOOL-003",
    },
    Deferred {
        topic: "results made by factory functions: how a result came about is not seen, that it cannot change is",
        source: "INV-TOOL-002, second enforcement bullet",
    },
    Deferred {
        topic: "that steps do run side by side: the document allows it and does not demand it",
        source: "INV-PE-001, statement",
    },
    Deferred {
        topic: "abilities prioritised by relevance: the document does not say how relevance is measured",
        source: "INV-AGT-ABL-003, second enforcement bullet",
    },
    Deferred {
        topic: "no random components in the score: seen only through results that differ",
        source: "INV-AGT-SEL-001, first enforcement bullet",
    },
    Deferred {
        topic: "values outside the range logged as errors, and schemas that enforce the range: logs are not seen",
        source: "INV-AGT-SEL-002, second and third enforcement bullets",
    },
    Deferred {
        topic: "that `standard` exists and is enabled: the harness always provides it",
        source: "INV-AGT-SEL-004, second enforcement bullet",
    },
];
