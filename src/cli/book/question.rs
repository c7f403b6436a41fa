//! The page of a question that a document leaves open.

use std::collections::BTreeMap;

use askama::Template;

use super::subjects::{Doing, Subjects};
use super::{Frame, Parts, address, rich};
use crate::inert::{json, plain};
use crate::proof::Witness;
use crate::rule::{OpenPoint, Question, Rule, Suite};

#[derive(Template)]
#[template(path = "question.html")]
pub(super) struct QuestionPage {
    frame: Frame,
    suite: &'static str,
    /// Address and name of the rule.
    rule: (String, String),
    id: String,
    asks: Parts,
    readings: Vec<ShownReading>,
    /// Case and input.
    parts_on: Option<(String, String)>,
    asked: usize,
}

/// A reading, with the subjects that may follow it.
struct ShownReading {
    name: &'static str,
    predicts: Parts,
    followed: Vec<Doing>,
}

pub(super) fn page(
    suite: &'static Suite,
    rule: &'static Rule,
    question: &'static Question,
    witnesses: &BTreeMap<String, Witness>,
    subjects: &Subjects,
) -> QuestionPage {
    let OpenPoint { question: id, asks, readings } = OpenPoint::of(suite, rule, question);
    let followed = |reading: &str| {
        let doings = subjects.with_question(&id).into_iter();
        doings
            .filter(|(_, result)| result.readings.iter().any(|left| left == reading))
            .map(|(doing, result)| Doing {
                word: if result.readings.len() == 1 { "follows it" } else { "may follow it" }.to_owned(),
                ..doing
            })
            .collect()
    };
    let here = address::of_question(suite, rule, question);
    QuestionPage {
        frame: Frame { title: format!("{id}: an open question"), root: address::root(&here) },
        suite: suite.name,
        rule: (address::of_rule(suite, rule), format!("{}/{}", suite.name, rule.id)),
        asks: rich(asks),
        readings: readings
            .iter()
            .map(|known| ShownReading {
                name: known.reading,
                predicts: rich(known.predicts),
                followed: followed(known.reading),
            })
            .collect(),
        parts_on: witnesses.get(&id).map(|witness| (plain(&witness.case), json(&format!("{:#}", witness.input)))),
        asked: subjects.with_question(&id).len(),
        id,
    }
}
