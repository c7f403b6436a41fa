//! The page of a rule.

use askama::Template;

use super::super::edges::lines;
use super::subjects::{Doing, Subjects};
use super::{Frame, Parts, address, rich};
use crate::inert::{json, plain};
use crate::rule::{Check, CorpusCase, Coverage, OnFault, Rule, Suite, neighbours, read_corpus};

#[derive(Template)]
#[template(path = "rule.html")]
pub(super) struct RulePage {
    frame: Frame,
    suite: &'static str,
    id: String,
    title: Parts,
    level: String,
    statement: Parts,
    source: String,
    checks: Vec<ShownCheck>,
    edges: Vec<Edge>,
    mutants: Vec<(String, Parts)>,
    /// Address, name and what it asks.
    questions: Vec<(String, String, Parts)>,
    examples: Vec<Example>,
    /// Section, place, words and checks.
    sentences: Vec<(String, String, String, String)>,
    doings: Vec<Doing>,
    before: Option<(String, String)>,
    after: Option<(String, String)>,
}

struct ShownCheck {
    id: &'static str,
    property: Parts,
    facts: Vec<(&'static str, String)>,
}

/// Where the line of the rule runs.
struct Edge {
    at: String,
    accepted: Vec<String>,
    rejected: Vec<String>,
    because: String,
}

struct Example {
    class: &'static str,
    expect: String,
    name: Parts,
    why: Option<Parts>,
    input: String,
}

pub(super) fn page(suite: &'static Suite, rule: &'static Rule, coverage: &Coverage, subjects: &Subjects) -> RulePage {
    let id = format!("{}/{}", suite.name, rule.id);
    let pairs = neighbours(suite, rule);
    let edge = |line: &super::super::edges::Line<'_>| Edge {
        at: plain(line.at),
        accepted: line.accepted.clone(),
        rejected: line.rejected.clone(),
        because: plain(line.because()),
    };
    let place = suite.rules.iter().position(|other| other.id == rule.id).unwrap_or_default();
    let beside = |place: Option<usize>| {
        let other = suite.rules.get(place?)?;
        Some((address::of_rule(suite, other), other.id.to_owned()))
    };
    RulePage {
        frame: Frame { title: format!("{id}: {}", rule.title), root: address::root(&address::of_rule(suite, rule)) },
        suite: suite.name,
        title: rich(rule.title),
        level: rule.level.to_string(),
        statement: rich(rule.statement),
        source: format!("{}, {}", suite.document, rule.source),
        checks: rule.checks.iter().map(shown_check).collect(),
        edges: lines(&pairs).iter().map(edge).collect(),
        mutants: rule.mutants.iter().map(|mutant| (format!("{id}/{}", mutant.slug()), rich(mutant.name))).collect(),
        questions: rule
            .questions
            .iter()
            .map(|question| (address::of_question(suite, rule, question), question.id.to_owned(), rich(question.asks)))
            .collect(),
        examples: read_corpus(suite, rule).unwrap_or_default().iter().map(example).collect(),
        sentences: sentences(rule, coverage),
        doings: subjects.with_rule(&id),
        before: beside(place.checked_sub(1)),
        after: beside(Some(place + 1)),
        id,
    }
}

fn shown_check(check: &'static Check) -> ShownCheck {
    let arms = check.drawn_as();
    let edges = (check.edges)().len();
    let mut facts = vec![("Put through", check.methods.join(", "))];
    facts.push(("Needs the feature", check.features.join(", ")));
    facts.push(("Fixed cases", if edges > 0 { edges.to_string() } else { String::new() }));
    facts.push(("Drawn as", arms.join(" · ")));
    facts.push(("Must come up", check.labels.join(" · ")));
    facts.push((
        "No answer",
        match check.on_fault {
            OnFault::Fails => "fails it: the document says that an answer comes back".to_owned(),
            OnFault::IsFault => "is a fault, reported as such".to_owned(),
            OnFault::Blocks => "is what another rule of the document is about".to_owned(),
        },
    ));
    facts.retain(|(_, text)| !text.is_empty());
    ShownCheck { id: check.id, property: rich(check.property), facts }
}

fn example(case: &CorpusCase) -> Example {
    let input = match &case.made_from {
        None => format!("{:#}", case.case),
        Some((base, change)) => {
            let removed = change.remove.iter().map(|pointer| format!("{pointer} removed"));
            let set = change.set.iter().map(|(pointer, value)| format!("{pointer}: {value}"));
            let head = if change.is_empty() { format!("the base {base}") } else { format!("the base {base}, with") };
            std::iter::once(head).chain(removed).chain(set).collect::<Vec<_>>().join("\n  ")
        }
    };
    let expect = case.expect.to_string();
    let class = match expect.as_str() {
        "accept" => "pass",
        "reject" => "fail",
        _ => "undecided",
    };
    Example { class, expect, name: rich(&case.name), why: case.why.as_deref().map(rich), input: json(&input) }
}

/// The sentences that this rule's checks judge.
fn sentences(rule: &Rule, coverage: &Coverage) -> Vec<(String, String, String, String)> {
    let mut found = Vec::new();
    for (section, sentence) in coverage.documents.iter().flat_map(crate::rule::Covered::sentences) {
        let own: Vec<&str> = sentence
            .checks
            .iter()
            .filter_map(|check| check.rsplit_once('/').filter(|(of, _)| *of == rule.id).map(|(_, check)| check))
            .collect();
        if !own.is_empty() {
            let place = super::super::coverage::place(sentence.at);
            found.push((plain(&section.section), place, plain(&sentence.words), own.join(", ")));
        }
    }
    found
}
