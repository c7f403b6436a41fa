"""Workflows of played agents, run by the package's DAG engine."""

from __future__ import annotations

import math

import project
import rules_table
from awp.runtime import WorkflowRunner
from played_agents import playing


class Refused(Exception):
    """The package does not take this workflow on."""


def run_workflow(graph, part, state=None, execution=None, sections=None):
    """Runs a graph whose agents are played by `part`, and answers the state that it ends with."""
    state = state or {}
    orchestration = {"engine": "dag", "graph": graph, "execution": execution or {}}
    manifest = {**project.HEADER, "orchestration": orchestration, **(sections or {})}
    with project.directory() as path:
        project.write_yaml(path / project.MANIFEST, manifest)
        for node in graph:
            agent = path / "agents" / node["id"]
            agent.mkdir(parents=True, exist_ok=True)
            (agent / "agent.py").write_text(project.PLAYED_AGENT)
        try:
            runner = WorkflowRunner(path)
        except Exception as error:
            raise Refused(f"{type(error).__name__}: {error}") from error
        with playing(path, part):
            final = runner.run(state.get("task", ""), state)
    if "task" not in state and final.get("task") == "":
        del final["task"]  # The runner's own: every run has a task.
    return final


def write_state(agent, state, writes):
    """An agent writes to the state by returning what it writes."""
    written = {write["key"]: write["value"] for write in writes}
    final = run_workflow([{"id": agent, "agent": agent}], lambda _, seen: written, state)
    # The package has no word for a refused write. One that did not come through was refused.
    return {"state": final, "rejected": [key for key in written if final.get(key) != written[key]]}


def read_state(sharing, agents, state, reader):
    """What an agent can read of the state is what it is handed when it runs."""
    seen = {}

    def part(_, handed):
        seen.update(handed)
        return {}

    ids = sorted({*agents, *state, reader})
    # The others have run already: their state is there, and they are switched off.
    graph = [
        {"id": id, "agent": id, "enabled": id == reader, "share_output": agents.get(id, {}).get("shareOutput", [])}
        for id in ids
    ]
    rules = [
        {"from_agent": rule["from"], "fields": rule["fields"], "to_agents": [rule["to"]]}
        for rule in sharing.get("rules") or []
    ]
    declared = {"sharing": {"strategy": sharing["strategy"], "rules": rules}}
    run_workflow(graph, part, state, sections={"state": declared})
    return {"visible": {id: seen[id] for id in state if id in seen}}


def run(workflow, host):
    """A DAG run: the work of every agent is a `host/step`."""
    nodes = workflow["orchestration"]["graph"]
    dependencies = {node["id"]: node.get("depends_on") or [] for node in nodes}
    execution = workflow.get("execution") or {}

    def part(agent, state):
        inputs = {id: state[id]["output"] for id in dependencies[agent] if "output" in state.get(id, {})}
        reply = host.step(agent=agent, inputs=inputs)
        if not reply["ok"]:
            raise RuntimeError(reply.get("error", ""))
        return {agent: {"output": reply["output"]}}

    on_failure = rules_table.ON_FAILURE.get(execution.get("on_failure"))
    graph = [native_node(node, on_failure) for node in nodes]
    try:
        final = run_workflow(graph, part, execution=native_execution(execution))
    except Refused as error:
        return {"status": "rejected", "agents": {}, "error": str(error)}
    except Exception as error:  # `abort`: the runner lets the failure of an agent through.
        return {"status": "failed", "agents": {}, "error": f"{type(error).__name__}: {error}"}
    outcomes = {id: outcome(final[id]) for id in dependencies if id in final}
    done = len(outcomes) == len(dependencies) and all(it["status"] == "completed" for it in outcomes.values())
    return {"status": "completed" if done else "partial", "agents": outcomes}


def native_node(node, on_failure):
    native = {"id": node["id"], "agent": node["id"], "depends_on": node.get("depends_on") or []}
    if on_failure:
        native["on_failure"] = on_failure
    if "timeout" in node:
        native["timeout"] = whole_seconds(node["timeout"])
    return native


def native_execution(execution):
    """The limits where the package has them. It has whole seconds only: a fraction is rounded up."""
    limits = {"timeout_per_agent": "per_agent", "timeout_total": "total"}
    timeout = {ours: whole_seconds(execution[theirs]) for theirs, ours in limits.items() if theirs in execution}
    # Without being told to, nobody wants an agent to be tried again.
    return {"timeout": timeout, "error_handling": {"max_retries": 0}}


def whole_seconds(limit):
    return max(1, math.ceil(limit))


def outcome(entry):
    if "output" in entry:
        return {"status": "completed", "output": entry["output"]}
    # The runner has one form for everything that went wrong.
    return {"status": "timed_out" if "timeout" in entry["error"].lower() else "failed", "error": entry["error"]}
