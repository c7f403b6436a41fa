"""Puts the published runtime `awp-agents` before Proofmark.

Every method calls the installed package; how is told in the module that it comes from.
Whatever the package says is handed on in the protocol's words (`rules_table.py`).
A module is loaded when it is first needed: the package takes its time to load, and the
harness starts many processes.
"""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "kits" / "python")]

from proofmark_adapter import Adapter  # noqa: E402

adapter = Adapter("awp-agents", version=version("awp-agents"), features=["ruleIds"])


@adapter.method("awp/validate")
def validate(workflow, agents, files, tools):
    import validation

    return validation.validate(workflow, agents, files, tools)


@adapter.method("awp/write_state")
def write_state(agent, state, writes):
    import workflows

    return workflows.write_state(agent, state, writes)


@adapter.method("awp/read_state")
def read_state(sharing, agents, state, reader):
    import workflows

    return workflows.read_state(sharing, agents, state, reader)


@adapter.method("awp/run")
def run(workflow, host):
    import workflows

    return workflows.run(workflow, host)


@adapter.method("awp/record")
def record(sensitiveFields, env, state, events):
    import records

    return records.record(sensitiveFields, env, state, events)


@adapter.method("awp/audit")
def audit(integrity, events):
    import records

    return records.audit(integrity, events)


@adapter.method("awp/verify_audit")
def verify_audit(entries):
    import records

    return records.verify_audit(entries)


@adapter.method("awp/deliver")
def deliver(channel, messages):
    import bus

    return bus.deliver(channel, messages)


@adapter.method("awp/complete")
def complete(**evidence):
    import completion

    return completion.complete(evidence)


@adapter.method("awp/loop")
def loop(host, **params):
    import delegation

    return delegation.loop(params, host)


if __name__ == "__main__":
    import logging

    logging.disable(logging.ERROR)
    adapter.run()
