//! The names and numbers of the wire protocol that both sides share.

/// The version of the protocol spoken here.
pub const VERSION: u64 = 1;

/// The JSON-RPC code for a method that is not offered.
pub const METHOD_NOT_FOUND: i64 = -32601;

/// The methods during which a subject may call the host.
pub const HOSTED: &[&str] = &[
    "awp/run",
    "awp/loop",
    "contract/run",
    "contract/delegation_run",
    "contract/tool",
    "contract/mutate_result",
    "contract/prompt",
];

/// What a subject may call while such a method runs.
pub const HOST_METHODS: &[&str] =
    &["host/step", "host/compensate", "host/tool", "host/provider", "host/agent", "host/decide", "host/gates"];
