//! AGN-036: what holds of a pipeline context, always, and before and after
//! each of the ten steps; and AGN-033 as far as AGN-036 refers to it.
//!
//! The document speaks in conditions, and so does the model: a call comes to
//! a list of [`model::Condition`]s, each of which holds, is broken or is left
//! open. One broken condition rejects, one open condition leaves the call
//! unspecified. Sections 3 and 5 are lists of conditions, section 4 is a table
//! of what each step demands before it and after it.

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
    name: "context",
    title: "agent pipeline context validation",
    document: "AGN-036 (with AGN-033)",
    version: 3,
    requirements: &[
        (1, "2bb76999f1f6758215c4d089bcd9849882f1b6e4ae05106887f66d22d30f8f23"),
        (2, "76d35fe03ff25703f81b16b40d925bf894fd199c5b9dc1061c75e1d033d63874"),
        (3, "721808cee10afcbc5f1b38c32b35c0521d7815dbc079985476e43f327edeed0e"),
    ],
    rules: rules::RULES,
    stateless: &["2.stateless"],
    methods: methods::METHODS,
    features: &["responses"],
    optional: &[],
    deferred: &[
        Deferred { topic: "execution behaviour", source: "§6" },
        Deferred { topic: "how errors are shown to users", source: "§6" },
        Deferred { topic: "turn status transitions", source: "§6" },
        Deferred { topic: "persistence", source: "§6" },
    ],
    expect: expect::expect,
    asks: expect::asks,
    answer: reference::answer,
    empty_answers: empty::empty_answers,
    reply: |_| None,
    lint: None,
    bases: "",
    yaml: false,
    coverage: include_str!("../../../corpus/context/coverage.yaml"),
};
