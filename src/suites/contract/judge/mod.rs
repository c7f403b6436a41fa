//! Putting cases to a subject and reading its answers: the calls, the worlds that are played, and what happened.

pub(super) mod answer;
pub(super) mod checkpoint;
pub(super) mod delegation;
pub(super) mod pairs;
pub(super) mod prompt;
pub(super) mod registry;
pub(super) mod resumption;
pub(super) mod run;
pub(super) mod scheduler;
pub(super) mod selection;
mod strategy;
pub(super) mod tale;
pub(super) mod tools;
