//! What the parts of a run mean, for the reducer.

use crate::draw::{Shape, optional, required};

const STEP: Shape = Shape::Object(&[
    required("stepId", Shape::Id("step")),
    optional("dependencies", Shape::List { of: &Shape::Ref("step"), least: 0 }),
    optional("compensable", Shape::Bool),
]);

const STEPS: Shape = Shape::List { of: &STEP, least: 1 };

const PARALLEL: Shape = Shape::Object(&[
    optional("maxConcurrency", Shape::Limit { least: 1, of: "/steps" }),
    optional("failureStrategy", Shape::Enum(&["failFast", "continueOnError", "rollback"])),
]);

const WORLD: Shape = Shape::Object(&[
    optional("schedule", Shape::List { of: &Shape::Integer { least: 0 }, least: 0 }),
    optional("fails", Shape::List { of: &Shape::Ref("step"), least: 0 }),
    optional("outputs", Shape::Map { keys: Some("step"), of: &Shape::Fixed }),
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

/// A run whose context, memory and checkpoints are what it is about.
pub(crate) static CHECKPOINTED: Shape = Shape::Object(&[
    required("steps", STEPS),
    required("checkpoint", Shape::Fixed),
    required("context", Shape::Map { keys: None, of: &Shape::Fixed }),
    optional("memory", MEMORY),
    optional("world", WORLD),
]);

/// A run of steps side by side.
pub(crate) static PARALLEL_RUN: Shape =
    Shape::Object(&[required("steps", STEPS), required("parallel", PARALLEL), optional("world", WORLD)]);

/// A run of steps side by side, after another one.
pub(crate) static AFTER_ANOTHER: Shape = Shape::Object(&[
    required("steps", STEPS),
    required("parallel", PARALLEL),
    optional("world", WORLD),
    required(
        "before",
        Shape::Object(&[required("steps", STEPS), required("parallel", PARALLEL), optional("world", WORLD)]),
    ),
]);
