//! Where a rule or a question has its page in a book: its id, as a path that every file system and every browser takes.

use std::fmt::Write;

/// The page of the rule or question with that id, from the first page of the book: `awp/R6.html`.
pub(crate) fn address(id: &str) -> String {
    format!("{}.html", id.split('/').map(name).collect::<Vec<_>>().join("/"))
}

/// A part of an id as a file name: what is no letter, digit, `-` or inner dot is written as its number, and a name
/// that the book has for itself is marked.
fn name(id: &str) -> String {
    let mut name = String::new();
    for (at, c) in id.char_indices() {
        match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => name.push(c),
            '.' if at > 0 && id[at + 1..].starts_with(|next: char| next != '.') => name.push(c),
            other => {
                // Writing to memory cannot fail.
                let _ = write!(name, "_{:x}", u32::from(other));
            }
        }
    }
    if matches!(name.as_str(), "index" | "proofs" | "") { format!("_{name}") } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_an_address_of_its_own() {
        let ids = ["awp/R6", "context/3.1.initial", "a/..", "a/.x", "a/b c", "a/b_c", "a/index", "a/_index", "a/", "a"];
        let addresses: Vec<String> = ids.iter().map(|id| address(id)).collect();
        assert_eq!(&addresses[..2], ["awp/R6.html", "context/3.1.initial.html"]);
        assert!(addresses.iter().all(|address| !address.contains([' ', '%', '#']) && !address.contains("..")));
        let mut different = addresses.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), ids.len(), "{addresses:?}");
    }
}
