//! The page of a document: its rules, its open questions, and its sentences with what judges them.

use askama::Template;

use super::super::coverage::{place, sum};
use super::subjects::{Doing, Subjects};
use super::{Frame, Parts, address, rich};
use crate::inert::plain;
use crate::rule::{Coverage, Covered, Rule, Suite};

#[derive(Template)]
#[template(path = "document.html")]
pub(super) struct DocumentPage {
    frame: Frame,
    name: &'static str,
    title: &'static str,
    document: &'static str,
    version: u32,
    pub(super) rules: Vec<Line>,
    /// Address, name and what it asks.
    questions: Vec<(String, String, Parts)>,
    pub(super) covered: Vec<ShownCoverage>,
    /// Topic and source.
    deferred: Vec<(Parts, String)>,
    pub(super) doings: Vec<Doing>,
}

/// A rule in a list.
pub(super) struct Line {
    pub(super) address: String,
    pub(super) id: String,
    pub(super) level: String,
    pub(super) title: Parts,
    /// What a search finds it by, beside what is shown.
    pub(super) words: String,
    doings: Vec<Doing>,
}

pub(super) struct ShownCoverage {
    document: String,
    pub(super) sum: String,
    sections: Vec<(String, Vec<ShownSentence>)>,
}

struct ShownSentence {
    place: String,
    words: String,
    /// Address and name of each check.
    checks: Vec<(String, String)>,
    because: Option<Parts>,
}

pub(super) fn page(suite: &'static Suite, coverage: &Coverage, subjects: &Subjects) -> DocumentPage {
    let questions = suite.rules.iter().flat_map(|rule| {
        rule.questions.iter().map(move |question| {
            let name = format!("{}/{}/{}", suite.name, rule.id, question.id);
            (address::of_question(suite, rule, question), name, rich(question.asks))
        })
    });
    DocumentPage {
        frame: Frame {
            title: format!("{}: {}", suite.name, suite.title),
            root: address::root(&address::of_suite(suite)),
        },
        name: suite.name,
        title: suite.title,
        document: suite.document,
        version: suite.version,
        rules: suite.rules.iter().map(|rule| line(suite, rule, subjects)).collect(),
        questions: questions.collect(),
        covered: coverage.documents.iter().map(|document| shown(suite, document)).collect(),
        deferred: suite.deferred.iter().map(|topic| (rich(topic.topic), plain(topic.source))).collect(),
        doings: subjects.with_suite(Some(suite.name)),
    }
}

fn line(suite: &Suite, rule: &Rule, subjects: &Subjects) -> Line {
    let id = format!("{}/{}", suite.name, rule.id);
    let mut words = vec![rule.statement, rule.source];
    words.extend(rule.checks.iter().map(|check| check.property));
    words.extend(rule.mutants.iter().map(|mutant| mutant.name));
    words.extend(rule.questions.iter().flat_map(|question| [question.id, question.asks]));
    Line {
        address: address::of_rule(suite, rule),
        level: rule.level.to_string(),
        title: rich(rule.title),
        words: words.join(" ").replace('`', "").to_lowercase(),
        doings: subjects.with_rule(&id),
        id,
    }
}

fn shown(suite: &Suite, document: &Covered) -> ShownCoverage {
    let check = |id: &String| {
        let rule = id.rsplit_once('/').and_then(|(rule, _)| suite.rule(rule));
        Some((address::of_rule(suite, rule?), plain(id)))
    };
    let sentence = |sentence: &crate::rule::Sentence| ShownSentence {
        place: place(sentence.at),
        words: plain(&sentence.words),
        checks: sentence.checks.iter().filter_map(check).collect(),
        because: sentence.because.as_deref().map(rich),
    };
    let sections = document.sections.iter();
    ShownCoverage {
        document: plain(&document.document),
        sum: sum(std::iter::once(document)),
        sections: sections
            .map(|section| (plain(&section.section), section.sentences.iter().map(sentence).collect()))
            .collect(),
    }
}
