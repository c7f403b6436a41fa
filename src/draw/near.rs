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

/// What a program takes for `text` that cleans what it reads, compares loosely, or looks for a word within a word.
fn tempting(text: &str) -> Vec<String> {
    let swapped = |(place, c): (usize, char)| {
        if place % 2 == 1 { c.to_uppercase().next() } else { c.to_lowercase().next() }.unwrap_or(c)
    };
    let mut out = vec![
        text.chars().enumerate().map(swapped).collect(),
        format!("\t{text}"),
        format!("{text}\t"),
        format!("{text}\r\n"),
        format!("{text}\r"),
        format!("\u{a0}{text}"),
        format!("{text}\u{feff}"),
        format!("{text}\u{200b}"),
        format!("{text}\u{301}"),
        format!("\"{text}\""),
        format!("my_{text}"),
        format!("{text}_2"),
        format!("{text}3"),
        format!("{text}.{text}"),
    ];
    let known = misses(text);
    out.retain(|miss| miss != text && !known.contains(miss));
    // Before an empty text is behind it, too.
    out.dedup();
    out
}

/// One near-miss of `text`: often one of [`misses`], and now and then something that only looks like it.
pub fn miss(draw: &mut Draw, text: &str) -> String {
    let all = if draw.chance(1, 4) { tempting(text) } else { misses(text) };
    draw.pick(&all).clone()
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
            let all = [misses(text), super::tempting(text)].concat();
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
