//! The site as a folder: written aside, and put in its place as a whole.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::super::{CliError, saved};

/// The list of a book's files, by which a book is known.
const LIST: &str = "book.json";

/// Files by their addresses.
#[derive(Debug, Default)]
pub(super) struct Site {
    files: BTreeMap<String, String>,
}

impl Site {
    /// Adds a file; two of one address would be one of them lost.
    pub(super) fn add(&mut self, address: &str, text: String) -> Result<(), CliError> {
        match self.files.insert(address.to_owned(), text) {
            None => Ok(()),
            Some(_) => Err(CliError::Usage(format!("two pages of the catalogue have the address {address}"))),
        }
    }

    /// How many pages there are.
    pub(super) fn pages(&self) -> usize {
        let is_page = |address: &&String| Path::new(address).extension().is_some_and(|extension| extension == "html");
        self.files.keys().filter(is_page).count()
    }

    /// Writes everything beside `folder`, then puts it there.
    pub(super) fn write(self, folder: &Path) -> Result<(), CliError> {
        let failed = |source| CliError::Write { path: folder.to_owned(), source };
        let name = folder.file_name().ok_or_else(|| failed(io::ErrorKind::InvalidInput.into()))?.to_string_lossy();
        let beside = |what: &str| folder.with_file_name(format!(".{name}.{}.{what}", std::process::id()));
        let (new, old) = (beside("new"), beside("old"));
        let put = || -> io::Result<()> {
            self.write_to(&new)?;
            if folder.exists() {
                fs::rename(folder, &old)?;
            }
            fs::rename(&new, folder)
        };
        let result = put().map_err(failed);
        if result.is_err() && old.exists() {
            // What was there comes back; if even that fails, it is still there under its other name.
            let _ = fs::rename(&old, folder);
        }
        let _ = fs::remove_dir_all(&new);
        if result.is_ok() && old.exists() {
            fs::remove_dir_all(&old).map_err(failed)?;
        }
        result
    }

    fn write_to(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir(folder)?;
        for (address, text) in &self.files {
            let path = folder.join(address);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, text)?;
        }
        let list = json!({"book": 1, "files": self.files.keys().collect::<Vec<_>>()});
        fs::write(folder.join(LIST), format!("{list:#}\n"))
    }
}

/// Whether a book may be put into a folder: there is none, it is empty, or it holds a book and nothing else.
pub(super) fn is_free(folder: &Path) -> Result<(), CliError> {
    let refuse = |why: String| {
        Err(CliError::Usage(format!("{} {why}. Nothing was written: choose another folder", folder.display())))
    };
    if !folder.exists() {
        return Ok(());
    }
    if !folder.is_dir() {
        return refuse("is not a folder".to_owned());
    }
    let mut there = Vec::new();
    files(folder, &mut there).map_err(|source| CliError::Read { path: folder.to_owned(), source })?;
    if there.is_empty() {
        return Ok(());
    }
    let list = saved::text(&folder.join(LIST)).map(|text| serde_json::from_str::<Value>(&text));
    let Ok(Ok(list)) = list else { return refuse("is not empty, and what it holds is no book".to_owned()) };
    let listed: Vec<&str> = list["files"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let is_foreign = |path: &&PathBuf| {
        let address = path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/");
        address != LIST && !listed.contains(&&*address)
    };
    match there.iter().find(is_foreign) {
        Some(foreign) => refuse(format!("is a book, and holds {} as well", foreign.display())),
        None => Ok(()),
    }
}

/// Every file below a folder; a link is a file, wherever it leads.
fn files(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            files(&entry.path(), found)?;
        } else {
            found.push(entry.path());
        }
    }
    Ok(())
}
