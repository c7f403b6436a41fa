//! Looking into the files that a workflow delivers: is there something in them?

use std::collections::BTreeSet;
use std::path::Path;

const PNG_START: &[u8] = b"\x89PNG\r\n\x1a\n";
const PNG_HEADER_LENGTH: usize = 24;
const PDF_START: &[u8] = b"%PDF-";

/// Whether a file was made only so that there is one.
pub(super) fn is_broken(path: &str, content: &[u8]) -> bool {
    match extension(path).as_str() {
        "png" => is_broken_png(content),
        "pdf" => is_broken_pdf(content),
        "csv" => is_broken_csv(&String::from_utf8_lossy(content)),
        _ => false,
    }
}

/// Not a PNG at all, or one of a single pixel.
fn is_broken_png(content: &[u8]) -> bool {
    let Some(header) = content.first_chunk::<PNG_HEADER_LENGTH>() else { return true };
    let number = |at: usize| header[at..at + 4].iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    !header.starts_with(PNG_START) || &header[12..16] != b"IHDR" || number(16) * number(20) <= 1
}

/// Readers look for the header in the first kilobyte.
fn is_broken_pdf(content: &[u8]) -> bool {
    let start = &content[..content.len().min(1024)];
    !start.windows(PDF_START.len()).any(|window| window == PDF_START)
}

/// Without a row of names for its columns: a name has a letter in it.
fn is_broken_csv(content: &str) -> bool {
    let is_content = |letter: char| !letter.is_whitespace() && ![',', ';', '"', '\u{feff}'].contains(&letter);
    let first_row = lines(content).find(|line| line.contains(is_content));
    !first_row.is_some_and(|row| row.contains(char::is_alphabetic))
}

/// Of the structural checks of Markdown, the one that the document gives a measure for.
pub(super) fn is_repetitive(path: &str, content: &[u8]) -> bool {
    if !["md", "markdown"].contains(&extension(path).as_str()) {
        return false;
    }
    let text = String::from_utf8_lossy(content).replace("\r\n", "\n");
    let lines: Vec<&str> = lines(&text).collect();
    let blocks = lines.split(|line| line.trim().is_empty()).map(|block| block.join(" "));
    let paragraphs: Vec<String> = blocks
        .map(|block| block.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|block| block.starts_with(char::is_alphanumeric))
        .collect();
    let repeated = paragraphs.len() - paragraphs.iter().collect::<BTreeSet<_>>().len();
    // More than a third of the paragraphs said before is too much.
    repeated * 3 > paragraphs.len()
}

/// The lines of a text, however they end. After a `\r\n` comes an empty one that is not there.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r'])
}

/// What stands after the last dot of a file name, in lower case.
pub(super) fn extension(path: &str) -> String {
    Path::new(path).extension().map(|end| end.to_string_lossy().to_lowercase()).unwrap_or_default()
}
