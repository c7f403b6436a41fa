//! Where the pages of a book stand.

use crate::proof::address;
use crate::rule::{Question, Rule, Suite};

/// The page of a document.
pub(super) fn of_suite(suite: &Suite) -> String {
    format!("{}/index.html", address(suite.name).trim_end_matches(".html"))
}

/// The page of a rule.
pub(super) fn of_rule(suite: &Suite, rule: &Rule) -> String {
    address(&format!("{}/{}", suite.name, rule.id))
}

/// The page of a question.
pub(super) fn of_question(suite: &Suite, rule: &Rule, question: &Question) -> String {
    address(&format!("{}/{}/{}", suite.name, rule.id, question.id))
}

/// The way from the page at `address` to the folder of all.
pub(super) fn root(address: &str) -> String {
    "../".repeat(address.matches('/').count())
}
