//! Drawing inputs: sound ones with everything varied that does not matter,
//! and ones in which exactly one rule is broken.

pub(super) mod alike;
pub(super) mod answerable;
pub(super) mod breach;
mod broken;
mod change;
mod context;
mod demand;
mod edges;
pub(super) mod flow;
pub(super) mod history;
pub(super) mod long;
mod manifest;
pub(super) mod mismatch;
mod nothing;
pub(super) mod plain;
pub(super) mod shape;
mod vary;
pub(super) mod wild;

pub(super) use broken::{any_core_fault, any_manifest_fault, core_fault, manifest_fault, one_fault};
pub(super) use context::{STEP_FIELDS, core, core_of, sound, with_words};
pub(super) use demand::of as broken_demand;
pub(super) use edges::{core_faults, distinct, manifest_faults, plain_fault, step_edges};
pub(super) use manifest::manifest;
pub(super) use nothing::{each, no_items, no_object, no_text};
pub(super) use vary::artifacts;

#[cfg(test)]
mod tests;
