//! Near-misses: texts that are almost a given one.

use super::Draw;

/// Every near-miss of `text`, in a fixed order: other case, blanks around it,
/// a prefix, an extension, plural, other separators. `text` itself is never among them.
#[must_use]
pub fn misses(text: &str) -> Vec<String> {
    let mut chars = text.chars();
    let capital = chars.next().map(|c| c.to_uppercase().chain(chars.clone()).collect::<String>());
    let mut out = vec![
        text.to_uppercase(),
        text.to_lowercase(),
        capital.unwrap_or_default(),
        format!(" {text}"),
        format!("{text} "),
        format!("{text}\n"),
        format!("{text}s"),
        format!("x{text}"),
        text.replace('_', "-"),
        text.replace('-', "_"),
        text.replace(['_', '-'], ""),
        text.chars().take(text.chars().count().saturating_sub(1)).collect(),
        format!("{text}{text}"),
    ];
    out.retain(|miss| miss != text);
    let mut seen = std::collections::BTreeSet::new();
    out.retain(|miss| seen.insert(miss.clone()));
    out
}

/// One near-miss of `text`.
pub fn miss(draw: &mut Draw, text: &str) -> String {
    draw.pick(&misses(text)).clone()
}

/// The fewest characters to insert, delete or replace.
#[must_use]
pub fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, left) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = at + 1;
        for (column, right) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(left != *right);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{edits, misses};

    #[test]
    fn a_near_miss_is_never_the_text_itself_and_never_twice() {
        for text in ["steer", "follow_up", "a", "", "Final"] {
            let all = misses(text);
            assert!(!all.contains(&text.to_owned()));
            let distinct: std::collections::BTreeSet<_> = all.iter().collect();
            assert_eq!(distinct.len(), all.len());
        }
    }

    #[test]
    fn edits_are_counted() {
        assert_eq!((edits("", "ab"), edits("kitten", "sitting"), edits("a", "a")), (2, 3, 0));
    }
}
