//! What the parts of a project mean, for the reducer.

use super::super::model::{ACTIONS, HOOKS, KINDS};
use crate::draw::{Field, Shape, optional, required};

/// The params of one call.
pub(in super::super) static PROJECT: Shape = Shape::Object(FIELDS);

/// One call, and the number of the order in which its keys are written.
pub(in super::super) static ORDERED: Shape =
    Shape::Object(&[required("project", Shape::Object(FIELDS)), required("order", Shape::Integer { least: 1 })]);

/// A project and the same with one change.
pub(in super::super) static PAIR: Shape =
    Shape::Object(&[required("left", Shape::Object(FIELDS)), required("right", Shape::Object(FIELDS))]);

/// A project by itself, for relations that make its other half.
pub(in super::super) static ONE: Shape = Shape::Object(&[required("project", Shape::Object(FIELDS))]);

const FIELDS: &[Field] = &[
    required("workflow", Shape::Object(WORKFLOW)),
    required("agents", Shape::Map { keys: Some("agent"), of: &Shape::Object(AGENT) }),
    required("files", Shape::List { of: &FILE, least: 0 }),
    required("tools", Shape::List { of: &Shape::Text { least: 0 }, least: 0 }),
    optional("names", Shape::Map { keys: Some("agent"), of: &REFERENCE }),
];

const REFERENCE: Shape = Shape::Ref("agent");
const FILE: Shape = Shape::RefText { kind: "agent", before: "agents/", after: "/agent.awp.yaml" };

const WORKFLOW: &[Field] = &[
    required("awp", Shape::Enum(&["1.0.0"])),
    required(
        "workflow",
        Shape::Object(&[
            required("name", Shape::Enum(&["demo"])),
            required("version", Shape::Fixed),
            required("description", Shape::Fixed),
        ]),
    ),
    required(
        "orchestration",
        Shape::Object(&[
            required("engine", Shape::Fixed),
            required("graph", Shape::List { of: &NODE, least: 1 }),
            optional(
                "delegation_loop",
                Shape::Object(&[required(
                    "budget",
                    Shape::Object(&[required("max_depth", Shape::Integer { least: 0 })]),
                )]),
            ),
        ]),
    ),
    optional(
        "dynamic_tools",
        Shape::Object(&[
            optional("enabled", Shape::Bool),
            optional("allowed_namespaces", Shape::List { of: &Shape::Text { least: 1 }, least: 0 }),
        ]),
    ),
    optional(
        "observability",
        Shape::Object(&[optional(
            "evaluation",
            Shape::Object(&[
                required("enabled", Shape::Bool),
                optional("metrics", Shape::List { of: &METRIC, least: 0 }),
                optional(
                    "thresholds",
                    Shape::Object(&[
                        optional("accept", Shape::Number),
                        optional("retry", Shape::Number),
                        optional("fail", Shape::Number),
                    ]),
                ),
                optional(
                    "step_scores",
                    Shape::Object(&[optional("hooks", Shape::List { of: &Shape::Enum(&HOOKS), least: 0 })]),
                ),
                optional(
                    "retry_policy",
                    Shape::Object(&[
                        optional("enabled", Shape::Bool),
                        optional(
                            "actions",
                            Shape::Object(&[
                                optional("below_retry", Shape::Enum(&ACTIONS)),
                                optional("below_fail", Shape::Enum(&ACTIONS)),
                            ]),
                        ),
                    ]),
                ),
            ]),
        )]),
    ),
];

const NODE: Shape = Shape::Object(&[
    required("id", Shape::Id("agent")),
    required("agent", Shape::RefText { kind: "agent", before: "agents/", after: "" }),
    optional("depends_on", Shape::List { of: &REFERENCE, least: 0 }),
]);

const METRIC: Shape = Shape::Object(&[
    required("name", Shape::Text { least: 2 }),
    required("kind", Shape::Enum(&KINDS)),
    required("weight", Shape::Number),
]);

const AGENT: &[Field] = &[
    required("identity", Shape::Object(&[required("id", REFERENCE)])),
    required("runtime", Shape::Object(&[required("class_name", Shape::Enum(&["Agent"]))])),
    required("output", Shape::Object(&[required("format", Shape::Enum(&["json"])), optional("contract", Shape::Any)])),
    optional(
        "capabilities",
        Shape::Object(&[
            optional(
                "tools",
                Shape::Object(&[
                    optional("enabled", Shape::Bool),
                    optional("allowed", Shape::List { of: &Shape::Text { least: 1 }, least: 0 }),
                ]),
            ),
            optional(
                "codemode",
                Shape::Object(&[
                    optional("enabled", Shape::Bool),
                    optional("language", Shape::Enum(&["python", "javascript", "typescript"])),
                    optional(
                        "sdk_surface",
                        Shape::Object(&[
                            optional("mode", Shape::Enum(&["explicit"])),
                            optional("include", Shape::List { of: &Shape::Text { least: 1 }, least: 0 }),
                            optional("exclude", Shape::List { of: &Shape::Text { least: 1 }, least: 0 }),
                        ]),
                    ),
                    optional("tool_creation", Shape::Bool),
                    optional("tool_creation_namespace", Shape::Text { least: 1 }),
                ]),
            ),
            optional(
                "sandbox",
                Shape::Object(&[
                    optional("type", Shape::Enum(&["isolate", "none"])),
                    optional("network", Shape::Object(&[optional("enabled", Shape::Bool)])),
                ]),
            ),
        ]),
    ),
];
