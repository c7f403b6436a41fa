//! The steps of a workflow, read once: from here on everybody can rely on their ids and dependencies.

use serde_json::Value;

use crate::json::{entries, text};

/// One step.
pub(super) struct Step<'a> {
    pub(super) id: &'a str,
    pub(super) dependencies: Vec<&'a str>,
    pub(super) is_compensable: bool,
}

impl Step<'_> {
    /// Whether all that it depends on is done.
    pub(super) fn is_ready(&self, is_done: impl Fn(&str) -> bool) -> bool {
        self.dependencies.iter().all(|name| is_done(name))
    }
}

/// The steps, each with an id of its own and dependencies that exist; or why they are no workflow.
pub(super) fn read(given: &Value) -> Result<Vec<Step<'_>>, String> {
    let steps: Vec<Step<'_>> = entries(given).iter().map(read_step).collect::<Result<_, _>>()?;
    for (index, step) in steps.iter().enumerate() {
        if position(&steps, step.id) != Some(index) {
            return Err(format!("There are two steps called {}.", step.id));
        }
        if let Some(name) = step.dependencies.iter().find(|name| position(&steps, name).is_none()) {
            return Err(format!("{} depends on {name}, which does not exist.", step.id));
        }
    }
    Ok(steps)
}

fn read_step(given: &Value) -> Result<Step<'_>, String> {
    let id = text(&given["stepId"]).ok_or("Every step needs a stepId.")?;
    let dependencies: Option<Vec<&str>> = entries(&given["dependencies"]).iter().map(text).collect();
    let dependencies = dependencies.ok_or_else(|| format!("The dependencies of {id} are not all step ids."))?;
    Ok(Step { id, dependencies, is_compensable: given["compensable"] == true })
}

fn position(steps: &[Step<'_>], id: &str) -> Option<usize> {
    steps.iter().position(|step| step.id == id)
}

/// For a sequential run: a dependency comes before its dependent, because the order of the array is never changed.
pub(super) fn demand_order(steps: &[Step<'_>]) -> Result<(), String> {
    let is_late = |index: usize, name: &str| position(&steps[..index], name).is_none();
    for (index, step) in steps.iter().enumerate() {
        if let Some(name) = step.dependencies.iter().find(|name| is_late(index, name)) {
            return Err(format!("{} depends on {name}, which does not come before it.", step.id));
        }
    }
    Ok(())
}

/// For a parallel run: there is an order in which no step waits for itself.
pub(super) fn demand_no_cycle(steps: &[Step<'_>]) -> Result<(), String> {
    let mut waiting: Vec<&Step<'_>> = steps.iter().collect();
    while !waiting.is_empty() {
        let names: Vec<&str> = waiting.iter().map(|step| step.id).collect();
        waiting.retain(|step| !step.is_ready(|name| !names.contains(&name)));
        if waiting.len() == names.len() {
            return Err(format!("The dependencies form a cycle: {}.", names.join(", ")));
        }
    }
    Ok(())
}
