//! The names and numbers of the wire protocol that both sides share.

/// The version of the protocol spoken here.
pub const VERSION: u64 = 1;

/// The JSON-RPC code for a method that is not offered.
pub const METHOD_NOT_FOUND: i64 = -32601;

/// The JSON-RPC code for an input that a runtime has no way to express.
pub const INEXPRESSIBLE: i64 = -32001;

/// What the names of host calls begin with.
pub const HOST: &str = "host/";

/// The feature of a subject that says when it is at rest.
pub const IDLE: &str = "idle";
