//! The gate of structure: Markdown that says the same thing over and over.

use super::evidence::{Evidence, Finding, has_extension};

/// Declared Markdown does not say the same thing over and over.
pub(in crate::suites::awp) fn structure(evidence: &Evidence<'_>) -> Finding {
    let mut doubt = None;
    for (path, bytes) in evidence.declared_with("md") {
        let text = String::from_utf8_lossy(bytes);
        // A short paragraph may be a refrain; the document does not say from what length on it counts.
        let (long, repeated) = paragraphs(&text, 160);
        if long >= 8 && repeated * 4 >= long * 3 {
            let why = format!("{path} repeats {repeated} of its {long} paragraphs");
            return Finding::breaks("structural_integrity", why);
        }
        let marks = ["![", "](", "[^", "Figure", "figure", "<"];
        if paragraphs(&text, 40).1 > 0 || marks.iter().any(|mark| text.contains(mark)) {
            doubt = Some("Markdown whose structure is in doubt");
        }
    }
    // The document speaks of deliverables and does not say whether they have to be declared.
    let stray = |(path, bytes): &(&str, Vec<u8>)| {
        has_extension(path, "md")
            && !evidence.declared.contains(path)
            && paragraphs(&String::from_utf8_lossy(bytes), 40).1 > 0
    };
    if evidence.files.iter().any(stray) {
        doubt = Some("Markdown that nobody declared");
    }
    doubt.map_or(Finding::Passes, Finding::Doubt)
}

/// How many paragraphs of `least` bytes there are, and how many of them repeat an earlier one.
fn paragraphs(text: &str, least: usize) -> (usize, usize) {
    let mut long: Vec<&str> = text.split("\n\n").map(str::trim).filter(|part| part.len() >= least).collect();
    let count = long.len();
    long.sort_unstable();
    long.dedup();
    (count, count - long.len())
}
