//! The text of a document, cut into sections, paragraphs and sentences.

use super::Layout;
use super::sentences::{has_mark, plain, sentences};

/// A document that was cut.
#[derive(Debug, Clone, Default)]
pub struct Text {
    /// Its sections, in order; text before the first heading is in one without a name.
    pub sections: Vec<Section>,
}

/// A section of a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Section {
    /// The name that was asked for, or none for a heading that nobody asked for.
    pub name: Option<String>,
    /// Its paragraphs as sentences; the first paragraph is the heading.
    pub paragraphs: Vec<Vec<String>>,
}

/// Where a sentence was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found<'a> {
    /// At its place.
    Here(&'a str),
    /// In the same section, at another paragraph and sentence.
    Moved((usize, usize), &'a str),
    /// Not in its section, or there is no such section.
    Nowhere,
}

impl Text {
    /// Cuts a text at the sections of these names (`heading`, or `heading > heading` for one below another) and, outside
    /// of programs, at every Markdown heading. Lines without a letter or a digit are not counted.
    #[must_use]
    pub fn cut(text: &str, layout: Layout, names: &[&str]) -> Self {
        let mut cut = Self::default();
        let mut above = "";
        let mut open: Vec<&str> = Vec::new();
        for line in text.lines() {
            let blank = !line.contains(char::is_alphanumeric);
            let heading = if blank { None } else { begins(line, layout, names, above) };
            let is_heading = heading.is_some() || (line.starts_with('#') && layout != Layout::Code);
            if blank || is_heading || layout != Layout::Blocks || has_mark(line) {
                cut.close(&mut open, layout);
            }
            match heading {
                _ if blank => {}
                Some(name) => {
                    above = name.split(" > ").next().unwrap_or(name);
                    cut.sections.push(Section::under(Some(name), line));
                }
                None if is_heading => cut.sections.push(Section::under(None, line)),
                None => open.push(line),
            }
        }
        cut.close(&mut open, layout);
        cut
    }

    /// Ends the paragraph that these lines are.
    fn close(&mut self, open: &mut Vec<&str>, layout: Layout) {
        if open.is_empty() {
            return;
        }
        if self.sections.is_empty() {
            self.sections.push(Section::under(None, ""));
        }
        if let Some(section) = self.sections.last_mut() {
            section.paragraphs.push(sentences(&open.join(" "), layout));
        }
        open.clear();
    }

    /// Looks for a sentence by its section, its place and words of it.
    #[must_use]
    pub fn find(&self, section: &str, at: (usize, usize), words: &str) -> Found<'_> {
        let words = plain(words);
        let Some(section) = self.sections.iter().find(|known| known.name.as_deref() == Some(section)) else {
            return Found::Nowhere;
        };
        if let Some(text) = section.sentence(at).filter(|text| text.contains(&words)) {
            return Found::Here(text);
        }
        let moved = section.sentences().find(|(_, text)| text.contains(&words));
        moved.map_or(Found::Nowhere, |(at, text)| Found::Moved(at, text))
    }
}

impl Section {
    fn under(name: Option<&str>, heading: &str) -> Self {
        Self { name: name.map(str::to_owned), paragraphs: vec![vec![plain(heading.trim_start_matches('#'))]] }
    }

    /// The sentence at a place.
    #[must_use]
    pub fn sentence(&self, (paragraph, sentence): (usize, usize)) -> Option<&str> {
        self.paragraphs.get(paragraph)?.get(sentence.checked_sub(1)?).map(String::as_str)
    }

    /// Every sentence with its place, the heading first.
    pub fn sentences(&self) -> impl Iterator<Item = ((usize, usize), &str)> {
        self.paragraphs.iter().enumerate().flat_map(|(paragraph, sentences)| {
            sentences.iter().enumerate().map(move |(index, text)| ((paragraph, index + 1), text.as_str()))
        })
    }
}

/// The name of the section that begins with this line, if one does. `above` is the heading that others are below.
fn begins<'a>(line: &str, layout: Layout, names: &[&'a str], above: &str) -> Option<&'a str> {
    let heading = plain(line.trim_start_matches('#'));
    let is = |name: &str| if layout == Layout::Code { line.starts_with(name) } else { heading == name };
    let own = names.iter().copied().find(|name| match name.split_once(" > ") {
        Some((parent, below)) => parent == above && is(below),
        None => is(name),
    });
    // A heading that has demands only below it is a parent all the same.
    own.or_else(|| {
        names.iter().filter_map(|name| name.split_once(" > ")).map(|(parent, _)| parent).find(|name| is(name))
    })
}
