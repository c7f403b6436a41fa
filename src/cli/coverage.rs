//! `proofmark coverage`

mod marked;

use std::io::{self, Write};

use anstyle::Style;
use serde_json::json;

use super::args::CoverageArgs;
use super::{CliError, Exit, output, select};
use crate::rule::{Catalogue, Covered, CoveredSection, Sentence, Suite, read_coverage};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

/// A document and the suite that judges it.
type OfSuite = (&'static Suite, Covered);

/// Shows which sentence is judged by what.
pub(super) fn coverage(catalogue: &Catalogue, args: &CoverageArgs) -> Result<Exit, CliError> {
    let mut documents: Vec<OfSuite> = Vec::new();
    for suite in select::suites(catalogue, &args.suite)? {
        let coverage = read_coverage(suite)
            .map_err(|error| CliError::Usage(format!("the coverage of {} cannot be read: {error}", suite.name)))?;
        documents.extend(coverage.documents.into_iter().map(|document| (suite, document)));
    }
    if let Some(path) = &args.document {
        return marked::marked(&documents, path, args.json);
    }
    output::to_stdout(|out| if args.json { as_json(&documents, out) } else { as_text(&documents, out) })?;
    Ok(if documents.is_empty() { Exit::Inconclusive } else { Exit::Conforms })
}

fn as_json(documents: &[OfSuite], out: &mut dyn Write) -> io::Result<()> {
    for (suite, document) in documents {
        for (section, sentence) in document.sentences() {
            writeln!(out, "{}", object(suite, document, section, sentence))?;
        }
    }
    Ok(())
}

/// A sentence as a JSON object.
fn object(suite: &Suite, document: &Covered, section: &CoveredSection, sentence: &Sentence) -> serde_json::Value {
    let checks: Vec<String> = sentence.checks.iter().map(|check| format!("{}/{check}", suite.name)).collect();
    let mut object = json!({
        "suite": suite.name,
        "document": document.document,
        "section": section.section,
        "paragraph": sentence.at.0,
        "sentence": sentence.at.1,
        "words": sentence.words,
        "checks": checks,
    });
    if let Some(because) = &sentence.because {
        object["because"] = because.as_str().into();
    }
    object
}

fn as_text(documents: &[OfSuite], out: &mut dyn Write) -> io::Result<()> {
    for (suite, document) in documents {
        writeln!(out, "{BOLD}{}{BOLD:#}: {}", suite.name, document.document)?;
        for section in &document.sections {
            writeln!(out, "  {}", section.section)?;
            for sentence in &section.sentences {
                writeln!(out, "    {:<6} “{}”", place(sentence.at), sentence.words)?;
                verdict(sentence, "           ", out)?;
            }
        }
        writeln!(out, "  {}\n", sum(std::iter::once(document)))?;
    }
    if documents.len() > 1 {
        writeln!(out, "{}", sum(documents.iter().map(|(_, document)| document)))?;
    }
    if documents.is_empty() {
        writeln!(out, "no suite that was asked for says which sentences it judges")?;
    }
    Ok(())
}

pub(super) fn place((paragraph, sentence): (usize, usize)) -> String {
    format!("{paragraph}.{sentence}")
}

/// What judges a sentence, and why nothing does.
fn verdict(sentence: &Sentence, indent: &str, out: &mut dyn Write) -> io::Result<()> {
    if !sentence.checks.is_empty() {
        writeln!(out, "{indent}{DIM}judged by {}{DIM:#}", sentence.checks.join(", "))?;
    }
    match &sentence.because {
        Some(because) if sentence.checks.is_empty() => writeln!(out, "{indent}{DIM}not judged: {because}{DIM:#}"),
        Some(because) => writeln!(out, "{indent}{DIM}but {because}{DIM:#}"),
        None => Ok(()),
    }
}

/// How many sentences there are, and how many are judged.
pub(super) fn sum<'a>(documents: impl Iterator<Item = &'a Covered>) -> String {
    let (mut all, mut judged, mut partly) = (0, 0, 0);
    for (_, sentence) in documents.flat_map(Covered::sentences) {
        all += 1;
        judged += usize::from(!sentence.checks.is_empty());
        partly += usize::from(!sentence.checks.is_empty() && sentence.because.is_some());
    }
    format!("{all} sentences: {judged} judged ({partly} of them in part), {} not, each with its reason", all - judged)
}
