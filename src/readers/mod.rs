//! Every reader of what others wrote, by name: the one list from which the tests with damaged documents and the fuzz
//! targets are made.
//!
//! A reader takes a document or says no. What it takes is also shown, in every form that the program has, because a
//! document that is read and cannot be shown is no better than one that cannot be read.

mod samples;

use std::path::Path;

use self::samples::{AGENT, CERTIFICATE, CONFIG, KNOWN, LINES, PARAMS, PYTHON, WORKFLOW};
use crate::check::{as_json, as_text, check_document, named_in_python};
use crate::gate::{Certificate, KnownFile};
use crate::proof::{Proof, badge, from_journal, html, junit, markdown, sarif, terminal};
use crate::rule::parse_corpus;
use crate::suites::{builtin, preflight};

/// A reader of one kind of document.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// What it reads; a fuzz target has the same name.
    pub name: &'static str,
    /// Documents that it takes, to be damaged.
    pub samples: fn() -> Vec<String>,
    /// Reads a document, and says why not if it is refused.
    pub read: fn(&[u8]) -> Result<(), String>,
}

/// Every reader.
pub static READERS: &[Reader] = &[
    Reader { name: "proof", samples: || vec![samples::PROOF.to_owned()], read: proof },
    Reader { name: "journal", samples: samples::journals, read: journal },
    Reader { name: "certificate", samples: || texts(&[CERTIFICATE]), read: certificate },
    Reader { name: "known", samples: || texts(&[KNOWN]), read: known },
    Reader { name: "corpus", samples: || texts(&[samples::CORPUS]), read: corpus },
    Reader { name: "workflow", samples: || texts(&[WORKFLOW, AGENT, PARAMS]), read: workflow },
    Reader { name: "python", samples: || texts(&[PYTHON]), read: python },
    Reader { name: "line", samples: || texts(LINES), read: line },
    Reader { name: "config", samples: || texts(&[CONFIG]), read: config },
];

/// Lets the reader of this name read a document; whether it is taken.
///
/// # Panics
/// When there is no such reader, which is a mistake of who asks.
#[must_use]
pub fn takes(name: &str, document: &[u8]) -> bool {
    let reader = READERS.iter().find(|reader| reader.name == name);
    let reader = reader.unwrap_or_else(|| panic!("there is no reader `{name}`"));
    (reader.read)(document).is_ok()
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

fn text(document: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(document).map_err(|error| error.to_string())
}

#[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
fn said(error: impl ToString) -> String {
    error.to_string()
}

fn proof(document: &[u8]) -> Result<(), String> {
    shown(&Proof::from_json(text(document)?).map_err(said)?)
}

fn journal(document: &[u8]) -> Result<(), String> {
    let proof = from_journal(text(document)?).ok_or("not a journal")?.map_err(said)?;
    shown(&proof)
}

/// Shows a proof in every form.
fn shown(proof: &Proof) -> Result<(), String> {
    let mut out = Vec::new();
    terminal(proof, crate::proof::Detail::Everything, &mut out).map_err(said)?;
    for report in [junit, html, markdown, sarif, badge] {
        report(std::slice::from_ref(proof), &mut out).map_err(said)?;
    }
    Ok(())
}

fn certificate(document: &[u8]) -> Result<(), String> {
    let certificate: Certificate = serde_json::from_str(text(document)?).map_err(said)?;
    let _ = (certificate.own_digest(), certificate.differences(&certificate), certificate.to_json());
    Ok(())
}

fn known(document: &[u8]) -> Result<(), String> {
    KnownFile::parse(Path::new("known.toml"), text(document)?).map(drop).map_err(said)
}

fn corpus(document: &[u8]) -> Result<(), String> {
    parse_corpus(&preflight::SUITE, "preflight/presence".to_owned(), text(document)?).map(drop).map_err(said)
}

fn workflow(document: &[u8]) -> Result<(), String> {
    let checked = check_document(&builtin(), Path::new("document.yaml"), document.to_vec()).map_err(said)?;
    let _ = (as_text(&checked, true), as_text(&checked, false), as_json(std::slice::from_ref(&checked)));
    Ok(())
}

fn python(document: &[u8]) -> Result<(), String> {
    let text = text(document)?;
    // A name is underlined where it stands.
    let strays = named_in_python(text).into_iter().find(|(name, span)| text.get(span.clone()) != Some(name));
    match strays {
        Some((name, span)) => panic!("`{name}` does not stand at {span:?}"),
        None => Ok(()),
    }
}

fn line(document: &[u8]) -> Result<(), String> {
    crate::subject::hear_line(document).map(drop).map_err(said)
}

fn config(document: &[u8]) -> Result<(), String> {
    crate::cli::read_settings(text(document)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reader_takes_its_samples_and_not_everything() {
        for Reader { name, samples, read } in READERS {
            for sample in samples() {
                assert_eq!(read(sample.as_bytes()), Ok(()), "{name}");
            }
            assert!(read(b"\xff\xfe").is_err(), "{name}");
        }
    }
}
