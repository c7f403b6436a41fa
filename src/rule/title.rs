//! Titles: what a rule is called, and what it demands.

/// The heading of a title, if the document has one for the rule, and what completes "A conforming runtime …".
pub(crate) fn heading_and_demand(title: &str) -> (Option<&str>, &str) {
    match title.split_once(": ") {
        Some((heading, demand)) => (Some(heading), demand),
        None => (None, title),
    }
}

/// A title as a sentence, without its full stop.
pub(crate) fn sentence(title: &str) -> String {
    match heading_and_demand(title) {
        (Some(heading), demand) => format!("{heading}: a conforming runtime {demand}"),
        (None, demand) => format!("A conforming runtime {demand}"),
    }
}
