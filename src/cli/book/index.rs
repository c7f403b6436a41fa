//! The first page: every document, every rule, and the search.

use askama::Template;

use super::document::{DocumentPage, Line};
use super::subjects::{Doing, Subjects};
use super::{Frame, Parts, address};
use crate::rule::Suite;

#[derive(Template)]
#[template(path = "index.html")]
pub(super) struct IndexPage {
    frame: Frame,
    documents: Vec<Document>,
    rules: usize,
    doings: Vec<Doing>,
    matrix: Option<&'static str>,
}

pub(super) struct Document {
    address: String,
    name: &'static str,
    title: &'static str,
    rules: Vec<Rule>,
    mutants: usize,
    questions: usize,
    covered: Vec<String>,
}

struct Rule {
    address: String,
    id: String,
    level: String,
    title: Parts,
    words: String,
}

/// A document, as its page has it.
pub(super) fn document(suite: &'static Suite, page: &DocumentPage) -> Document {
    let rule = |line: &Line| Rule {
        address: line.address.clone(),
        id: line.id.clone(),
        level: line.level.clone(),
        title: line.title.clone(),
        words: line.words.clone(),
    };
    Document {
        address: address::of_suite(suite),
        name: suite.name,
        title: suite.title,
        rules: page.rules.iter().map(rule).collect(),
        mutants: suite.mutants().count(),
        questions: suite.rules.iter().map(|rule| rule.questions.len()).sum(),
        covered: page.covered.iter().map(|covered| covered.sum.clone()).collect(),
    }
}

pub(super) fn page(documents: Vec<Document>, subjects: &Subjects) -> IndexPage {
    IndexPage {
        frame: Frame { title: "The rules".to_owned(), root: String::new() },
        rules: documents.iter().map(|document| document.rules.len()).sum(),
        documents,
        doings: subjects.with_suite(None),
        matrix: subjects.matrix(),
    }
}
