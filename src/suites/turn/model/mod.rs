//! What the document says: who contributes what, and what becomes of it.

pub(super) mod composition;
pub(super) mod history;
pub(super) mod record;
pub(super) mod trouble;
pub(super) mod vocabulary;
pub(super) mod wrong;
