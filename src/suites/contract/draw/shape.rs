//! What the parts of a case mean, for the reducer.

use super::super::model::profile::STEP_TYPES;
use crate::draw::{Shape, optional, required};

const RUN_STEP: Shape = Shape::Object(&[
    required("stepId", Shape::Id("step")),
    optional("dependencies", Shape::List { of: &Shape::Ref("step"), least: 0 }),
    optional("compensable", Shape::Bool),
]);

const STEPS: Shape = Shape::List { of: &RUN_STEP, least: 1 };

const PARALLEL: Shape = Shape::Object(&[
    optional("maxConcurrency", Shape::Limit { least: 1, of: "/steps" }),
    optional("failureStrategy", Shape::Enum(&["failFast", "continueOnError", "rollback"])),
]);

const WORLD: Shape = Shape::Object(&[
    optional("schedule", Shape::List { of: &Shape::Integer { least: 0 }, least: 0 }),
    optional("fails", Shape::List { of: &Shape::Ref("step"), least: 0 }),
    optional("reasons", Shape::Map { keys: Some("step"), of: &Shape::Fixed }),
    optional("outputs", Shape::Map { keys: Some("step"), of: &Shape::Fixed }),
    optional("at", Shape::Integer { least: 0 }),
]);

const MEMORY: Shape = Shape::List {
    of: &Shape::Object(&[required("key", Shape::Text { least: 1 }), required("value", Shape::Fixed)]),
    least: 0,
};

/// A run of steps one after the other.
pub(crate) static SEQUENTIAL: Shape = Shape::Object(&[
    required("steps", STEPS),
    optional("checkpoint", Shape::Fixed),
    optional("context", Shape::Any),
    optional("memory", MEMORY),
    optional("resumeFrom", Shape::Fixed),
    optional("world", WORLD),
]);

/// A run of steps one after the other, after one side by side.
pub(crate) static ONE_BY_ONE_AFTER_ANOTHER: Shape =
    Shape::Object(&[required("steps", STEPS), optional("world", WORLD), optional("before", BEFORE)]);

/// A run whose context, memory and checkpoints are what it is about.
pub(crate) static CHECKPOINTED: Shape = Shape::Object(&[
    required("steps", STEPS),
    required("checkpoint", Shape::Fixed),
    required("context", Shape::Map { keys: None, of: &Shape::Fixed }),
    optional("memory", MEMORY),
    optional("world", WORLD),
]);

const BEFORE: Shape =
    Shape::Object(&[required("steps", STEPS), required("parallel", PARALLEL), optional("world", WORLD)]);

/// A run of steps side by side.
pub(crate) static PARALLEL_RUN: Shape = BEFORE;

/// A run of steps side by side, or one after the other.
pub(crate) static EITHER_RUN: Shape =
    Shape::Object(&[required("steps", STEPS), optional("parallel", PARALLEL), optional("world", WORLD)]);

/// A run of steps side by side, after another one.
pub(crate) static AFTER_ANOTHER: Shape = Shape::Object(&[
    required("steps", STEPS),
    required("parallel", PARALLEL),
    optional("world", WORLD),
    required("before", BEFORE),
]);

const ENTRIES: Shape = Shape::List { of: &Shape::Fixed, least: 0 };

/// What the parts of a case mean.
pub(crate) static SELECTION: Shape = Shape::Object(&[
    required(
        "agents",
        Shape::List {
            of: &Shape::Object(&[
                required("agentId", Shape::Fixed),
                required("description", Shape::Fixed),
                optional("enabled", Shape::Fixed),
                optional(
                    "selectionMetadata",
                    Shape::Object(&[
                        optional("exampleTasks", ENTRIES),
                        optional("notForTasks", ENTRIES),
                        optional("keywords", ENTRIES),
                        optional("primaryIntents", ENTRIES),
                    ]),
                ),
            ]),
            least: 1,
        },
    ),
    required("task", Shape::Fixed),
    optional("context", Shape::Fixed),
    optional("maxResults", Shape::Integer { least: 1 }),
    optional("world", Shape::Object(&[optional("order", ENTRIES)])),
]);

/// What the parts of a case mean.
pub(crate) static PROMPT: Shape = Shape::Object(&[
    required(
        "agent",
        Shape::Object(&[
            required("systemPrompt", Shape::Text { least: 4 }),
            required("coreAbilities", Shape::List { of: &Shape::Ref("ability"), least: 0 }),
        ]),
    ),
    required(
        "abilities",
        Shape::List {
            of: &Shape::Object(&[
                required("id", Shape::Id("ability")),
                required("content", Shape::Text { least: 4 }),
                required("tags", Shape::List { of: &Shape::Fixed, least: 0 }),
            ]),
            least: 0,
        },
    ),
    required("task", Shape::Fixed),
    required("tokenLimit", Shape::Integer { least: 1 }),
    optional("world", Shape::Any),
]);

const TOOL: Shape = Shape::Object(&[required("name", Shape::Id("tool")), required("inputSchema", SCHEMA)]);

const SCHEMA: Shape = Shape::Object(&[
    required("type", Shape::Fixed),
    optional("properties", Shape::Map { keys: None, of: &Shape::Fixed }),
    optional("required", Shape::List { of: &Shape::Fixed, least: 0 }),
    optional("additionalProperties", Shape::Fixed),
]);

/// A case about calls of tools.
pub(crate) static CALLS: Shape = Shape::Object(&[
    required("tools", Shape::List { of: &TOOL, least: 1 }),
    required(
        "calls",
        Shape::List {
            of: &Shape::Object(&[required("tool", Shape::Ref("tool")), required("args", Shape::Any)]),
            least: 1,
        },
    ),
]);

/// One delegation.
pub(crate) static DELEGATION: Shape = Shape::Object(&[
    optional("maxDepth", Shape::Limit { least: 1, of: "/chain" }),
    required("chain", Shape::List { of: &Shape::Ref("agent"), least: 1 }),
    required("to", Shape::Ref("agent")),
]);

/// A run of delegations.
pub(crate) static DELEGATIONS: Shape = Shape::Object(&[
    required("root", Shape::Ref("agent")),
    optional("maxDepth", Shape::Integer { least: 1 }),
    required(
        "world",
        Shape::Object(&[required(
            "agents",
            Shape::Map {
                keys: Some("agent"),
                of: &Shape::Object(&[
                    optional("delegateTo", Shape::List { of: &Shape::Ref("agent"), least: 0 }),
                    optional("maxDepth", Shape::Integer { least: 1 }),
                ]),
            },
        )]),
    ),
]);

const TEXT: Shape = Shape::Text { least: 0 };

const LIST: Shape = Shape::List { of: &TEXT, least: 0 };

const STEP: Shape = Shape::Object(&[
    optional("stepId", Shape::Text { least: 0 }),
    optional("name", TEXT),
    optional("type", Shape::Enum(STEP_TYPES)),
    optional("dependencies", LIST),
]);

const PROFILE: Shape = Shape::Object(&[
    optional("agentId", Shape::Ref("agent")),
    optional("description", TEXT),
    optional("displayName", TEXT),
    optional("role", TEXT),
    optional("systemPrompt", TEXT),
    optional("expertise", LIST),
    optional("capabilities", LIST),
    optional("tags", LIST),
    optional("abilities", Shape::Object(&[optional("core", LIST)])),
    optional("workflow", Shape::List { of: &STEP, least: 0 }),
    optional(
        "selectionMetadata",
        Shape::Object(&[
            optional("exampleTasks", LIST),
            optional("notForTasks", LIST),
            optional("keywords", LIST),
            optional("primaryIntents", LIST),
        ]),
    ),
]);

/// A script of registry operations.
pub(crate) static SCRIPT: Shape = Shape::Object(&[required(
    "script",
    Shape::List {
        of: &Shape::Object(&[
            required("op", Shape::Fixed),
            optional("profile", PROFILE),
            optional("id", Shape::Ref("agent")),
        ]),
        least: 1,
    },
)]);

/// Attempts to change a result.
pub(crate) static ATTEMPTS: Shape = Shape::Object(&[
    required("tool", Shape::Fixed),
    required("args", Shape::Fixed),
    required(
        "attempts",
        Shape::List {
            of: &Shape::Object(&[required("path", Shape::Fixed), optional("value", Shape::Fixed)]),
            least: 1,
        },
    ),
]);
