//! The sentences of a document itself, marked.

use std::io::{self, Write};
use std::path::Path;

use super::{BOLD, CliError, DIM, Exit, OfSuite, object, output, place, verdict};
use crate::cli::saved;
use crate::inert::plain;
use crate::rule::{Covered, CoveredSection, Found, Section, Sentence, Text, demands};

/// Shows the document in a file, every sentence with its mark.
pub(super) fn marked(documents: &[OfSuite], path: &Path, json: bool) -> Result<Exit, CliError> {
    let text = saved::text(path)?;
    let found = |document: &Covered, cut: &Text| {
        document.sentences().filter(|(section, sentence)| is_found(look(cut, section, sentence))).count()
    };
    let cut = documents.iter().map(|of| (of, of.1.cut(&text)));
    let best = cut.max_by_key(|((_, document), cut)| found(document, cut));
    let Some(((suite, document), cut)) = best.filter(|((_, document), cut)| found(document, cut) > 0) else {
        return Err(CliError::Usage(format!(
            "{} is none of the documents that are covered: not one of their sentences is found in it",
            path.display()
        )));
    };
    output::to_stdout(|out| {
        if json {
            return document.sentences().try_for_each(|(section, sentence)| {
                let mut line = object(suite, document, section, sentence);
                match look(&cut, section, sentence) {
                    Found::Here(text) => line["text"] = text.into(),
                    Found::Moved(at, text) => {
                        line["text"] = text.into();
                        line["moved"] = serde_json::json!([at.0, at.1]);
                    }
                    Found::Nowhere => line["missing"] = true.into(),
                }
                writeln!(out, "{}", crate::inert::json(&line.to_string()))
            });
        }
        page(document, &cut, out)
    })?;
    let all = document.sentences().all(|(section, sentence)| is_found(look(&cut, section, sentence)));
    Ok(if all { Exit::Conforms } else { Exit::DoesNot })
}

fn look<'a>(text: &'a Text, section: &CoveredSection, sentence: &Sentence) -> Found<'a> {
    text.find(&section.section, sentence.at, &sentence.words)
}

fn is_found(found: Found<'_>) -> bool {
    found != Found::Nowhere
}

fn page(document: &Covered, text: &Text, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{BOLD}{}{BOLD:#}  {DIM}+ judged  - not judged, for a reason  ? not listed, and sounds like a demand{DIM:#}",
        document.document
    )?;
    let mut unlisted = 0;
    for section in &text.sections {
        unlisted += show(document, text, section, out)?;
    }
    let (mut found, mut moved, mut missing) = (0, 0, 0);
    for (section, sentence) in document.sentences() {
        match look(text, section, sentence) {
            Found::Here(_) => found += 1,
            Found::Moved(at, _) => {
                moved += 1;
                writeln!(out, "moved: {} {} is at {}", section.section, place(sentence.at), place(at))?;
            }
            Found::Nowhere => {
                missing += 1;
                writeln!(out, "not found: {} {} “{}”", section.section, place(sentence.at), sentence.words)?;
            }
        }
    }
    writeln!(
        out,
        "{found} sentences found, {moved} moved, {missing} not found; {unlisted} not listed sound like a demand"
    )
}

/// Shows a section; how many of its sentences are not listed and sound like a demand.
fn show(document: &Covered, text: &Text, section: &Section, out: &mut dyn Write) -> io::Result<usize> {
    let mut unlisted = 0;
    for (at, words) in section.sentences().filter(|(_, words)| !words.is_empty()) {
        let listed = document.sentences().find(|(known, sentence)| {
            let is_here = matches!(look(text, known, sentence), Found::Here(_)) && sentence.at == at;
            let is_moved = matches!(look(text, known, sentence), Found::Moved(to, _) if to == at);
            section.name.as_ref() == Some(&known.section) && (is_here || is_moved)
        });
        let is_heading = at.0 == 0;
        let mark = match listed {
            Some((_, sentence)) if sentence.checks.is_empty() => '-',
            Some(_) => '+',
            None if !is_heading && demands(words) => '?',
            None => ' ',
        };
        unlisted += usize::from(mark == '?');
        if is_heading {
            writeln!(out, "\n{mark} {BOLD}{}{BOLD:#}", plain(words))?;
        } else {
            writeln!(out, "{mark}   {:<6} {}", place(at), plain(words))?;
        }
        if let Some((_, sentence)) = listed {
            verdict(sentence, "           ", out)?;
        }
    }
    Ok(unlisted)
}
