"""AWP's rules of load time, R19 to R32: code mode, evaluation, and how deep delegation goes.

Several of these rules do not say whether they hold while the feature they are
about is switched off. Where the text has no condition, neither has the code.
"""

from example_json import at, entries, is_integer, is_number, texts

RESERVED_NAMESPACES = "web http file shell agent memory arithmetic numpy matplot pandas doc sklearn".split()
LANGUAGES = ("typescript", "python", "javascript")
METRIC_KINDS = ("llm_rubric", "deterministic", "schema", "budget", "policy")
HOOKS = ("worker_result", "generated_tool", "final_answer")
ACTIONS = ("retry_with_repair", "fail_workflow", "accept_with_warning")
DEEPEST, DEEP = 10, 5


def problem(rule, path, message, severity="error"):
    return {"severity": severity, "rule": rule, "path": path, "message": f"{path} {message}"}


def capabilities(key, config, dynamic_tools):
    """R19 to R26, for one agent."""
    given = at(config, "capabilities")
    path = f"agents.{key}.capabilities"
    yield from code_mode(path, given)
    yield from sandbox(path, at(given, "sandbox"))
    if at(given, "codemode", "tool_creation") is True:
        yield from tool_creation(path, at(given, "codemode"), dynamic_tools)


def code_mode(path, given):
    mode = at(given, "codemode")
    if at(mode, "enabled") is True:
        if at(given, "tools", "enabled") is not True:
            yield problem("R19", f"{path}.tools.enabled", "is not true, and code mode needs tools")
        # Other AWP documents have a default for it; here it "must be set".
        if at(given, "sandbox", "type") in (None, "", "none"):
            yield problem("R20", f"{path}.sandbox.type", "is none, and code mode needs a sandbox")
    language = at(mode, "language")
    if language is not None and language not in LANGUAGES:
        yield problem("R21", f"{path}.codemode.language", f"is none of {', '.join(LANGUAGES)}")
    surface = at(mode, "sdk_surface")
    if at(surface, "mode") == "explicit" and not texts(at(surface, "include")):
        yield problem("R22", f"{path}.codemode.sdk_surface.include", "is empty, and the mode is explicit")
    for name in entries(at(surface, "exclude")):
        if name not in entries(at(given, "tools", "allowed")):
            yield problem("R23", f"{path}.codemode.sdk_surface.exclude", f"has {name}, which is not an allowed tool")


def sandbox(path, given):
    if at(given, "type") == "isolate" and at(given, "network", "enabled") is None:
        yield problem("R24", f"{path}.sandbox.network.enabled", "is not set, and the sandbox is an isolate")


def tool_creation(path, mode, dynamic_tools):
    namespace = at(mode, "tool_creation_namespace")
    if namespace is None:
        namespace = "dynamic"
    # An allow-list that is missing allows nothing, not even the default.
    if namespace in RESERVED_NAMESPACES or namespace not in entries(at(dynamic_tools, "allowed_namespaces")):
        yield problem("R25", f"{path}.codemode.tool_creation_namespace", "is reserved, or not allowed by the workflow")
    if at(mode, "enabled") is not True or at(dynamic_tools, "enabled") is not True:
        yield problem("R26", f"{path}.codemode.tool_creation", "needs code mode and dynamic_tools.enabled")


def evaluation(given):
    """R27 to R30."""
    path = "observability.evaluation"
    metrics = entries(at(given, "metrics"))
    if at(given, "enabled") is True:
        for metric in metrics:
            if at(metric, "kind") not in METRIC_KINDS:
                yield problem("R27", f"{path}.metrics", f"has a kind that is none of {', '.join(METRIC_KINDS)}")
    yield from thresholds(f"{path}.thresholds", at(given, "thresholds"))
    yield from weights(f"{path}.metrics", metrics)
    for hook in entries(at(given, "step_scores", "hooks")):
        if hook not in HOOKS:
            yield problem("R30", f"{path}.step_scores.hooks", f"has one that is none of {', '.join(HOOKS)}")
    for name in ("below_retry", "below_fail"):
        action = at(given, "retry_policy", "actions", name)
        if action is not None and action not in ACTIONS:
            yield problem("R30", f"{path}.retry_policy.actions.{name}", f"is none of {', '.join(ACTIONS)}")


def thresholds(path, given):
    levels = [at(given, name) for name in ("accept", "retry", "fail")]
    levels = [level for level in levels if level is not None]
    if not all(is_number(level) and 0 <= level <= 1 for level in levels):
        yield problem("R28", path, "are not all between 0 and 1")
    elif levels != sorted(levels, reverse=True):
        yield problem("R28", path, "do not satisfy accept >= retry >= fail")


def weights(path, metrics):
    # A metric that gives no weight counts once. Without metrics there is nothing to weigh.
    given = [at(metric, "weight") for metric in metrics]
    given = [1 if weight is None else weight for weight in given]
    if not all(is_number(weight) and weight >= 0 for weight in given):
        yield problem("R29", path, "has a weight that is not a number of 0 or more")
    elif given and not any(given):
        yield problem("R29", path, "has no weight above 0")


def depth(budget):
    """R31 and R32."""
    path = "orchestration.delegation_loop.budget.max_depth"
    if budget is None:
        return
    deep = at(budget, "max_depth")
    if not is_integer(deep) or deep < 0:
        yield problem("R31", path, "is not an integer of 0 or more")
    elif deep > DEEPEST:
        yield problem("R32", path, f"is above {DEEPEST}")
    elif deep > DEEP:
        yield problem("R32", path, f"is above {DEEP}; most workflows need no more than 3", "warning")
