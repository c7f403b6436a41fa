"""How the package speaks, and what that means in the protocol: every translation of a verdict is here.

The package numbers its rules differently from the document and raises exceptions where the
document has diagnostics. Nothing outside this file decides what a message, an exception, an
event or an end is called. (The seven completion gates are called the same in both.)
"""

from __future__ import annotations

import re

# The package's own rule numbers, as the text before the colon of a message, and a
# part of the message where one number stands for several things. The first match counts.
# `None`: the package demands it, the document does not.
NATIVE_RULES = [
    # number     part of the message        rule of the document
    ("R1",       "directory name",          None),   # the directory is named after the workflow
    ("R2",       "Duplicate",               "R5"),
    ("R2",       "snake_case",              "R12"),
    ("R3",       "",                        "R3"),
    ("R5/R9",    "directory not found",     "R8"),
    ("R6",       "depends on",              "R7"),
    ("R7",       "Cycle",                   "R6"),
    ("R8",       "share_input",             None),   # share_input names fields that are shared
    ("R11",      "missing agent.awp.yaml",  "R8"),
    ("R11",      "missing",                 None),   # agent.py, prompts and schema files
    ("R14",      "max_calls",               None),   # no calls where tools are off
    ("R15",      "reserved namespace",      "R10"),
    ("R17",      "confidence",              "R9"),   # its nearest to "there is an output contract"
    ("R25",      "",                        "R25"),
    ("R26",      "",                        "R26"),
    ("R27",      "",                        "R27"),
    ("R28",      "",                        "R28"),
    ("R29",      "",                        "R29"),
    ("R30",      "",                        "R30"),
    ("R31",      "",                        "R31"),
    ("R32",      "",                        "R32"),
    ("R33",      "",                        None),   # deterministic phases
]  # fmt: skip

# What a document that the package cannot read is refused for: the model that refuses it,
# the place within that model (`*` is any index), the rule of the document.
REFUSED_PLACES = [
    ("AWPManifest",            "awp",                          "R1"),
    ("AWPManifest",            "workflow.name",                "R2"),
    ("AWPOrchestrationConfig", "graph.*.id",                   "R12"),
    ("AWPOrchestrationConfig", "graph.*.depends_on",           "R7"),
    ("DelegationLoopConfig",   "budget.max_depth",             "R31"),
    ("DynamicToolsConfig",     "enabled",                      "R26"),
    ("DynamicToolsConfig",     "allowed_namespaces",           "R25"),
    ("EvaluationConfig",       "metrics.*.kind",               "R27"),
    ("EvaluationConfig",       "metrics.*.weight",             "R29"),
    ("EvaluationConfig",       "thresholds",                   "R28"),
    ("EvaluationConfig",       "step_scores.hooks",            "R30"),
    ("EvaluationConfig",       "retry_policy.actions",         "R30"),
    ("AWPAgent",               "identity.id",                  "R12"),
    ("AWPAgent",               "runtime.class_name",           "R3"),
    ("AWPAgent",               "output.contract",              "R9"),
    ("AgentCapabilities",      "tools.enabled",                "R19"),
    ("AgentCapabilities",      "sandbox.type",                 "R20"),
    ("AgentCapabilities",      "codemode.language",            "R21"),
    ("AgentCapabilities",      "codemode.tool_creation",       "R26"),
    ("AgentCapabilities",      "codemode.tool_creation_namespace", "R25"),
]  # fmt: skip

# A member that the parser indexes without asking whether it is there.
MISSING_KEYS = {"awp": "R1", "workflow": "R2"}

# How a delegation loop ends.
LOOP_STATUSES = {"complete": "completed", "partial": "partial", "failed": "failed", "aborted": "failed"}

# The two limits of plans without progress that the package knows, and what it calls them.
PLAN_MODES = {1: "strict", 2: "lenient"}

# What the package tells a manager of whom it will have nothing but a DELEGATE next.
FORCING = ("You MUST issue a DELEGATE", "you MUST DELEGATE")

# What the events of the two counting gates are called: the package's member, the protocol's.
EVENT_MEMBERS = {
    "plan_loop": {
        "transition": "transition",
        "pre_progress_plans": "pre_progress_plans",
        "pending_subtasks": "pending_subtasks",
    },
    "completion_circuit_breaker": {
        "rejected_completions": "counter",
        "repair_subtask_id": "repair_subtask_id",
    },
}

# What becomes of the dependents of an agent that failed: the document's word, the package's.
ON_FAILURE = {"stop": "abort", "continue": "continue", "skip": "skip"}


def of_message(message: str) -> str | None:
    """The document's rule that a message of the package's validators is about."""
    number, _, text = message.partition(":")
    for native, part, rule in NATIVE_RULES:
        if number == native and part in text:
            return rule
    return None


def native_number(message: str) -> str | None:
    """The package's own number of the rule that a message of its validators is about."""
    number = message.partition(":")[0]
    return number if any(number == native for native, _, _ in NATIVE_RULES) else None


def of_exception(error: Exception) -> list[tuple[str | None, str]]:
    """The document's rules that an exception of the package's parsers is about, each with what it says."""
    if isinstance(error, KeyError) and error.args:
        return [(MISSING_KEYS.get(error.args[0]), f"{error.args[0]!r} is missing")]
    if not hasattr(error, "errors"):
        return [(None, f"{type(error).__name__}: {error}")]
    found = []
    for detail in error.errors():
        place = ".".join("*" if isinstance(part, int) else str(part) for part in detail["loc"])
        rules = (rule for model, at, rule in REFUSED_PLACES if model == error.title and is_within(place, at))
        found.append((next(rules, None), f"{error.title}.{place}: {detail['msg']}"))
    return found


def is_within(place: str, at: str) -> bool:
    return re.match(re.escape(at) + r"(\.|$)", place) is not None


def of_event(gate: str, fields: dict) -> dict:
    """An event of one of the two counting gates, in the protocol's words."""
    names = EVENT_MEMBERS[gate]
    return {"gate": gate, **{names[name]: value for name, value in fields.items() if name in names}}
