//! Several proofs side by side: what differs stands first.

use super::super::matrix::ids;
use super::super::words::{self, parts};
use super::super::{Outcome, Proof, QuestionResult, RuleResult};
use super::report::{conclusion, excluded, facts};
use super::shown::{Outcomes, Parts, anchor, percent};
use crate::inert::{plain, shell_word};

/// A proof, and the file that it was read from, if it was.
pub(crate) type Named<'a> = (Option<String>, &'a Proof);

pub(super) struct Compared {
    pub(super) heading: String,
    pub(super) subjects: Vec<Subject>,
    pub(super) groups: Vec<Group>,
    pub(super) questions: Vec<Question>,
    /// How many of the questions are read differently.
    pub(super) parted: usize,
}

/// A column.
pub(super) struct Subject {
    pub(super) number: usize,
    pub(super) name: String,
    /// What tells it from the others of its name.
    pub(super) version: String,
    pub(super) language: String,
    pub(super) verdict: &'static str,
    pub(super) class: &'static str,
    pub(super) passed: usize,
    pub(super) total: usize,
    pub(super) reach: usize,
    pub(super) command: Option<String>,
    pub(super) file: Option<String>,
    pub(super) facts: Vec<String>,
    pub(super) notes: Vec<String>,
}

/// Rows that are alike in how the subjects differ.
pub(super) struct Group {
    pub(super) key: &'static str,
    pub(super) heading: &'static str,
    pub(super) rows: Vec<Row>,
}

/// A rule.
pub(super) struct Row {
    pub(super) anchor: String,
    pub(super) id: String,
    pub(super) title: Parts,
    pub(super) level: String,
    /// For every subject; `None` where its proof does not have the rule.
    pub(super) cells: Vec<Cell>,
}

pub(super) struct Cell {
    pub(super) anchor: String,
    pub(super) subject: String,
    pub(super) result: Option<Outcomes>,
}

impl Row {
    /// The classes of its outcomes, to filter by.
    pub(super) fn classes(&self) -> String {
        let classes: Vec<&str> = self.cells.iter().filter_map(|cell| Some(cell.result.as_ref()?.class)).collect();
        classes.join(" ")
    }
}

/// A question, and how each subject reads it.
pub(super) struct Question {
    pub(super) anchor: String,
    pub(super) id: String,
    pub(super) asks: Parts,
    pub(super) parted: bool,
    /// Every reading that is known, with the class, the sign and the words of every subject.
    pub(super) readings: Vec<(String, Vec<ReadingCell>)>,
    /// For every subject that was asked: its anchor, its label, what it reads, and what excludes the others.
    pub(super) entries: Vec<Entry>,
}

pub(super) struct ReadingCell {
    pub(super) anchor: String,
    pub(super) class: &'static str,
    pub(super) sign: &'static str,
    pub(super) word: &'static str,
}

pub(super) struct Entry {
    pub(super) anchor: String,
    pub(super) subject: String,
    pub(super) reading: String,
    pub(super) excluded: Vec<(String, String, String)>,
}

pub(super) fn compared(proofs: &[Named<'_>]) -> Compared {
    let subjects: Vec<Subject> = proofs.iter().enumerate().map(|(place, named)| subject(place + 1, named)).collect();
    let heading = match subjects.first().map(|first| &first.name) {
        Some(name) if subjects.iter().all(|subject| subject.name == *name) => {
            format!("{} versions of {name}, side by side", subjects.len())
        }
        _ => format!("{} subjects, side by side", subjects.len()),
    };
    let mut groups = [
        Group { key: "differ", heading: "They differ", rows: Vec::new() },
        Group { key: "same", heading: "The same for all, and no pass", rows: Vec::new() },
        Group { key: "pass", heading: "All pass", rows: Vec::new() },
    ];
    let all = || proofs.iter().map(|(_, proof)| *proof);
    let rules = ids(all(), |proof| proof.rules.iter().map(|rule| rule.rule.as_str()).collect());
    let mut ranked: Vec<(usize, &str)> = rules.into_iter().map(|id| (rank(&results(proofs, id)), id)).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    for (rank, id) in ranked {
        groups[rank / 2].rows.extend(row(proofs, id, &subjects));
    }
    let asked = ids(all(), |proof| proof.questions.iter().map(|question| question.question.as_str()).collect());
    let mut questions: Vec<Question> = asked.into_iter().map(|id| question(proofs, id, &subjects)).collect();
    questions.sort_by_key(|question| !question.parted);
    Compared {
        heading,
        parted: questions.iter().filter(|question| question.parted).count(),
        subjects,
        groups: groups.into_iter().filter(|group| !group.rows.is_empty()).collect(),
        questions,
    }
}

fn subject(number: usize, (file, proof): &Named<'_>) -> Subject {
    let (verdict, class) = conclusion(proof);
    let (passed, total) = proof.suites.iter().fold((0, 0), |sum, suite| (sum.0 + suite.passed, sum.1 + suite.rules));
    let command = |words: &Vec<String>| words.iter().map(|word| shell_word(word)).collect::<Vec<_>>().join(" ");
    Subject {
        number,
        name: plain(&proof.subject.name),
        version: plain(&proof.subject.version),
        language: plain(&proof.subject.language),
        verdict,
        class,
        passed,
        total,
        reach: percent(passed, total),
        command: proof.subject.command.as_ref().map(command),
        file: file.as_deref().map(plain),
        facts: facts(proof),
        notes: proof.notes.iter().map(|note| plain(note)).collect(),
    }
}

fn results<'a>(proofs: &[Named<'a>], id: &str) -> Vec<Option<&'a RuleResult>> {
    proofs.iter().map(|(_, proof)| proof.rules.iter().find(|rule| rule.rule == id)).collect()
}

/// 0: some fail where others do not; 1: they differ otherwise; 2: the same for all, and no pass; 4: all pass.
fn rank(results: &[Option<&RuleResult>]) -> usize {
    let known: Vec<Outcome> = results.iter().flatten().map(|result| result.outcome).collect();
    let wrong = |outcome: &Outcome| matches!(outcome, Outcome::Fail | Outcome::Fault);
    let alike = known.iter().all(|outcome| *outcome == known[0]);
    match (alike, known.iter().all(|outcome| *outcome == Outcome::Pass)) {
        (false, _) if known.iter().any(wrong) => 0,
        (false, _) => 1,
        (true, false) => 2,
        (true, true) => 4,
    }
}

fn row(proofs: &[Named<'_>], id: &str, subjects: &[Subject]) -> Option<Row> {
    let results = results(proofs, id);
    let first = results.iter().flatten().next()?;
    let cells = results.iter().zip(proofs).zip(subjects).map(|((result, (_, proof)), subject)| Cell {
        anchor: anchor(&format!("{}:", subject.number), id),
        subject: label(subject),
        result: result.map(|result| Outcomes::of(proof, result)),
    });
    Some(Row {
        anchor: anchor("", id),
        id: plain(id),
        title: parts(&first.title),
        level: first.level.to_string(),
        cells: cells.collect(),
    })
}

fn label(subject: &Subject) -> String {
    format!("{} {}", subject.name, subject.version).trim().to_owned()
}

fn question(proofs: &[Named<'_>], id: &str, subjects: &[Subject]) -> Question {
    let of = |proof: &'_ Proof| proof.questions.iter().find(|question| question.question == id).cloned();
    let results: Vec<Option<QuestionResult>> = proofs.iter().map(|(_, proof)| of(proof)).collect();
    let asked = || results.iter().flatten();
    let mut readings: Vec<&String> =
        asked().flat_map(|result| result.readings.iter().chain(result.excluded.keys())).collect();
    readings.sort();
    readings.dedup();
    let at = |subject: &Subject| anchor(&format!("{}:", subject.number), id);
    let cell = |reading: &str, (result, subject): (&Option<QuestionResult>, &Subject)| {
        let (class, sign, word) = match result {
            None => ("unasked", "", "not asked"),
            Some(result) if result.readings.iter().any(|left| left == reading) && result.readings.len() == 1 => {
                ("follows", "●", "follows it")
            }
            Some(result) if result.readings.iter().any(|left| left == reading) => ("possible", "○", "possible"),
            Some(_) => ("excluded", "×", "excluded"),
        };
        ReadingCell { anchor: at(subject), class, sign, word }
    };
    let entry = |(result, subject): (&Option<QuestionResult>, &Subject)| {
        let result = result.as_ref()?;
        let reading = words::reading(result);
        Some(Entry { anchor: at(subject), subject: label(subject), reading, excluded: excluded(result) })
    };
    let narrowed: Vec<&Vec<String>> = asked().map(|result| &result.readings).collect();
    Question {
        anchor: anchor("", id),
        id: plain(id),
        asks: asked().next().map_or_else(Vec::new, |result| parts(&result.asks)),
        parted: narrowed.iter().any(|readings| *readings != narrowed[0]),
        readings: readings
            .into_iter()
            .map(|reading| (plain(reading), results.iter().zip(subjects).map(|pair| cell(reading, pair)).collect()))
            .collect(),
        entries: results.iter().zip(subjects).filter_map(entry).collect(),
    }
}
