//! In which respect a request is not the one that is due.

use super::composition::Entry;

/// The first respect in which it is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Trouble {
    /// Contributions were joined, split or repeated.
    Merged,
    /// Something is lost, changed or added.
    Changed,
    /// An entry has another kind.
    Kind,
    /// The entries stand in another order.
    Order,
}

/// What is wrong with a request, if anything is.
pub(in super::super) fn trouble(due: &[Entry], found: &[Entry]) -> Option<Trouble> {
    if due == found {
        return None;
    }
    let of = |id: &str| found.iter().filter(|entry| entry.id == id).collect::<Vec<_>>();
    let lost: Vec<&Entry> = due.iter().filter(|due| of(&due.id).is_empty()).collect();
    let again = due.iter().any(|due| of(&due.id).len() > 1);
    let swallowed = |entry: &Entry| {
        let own = due.iter().find(|due| due.id == entry.id);
        own.is_some_and(|own| own.content != entry.content)
            && lost.iter().any(|lost| entry.content.contains(&lost.content))
    };
    if again || found.iter().any(swallowed) {
        return Some(Trouble::Merged);
    }
    let same = |a: &Entry, b: &Entry| (&a.provider, &a.content) == (&b.provider, &b.content);
    if !lost.is_empty()
        || found.len() > due.len()
        || due.iter().any(|due| !of(&due.id).iter().all(|found| same(due, found)))
    {
        return Some(Trouble::Changed);
    }
    let kinds = due.iter().any(|due| of(&due.id).iter().any(|found| found.kind != due.kind));
    Some(if kinds { Trouble::Kind } else { Trouble::Order })
}

/// What two contents have in common that are alike.
pub(in super::super) fn gist(content: &str) -> String {
    let lower = content.to_lowercase().replace("e\u{301}", "é");
    lower.chars().filter(|c| !c.is_whitespace() && *c != '\u{feff}').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, kind: &str, content: &str) -> Entry {
        let [provider, id, kind, content] = ["user", id, kind, content].map(str::to_owned);
        Entry { provider, id, kind, content }
    }

    #[test]
    fn every_respect_is_told_from_the_others() {
        let (a, b) = (entry("a", "instruction", "amber"), entry("b", "attachment", "birch"));
        let due = [a.clone(), b.clone()];
        assert_eq!(trouble(&due, &due), None);
        assert_eq!(trouble(&due, &[b.clone(), a.clone()]), Some(Trouble::Order));
        assert_eq!(trouble(&due, &[a.clone(), entry("b", "file", "birch")]), Some(Trouble::Kind));
        assert_eq!(trouble(&due, &[a.clone(), entry("b", "attachment", "Birch")]), Some(Trouble::Changed));
        assert_eq!(trouble(&due, std::slice::from_ref(&a)), Some(Trouble::Changed));
        assert_eq!(trouble(&due, &[a.clone(), b.clone(), entry("c", "file", "x")]), Some(Trouble::Changed));
        assert_eq!(trouble(&due, &[entry("a", "instruction", "amber\nbirch")]), Some(Trouble::Merged));
        assert_eq!(trouble(&due, &[a.clone(), b, a]), Some(Trouble::Merged));
    }
}
