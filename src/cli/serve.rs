//! `proofmark serve`

use super::args::ServeArgs;
use super::{CliError, Exit, select};
use crate::suites;

/// Offers the reference runtime on stdio.
pub(super) fn serve(args: &ServeArgs) -> Result<Exit, CliError> {
    let mutants = select::mutants(&args.mutant)?;
    crate::serve(suites::reference(&mutants))?;
    Ok(Exit::Conforms)
}
