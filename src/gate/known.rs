//! The file of known failures: what is let through, and why.

use std::path::Path;

use toml_edit::{Document, Item, Table};

use super::{Date, Extent};
use crate::proof::Ranges;

/// The members that an entry may have.
const MEMBERS: [&str; 7] = ["rule", "check", "kind", "reason", "issue", "until", "seen"];
/// The members of `seen`.
const SEEN: [&str; 6] = ["seed", "cases", "harness", "failed", "of", "which"];

/// A file of known failures, as it was read.
#[derive(Debug, Clone)]
pub struct KnownFile {
    /// The name to show.
    pub name: String,
    /// Its entries, in their order.
    pub entries: Vec<Entry>,
}

/// One failure that is let through.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The rule, by its full id.
    pub rule: String,
    /// The check, by its full id.
    pub check: String,
    /// The kind of disagreement; none for any.
    pub kind: Option<String>,
    /// Why it is let through; empty where nobody said so yet.
    pub reason: String,
    /// Where it is worked on.
    pub issue: Option<String>,
    /// The last day on which it is let through.
    pub until: Option<Date>,
    /// How far it reached when it was written down; none for any extent.
    pub seen: Option<Extent>,
    /// The first and the last line of the entry.
    pub lines: (usize, usize),
    /// The line to change when the kind, the reason or the day is wrong.
    pub(super) member_lines: MemberLines,
}

/// Where the members stand that may have to be changed.
#[derive(Debug, Clone, Copy)]
pub(super) struct MemberLines {
    pub(super) kind: usize,
    pub(super) reason: usize,
    pub(super) until: usize,
}

/// A file that cannot be read as known failures.
#[derive(Debug, thiserror::Error)]
#[error("{file}:{line}: {what}")]
pub struct KnownError {
    file: String,
    line: usize,
    what: String,
}

impl KnownFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// When it is not TOML, or its entries are not entries.
    pub fn parse(path: &Path, text: &str) -> Result<Self, KnownError> {
        let name = path.display().to_string();
        let error = |at: usize, what: String| KnownError { file: name.clone(), line: line_of(text, at), what };
        let document = Document::parse(text)
            .map_err(|wrong| error(wrong.span().map_or(0, |span| span.start), wrong.message().to_owned()))?;
        if let Some((key, _)) = document.iter().find(|(key, _)| *key != "known") {
            let at = document.key(key).and_then(toml_edit::Key::span).map_or(0, |span| span.start);
            return Err(error(
                at,
                format!("`{key}` means nothing here: a file of known failures is made of [[known]]"),
            ));
        }
        let entries = match document.get("known") {
            None => Vec::new(),
            Some(Item::ArrayOfTables(tables)) => tables
                .iter()
                .map(|table| Reader { text, table }.entry().map_err(|(at, what)| error(at, what)))
                .collect::<Result<_, _>>()?,
            Some(other) => {
                let at = other.span().map_or(0, |span| span.start);
                return Err(error(at, "write an entry as [[known]], with its members below".to_owned()));
            }
        };
        Ok(Self { name, entries })
    }
}

/// Reads one entry.
struct Reader<'a> {
    text: &'a str,
    table: &'a Table,
}

type Wrong = (usize, String);

impl Reader<'_> {
    fn entry(&self) -> Result<Entry, Wrong> {
        let begin = self.table.span().map_or(0, |span| span.start);
        if let Some((key, item)) = self.table.iter().find(|(key, _)| !MEMBERS.contains(key)) {
            let at = item.span().map_or(begin, |span| span.start);
            return Err((at, format!("an entry has no member `{key}`; its members are {}", MEMBERS.join(", "))));
        }
        let needed = |member: &str| {
            self.text(member)?.ok_or_else(|| (begin, format!("the entry that begins here has no `{member}`")))
        };
        let end = self.table.iter().filter_map(|(_, item)| Some(item.span()?.end)).max().unwrap_or(begin);
        let line = |member: &str| {
            let at = self.table.get(member).and_then(Item::span).map_or(begin, |span| span.start);
            line_of(self.text, at)
        };
        Ok(Entry {
            rule: needed("rule")?,
            check: needed("check")?,
            kind: self.text("kind")?,
            reason: self.text("reason")?.unwrap_or_default().trim().to_owned(),
            issue: self.text("issue")?,
            until: self.date("until")?,
            seen: self.extent()?,
            lines: (line_of(self.text, begin), line_of(self.text, end)),
            member_lines: MemberLines { kind: line("kind"), reason: line("reason"), until: line("until") },
        })
    }

    fn text(&self, member: &str) -> Result<Option<String>, Wrong> {
        let Some(item) = self.table.get(member) else { return Ok(None) };
        let at = item.span().map_or(0, |span| span.start);
        item.as_str().map(|text| Some(text.to_owned())).ok_or_else(|| (at, format!("`{member}` is not a text")))
    }

    /// How far the failure reached, as `known update` writes it.
    fn extent(&self) -> Result<Option<Extent>, Wrong> {
        let Some(item) = self.table.get("seen") else { return Ok(None) };
        let at = item.span().map_or(0, |span| span.start);
        let wrong = |what: String| (at, format!("{what}; `proofmark known update` writes it anew"));
        let table = item.as_table_like().ok_or_else(|| wrong("`seen` is not a table".to_owned()))?;
        if let Some((key, _)) = table.iter().find(|(key, _)| !SEEN.contains(key)) {
            return Err(wrong(format!("`seen` has no member `{key}`")));
        }
        let number = |member: &str| {
            let number = table.get(member).and_then(Item::as_integer).and_then(|number| u64::try_from(number).ok());
            number.ok_or_else(|| wrong(format!("`seen` needs a whole number `{member}`")))
        };
        let which = table.get("which").and_then(Item::as_str).map(|text| Ranges::try_from(text.to_owned()));
        Ok(Some(Extent {
            seed: number("seed")?,
            cases: number("cases")?,
            harness: table.get("harness").and_then(Item::as_str).unwrap_or_default().to_owned(),
            failed: number("failed")?,
            of: number("of")?,
            which: which.transpose().map_err(wrong)?,
        }))
    }

    /// A day, as a text or as TOML writes it.
    fn date(&self, member: &str) -> Result<Option<Date>, Wrong> {
        let Some(item) = self.table.get(member) else { return Ok(None) };
        let at = item.span().map_or(0, |span| span.start);
        let text = item.as_str().map(str::to_owned).or_else(|| item.as_datetime().map(ToString::to_string));
        let text = text.ok_or_else(|| (at, format!("`{member}` is not a day; write \"YYYY-MM-DD\"")))?;
        text.parse().map(Some).map_err(|wrong| (at, wrong))
    }
}

/// The line, from 1, in which the byte `at` stands.
fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<KnownFile, String> {
        KnownFile::parse(Path::new("known.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn an_entry_knows_its_lines() {
        let text = "# ours\n\n[[known]]\nrule = \"a/b\"\ncheck = \"a/b/c\"\nkind = \"k\"\nreason = \"\"\"long\nstory\"\"\"\n\
                    until = 2027-01-31\n\n# next\n[[known]]\nrule = \"a/d\"\ncheck = \"a/d/e\"\n";
        let file = read(text).unwrap();
        let [first, second] = file.entries.as_slice() else { panic!("{file:?}") };
        assert_eq!((first.lines, second.lines), ((3, 9), (12, 14)));
        assert_eq!((first.member_lines.kind, first.member_lines.reason, first.member_lines.until), (6, 7, 9));
        assert_eq!(first.until.map(|day| day.to_string()).as_deref(), Some("2027-01-31"));
        assert_eq!((second.kind.as_deref(), second.reason.as_str()), (None, ""));
    }

    #[test]
    fn what_is_no_entry_is_pointed_at() {
        for (text, what) in [
            ("\n[[known]\n", "known.toml:2: "),
            ("[[know]]\n", "known.toml:1: `know` means nothing here"),
            ("known = 1\n", "known.toml:1: write an entry as [[known]]"),
            ("[[known]]\nrule = \"a/b\"\n", "known.toml:1: the entry that begins here has no `check`"),
            ("[[known]]\nrule = 1\n", "known.toml:2: `rule` is not a text"),
            ("[[known]]\nrule = \"r\"\nchekc = \"c\"\n", "known.toml:3: an entry has no member `chekc`"),
            ("[[known]]\nrule = \"r\"\ncheck = \"c\"\nuntil = \"soon\"\n", "known.toml:4: `soon` is not a day"),
            ("[[known]]\nrule = \"r\"\ncheck = \"c\"\nuntil = 7\n", "known.toml:4: `until` is not a day"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.starts_with(what), "{text:?}: {error}");
        }
    }
}
