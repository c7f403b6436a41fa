//! The shape check for `agent_team` inputs, before anything is started.
//!
//! Three questions, in this order: is there an action, are there only fields that
//! belong to it, and is everything there that it cannot do without?

use serde_json::{Map, Value, json};

/// Every field that some action knows. Diagnostics list fields in this order.
const KNOWN_FIELDS: &[&str] = &[
    "action",
    "graph",
    "graphFile",
    "library",
    "options",
    "runId",
    "cursor",
    "stepId",
    "waitSeconds",
    "maxBytes",
    "preview",
    "debugEvents",
    "kind",
    "channel",
    "text",
    "clientMessageId",
    "reason",
    "objective",
    "agents",
    "steps",
    "synthesis",
    "limits",
    "outputContract",
    "callerSkills",
    "authority",
    "extensionTools",
];

/// Fields of a graph that people put beside `action` by mistake.
const GRAPH_BODY: &[&str] =
    &["objective", "agents", "steps", "synthesis", "limits", "outputContract", "callerSkills", "authority"];

/// The fields that an action takes, beside `action` itself; none if there is no such action.
fn fields_of(action: &str) -> Option<&'static [&'static str]> {
    Some(match action {
        "catalog" => &["library"],
        "start" => &["graph", "graphFile", "options"],
        "run_status" => &["runId", "cursor", "stepId", "waitSeconds", "maxBytes", "preview", "debugEvents"],
        "step_result" => &["runId", "stepId", "maxBytes", "preview"],
        "message" => &["runId", "stepId", "channel", "text", "clientMessageId"],
        "cancel" => &["runId", "reason"],
        "cleanup" => &["runId"],
        _ => return None,
    })
}

/// How to repair misplaced fields: the first that applies.
struct Repair {
    only_for: Option<&'static str>,
    about: &'static [&'static str],
    advice: &'static str,
}

const REPAIRS: &[Repair] = &[
    Repair {
        only_for: Some("start"),
        about: GRAPH_BODY,
        advice: "Move graph body fields under graph: \
             {\"action\":\"start\",\"graph\":{\"objective\":\"...\",\"authority\":{\"allowFilesystemRead\":true},\"steps\":[...]}}. \
             Put start sources in graph.library; top-level library is catalog-only.",
    },
    Repair {
        only_for: None,
        about: &["extensionTools"],
        advice: "Place extensionTools under steps[].agent.extensionTools with catalog-copied provenance; \
             agent.tools accepts only built-in child tools.",
    },
    Repair {
        only_for: Some("catalog"),
        about: &["maxBytes"],
        advice: "Remove maxBytes; use library.query to narrow catalog results. maxBytes is valid only on \
             run_status/step_result: it bounds assistant previews when preview:true and raw debug events when \
             debugEvents:true.",
    },
    Repair {
        only_for: None,
        about: &["preview"],
        advice: "Use preview only on run_status or step_result; it defaults to false and opts into bounded \
             assistant text previews. Use maxBytes there only to bound those previews or run_status debug \
             events.",
    },
    Repair {
        only_for: Some("message"),
        about: &["kind"],
        advice: "Replace kind with channel:\"steer\" or channel:\"follow_up\"; accepted means queued/delivered to \
             Pi, not child compliance.",
    },
    Repair {
        only_for: None,
        about: &["waitSeconds"],
        advice: "Use waitSeconds only on run_status for a bounded wait/read snapshot that wakes on material \
             parent-visible events or timeout.",
    },
    Repair {
        only_for: None,
        about: &["debugEvents"],
        advice: "Use debugEvents only on run_status when raw background events are needed; maxBytes may bound raw \
             debug event previews there.",
    },
    Repair {
        only_for: None,
        about: &["cursor"],
        advice: "Use cursor only on run_status for debug/backfill pagination.",
    },
    Repair {
        only_for: Some("start"),
        about: &["library"],
        advice: "Move start library source selection to graph.library; top-level library is catalog-only.",
    },
    Repair {
        only_for: None,
        about: KNOWN_FIELDS,
        advice: "Use action-specific controls: catalog {library}; start exactly one of {graph,graphFile} plus \
             options; run_status {runId,cursor?,stepId?,waitSeconds?,preview?,maxBytes?,debugEvents?}; \
             step_result {runId,stepId,preview?,maxBytes?}; message \
             {runId,stepId,channel,text,clientMessageId?}; cancel {runId,reason?}; cleanup {runId}.",
    },
];

/// What ECMAScript's `trim` takes away. Rust's would take U+0085 as well, and would leave U+FEFF.
fn is_blank(c: char) -> bool {
    c == '\u{feff}' || (c.is_whitespace() && c != '\u{85}')
}

/// Everything that is wrong with the shape of `given`, which may be any JSON value.
pub(crate) fn check(given: &Value) -> Vec<Value> {
    let nothing = Map::new();
    let fields = given.as_object().unwrap_or(&nothing);
    let Some(action) = text(fields, "action") else {
        return vec![problem(
            "action-required",
            "agent_team requires action:\"catalog\", \"start\", \"run_status\", \"step_result\", \"message\", \
             \"cancel\", or \"cleanup\".",
            "/action",
            "Set action to one of catalog, start, run_status, step_result, message, cancel, or cleanup.",
            &[],
        )];
    };
    let Some(own) = fields_of(action) else {
        return vec![problem(
            "action-invalid",
            &format!("Unknown agent_team action: {action}."),
            "/action",
            "Set action to one of catalog, start, run_status, step_result, message, cancel, or cleanup. Use \
             action:\"start\" for detached graph execution.",
            &[],
        )];
    };
    let mut problems: Vec<Value> = misplaced(action, own, fields).into_iter().collect();
    problems.extend(missing(action, own, fields));
    for found in &mut problems {
        found["action"] = json!(action);
    }
    problems
}

/// At most one problem, which names every field that belongs to another action.
fn misplaced(action: &str, own: &[&str], fields: &Map<String, Value>) -> Option<Value> {
    let strange = |name: &&str| fields.contains_key(*name) && *name != "action" && !own.contains(name);
    let names: Vec<&str> = KNOWN_FIELDS.iter().copied().filter(strange).collect();
    let applies = |repair: &&Repair| {
        repair.only_for.is_none_or(|only| only == action) && repair.about.iter().any(|name| names.contains(name))
    };
    let repair = REPAIRS.iter().find(applies)?;
    let message = format!("Action {action} rejects fields: {}.", names.join(", "));
    Some(problem(&format!("{action}-control-fields-denied"), &message, "/", repair.advice, &names))
}

/// What the action needs and does not have, in a fixed order: run, step, channel, text.
fn missing(action: &str, own: &[&str], fields: &Map<String, Value>) -> Vec<Value> {
    let mut found = Vec::new();
    if action == "start" && fields.contains_key("graph") == fields.contains_key("graphFile") {
        found.push(problem(
            "start-graph-required",
            "Start requires exactly one of graph or graphFile.",
            "/",
            "Pass a pure graph under graph, or pass graphFile for a trusted relative JSON graph file. Do not put graph \
             body fields at the tool-input top level.",
            &["graph", "graphFile"],
        ));
    }
    if own.contains(&"runId") && text(fields, "runId").is_none() {
        let repair = match action {
            "cleanup" => "Use cleanup only after terminal run_status/step_result evidence is preserved.",
            _ => "Use the runId returned by start.",
        };
        found.push(problem("run-id-required", &format!("{action} requires runId."), "/runId", repair, &["runId"]));
    }
    if action == "step_result" && text(fields, "stepId").is_none() {
        found.push(problem(
            "step_result-step-required",
            "step_result requires exactly one stepId.",
            "/stepId",
            "Use one concrete step id from the graph or run_status snapshot; use run_status for run-level or sink-only \
             summaries.",
            &["stepId"],
        ));
    }
    if action == "message" {
        missing_in_message(fields, &mut found);
    }
    found
}

fn missing_in_message(fields: &Map<String, Value>, found: &mut Vec<Value>) {
    if text(fields, "stepId").is_none() {
        let repair = "Messages target exactly one live step.";
        found.push(problem("message-step-required", "Message requires stepId.", "/stepId", repair, &["stepId"]));
    }
    match text(fields, "channel") {
        Some("steer" | "follow_up") => {}
        Some(channel) => found.push(problem(
            "message-channel-invalid",
            &format!("Unknown message channel: {channel}."),
            "/channel",
            "Use channel:\"steer\" or channel:\"follow_up\".",
            &["channel"],
        )),
        None => found.push(problem(
            "message-channel-required",
            "Message requires channel.",
            "/channel",
            "Use channel:\"steer\" for live clarification/scope repair or channel:\"follow_up\" for a deferred live \
             follow-up before terminalization.",
            &["channel"],
        )),
    }
    if text(fields, "text").is_none_or(|text| text.chars().all(is_blank)) {
        found.push(problem(
            "message-text-required",
            "Message requires non-empty text.",
            "/text",
            "Send one bounded clarification or scope repair. Do not request premature finals just because the parent is \
             waiting.",
            &["text"],
        ));
    }
}

/// A field that holds a text with something in it.
fn text<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    crate::json::text(fields.get(name)?)
}

fn problem(code: &str, message: &str, path: &str, repair: &str, names: &[&str]) -> Value {
    let mut found = json!({"code": code, "message": message, "path": path, "severity": "error", "repair": repair});
    if !names.is_empty() {
        found["fields"] = json!(names);
    }
    found
}
