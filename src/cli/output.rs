//! Where results go: stdout for data, a file when asked for.

use std::io::{self, Write};
use std::path::Path;

use super::CliError;

/// Writes to stdout, in colour where that is a terminal that wants it.
pub(super) fn to_stdout(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), CliError> {
    let mut out = io::BufWriter::new(anstream::AutoStream::auto(io::stdout()));
    write(&mut out)?;
    out.flush()?;
    Ok(())
}

/// Writes `text` to a file, or to stdout for `-`.
pub(super) fn to_file(path: &Path, text: &str) -> Result<(), CliError> {
    if path == Path::new("-") {
        return to_stdout(|out| out.write_all(text.as_bytes()));
    }
    std::fs::write(path, text).map_err(|source| CliError::Write { path: path.to_owned(), source })
}
