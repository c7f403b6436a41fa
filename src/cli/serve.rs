//! `proofmark serve`

use super::args::ServeArgs;
use super::{CliError, Exit, select};
use crate::rule::Catalogue;

/// Offers the reference runtime on stdio.
pub(super) fn serve(catalogue: &Catalogue, args: &ServeArgs) -> Result<Exit, CliError> {
    let mutants = select::mutants(catalogue, &args.mutant)?;
    crate::serve(catalogue.reference(&mutants))?;
    Ok(Exit::Conforms)
}
