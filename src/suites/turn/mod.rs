//! AGN-029: what providers contribute to one turn, and how the request is
//! put together from it.
//!
//! Two small programs are the model: [`model::record`] says which provider owns
//! which item of a turn, [`model::composition`] that every contribution comes
//! out once, as it is, in the order of invocation. What the document leaves to
//! providers (their labels, their own order) and to later documents is judged
//! nowhere.

mod cause;
mod check;
mod draw;
mod empty;
mod expect;
mod judge;
mod label;
mod methods;
mod model;
mod prelude;
mod reference;
mod rules;
mod spoil;

use crate::rule::{Deferred, Suite};

/// The suite.
pub static SUITE: Suite = Suite {
    name: "turn",
    title: "turn-level contribution providers",
    document: "AGN-029",
    version: 1,
    requirements: &[(1, "f5ad9dc8b2ff0cbfc63b0930f9cdbb7eee1efad923aed85768d91583476cf8e3")],
    rules: rules::RULES,
    stateless: &["ephemeral"],
    methods: methods::METHODS,
    features: &[],
    optional: &[],
    deferred: &[
        Deferred { topic: "algorithms by which a request is assembled or reordered", source: "§1" },
        Deferred { topic: "token budgets: what is shortened or evicted before it is contributed", source: "§1" },
        Deferred { topic: "the reasoner's control flow and loops", source: "§1" },
        Deferred { topic: "how long short-term memory is kept", source: "§5" },
        Deferred { topic: "by which mechanism content is retrieved, and when", source: "§6" },
        Deferred { topic: "tool results and continuation artifacts as contributions", source: "§7" },
        Deferred { topic: "a global prioritisation of providers or contributions", source: "§9" },
        Deferred { topic: "what session identity consists of (AGN-028)", source: "§9" },
    ],
    expect: expect::expect,
    asks: |_, _| Vec::new(),
    answer: reference::answer,
    empty_answers: empty::empty_answers,
    reply: |_| None,
    lint: None,
    bases: "",
    yaml: false,
    coverage: include_str!("../../../corpus/turn/coverage.yaml"),
};
