//! What the document says, by concept.

pub(super) mod delegation;
pub(super) mod nothing;
pub(super) mod profile;
pub(super) mod profile_doubt;
pub(super) mod prompt;
pub(super) mod registry;
pub(super) mod rich;
pub(super) mod selection;
pub(super) mod tools;
pub(super) mod workflow;
pub(super) mod world;
