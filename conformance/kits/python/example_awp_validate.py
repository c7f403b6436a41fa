"""AWP's rules of load time, R1 to R12: the manifest, the graph, agents and tools.

A rule yields one diagnostic for each thing it finds wrong, and looks away from
what another rule is about, so that one fault is reported once. What an agent
and the evaluation may do is in `example_awp_capabilities`.
"""

import re

import example_awp_capabilities
import example_schema
from example_awp_capabilities import RESERVED_NAMESPACES, problem
from example_json import at, entries, members

SEMVER = re.compile(
    r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)"
    r"(-(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)(\.(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*))*)?"
    r"(\+[0-9a-zA-Z-]+(\.[0-9a-zA-Z-]+)*)?"
)
WORKFLOW_NAME = re.compile(r"[a-z][a-z0-9_-]{0,62}[a-z0-9]")
AGENT_ID = re.compile(r"[a-z][a-z0-9_]{0,46}[a-z0-9]")


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("awp/validate")
    def validate(workflow=None, agents=None, files=None, tools=None, names=None):
        diagnostics = [
            *manifest(workflow),
            *graph_problems(graph_of(workflow)),
            *missing_files(graph_of(workflow), files),
            *custom_tools(tools),
            *example_awp_capabilities.evaluation(at(workflow, "observability", "evaluation")),
            *example_awp_capabilities.depth(at(workflow, "orchestration", "delegation_loop", "budget")),
        ]
        for key, config in members(agents):
            diagnostics += identity(key, config, at(names, key))
            diagnostics += output(key, config)
            diagnostics += example_awp_capabilities.capabilities(key, config, at(workflow, "dynamic_tools"))
        return {"valid": all(d["severity"] != "error" for d in diagnostics), "diagnostics": diagnostics}


def matches(pattern, value):
    # fullmatch, because $ would let a newline at the end pass.
    return isinstance(value, str) and pattern.fullmatch(value) is not None


def manifest(workflow):
    if not matches(SEMVER, at(workflow, "awp")):
        yield problem("R1", "awp", "is not a version by SemVer 2.0.0")
    if not matches(WORKFLOW_NAME, at(workflow, "workflow", "name")):
        yield problem("R2", "workflow.name", "is not a lower-case name of 2 to 64 characters")


def nodes_of(workflow):
    """The nodes of the graph that have an id."""
    return [node for node in entries(at(workflow, "orchestration", "graph")) if isinstance(at(node, "id"), str)]


def graph_of(workflow):
    """The ids of the nodes, each with its dependencies."""
    return [(node["id"], entries(node.get("depends_on"))) for node in nodes_of(workflow)]


def graph_problems(graph):
    """R5 to R7. A graph without these problems can be run."""
    ids = [node for node, _ in graph]
    for node in sorted(set(ids)):
        if ids.count(node) > 1:
            yield problem("R5", "orchestration.graph", f"has more than one {node}")
    for node, dependencies in graph:
        for dependency in dependencies:
            if dependency not in ids:
                yield problem("R7", "orchestration.graph", f"lacks {dependency}, which {node} depends on")
    stuck = in_cycles(graph)
    if stuck:
        yield problem("R6", "orchestration.graph", f"has a cycle among {', '.join(sorted(stuck))}")


def in_cycles(graph):
    """The nodes that never get their turn: those in a cycle, and those behind one."""
    waiting = {}
    for node, dependencies in graph:
        waiting.setdefault(node, set()).update(d for d in dependencies if isinstance(d, str))
    for dependencies in waiting.values():
        dependencies.intersection_update(waiting)  # One that does not exist is R7's.
    while True:
        ready = {node for node, dependencies in waiting.items() if not dependencies}
        if not ready:
            return set(waiting)
        waiting = {node: dependencies - ready for node, dependencies in waiting.items() if node not in ready}


def missing_files(graph, files):
    for node in sorted({node for node, _ in graph}):
        path = f"agents/{node}/agent.awp.yaml"
        if path not in entries(files):
            yield problem("R8", path, "does not exist")


def identity(key, config, name):
    known_as = at(config, "identity", "id")
    if not matches(AGENT_ID, known_as):
        yield problem("R12", f"agents.{key}.identity.id", "is not a lower-case id of 2 to 48 characters")
    # The two recommendations. Other AWP documents make R4 a duty; this one does not.
    if at(config, "runtime", "class_name") != "Agent":
        yield problem("R3", f"agents.{key}.runtime.class_name", "is not Agent", "warning")
    if name is not None and name != known_as:
        yield problem("R4", f"agents.{key}", f"calls itself {name}, and is {known_as}", "warning")


def output(key, config):
    contract = at(config, "output", "contract")
    if contract is None:
        # Whatever the format: "every agent must have" one.
        yield problem("R9", f"agents.{key}.output.contract", "is missing")
    elif at(config, "output", "format") == "json":
        for flaw in example_schema.flaws(contract):
            yield problem("R9", f"agents.{key}.output.contract", f"is not a JSON Schema: {flaw}")


def custom_tools(tools):
    names = [name for name in entries(tools) if isinstance(name, str)]
    for name in sorted(set(names)):
        namespace, dot, _ = name.partition(".")
        if dot and namespace in RESERVED_NAMESPACES:
            yield problem("R10", "tools", f"{name} is in a reserved namespace")
        if names.count(name) > 1:
            yield problem("R11", "tools", f"{name} is registered more than once")
