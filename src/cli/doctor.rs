//! `proofmark doctor -- COMMAND`

use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use super::config::ProfileArgs;
use super::values::duration;
use super::{CliError, Exit, output, target};
use crate::doctor::{as_json, as_text, examine};
use crate::inert::json as inert;
use crate::rule::Catalogue;
use crate::run::RunError;
use crate::subject::Limits;

#[derive(Debug, Args)]
pub(super) struct DoctorArgs {
    /// How long an answer may take
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    timeout: Duration,
    /// One JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    _profile: ProfileArgs,
    /// The command that starts the adapter
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Looks at the adapter itself, before its answers are judged.
pub(super) fn doctor(catalogue: &Catalogue, args: &DoctorArgs) -> Result<Exit, CliError> {
    let command = target::subject(&args.command, args.timeout, Limits::default());
    target::end_in_order_on_interrupt();
    let diagnosis = match examine(catalogue, &command, args.timeout, &target::INTERRUPTED) {
        Ok(diagnosis) => diagnosis,
        Err(error) => {
            if args.json {
                let object = json!({"doctor": 1, "ok": false, "error": error.to_string()});
                output::to_stdout(|out| writeln!(out, "{}", inert(&object.to_string())))?;
            }
            return Err(RunError::from(error).into());
        }
    };
    if target::INTERRUPTED.load(Ordering::Relaxed) {
        return Ok(Exit::Interrupted);
    }
    output::to_stdout(|out| {
        if args.json {
            writeln!(out, "{}", inert(&as_json(&diagnosis).to_string()))
        } else {
            as_text(&diagnosis, &command.shown(), out)
        }
    })?;
    Ok(if diagnosis.is_well() { Exit::Conforms } else { Exit::DoesNot })
}
