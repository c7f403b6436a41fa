//! Agent Domain Contract V1: profiles, runs, checkpoints, delegation, tools, abilities and selection.

mod abl_001;
mod abl_002;
mod abl_003;
mod agt_001;
mod agt_002;
mod agt_003;
mod cp_001;
mod cp_002;
mod delegation;
mod dt_001;
mod dt_002;
mod empty;
mod expected;
mod methods;
mod pe_001;
mod pe_002;
mod pe_003;
mod prelude;
mod profile;
mod profile_draw;
mod prompt;
mod registry;
mod run;
mod runtime;
mod sel_001;
mod sel_002;
mod sel_003;
mod sel_004;
mod sel_005;
mod sel_006;
mod selection;
#[cfg(test)]
mod tests;
mod tool_001;
mod tool_002;
mod tool_003;
mod tools;

use crate::rule::{Deferred, Suite};

/// The suite.
pub static SUITE: Suite = Suite {
    name: "contract",
    title: "Agent Domain Contract V1",
    document: "agent-domain-contract-v1.md",
    version: 1,
    requirements: &[(1, "4fe2cfc2465f54ac1ad04f80847e4b73015c08aae0fc807f903c53b4ff956591")],
    rules: &[
        &agt_001::RULE,
        &agt_002::RULE,
        &agt_003::RULE,
        &cp_001::RULE,
        &cp_002::RULE,
        &dt_001::RULE,
        &dt_002::RULE,
        &tool_001::RULE,
        &tool_002::RULE,
        &tool_003::RULE,
        &pe_001::RULE,
        &pe_002::RULE,
        &pe_003::RULE,
        &abl_001::RULE,
        &abl_002::RULE,
        &abl_003::RULE,
        &sel_001::RULE,
        &sel_002::RULE,
        &sel_003::RULE,
        &sel_004::RULE,
        &sel_005::RULE,
        &sel_006::RULE,
    ],
    methods: methods::METHODS,
    features: &["idle", "rollback", "memorySnapshot"],
    deferred: DEFERRED,
    expect: expected::expect,
    answer: runtime::answer,
    empty_answers: empty::answers,
    reply: methods::reply,
    lint: None,
    bases: "",
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
