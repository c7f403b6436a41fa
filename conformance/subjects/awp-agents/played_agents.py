"""Agents of a workflow whose work is done by a function of the call.

`agent.py` is where the package lets an author put an agent of their own. The ones that are
written here say nothing but this class.
"""

from __future__ import annotations

from contextlib import contextmanager

from awp.agent import AWPAgent

_parts = {}


@contextmanager
def playing(workflow_dir, part):
    """While this lasts, the agents of a workflow are `part(agent id, state)`, which answers what they write."""
    _parts[str(workflow_dir)] = part
    try:
        yield
    finally:
        del _parts[str(workflow_dir)]


class PlayedAgent(AWPAgent):
    def __init__(self, agent_dir, workflow_dir, llm=None, tool_registry=None):
        self._id = agent_dir.name
        self._part = _parts[str(workflow_dir)]

    @property
    def name(self):
        return self._id

    def run(self, task, state):
        return self._part(self._id, state)
