//! Bringing a file of known failures up to date, without losing what people wrote in it.

use toml_edit::{ArrayOfTables, DocumentMut, InlineTable, Item, Table, value};

use super::excuse::{Standing, describes, standing};
use super::{Entry, Extent, KnownFile};
use crate::proof::{Finding, Proof};
use crate::rule::{Catalogue, Level};

/// What stands at the top of a new file.
const HEADER: &str = "# Failures that are let through, each with the reason. `proofmark run --known` objects to\n\
                      # every entry that does not fail as described; `proofmark known update` renews the list.\n\n";

/// A file of known failures, brought up to date.
#[derive(Debug)]
pub struct Updated {
    /// The new text of the file.
    pub text: String,
    /// The checks whose entries are gone.
    pub removed: Vec<String>,
    /// The checks whose extent was written down anew.
    pub rewritten: Vec<String>,
    /// The checks that were added, each with a reason that somebody has to fill in.
    pub added: Vec<String>,
}

/// Removes the entries of `file` (whose text is `text`) that `proof` proves wrong, and adds what fails beside them.
#[must_use]
pub fn update(catalogue: &Catalogue, text: &str, file: &KnownFile, proof: &Proof) -> Updated {
    // A file that was read as known failures is TOML.
    let mut document: DocumentMut = text.parse().unwrap_or_default();
    let stale = |entry: &Entry| {
        !matches!(
            standing(catalogue, proof, entry),
            Standing::Expected | Standing::NotJudged | Standing::FailsFurther(_)
        )
    };
    let stale: Vec<usize> = (0..file.entries.len()).rev().filter(|place| stale(&file.entries[*place])).collect();
    let rewritten = widths(&mut document, file, proof);
    let mut updated = Updated { text: String::new(), removed: Vec::new(), rewritten, added: Vec::new() };
    let mut left_over = String::new();
    if let Some(tables) = document.get_mut("known").and_then(Item::as_array_of_tables_mut) {
        for place in &stale {
            left_over = remove(tables, *place, &left_over);
            updated.removed.insert(0, file.entries[*place].check.clone());
        }
    }
    let kept: Vec<&Entry> =
        file.entries.iter().enumerate().filter(|(place, _)| !stale.contains(place)).map(|(_, entry)| entry).collect();
    let mut missing: Vec<&Finding> = proof
        .findings
        .iter()
        .filter(|finding| finding.level == Level::Must && !kept.iter().any(|entry| describes(entry, finding)))
        .collect();
    // One entry is enough for several bugs of one kind.
    missing.dedup_by(|second, first| (&second.check, &second.kind) == (&first.check, &first.kind));
    if missing.is_empty() {
        let trailing = document.trailing().as_str().unwrap_or_default();
        document.set_trailing(format!("{left_over}{trailing}"));
    } else {
        add(&mut document, proof, &missing, left_over);
        updated.added = missing.iter().map(|finding| finding.check.clone()).collect();
    }
    updated.text = document.to_string();
    if text.trim().is_empty() {
        updated.text.insert_str(0, HEADER);
    }
    updated
}

/// Writes down anew how far every failure reaches that was written down before; the checks where that changed.
fn widths(document: &mut DocumentMut, file: &KnownFile, proof: &Proof) -> Vec<String> {
    let Some(tables) = document.get_mut("known").and_then(Item::as_array_of_tables_mut) else { return Vec::new() };
    let mut changed = Vec::new();
    for (table, entry) in tables.iter_mut().zip(&file.entries) {
        let Some(finding) = proof.findings.iter().find(|finding| describes(entry, finding)) else { continue };
        let extent = Extent::of(proof, finding);
        if entry.seen.as_ref().is_some_and(|seen| *seen != extent) {
            table.insert("seen", written(&extent));
            changed.push(entry.check.clone());
        }
    }
    changed
}

/// How far a failure reaches, as TOML.
fn written(extent: &Extent) -> Item {
    let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let mut table = InlineTable::new();
    table.insert("seed", number(extent.seed).into());
    table.insert("cases", number(extent.cases).into());
    table.insert("harness", extent.harness.as_str().into());
    table.insert("failed", number(extent.failed).into());
    table.insert("of", number(extent.of).into());
    if let Some(which) = &extent.which {
        table.insert("which", which.to_string().into());
    }
    value(table)
}

/// Removes one entry with the comment above it. What is set apart from the entry by an empty line was not written
/// about it and stays, in front of what follows: of the next entry, or of the end of the file, for which it is returned.
fn remove(tables: &mut ArrayOfTables, place: usize, left_over: &str) -> String {
    let removed = tables.remove(place);
    let above = removed.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
    let kept = above.rfind("\n\n").map_or("", |end| &above[..=end]).to_owned();
    let Some(next) = tables.get_mut(place) else { return kept + left_over };
    let prefix = next.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default().to_owned();
    // The first table of a file has no empty line above it.
    let prefix = if place == 0 && kept.is_empty() { prefix.trim_start_matches('\n').to_owned() } else { prefix };
    next.decor_mut().set_prefix(format!("{kept}{prefix}"));
    left_over.to_owned()
}

fn add(document: &mut DocumentMut, proof: &Proof, findings: &[&Finding], mut above: String) {
    let known = document.entry("known").or_insert_with(|| Item::ArrayOfTables(ArrayOfTables::new()));
    let Some(tables) = known.as_array_of_tables_mut() else { return };
    for finding in findings {
        let mut table = Table::new();
        table.insert("rule", value(&finding.rule));
        table.insert("check", value(&finding.check));
        table.insert("kind", value(&finding.kind));
        let mut reason = value("");
        if let Some(reason) = reason.as_value_mut() {
            reason.decor_mut().set_suffix(" # say why");
        }
        table.insert("reason", reason);
        table.insert("seen", written(&Extent::of(proof, finding)));
        if !tables.is_empty() || !above.is_empty() {
            above.push('\n');
        }
        table.decor_mut().set_prefix(std::mem::take(&mut above));
        tables.push(table);
    }
}
