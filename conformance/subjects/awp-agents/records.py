"""`awp/record`, `awp/audit`, `awp/verify_audit`: what the package writes down."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager

import project
from awp.parser import parse_manifest
from awp.runtime.observability import AuditTrail, ObservabilityContext
from project import HEADER
from workflows import run_workflow

OBSERVED = {"tracing": {"enabled": True}, "metrics": {"enabled": True}, "audit": {"enabled": True}}


def record(sensitive_fields, env, state, events):
    """The events are recorded by an agent at work, in a run that has this state: what is sensitive in it can be known."""
    sinks = {"log": [], "metric": [], "span": [], "audit": []}
    sections = {
        "state": {"sharing": {"sensitive_fields": sensitive_fields}},
        "env": {"required": [{"name": it["name"], "sensitive": it["sensitive"]} for it in env]},
    }
    with project.directory() as path, environment(env):

        def part(agent, handed):
            observed = observability(path, OBSERVED, **sections)
            for index, event in enumerate(events):
                written = WRITERS[event["sink"]](path / str(index), event, observed)
                sinks[event["sink"]].append(written)
            return {}

        run_workflow([{"id": "recorder", "agent": "recorder"}], part, state, sections=sections)
    return sinks


@contextmanager
def environment(env):
    before = dict(os.environ)
    os.environ.update({it["name"]: it["value"] for it in env})
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def observability(path, config, run_id="run", **sections):
    """The package's own set of sinks, made from a manifest that declares everything."""
    project.write_yaml(path / project.MANIFEST, {**HEADER, "observability": config, **sections})
    return ObservabilityContext.from_config(parse_manifest(path / project.MANIFEST), path, run_id)


def logged(path, event, observed):
    from awp.runtime.delegation_loop_runner import RunLogger

    log = RunLogger(path / "workspace" / "runs" / "run")
    log.trace("run", event["message"], attributes=event["attributes"])
    log.shutdown()
    log._close_debug_handles()
    (line,) = (path / "logs" / "run" / "events.jsonl").read_text(encoding="utf-8").splitlines()
    return json.loads(line)


def metered(path, event, observed):
    # A collector adds up; one per event keeps them apart.
    metrics = type(observed.metrics)(path, "run", config=observed.metrics._config)
    metrics.increment(event["message"], labels=event["attributes"])
    return json.loads(metrics.flush().read_text(encoding="utf-8"))


def traced(path, event, observed):
    observed.tracer.end_span(observed.tracer.start_span(event["message"], attributes=event["attributes"]))
    return last_line(observed.tracer.flush())


def audited(path, event, observed):
    observed.audit.record(event["message"], details=event["attributes"])
    return last_line(observed.audit.flush())


def last_line(path):
    with path.open(encoding="utf-8") as lines:
        *_, last = lines
    return json.loads(last)


WRITERS = {"log": logged, "metric": metered, "span": traced, "audit": audited}

# The members of an audit entry, the protocol's and the package's. What the protocol calls an
# id is the caller's; the package counts its entries itself and has room for the caller's
# only where the agent is named.
AUDIT_MEMBERS = {"id": "agent_id", "event": "event_type"}


def audit(integrity, events):
    config = {"audit": {"enabled": True, "hash_chain": integrity == "hash_chain"}}
    with project.directory() as path:
        trail = observability(path, config).audit
        return {"entries": [entry_of(trail, event) for event in events]}


def entry_of(trail, event):
    names = {theirs: ours for ours, theirs in AUDIT_MEMBERS.items()}
    entry = renamed(trail.record(event["event"], event["id"], event.get("details")), names)
    if "details" not in event:
        del entry["details"]  # The package writes `{}` for none.
    return entry


def verify_audit(entries):
    try:
        return {"valid": AuditTrail.verify_chain([{"details": {}, **renamed(it, AUDIT_MEMBERS)} for it in entries])}
    except (KeyError, AttributeError, TypeError, ValueError):  # It has not found the chain to be intact.
        return {"valid": False}


def renamed(entry, names):
    return {names.get(name, name): value for name, value in entry.items()}
