//! Every check goes back to a sentence of the document, and every sentence leads to a check or to a reason.

use std::collections::BTreeSet;

use libtest_mimic::{Failed, Trial};

use super::conventions::ensure;
use crate::rule::{Catalogue, Covered, Sentence, Suite, read_coverage};

/// One test per suite that says which sentences it judges.
pub(super) fn trials(catalogue: &Catalogue) -> Vec<Trial> {
    let with_coverage = catalogue.suites().iter().filter(|suite| !suite.coverage.is_empty());
    let trial = |suite: &&'static Suite| {
        let suite: &'static Suite = suite;
        Trial::test(format!("coverage::{}", suite.name), move || is_complete(suite))
    };
    with_coverage.map(trial).collect()
}

fn is_complete(suite: &Suite) -> Result<(), Failed> {
    let coverage = read_coverage(suite)?;
    let known: BTreeSet<String> = suite
        .rules
        .iter()
        .flat_map(|rule| rule.checks.iter().map(move |check| format!("{}/{}", rule.id, check.id)))
        .collect();
    let mut used = BTreeSet::new();
    for document in &coverage.documents {
        in_order(document)?;
        for (section, sentence) in document.sentences() {
            let which = format!("{}, {} {:?}", document.document, section.section, sentence.at);
            is_settled(sentence).map_err(|why| format!("{which}: {why}"))?;
            for check in &sentence.checks {
                ensure(known.contains(check), || format!("{which}: there is no check {check}"))?;
            }
            used.extend(&sentence.checks);
        }
    }
    let idle: Vec<&String> = known.iter().filter(|check| !used.contains(check)).collect();
    ensure(idle.is_empty(), || format!("no sentence demands what these judge: {idle:?}"))
}

/// Sections are named once, and their sentences stand in the document's order.
fn in_order(document: &Covered) -> Result<(), Failed> {
    let mut names = BTreeSet::new();
    for section in &document.sections {
        ensure(names.insert(&section.section), || format!("the section {} is there twice", section.section))?;
        let places: Vec<(usize, usize)> = section.sentences.iter().map(|sentence| sentence.at).collect();
        ensure(places.is_sorted_by(|a, b| a < b), || format!("{}: {places:?} are out of order", section.section))?;
    }
    Ok(())
}

/// A sentence has words, and a check or a reason.
fn is_settled(sentence: &Sentence) -> Result<(), String> {
    let words = sentence.words.split_whitespace().count();
    if !(1..=6).contains(&words) {
        return Err(format!("“{}” is not a few words (one to six)", sentence.words));
    }
    if sentence.checks.is_empty() && sentence.because.as_ref().is_none_or(|because| because.trim().is_empty()) {
        return Err("neither a check nor a reason".into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suites;

    /// The coverage of a suite with one of its lines changed.
    fn changed(from: &str, to: &str) -> Result<(), Failed> {
        let suite = suites::builtin().suite("turn").unwrap();
        assert!(suite.coverage.contains(from), "{from}");
        let coverage = Box::leak(suite.coverage.replace(from, to).into_boxed_str());
        is_complete(&Suite { coverage, rules: suite.rules, ..Suite::NEW })
    }

    fn says(result: Result<(), Failed>, part: &str) {
        let shown = format!("{:?}", result.unwrap_err());
        assert!(shown.contains(part), "{shown}");
    }

    #[test]
    fn what_is_left_out_or_made_up_is_seen() {
        assert!(changed("kfr-active/active-only", "kfr-active/active-only").is_ok());
        says(changed("kfr-active/active-only", "ownership/one-owner"), "kfr-active/active-only");
        says(changed("kfr-active/active-only", "kfr-active/none"), "there is no check kfr-active/none");
        says(changed(", because: \"left to other documents\"", ""), "neither a check nor a reason");
        says(changed("words: \"Temporary session facts\"", "words: \"\""), "not a few words");
        says(changed("at: [2, 1], words: \"Directory or", "at: [9, 1], words: \"Directory or"), "out of order");
        says(changed("5. KFR (Short-Term Memory) Provider > Purpose", "Summary"), "there twice");
    }
}
