//! The subjects of the proofs that a book is given, each with a page of its own.

use std::path::PathBuf;

use super::super::{CliError, saved};
use super::folder::Site;
use crate::proof::{Named, Proof, QuestionResult, RuleResult, glance, html_of_files, plain};

/// The proofs, each with the name of its file.
pub(super) struct Subjects(Vec<(String, Proof)>);

/// How a subject does with one rule, or with all.
pub(super) struct Doing {
    pub(super) name: String,
    pub(super) class: &'static str,
    pub(super) sign: &'static str,
    pub(super) word: String,
    /// The page that says more, from the root.
    pub(super) address: String,
}

impl Subjects {
    pub(super) fn read(paths: &[PathBuf]) -> Result<Self, CliError> {
        paths.iter().map(|path| Ok((saved::name(path), saved::proof(path)?))).collect::<Result<_, CliError>>().map(Self)
    }

    pub(super) fn proofs(&self) -> &[(String, Proof)] {
        &self.0
    }

    pub(super) fn add_pages(&self, site: &mut Site) -> Result<(), CliError> {
        let page = |named: &[Named<'_>]| -> Result<String, CliError> {
            let mut text = Vec::new();
            html_of_files(named, &mut text)?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        };
        let named: Vec<Named<'_>> = self.0.iter().map(|(file, proof)| (Some(file.clone()), proof)).collect();
        for (place, one) in named.iter().enumerate() {
            site.add(&address(place), page(std::slice::from_ref(one))?)?;
        }
        if named.len() > 1 { site.add(MATRIX, page(&named)?) } else { Ok(()) }
    }

    /// The page on which all subjects stand side by side.
    pub(super) fn matrix(&self) -> Option<&'static str> {
        (self.0.len() > 1).then_some(MATRIX)
    }

    /// How the subjects do that were put to a rule.
    pub(super) fn with_rule(&self, id: &str) -> Vec<Doing> {
        let doing = |(place, (_, proof)): (usize, &(String, Proof))| {
            let result: &RuleResult = proof.rules.iter().find(|rule| rule.rule == id)?;
            let (class, sign, word) = glance(result.outcome);
            let address = format!("{}#{}", address(place), plain(id).replace(' ', "-"));
            Some(Doing { name: name(proof), class, sign, word: word.to_owned(), address })
        };
        self.0.iter().enumerate().filter_map(doing).collect()
    }

    /// How many rules of a suite each subject passes; of all suites where none is given.
    pub(super) fn with_suite(&self, suite: Option<&str>) -> Vec<Doing> {
        let doing = |(place, (_, proof)): (usize, &(String, Proof))| {
            let mut suites = proof.suites.iter().filter(|result| suite.is_none_or(|name| result.suite == name));
            let first = suites.next()?;
            let (passed, rules) =
                suites.fold((first.passed, first.rules), |sum, suite| (sum.0 + suite.passed, sum.1 + suite.rules));
            let (class, sign) = if passed == rules { ("pass", "✓") } else { ("fail", "✗") };
            let word = format!("{passed} of {rules} rules pass");
            Some(Doing { name: name(proof), class, sign, word, address: address(place) })
        };
        self.0.iter().enumerate().filter_map(doing).collect()
    }

    /// What the subjects make of a question, each with the page that shows it.
    pub(super) fn with_question(&self, id: &str) -> Vec<(Doing, &QuestionResult)> {
        let mut found = Vec::new();
        for (place, (_, proof)) in self.0.iter().enumerate() {
            let Some(result) = proof.questions.iter().find(|question| question.question == id) else { continue };
            let word = match result.readings.as_slice() {
                [] => "contradicts itself: no reading is left".to_owned(),
                readings => plain(&readings.join(" or ")),
            };
            let address = format!("{}#{}", address(place), plain(id).replace(' ', "-"));
            found.push((Doing { name: name(proof), class: "", sign: "", word, address }, result));
        }
        found
    }
}

const MATRIX: &str = "proofs/index.html";

fn address(place: usize) -> String {
    format!("proofs/{}.html", place + 1)
}

fn name(proof: &Proof) -> String {
    plain(format!("{} {}", proof.subject.name, proof.subject.version).trim())
}
