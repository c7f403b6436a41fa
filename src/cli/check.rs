//! `proofmark check PATH`

use super::args::CheckArgs;
use super::{CliError, Exit, output};
use crate::check::{as_json, as_text, check as check_path};
use crate::inert::json;
use crate::rule::Catalogue;

/// Checks a workflow by the model.
pub(super) fn check(catalogue: &Catalogue, args: &CheckArgs) -> Result<Exit, CliError> {
    let checked = check_path(catalogue, &args.path).map_err(|error| CliError::Usage(error.to_string()))?;
    output::to_stdout(|out| {
        if args.json {
            writeln!(out, "{}", json(&as_json(&checked).to_string()))
        } else {
            // Styles are taken out again where nobody wants them.
            write!(out, "{}", as_text(&checked, true))
        }
    })?;
    Ok(if checked.is_valid() { Exit::Conforms } else { Exit::DoesNot })
}
