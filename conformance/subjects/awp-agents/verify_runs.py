"""The findings on running, on the state, on what is recorded and on the message bus, by the package's API."""

from __future__ import annotations

import json
import tempfile
from contextlib import contextmanager
from pathlib import Path

import yaml
from awp.models.communication import CommunicationConfig
from awp.parser import parse_manifest
from awp.runtime import WorkflowRunner
from awp.runtime.delegation_loop_runner import RunLogger
from awp.runtime.message_bus import MessageBus
from awp.runtime.observability import ObservabilityContext
from verify import control, finding

SECRET = "tk-7731-Qwx9"

# An agent that notes that it was started and what it was handed, waits, and writes.
AGENT = """
import json, time
from awp.agent import AWPAgent

class Agent(AWPAgent):
    def __init__(self, agent_dir, workflow_dir, **_):
        self._dir, self._log = agent_dir, workflow_dir / "started.jsonl"

    @property
    def name(self):
        return self._dir.name

    def run(self, task, state):
        with self._log.open("a") as log:
            log.write(json.dumps([self.name, state]) + "\\n")
        time.sleep({wait})
        return {writes}
"""


@contextmanager
def project(graph=(), wait=0, writes="{self.name: {'done': True}}", execution=None, sections=None):
    """A workflow whose agents do as told."""
    with tempfile.TemporaryDirectory() as path:
        path = Path(path)
        orchestration = {"engine": "dag", "graph": list(graph), "execution": execution or {}}
        header = {"awp": "1.0.0", "workflow": {"name": "demo", "version": "1.0.0", "description": "A demo."}}
        manifest = {**header, "orchestration": orchestration, **(sections or {})}
        (path / "workflow.awp.yaml").write_text(yaml.safe_dump(manifest))
        for node in graph:
            (path / "agents" / node["id"]).mkdir(parents=True)
            (path / "agents" / node["id"] / "agent.py").write_text(
                AGENT.replace("{wait}", str(wait)).replace("{writes}", writes)
            )
        yield path


def ran(graph, state=None, **settings):
    """The state that a run ends with, and who was started with what."""
    with project(graph, **settings) as path:
        final = WorkflowRunner(path).run("Work.", state)
        log = path / "started.jsonl"
        return final, [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def node(id, *depends_on, **more):
    return {"id": id, "agent": id, "depends_on": list(depends_on), **more}


@control
def agents_run_in_order_and_get_what_came_before():
    _, started = ran([node("last", "first"), node("first")])
    return [("first", False), ("last", True)], [(agent, "first" in handed) for agent, handed in started]


@finding("awp/R6-run/order", "agents are started although nothing may start")
def a_cycle_is_run():
    _, started = ran([node("aa", "bb"), node("bb", "aa")])
    return [], sorted(agent for agent, _ in started)


@finding("awp/R7-run/rejection", "agents are started although nothing may start")
def a_graph_with_a_dangling_dependency_is_run():
    _, started = ran([node("writer", "nonexistent_agent")])
    return [], sorted(agent for agent, _ in started)


@finding("awp/R13/writes", "a reserved key was written")
def an_agent_writes_to_meta():
    final, _ = ran([node("writer")], {"_meta": {"version": 1}}, writes="{'_meta': {'custom': 'data'}}")
    return {"version": 1}, final["_meta"]


def read_under(strategy):
    graph = [node("writer", enabled=False), node("critic")]
    sharing = {"sharing": {"strategy": strategy, "rules": []}}
    _, ((_, handed),) = ran(graph, {"writer": {"draft": "text"}}, sections={"state": sharing})
    return handed.get("writer", {})


@finding("awp/R16/visible", "isolated: a field is visible that is not shared with the reader")
def isolated_state_is_read():
    return {}, read_under("isolated")


@finding("awp/R16/visible", "selective: a field is visible that is not shared with the reader")
def unshared_state_is_read():
    return {}, read_under("selective")


@finding("awp/R17/limits", "a hung agent is waited for beyond every limit")
def an_agent_is_never_given_up():
    limits = {"timeout": {"per_agent": 1, "total": 1}, "error_handling": {"max_retries": 0}}
    final, _ = ran([node("writer")], wait=2.5, execution=limits)
    return "given up", "given up" if "error" in final.get("writer", {"error": ""}) else "waited for, and completed"


@finding("awp/R17/limits", "an agent starts after the total limit")
def an_agent_starts_late():
    limits = {"timeout": {"per_agent": 60, "total": 1}, "error_handling": {"max_retries": 0}}
    chain = [node("one"), node("two", "one"), node("three", "two")]
    _, started = ran(chain, wait=1.2, execution=limits)
    return 1, len(started)


@contextmanager
def observed():
    """The package's sinks, made from a manifest that declares what is sensitive."""
    sinks = {"tracing": {"enabled": True}, "metrics": {"enabled": True}, "audit": {"enabled": True}}
    sharing = {"sharing": {"strategy": "full", "sensitive_fields": ["token"]}}
    env = {"required": [{"name": "token", "sensitive": True}]}
    with project(sections={"observability": sinks, "state": sharing, "env": env}) as path:
        yield ObservabilityContext.from_config(parse_manifest(path / "workflow.awp.yaml"), path, "run")


def shown(written):
    return "shown" if SECRET in written else "hidden"


@finding("awp/R14/sinks", "a sensitive value shows in audit")
def a_secret_in_the_audit_log():
    with observed() as sinks:
        sinks.audit.record("call", details={"token": SECRET})
        return "hidden", shown(sinks.audit.flush().read_text())


@finding("awp/R18/chain", "an entry does not repeat its event")
def details_that_count_as_nothing():
    with observed() as sinks:
        sinks.audit.record("call", details=0)
        return "kept", "changed" if '"details": {}' in sinks.audit.flush().read_text() else "kept"


@finding("awp/R14/sinks", "a sensitive value shows in span")
def a_secret_in_a_span():
    with observed() as sinks:
        sinks.tracer.end_span(sinks.tracer.start_span("call", attributes={"token": SECRET}))
        return "hidden", shown(sinks.tracer.flush().read_text())


@finding("awp/R14/sinks", "a sensitive value shows in metric")
def a_secret_in_a_metric_label():
    with observed() as sinks:
        sinks.metrics.increment("calls", labels={"token": SECRET})
        return "hidden", shown(sinks.metrics.flush().read_text())


@finding("awp/R14/sinks", "a sensitive value shows in log")
def a_secret_in_the_log():
    with tempfile.TemporaryDirectory() as path:
        log = RunLogger(Path(path) / "workspace" / "runs" / "run")
        log.trace("run", f"using {SECRET}", token=SECRET)
        log.shutdown()
        return "hidden", shown((Path(path) / "logs" / "run" / "events.jsonl").read_text())


@finding("awp/R15/delivery", "a message that does not fit is delivered")
def a_message_against_the_schema_of_its_channel():
    schema = {"type": "object", "required": ["topic"]}
    bus = MessageBus(config=CommunicationConfig(channels=[{"name": "findings", "schema": schema}]))
    bus.send("writer", "critic", {"no": "topic"}, channel="findings")
    return 0, len(bus.list_messages("critic", channel="findings"))
