//! Semantic Versioning 2.0.0, made executable: which texts are versions, and how versions are ordered.
//!
//! The document is about promises between people as well: what to release when, and what to write down. A program
//! cannot be asked about those; they are listed as deferred.

mod draw;
mod exam;
mod methods;
mod model;
mod reference;
mod rules;

use proofmark::Catalogue;
use proofmark::suite::{Deferred, Suite};

/// What `main` and the tests are given: this suite alone.
pub static CATALOGUE: Catalogue = Catalogue::new(&[&SUITE]);

/// The suite.
pub static SUITE: Suite = Suite {
    name: "semver",
    title: "Semantic Versioning",
    document: "Semantic Versioning 2.0.0",
    rules: rules::RULES,
    methods: methods::METHODS,
    deferred: &[
        Deferred { topic: "declaring a public API", source: "1" },
        Deferred { topic: "leaving a released version as it is", source: "3" },
        Deferred { topic: "initial development, and the first stable version", source: "4, 5" },
        Deferred { topic: "which change calls for which new version", source: "6, 7, 8" },
    ],
    expect: reference::expect,
    answer: |_, request, _| reference::answer(request.method, request.params),
    empty_answers: reference::empty_answers,
    ..Suite::NEW
};
