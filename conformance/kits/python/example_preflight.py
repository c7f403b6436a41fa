"""The shape check for `agent_team` inputs, before anything is started.

Three questions, in this order: is there an action, are there only fields that
belong to it, and is everything there that it cannot do without?
"""

# Every field that some action knows. Diagnostics list fields in this order.
KNOWN_FIELDS = """
    action graph graphFile library options runId cursor stepId waitSeconds maxBytes preview debugEvents kind
    channel text clientMessageId reason objective agents steps synthesis limits outputContract callerSkills
    authority extensionTools
""".split()

# The fields that an action takes, beside `action` itself.
FIELDS_OF = {
    "catalog": {"library"},
    "start": {"graph", "graphFile", "options"},
    "run_status": {"runId", "cursor", "stepId", "waitSeconds", "maxBytes", "preview", "debugEvents"},
    "step_result": {"runId", "stepId", "maxBytes", "preview"},
    "message": {"runId", "stepId", "channel", "text", "clientMessageId"},
    "cancel": {"runId", "reason"},
    "cleanup": {"runId"},
}

# Fields of a graph that people put beside `action` by mistake.
GRAPH_BODY = {"objective", "steps", "limits", "authority", "agents", "synthesis", "outputContract", "callerSkills"}

CHANNELS = ("steer", "follow_up")

# What ECMAScript's trim() takes away. str.strip() would take U+0085 and
# U+001C to U+001F as well, and would leave U+FEFF.
BLANK = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)

# How to repair misplaced fields: the first line that applies, as
# (action, or None for any; fields of which one is misplaced; advice).
REPAIRS = [
    (
        "start",
        GRAPH_BODY,
        'Move graph body fields under graph: {"action":"start","graph":{"objective":"...","authority":'
        '{"allowFilesystemRead":true},"steps":[...]}}. Put start sources in graph.library; top-level library is '
        "catalog-only.",
    ),
    (
        None,
        {"extensionTools"},
        "Place extensionTools under steps[].agent.extensionTools with catalog-copied provenance; agent.tools accepts "
        "only built-in child tools.",
    ),
    (
        "catalog",
        {"maxBytes"},
        "Remove maxBytes; use library.query to narrow catalog results. maxBytes is valid only on "
        "run_status/step_result: it bounds assistant previews when preview:true and raw debug events when "
        "debugEvents:true.",
    ),
    (
        None,
        {"preview"},
        "Use preview only on run_status or step_result; it defaults to false and opts into bounded assistant text "
        "previews. Use maxBytes there only to bound those previews or run_status debug events.",
    ),
    (
        "message",
        {"kind"},
        'Replace kind with channel:"steer" or channel:"follow_up"; accepted means queued/delivered to Pi, not child '
        "compliance.",
    ),
    (
        None,
        {"waitSeconds"},
        "Use waitSeconds only on run_status for a bounded wait/read snapshot that wakes on material parent-visible "
        "events or timeout.",
    ),
    (
        None,
        {"debugEvents"},
        "Use debugEvents only on run_status when raw background events are needed; maxBytes may bound raw debug "
        "event previews there.",
    ),
    (None, {"cursor"}, "Use cursor only on run_status for debug/backfill pagination."),
    (
        "start",
        {"library"},
        "Move start library source selection to graph.library; top-level library is catalog-only.",
    ),
    (
        None,
        set(KNOWN_FIELDS),
        "Use action-specific controls: catalog {library}; start exactly one of {graph,graphFile} plus options; "
        "run_status {runId,cursor?,stepId?,waitSeconds?,preview?,maxBytes?,debugEvents?}; step_result "
        "{runId,stepId,preview?,maxBytes?}; message {runId,stepId,channel,text,clientMessageId?}; cancel "
        "{runId,reason?}; cleanup {runId}.",
    ),
]

USE_RUN_ID = "Use the runId returned by start."


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("preflight/validate")
    def validate(input):
        # `input` goes back as we leave it, which shows that we leave it alone.
        return {"diagnostics": check(input), "input": input}


def check(given):
    """Everything that is wrong with the shape of `given`, which may be any JSON value."""
    fields = given if isinstance(given, dict) else {}
    action = fields.get("action")
    if not is_text(action):
        return [
            problem(
                "action-required",
                'agent_team requires action:"catalog", "start", "run_status", "step_result", "message", "cancel", or '
                '"cleanup".',
                "/action",
                "Set action to one of catalog, start, run_status, step_result, message, cancel, or cleanup.",
            )
        ]
    if action not in FIELDS_OF:
        return [
            problem(
                "action-invalid",
                f"Unknown agent_team action: {action}.",
                "/action",
                "Set action to one of catalog, start, run_status, step_result, message, cancel, or cleanup. Use "
                'action:"start" for detached graph execution.',
            )
        ]
    problems = [*misplaced(action, fields), *missing(action, fields)]
    return [{**found, "action": action} for found in problems]


def misplaced(action, fields):
    """At most one problem, which names every field that belongs to another action."""
    names = [name for name in KNOWN_FIELDS if name in fields and name != "action" and name not in FIELDS_OF[action]]
    if names:
        message = f"Action {action} rejects fields: {', '.join(names)}."
        yield problem(f"{action}-control-fields-denied", message, "/", advice(action, names), names)


def advice(action, names):
    for only_for, about, repair in REPAIRS:
        if only_for in (None, action) and about.intersection(names):
            return repair


def missing(action, fields):
    """What the action needs and does not have, in a fixed order: run, step, channel, text."""
    if action == "start" and ("graph" in fields) == ("graphFile" in fields):
        yield problem(
            "start-graph-required",
            "Start requires exactly one of graph or graphFile.",
            "/",
            "Pass a pure graph under graph, or pass graphFile for a trusted relative JSON graph file. Do not put graph "
            "body fields at the tool-input top level.",
            ["graph", "graphFile"],
        )

    if "runId" in FIELDS_OF[action] and not is_text(fields.get("runId")):
        repair = USE_RUN_ID
        if action == "cleanup":
            repair = "Use cleanup only after terminal run_status/step_result evidence is preserved."
        yield problem("run-id-required", f"{action} requires runId.", "/runId", repair, ["runId"])

    if action == "step_result" and not is_text(fields.get("stepId")):
        yield problem(
            "step_result-step-required",
            "step_result requires exactly one stepId.",
            "/stepId",
            "Use one concrete step id from the graph or run_status snapshot; use run_status for run-level or sink-only "
            "summaries.",
            ["stepId"],
        )

    if action == "message":
        yield from missing_in_message(fields)


def missing_in_message(fields):
    if not is_text(fields.get("stepId")):
        repair = "Messages target exactly one live step."
        yield problem("message-step-required", "Message requires stepId.", "/stepId", repair, ["stepId"])

    channel = fields.get("channel")
    if not is_text(channel):
        yield problem(
            "message-channel-required",
            "Message requires channel.",
            "/channel",
            'Use channel:"steer" for live clarification/scope repair or channel:"follow_up" for a deferred live '
            "follow-up before terminalization.",
            ["channel"],
        )
    elif channel not in CHANNELS:
        repair = 'Use channel:"steer" or channel:"follow_up".'
        yield problem("message-channel-invalid", f"Unknown message channel: {channel}.", "/channel", repair, ["channel"])

    text = fields.get("text")
    if not is_text(text) or not text.strip(BLANK):
        yield problem(
            "message-text-required",
            "Message requires non-empty text.",
            "/text",
            "Send one bounded clarification or scope repair. Do not request premature finals just because the parent is "
            "waiting.",
            ["text"],
        )


def is_text(value):
    """A string with something in it; a space will do."""
    return isinstance(value, str) and value != ""


def problem(code, message, path, repair, names=None):
    found = {"code": code, "message": message, "path": path, "severity": "error", "repair": repair}
    return found if names is None else {**found, "fields": names}
