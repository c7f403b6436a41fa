//! Running the steps of a workflow: nothing is started before it is clear that the run makes sense.

use proofmark::{Host, Refusal};
use serde_json::{Value, json};

use super::checkpoint::Start;
use super::plan::{self, Step};
use super::{parallel, sequential};

/// The two ways to run.
enum Manner {
    Sequential(Start),
    Parallel(parallel::Settings),
}

/// Runs a workflow, or says why it cannot be started.
pub(super) fn run(params: &Value, host: &Host) -> Result<Value, Refusal> {
    let prepared = plan::read(&params["steps"]).and_then(|steps| Ok((manner(params, &steps)?, steps)));
    match prepared {
        Ok((Manner::Sequential(start), steps)) => sequential::run(host, &steps, &start, params["checkpoint"] == true),
        Ok((Manner::Parallel(settings), steps)) => parallel::run(host, &steps, settings),
        Err(why) => Ok(json!({"status": "rejected", "error": why, "steps": [], "checkpoints": [], "errors": []})),
    }
}

fn manner(params: &Value, steps: &[Step<'_>]) -> Result<Manner, String> {
    let resume_from = &params["resumeFrom"];
    if params["parallel"].is_null() {
        plan::demand_order(steps)?;
        let is_resumed = !resume_from.is_null();
        let start = if is_resumed { Start::from_checkpoint(resume_from, steps)? } else { Start::afresh(params) };
        return Ok(Manner::Sequential(start));
    }
    if !resume_from.is_null() {
        return Err("A parallel run cannot be resumed.".to_owned());
    }
    plan::demand_no_cycle(steps)?;
    Ok(Manner::Parallel(parallel::Settings::read(&params["parallel"])?))
}
