//! Documents that were written to a file.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use super::CliError;
use crate::proof::{Proof, from_journal};

/// The largest document that is read.
const LARGEST: u64 = 256 << 20;

/// The text of a file.
pub(super) fn text(path: &Path) -> Result<String, CliError> {
    let failed = |source| CliError::Read { path: path.to_owned(), source };
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text)).map_err(failed)?;
    if read as u64 > LARGEST {
        let why = format!("it is larger than {} MiB, and no document of ours is", LARGEST >> 20);
        return Err(failed(io::Error::new(io::ErrorKind::FileTooLarge, why)));
    }
    Ok(text)
}

/// The name of a file without its folders.
pub(super) fn name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}

/// The proof in a file, or what the file is instead.
pub(super) fn proof(path: &Path) -> Result<Proof, CliError> {
    let text = text(path)?;
    from_journal(&text)
        .unwrap_or_else(|| Proof::from_json(&text))
        .map_err(|error| CliError::Usage(format!("{} is {error}", path.display())))
}

/// The same, of a run that was neither one shard of several nor interrupted.
pub(super) fn whole_proof(path: &Path) -> Result<Proof, CliError> {
    let proof = proof(path)?;
    let shown = path.display();
    if let Some(shard) = &proof.shard {
        return Err(CliError::Usage(format!(
            "{shown} is only shard {shard} of a run: put the shards together first (`proofmark merge`)"
        )));
    }
    if !proof.complete {
        return Err(CliError::Usage(format!("{shown} is of a run that was interrupted: run it again to the end")));
    }
    Ok(proof)
}
