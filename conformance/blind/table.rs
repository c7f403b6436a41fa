//! What is hidden, and which rules cannot be seen through it.

use proofmark::subject::Request;
use serde_json::{Value, json};

use super::{Blind, Hides};

/// What most of them have in common: what is hidden is no fault, and costs the certificate.
const HIDES: Blind = Blind {
    name: "",
    suite: "",
    hides: Hides::Method(""),
    unseen: &[],
    not_exercised: &[],
    optional: false,
    fails: &[],
};

/// Every blind subject.
pub(super) static BLIND: &[Blind] = &[
    Blind {
        name: "no `input` back",
        suite: "preflight",
        hides: Hides::Answer(|answer| drop_member(answer, "input")),
        unseen: &["stateless"],
        ..HIDES
    },
    Blind {
        name: "no advice",
        suite: "preflight",
        hides: Hides::Answer(|answer| each(answer, "diagnostics", |diagnostic| drop_member(diagnostic, "repair"))),
        unseen: &["repair-branch"],
        ..HIDES
    },
    Blind {
        name: "advice that cannot be read",
        suite: "preflight",
        hides: Hides::Answer(|answer| each(answer, "diagnostics", |diagnostic| garble(&mut diagnostic["repair"]))),
        unseen: &["repair-branch"],
        ..HIDES
    },
    Blind {
        name: "cannot express starting",
        suite: "preflight",
        hides: Hides::Inputs(|request| request.params["input"]["action"] == "start"),
        unseen: &["start-graph-required", "control-fields-denied", "diagnostic-order"],
        ..HIDES
    },
    Blind {
        name: "does not know starting",
        suite: "preflight",
        hides: Hides::Params("preflight/validate", |params| {
            if params["input"]["action"] == "start" {
                params["input"]["action"] = json!("begin");
            }
        }),
        unseen: &["start-graph-required"],
        fails: &["action-invalid"],
        ..HIDES
    },
    Blind {
        name: "cannot express what is no object",
        suite: "preflight",
        hides: Hides::Inputs(|request| !request.params["input"].is_object()),
        unseen: &["any-input", "action-required"],
        ..HIDES
    },
    Blind {
        name: "builds no responses",
        suite: "context",
        hides: Hides::Feature("responses"),
        unseen: &["4.10.kind", "4.10.required", "4.10.forbidden", "4.10.tool-calls", "4.10.closed", "4.10.failed"],
        ..HIDES
    },
    Blind {
        name: "no check of manifests",
        suite: "context",
        hides: Hides::Method("context/validate_tool_call_manifest"),
        unseen: &["5.count", "5.order", "5.tool-call-id", "5.name", "5.result-json", "5.bubbled"],
        ..HIDES
    },
    Blind {
        name: "no context and no manifest back",
        suite: "context",
        hides: Hides::Answer(|answer| {
            drop_member(answer, "context");
            drop_member(answer, "manifest");
        }),
        unseen: &["2.non-mutating"],
        ..HIDES
    },
    Blind {
        name: "cannot express the step LLMClient",
        suite: "context",
        hides: Hides::Inputs(|request| request.params["step"] == "LLMClient"),
        unseen: &["4.9.pre", "4.9.post"],
        ..HIDES
    },
    Blind {
        name: "cannot express the state before a step",
        suite: "context",
        hides: Hides::Inputs(|request| request.params.get("before").is_some()),
        unseen: &["4.10.post"],
        not_exercised: &["4.10.post/unchanged"],
        ..HIDES
    },
    Blind {
        name: "no providers",
        suite: "turn",
        hides: Hides::Method("turn/contribute"),
        unseen: &["isolation", "ownership", "user-authority", "kfr-active", "ephemeral", "absence"],
        ..HIDES
    },
    Blind {
        name: "no assembler",
        suite: "turn",
        hides: Hides::Method("turn/compose"),
        unseen: &["additive", "no-merge", "no-dedupe", "order", "equivariance", "frame", "session-boundary", "empty"],
        ..HIDES
    },
    Blind {
        name: "cannot express memory",
        suite: "turn",
        hides: Hides::Inputs(|request| request.params["provider"] == "kfr"),
        unseen: &["kfr-active"],
        ..HIDES
    },
    Blind {
        name: "rules without their names",
        suite: "awp",
        hides: Hides::Feature("ruleIds"),
        unseen: &["R6", "R32", "several-faults"],
        optional: true,
        ..HIDES
    },
    Blind {
        name: "audit entries that cannot be verified",
        suite: "awp",
        hides: Hides::Method("awp/verify_audit"),
        unseen: &["R18"],
        ..HIDES
    },
    Blind {
        name: "cannot express code mode",
        suite: "awp",
        hides: Hides::Inputs(speaks_of_code_mode),
        unseen: &["R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26", "several-faults"],
        ..HIDES
    },
    Blind { name: "no word of rest", suite: "awp", hides: Hides::Feature("idle"), unseen: &["R6-run", "R17"], ..HIDES },
    Blind {
        name: "rejections that do not say what follows",
        suite: "awp",
        hides: Hides::Answer(|answer| drop_member(&mut answer["event"], "action")),
        unseen: &["gate-eval"],
        ..HIDES
    },
    Blind {
        name: "no snapshot of memory",
        suite: "contract",
        hides: Hides::Feature("memorySnapshot"),
        unseen: &["CP-001"],
        ..HIDES
    },
    Blind { name: "no rollback", suite: "contract", hides: Hides::Feature("rollback"), unseen: &["PE-003"], ..HIDES },
    Blind {
        name: "no word of rest",
        suite: "contract",
        hides: Hides::Feature("idle"),
        unseen: &["PE-001", "PE-002", "PE-003"],
        ..HIDES
    },
    Blind {
        name: "injected text that cannot be found again",
        suite: "contract",
        hides: Hides::Params("contract/prompt", |params| garble(&mut params["agent"]["systemPrompt"])),
        unseen: &["ABL-003"],
        fails: &["ABL-001"],
        ..HIDES
    },
    Blind {
        name: "results that nobody tries to change",
        suite: "contract",
        hides: Hides::Method("contract/mutate_result"),
        unseen: &["TOOL-002"],
        ..HIDES
    },
    Blind {
        name: "delegation that nobody plays",
        suite: "contract",
        hides: Hides::Method("contract/delegation_run"),
        unseen: &["DT-001", "DT-002"],
        ..HIDES
    },
    Blind {
        name: "cannot express what an agent is not for",
        suite: "contract",
        hides: Hides::Inputs(|request| request.params.to_string().contains("notForTasks")),
        unseen: &["SEL-006", "SEL-002"],
        ..HIDES
    },
];

fn drop_member(value: &mut Value, name: &str) {
    if let Some(members) = value.as_object_mut() {
        members.remove(name);
    }
}

/// Changes every entry of a list.
fn each(value: &mut Value, list: &str, change: impl Fn(&mut Value)) {
    if let Some(entries) = value[list].as_array_mut() {
        entries.iter_mut().for_each(change);
    }
}

/// A text of the same length in which no word is left.
fn garble(text: &mut Value) {
    if let Some(words) = text.as_str() {
        *text = json!(words.chars().map(|_| '\u{2592}').collect::<String>());
    }
}

fn speaks_of_code_mode(request: Request<'_>) -> bool {
    let agents = request.params["agents"].as_object();
    agents.is_some_and(|agents| agents.values().any(|agent| agent["capabilities"].get("codemode").is_some()))
}
