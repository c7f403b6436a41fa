//! Coverage: every sentence of a document that demands something, with the checks that judge it or the reason why
//! none can.
//!
//! The text stays in the document. A sentence is named by its place and a few words to find it by, so that whoever has
//! the document can see that nothing was left out, and what a new edition of it moves or drops.

mod document;
mod sentences;
#[cfg(test)]
mod tests;

use serde::Deserialize;

pub use self::document::{Found, Section, Text};
pub use self::sentences::demands;
use super::Suite;

/// What a suite says of its documents, sentence by sentence.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// The documents, the main one first.
    pub documents: Vec<Covered>,
}

/// One document, as far as it demands something.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Covered {
    /// What it is called.
    pub document: String,
    /// How it is cut into paragraphs.
    pub layout: Layout,
    /// Its sections, in its own order.
    pub sections: Vec<CoveredSection>,
}

/// How the text of a document is cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Every line is a paragraph.
    Lines,
    /// Paragraphs are parted by empty lines; entries of lists and rows of tables are paragraphs too.
    Blocks,
    /// A program: every line is a paragraph of one sentence, and a section begins with a line that begins with its name.
    Code,
}

/// The demands of one section.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoveredSection {
    /// Its heading; below another one, `heading > heading`.
    pub section: String,
    /// Its sentences that demand something, in order.
    pub sentences: Vec<Sentence>,
}

/// A sentence that demands something.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    /// Paragraph and sentence, both counted from 1; paragraph 0 is the heading.
    pub at: (usize, usize),
    /// A few words of it.
    pub words: String,
    /// The checks that judge it, as `rule/check`.
    #[serde(default)]
    pub checks: Vec<String>,
    /// Why nothing judges it, or not all of it.
    #[serde(default)]
    pub because: Option<String>,
}

/// Reads what a suite says of its documents; nothing where it says nothing.
///
/// # Errors
/// What the YAML parser says of a text that is no coverage file.
pub fn read_coverage(suite: &Suite) -> Result<Coverage, serde_yaml::Error> {
    if suite.coverage.is_empty() { Ok(Coverage::default()) } else { serde_yaml::from_str(suite.coverage) }
}

impl Covered {
    /// Every sentence, with the section that it stands in.
    pub fn sentences(&self) -> impl Iterator<Item = (&CoveredSection, &Sentence)> {
        self.sections.iter().flat_map(|section| section.sentences.iter().map(move |sentence| (section, sentence)))
    }

    /// Cuts the text of this document.
    #[must_use]
    pub fn cut(&self, text: &str) -> Text {
        let names: Vec<&str> = self.sections.iter().map(|section| section.section.as_str()).collect();
        Text::cut(text, self.layout, &names)
    }
}
