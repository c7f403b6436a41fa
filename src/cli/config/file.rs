//! Finding and reading `proofmark.toml`.

use std::ops::Range;
use std::path::{Path, PathBuf};

use toml_edit::{Document, Item, TableLike};

use super::nearest::suggestion;
use super::{KEYS, Key, Kind};
use crate::cli::{CliError, saved};

/// The name of the file.
pub(super) const NAME: &str = "proofmark.toml";

/// A file of settings, with the profile that was asked for.
#[derive(Debug)]
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) settings: Vec<Setting>,
}

/// What one key is set to.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) key: &'static Key,
    pub(super) values: Vec<String>,
    pub(super) origin: Origin,
}

/// Where a setting stands.
#[derive(Debug)]
pub(super) struct Origin {
    pub(super) line: usize,
    pub(super) profile: Option<String>,
}

/// What is wrong, and where.
type Wrong = (Range<usize>, String);

impl File {
    /// Reads the file in `folder`, or the nearest above it.
    ///
    /// # Errors
    /// When it cannot be read, says what means nothing, or has no such profile.
    pub(super) fn find(folder: &Path, profile: Option<&str>) -> Result<Option<Self>, CliError> {
        let Some(path) = folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file()) else {
            return match profile {
                None => Ok(None),
                Some(profile) => Err(CliError::Usage(format!(
                    "there is no profile `{profile}`: there is no {NAME} in {} or above it",
                    folder.display()
                ))),
            };
        };
        let text = saved::text(&path)?;
        match settings(&text, profile) {
            Ok(settings) => Ok(Some(Self { path, settings })),
            Err(wrong) => Err(CliError::Usage(format!("{}:{}", path.display(), pointed_at(&text, &wrong)))),
        }
    }
}

/// Reads settings and forgets them.
///
/// # Errors
/// The line, and what is wrong in it.
pub(crate) fn read_settings(text: &str) -> Result<(), String> {
    settings(text, None).map(drop).map_err(|wrong| pointed_at(text, &wrong))
}

fn pointed_at(text: &str, (at, what): &Wrong) -> String {
    format!("{}: {what}", line_of(text, at.start))
}

/// The settings of a text; those of the profile take the place of the others.
fn settings(text: &str, profile: Option<&str>) -> Result<Vec<Setting>, Wrong> {
    let document =
        Document::parse(text).map_err(|error| (error.span().unwrap_or_default(), error.message().to_owned()))?;
    let mut found = table(text, document.as_table(), None)?;
    let mut names = Vec::new();
    // Those that are not asked for are read as well: a mistake should not wait for its day.
    for (name, item) in document.get("profile").and_then(Item::as_table_like).into_iter().flat_map(TableLike::iter) {
        let of_profile = table(text, as_table(item, &format!("profile.{name}"))?, Some(name))?;
        names.push(name.to_owned());
        if profile == Some(name) {
            found.retain(|setting| !of_profile.iter().any(|other| std::ptr::eq(other.key, setting.key)));
            found.extend(of_profile);
        }
    }
    match profile {
        Some(wanted) if !names.iter().any(|name| name == wanted) => {
            let near = suggestion(wanted, names.iter().map(String::as_str));
            Err((0..0, format!("there is no profile `{wanted}`, which would be [profile.{wanted}].{near}")))
        }
        _ => Ok(found),
    }
}

fn as_table<'a>(item: &'a Item, name: &str) -> Result<&'a dyn TableLike, Wrong> {
    item.as_table_like().ok_or_else(|| (place(item), format!("`{name}` is a table: write [{name}]")))
}

/// The settings of one table, and of `[reports]` in it.
fn table(text: &str, table: &dyn TableLike, profile: Option<&str>) -> Result<Vec<Setting>, Wrong> {
    let mut found = Vec::new();
    let mut read = |name: &str, item: &Item| -> Result<(), Wrong> {
        let key = Key::of(name).ok_or_else(|| (place(item), unknown(name, profile.is_none())))?;
        let values = values(key, item).ok_or_else(|| (place(item), format!("`{name}` {}", wanted(key.kind))))?;
        let origin = Origin { line: line_of(text, place(item).start), profile: profile.map(str::to_owned) };
        found.push(Setting { key, values, origin });
        Ok(())
    };
    for (name, item) in table.iter() {
        match name {
            "profile" if profile.is_none() => drop(as_table(item, name)?),
            "reports" => {
                for (report, item) in as_table(item, name)?.iter() {
                    read(&format!("reports.{report}"), item)?;
                }
            }
            _ => read(name, item)?,
        }
    }
    Ok(found)
}

fn unknown(name: &str, top: bool) -> String {
    let tables = ["reports", "profile"].into_iter().take(if top { 2 } else { 1 });
    format!("there is no key `{name}`.{}", suggestion(name, KEYS.iter().map(|key| key.name).chain(tables)))
}

fn values(key: &Key, item: &Item) -> Option<Vec<String>> {
    match key.kind {
        Kind::Number => item.as_integer().and_then(|number| u64::try_from(number).ok()).map(|n| vec![n.to_string()]),
        Kind::Text | Kind::Path => item.as_str().map(|text| vec![text.to_owned()]),
        Kind::Command if item.is_str() => {
            let text = item.as_str().filter(|text| !text.contains(['"', '\'', '\\']))?;
            Some(text.split_whitespace().map(str::to_owned).collect()).filter(|words: &Vec<String>| !words.is_empty())
        }
        Kind::Texts if item.is_str() => item.as_str().map(|text| vec![text.to_owned()]),
        Kind::Command | Kind::Texts => {
            let list = item.as_array()?;
            let texts = list.iter().map(|entry| entry.as_str().map(str::to_owned));
            texts.collect::<Option<Vec<String>>>().filter(|texts| key.kind == Kind::Texts || !texts.is_empty())
        }
    }
}

fn wanted(kind: Kind) -> &'static str {
    match kind {
        Kind::Command => "is a text without quotes, or a list of words: [\"python3\", \"adapter.py\"]",
        Kind::Texts => "is a text, or a list of texts",
        Kind::Text => "is a text",
        Kind::Path => "is the path of a file, as a text",
        Kind::Number => "is a number without a sign or a fraction",
    }
}

fn place(item: &Item) -> Range<usize> {
    item.span().unwrap_or_default()
}

/// The line, from 1, in which the byte `at` stands.
fn line_of(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count()
}
