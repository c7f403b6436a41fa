//! Proofs that were written to a file.

use std::path::Path;

use super::CliError;
use crate::proof::Proof;

/// The proof in a file, or what the file is instead.
pub(super) fn proof(path: &Path) -> Result<Proof, CliError> {
    let text = std::fs::read_to_string(path).map_err(|source| CliError::Read { path: path.to_owned(), source })?;
    Proof::from_json(&text).map_err(|error| CliError::Usage(format!("{} is {error}", path.display())))
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
