//! `--words FILE`

use std::path::Path;

use super::CliError;

/// The words of a file, one a line; empty lines and those that begin with `#` are none.
pub(super) fn read(file: &Path) -> Result<Vec<String>, CliError> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| CliError::Usage(format!("the words in {} cannot be read: {error}", file.display())))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| word(line).ok_or_else(|| unfit(line, file))).collect()
}

/// A word is part of the name of its case, and of a command line.
fn word(line: &str) -> Option<String> {
    let fits = line.len() <= 64 && !line.contains(|c: char| c == ':' || c.is_whitespace() || c.is_control());
    fits.then(|| line.to_owned())
}

fn unfit(line: &str, file: &Path) -> CliError {
    let what = "a word has at most 64 bytes, no white space and no colon";
    CliError::Usage(format!("`{line}` in {} is no word: {what}", file.display()))
}
