//! Runs of workflows: the case, the scheduler that plays its steps, and what the trace tells.

pub(super) mod draw;
pub(super) mod resume;
pub(super) mod scheduler;
pub(super) mod shape;
pub(super) mod tale;
pub(super) mod workflow;
