/**
 * The shape check for `agent_team` inputs, before anything is started.
 *
 * Three questions, in this order: is there an action, are there only fields that
 * belong to it, and is everything there that it cannot do without?
 */

import { at, isText, members } from "./example-json.mjs";

// Every field that some action knows. Diagnostics list fields in this order.
const KNOWN_FIELDS = (
  "action graph graphFile library options runId cursor stepId waitSeconds maxBytes preview debugEvents kind " +
  "channel text clientMessageId reason objective agents steps synthesis limits outputContract callerSkills " +
  "authority extensionTools"
).split(" ");

// The fields that an action takes, beside `action` itself.
const FIELDS_OF = new Map([
  ["catalog", ["library"]],
  ["start", ["graph", "graphFile", "options"]],
  ["run_status", ["runId", "cursor", "stepId", "waitSeconds", "maxBytes", "preview", "debugEvents"]],
  ["step_result", ["runId", "stepId", "maxBytes", "preview"]],
  ["message", ["runId", "stepId", "channel", "text", "clientMessageId"]],
  ["cancel", ["runId", "reason"]],
  ["cleanup", ["runId"]],
]);

// Fields of a graph that people put beside `action` by mistake.
const GRAPH_BODY = [
  "objective",
  "steps",
  "limits",
  "authority",
  "agents",
  "synthesis",
  "outputContract",
  "callerSkills",
];

const CHANNELS = ["steer", "follow_up"];

// How to repair misplaced fields: the first line that applies. A line without
// an action is for all of them; one of its fields has to be misplaced.
const REPAIRS = [
  {
    action: "start",
    fields: GRAPH_BODY,
    repair:
      'Move graph body fields under graph: {"action":"start","graph":{"objective":"...","authority":' +
      '{"allowFilesystemRead":true},"steps":[...]}}. Put start sources in graph.library; top-level library is ' +
      "catalog-only.",
  },
  {
    fields: ["extensionTools"],
    repair:
      "Place extensionTools under steps[].agent.extensionTools with catalog-copied provenance; agent.tools accepts " +
      "only built-in child tools.",
  },
  {
    action: "catalog",
    fields: ["maxBytes"],
    repair:
      "Remove maxBytes; use library.query to narrow catalog results. maxBytes is valid only on " +
      "run_status/step_result: it bounds assistant previews when preview:true and raw debug events when " +
      "debugEvents:true.",
  },
  {
    fields: ["preview"],
    repair:
      "Use preview only on run_status or step_result; it defaults to false and opts into bounded assistant text " +
      "previews. Use maxBytes there only to bound those previews or run_status debug events.",
  },
  {
    action: "message",
    fields: ["kind"],
    repair:
      'Replace kind with channel:"steer" or channel:"follow_up"; accepted means queued/delivered to Pi, not child ' +
      "compliance.",
  },
  {
    fields: ["waitSeconds"],
    repair:
      "Use waitSeconds only on run_status for a bounded wait/read snapshot that wakes on material parent-visible " +
      "events or timeout.",
  },
  {
    fields: ["debugEvents"],
    repair:
      "Use debugEvents only on run_status when raw background events are needed; maxBytes may bound raw debug " +
      "event previews there.",
  },
  { fields: ["cursor"], repair: "Use cursor only on run_status for debug/backfill pagination." },
  {
    action: "start",
    fields: ["library"],
    repair: "Move start library source selection to graph.library; top-level library is catalog-only.",
  },
  {
    fields: KNOWN_FIELDS,
    repair:
      "Use action-specific controls: catalog {library}; start exactly one of {graph,graphFile} plus options; " +
      "run_status {runId,cursor?,stepId?,waitSeconds?,preview?,maxBytes?,debugEvents?}; step_result " +
      "{runId,stepId,preview?,maxBytes?}; message {runId,stepId,channel,text,clientMessageId?}; cancel " +
      "{runId,reason?}; cleanup {runId}.",
  },
];

/** Offers what this module can answer. */
export function register(adapter) {
  // `input` goes back as we leave it, which shows that we leave it alone.
  adapter.method("preflight/validate", ({ input }) => ({ diagnostics: check(input), input }));
}

/** Everything that is wrong with the shape of `input`, which may be any JSON value. */
function check(input) {
  const action = at(input, "action");
  if (!isText(action)) {
    return [
      problem(
        "action-required",
        'agent_team requires action:"catalog", "start", "run_status", "step_result", "message", "cancel", or ' +
          '"cleanup".',
        "/action",
        "Set action to one of catalog, start, run_status, step_result, message, cancel, or cleanup.",
      ),
    ];
  }
  if (!FIELDS_OF.has(action)) {
    return [
      problem(
        "action-invalid",
        `Unknown agent_team action: ${action}.`,
        "/action",
        "Set action to one of catalog, start, run_status, step_result, message, cancel, or cleanup. Use " +
          'action:"start" for detached graph execution.',
      ),
    ];
  }
  const fields = new Map(members(input));
  return [...misplaced(action, fields), ...missing(action, fields)].map((found) => ({ ...found, action }));
}

/** At most one problem, which names every field that belongs to another action. */
function* misplaced(action, fields) {
  const allowed = ["action", ...FIELDS_OF.get(action)];
  const names = KNOWN_FIELDS.filter((name) => fields.has(name) && !allowed.includes(name));
  if (names.length > 0) {
    const message = `Action ${action} rejects fields: ${names.join(", ")}.`;
    yield problem(`${action}-control-fields-denied`, message, "/", advice(action, names), names);
  }
}

function advice(action, names) {
  const applies = (line) =>
    (line.action === undefined || line.action === action) && names.some((name) => line.fields.includes(name));
  return REPAIRS.find(applies).repair;
}

/** What the action needs and does not have, in a fixed order: run, step, channel, text. */
function* missing(action, fields) {
  if (action === "start" && fields.has("graph") === fields.has("graphFile")) {
    yield problem(
      "start-graph-required",
      "Start requires exactly one of graph or graphFile.",
      "/",
      "Pass a pure graph under graph, or pass graphFile for a trusted relative JSON graph file. Do not put graph " +
        "body fields at the tool-input top level.",
      ["graph", "graphFile"],
    );
  }

  if (FIELDS_OF.get(action).includes("runId") && !isText(fields.get("runId"))) {
    const repair =
      action === "cleanup"
        ? "Use cleanup only after terminal run_status/step_result evidence is preserved."
        : "Use the runId returned by start.";
    yield problem("run-id-required", `${action} requires runId.`, "/runId", repair, ["runId"]);
  }

  if (action === "step_result" && !isText(fields.get("stepId"))) {
    yield problem(
      "step_result-step-required",
      "step_result requires exactly one stepId.",
      "/stepId",
      "Use one concrete step id from the graph or run_status snapshot; use run_status for run-level or sink-only " +
        "summaries.",
      ["stepId"],
    );
  }

  if (action === "message") yield* missingInMessage(fields);
}

function* missingInMessage(fields) {
  if (!isText(fields.get("stepId"))) {
    const repair = "Messages target exactly one live step.";
    yield problem("message-step-required", "Message requires stepId.", "/stepId", repair, ["stepId"]);
  }

  const channel = fields.get("channel");
  if (!isText(channel)) {
    yield problem(
      "message-channel-required",
      "Message requires channel.",
      "/channel",
      'Use channel:"steer" for live clarification/scope repair or channel:"follow_up" for a deferred live ' +
        "follow-up before terminalization.",
      ["channel"],
    );
  } else if (!CHANNELS.includes(channel)) {
    const repair = 'Use channel:"steer" or channel:"follow_up".';
    yield problem("message-channel-invalid", `Unknown message channel: ${channel}.`, "/channel", repair, ["channel"]);
  }

  const text = fields.get("text");
  if (!isText(text) || text.trim() === "") {
    yield problem(
      "message-text-required",
      "Message requires non-empty text.",
      "/text",
      "Send one bounded clarification or scope repair. Do not request premature finals just because the parent is " +
        "waiting.",
      ["text"],
    );
  }
}

/** A member that is undefined is left out of the answer. */
function problem(code, message, path, repair, fields) {
  return { code, message, path, severity: "error", repair, fields };
}
