//! What may have been meant by a word that nobody knows.

/// " Did you mean …?" for the nearest of `known`, if one is near enough.
pub(super) fn suggestion<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> String {
    let nearest = known.map(|name| (edits(wanted, name), name)).min();
    match nearest {
        Some((edits, name)) if edits <= 1 + wanted.len() / 4 => format!(" Did you mean `{name}`?"),
        _ => String::new(),
    }
}

/// How many characters have to be put in, taken out or exchanged to get from one word to the other.
fn edits(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.iter().enumerate() {
            let exchanged = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_far_apart_as_they_are() {
        for (from, to, apart) in [("", "", 0), ("", "abc", 3), ("abc", "", 3), ("suite", "suites", 1)] {
            assert_eq!(edits(from, to), apart, "{from} {to}");
        }
        assert_eq!((edits("kitten", "sitting"), edits("comand", "command"), edits("ab", "ba")), (3, 1, 2));
    }

    #[test]
    fn only_what_is_near_is_meant() {
        let known = || ["command", "suites", "seed"].into_iter();
        assert_eq!(suggestion("comand", known()), " Did you mean `command`?");
        assert_eq!(suggestion("suite", known()), " Did you mean `suites`?");
        assert_eq!(suggestion("threads", known()), "");
    }
}
