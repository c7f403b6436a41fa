//! Where a sentence ends, and whether it sounds like a demand.

use super::Layout;

/// The words by which documents demand.
const DEMANDING: [&str; 12] = [
    "must",
    "shall",
    "should",
    "may not",
    "required",
    "require",
    "requires",
    "only",
    "never",
    "always",
    "cannot",
    "not allowed",
];

/// Words that end with a dot and end no sentence.
const ABBREVIATIONS: [&str; 4] = ["e.g.", "i.e.", "etc.", "vs."];

/// Whether a sentence holds a word by which documents demand.
#[must_use]
pub fn demands(sentence: &str) -> bool {
    let only_words: String =
        sentence.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' }).collect();
    let spaced = format!(" {} ", only_words.split_whitespace().collect::<Vec<_>>().join(" "));
    DEMANDING.iter().any(|word| spaced.contains(&format!(" {word} ")))
}

/// A text without emphasis, its white space made single.
pub(super) fn plain(text: &str) -> String {
    text.replace(['*', '`'], "").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sentences of a paragraph, without the mark of a list's entry or a table's row.
pub(super) fn sentences(paragraph: &str, layout: Layout) -> Vec<String> {
    let text = plain(without_mark(paragraph));
    if layout == Layout::Code {
        return vec![text];
    }
    let mut found = Vec::new();
    let mut from = 0;
    for (at, _) in text.match_indices(['.', '?', '!']) {
        let (before, after) = (&text[from..=at], &text[at + 1..]);
        let ends = after.starts_with(' ') && !after.trim_start().starts_with(char::is_lowercase);
        let last = before.rsplit(' ').next().unwrap_or_default().trim_start_matches('(');
        if ends && !ABBREVIATIONS.contains(&last) {
            found.push(before.trim().to_owned());
            from = at + 1;
        }
    }
    found.push(text[from..].trim().to_owned());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether a line begins an entry of a list or a row of a table.
pub(super) fn has_mark(line: &str) -> bool {
    without_mark(line).len() < line.trim().len()
}

fn without_mark(line: &str) -> &str {
    let line = line.trim();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest =
        if number.len() < line.len() { number.strip_prefix('.') } else { line.strip_prefix(['-', '*', '•', '|']) };
    rest.filter(|rest| rest.starts_with(char::is_whitespace)).map_or(line, str::trim_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paragraph_falls_into_sentences() {
        let found =
            sentences("- **Description:** It `must` be so (e.g. # one). Version 2.0.0 too! never mind", Layout::Lines);
        assert_eq!(found, ["Description: It must be so (e.g. # one).", "Version 2.0.0 too! never mind"]);
        assert_eq!(sentences("2. Two. Three", Layout::Lines), ["Two.", "Three"]);
        assert_eq!(sentences("\"One. Two.\",", Layout::Code), ["\"One. Two.\","]);
        assert_eq!(sentences("**bold** 1.5 stays", Layout::Lines), ["bold 1.5 stays"]);
    }

    #[test]
    fn demands_are_told_by_whole_words() {
        assert!(demands("Agents MUST NOT.") && demands("it may not, ever") && demands("`only` here"));
        assert!(!demands("mustard, commonly") && !demands("it may be not so"));
    }
}
